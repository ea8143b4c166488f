// Drives the plugin as opencode would: argv is the plugin and the interface, stdin the steps for each folder, in which the plugin is
// loaded anew; prints what each step changed, as JSON.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [file, api] = process.argv.slice(2)
const top = process.cwd()
const all = {}
for (const [folder, steps] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  process.chdir(folder)
  all[folder] = await results_of(await import(`${pathToFileURL(file)}?${folder}`), steps)
  process.chdir(top)
}
console.log(JSON.stringify(all))

async function results_of(module, steps) {
  const results = []
  if (api === "v1") {
    // As opencode loads it: every export is called, once for each function.
    const hooks = []
    for (const plugin of new Set(Object.values(module))) hooks.push(await plugin({ directory: process.cwd(), worktree: "/top", $: null }))
    for (const { hook, input, output } of steps) {
      if (input === "cyclic") {
        const cyclic = {}
        cyclic.self = cyclic
        results.push((await hooks[0][hook](cyclic, cyclic)) ?? "undefined")
        continue
      }
      for (const one of hooks) await one[hook](input, output)
      results.push(output ?? null)
    }
  } else {
    const registered = {}
    const domain = (name) => ({
      hook: async (event, work) => {
        if (event === "context" && api === "v2-without-context") throw new Error("no such hook")
        registered[`${name}.${event}`] = work
      },
    })
    const { id, setup } = module.default
    results.push(id)
    await setup({ location: { directory: process.cwd() }, tool: domain("tool"), session: domain("session") })
    results.push(Object.keys(registered))
    for (const { hook, input } of steps) {
      await registered[hook](input)
      results.push(input.system ?? null)
    }
  }
  return results
}
