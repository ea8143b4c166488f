// Made by `agentstate hooks install`; `agentstate hooks uninstall` takes it away.
//
// Tells agentstate what happens in opencode, and hands what it says to the model. Speaks both plugin interfaces: opencode calls the
// exported function (the first) or its `setup` (the second). Nothing here fails or takes longer than LIMIT: work goes on without it.
import { spawn } from "node:child_process"

const COMMAND = ["agentstate"]
const LIMIT = 5000 // milliseconds
const TOLD = new Set(["session.created", "session.compacted", "session.idle", "session.deleted"])

let missing = false

/** What agentstate answers to one event; "" where it has nothing to say, fails, is not there or takes too long. */
function ask(place, api, event, input, output) {
  if (missing) return Promise.resolve("")
  return new Promise((resolve) => {
    try {
      const envelope = { agentstate_envelope: 1, agent: "opencode", plugin_api: api, event, ...place, input, output }
      const text = JSON.stringify(envelope)
      const options = { cwd: place.directory, stdio: ["pipe", "pipe", "ignore"], windowsHide: true }
      const child = spawn(COMMAND[0], [...COMMAND.slice(1), "hook", "opencode"], options)
      const chunks = []
      const finish = (answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      const timer = setTimeout(() => {
        finish("")
        child.stdout.destroy()
        child.kill("SIGKILL")
      }, LIMIT)
      child.on("error", (error) => {
        missing = error.code === "ENOENT"
        finish("")
      })
      child.on("close", () => finish(context(chunks)))
      child.stdout.on("data", (chunk) => chunks.push(chunk))
      child.stdout.on("error", () => {})
      child.stdin.on("error", () => {})
      child.stdin.end(text)
    } catch {
      resolve("")
    }
  })
}

function context(chunks) {
  try {
    const answer = JSON.parse(Buffer.concat(chunks).toString("utf8"))
    return typeof answer.context === "string" ? answer.context : ""
  } catch {
    return ""
  }
}

/** The same function, except that it never fails. */
function quiet(work) {
  return async (...given) => {
    try {
      await work(...given)
    } catch {}
  }
}

/** What stays in the system prompt of a session: what was said at its start or after a compaction, and the newest of the rest. */
function shelf() {
  const sessions = new Map()
  let newest = ""
  const put = (session, change) => {
    const held = { ...(sessions.get(session) ?? { start: "", note: "" }), ...change }
    sessions.delete(session)
    sessions.set(session, held)
    newest = session
    if (sessions.size > 50) sessions.delete(sessions.keys().next().value)
  }
  return {
    begin: (session, text) => text && put(session, { start: text, note: "" }),
    add: (session, text) => text && put(session, { note: text }),
    get(session) {
      const { start, note } = sessions.get(session ?? newest) ?? {}
      return [start, note].filter(Boolean).join("\n\n")
    },
  }
}

function first({ directory, worktree }) {
  const place = { directory, worktree }
  const kept = shelf()
  return {
    event: quiet(async ({ event }) => {
      if (!TOLD.has(event?.type)) return
      const session = event.properties?.sessionID ?? event.properties?.info?.id
      const text = await ask(place, "v1", "event", { event })
      if (event.type === "session.idle") kept.add(session, text)
      else kept.begin(session, text)
    }),
    "chat.message": quiet(async (input, output) => {
      const text = await ask(place, "v1", "chat.message", input, output)
      kept.add(input.sessionID, text)
    }),
    "tool.execute.after": quiet(async (input, output) => {
      const text = await ask(place, "v1", "tool.execute.after", input, output)
      if (text && typeof output?.output === "string") output.output += `\n\n${text}`
      else kept.add(input.sessionID, text)
    }),
    "experimental.session.compacting": quiet(async (input, output) => {
      const text = await ask(place, "v1", "experimental.session.compacting", input, output)
      if (text) output.context.push(text)
    }),
    "experimental.chat.system.transform": quiet(async (input, output) => {
      const text = kept.get(input?.sessionID)
      if (text) output.system.push(text)
    }),
  }
}

/** Registers one hook; an interface that does not know it goes without. */
async function register(domain, name, work) {
  try {
    await domain.hook(name, quiet(work))
  } catch {}
}

async function second(ctx) {
  const directory = ctx.location?.directory ?? process.cwd()
  const place = { directory, worktree: directory }
  const kept = shelf()
  const due = new Map() // what the next request of a session is told first
  const seen = new Set()
  const add = (system, text) => text && system.push(typeof system[0] === "string" ? text : { type: "text", text })
  await register(ctx.tool, "execute.after", async ({ tool, sessionID, id, input, status, result, error }) => {
    const output = { status, result, error }
    kept.add(sessionID, await ask(place, "v2", "tool.execute.after", { tool, sessionID, callID: id, args: input }, output))
  })
  await register(ctx.session, "prompt", async ({ sessionID, messageID, prompt }) => {
    const parts = typeof prompt?.text === "string" ? [{ type: "text", text: prompt.text }] : []
    kept.add(sessionID, await ask(place, "v2", "chat.message", { sessionID, messageID }, { parts }))
  })
  await register(ctx.session, "compaction", async ({ sessionID, system }) => {
    due.set(sessionID, "session.compacted")
    add(system, await ask(place, "v2", "experimental.session.compacting", { sessionID }, { context: [] }))
  })
  await register(ctx.session, "context", async ({ sessionID, system }) => {
    const type = due.get(sessionID) ?? (seen.has(sessionID) ? "" : "session.created")
    due.delete(sessionID)
    seen.add(sessionID)
    if (type) kept.begin(sessionID, await ask(place, "v2", "event", { event: { type, properties: { sessionID } } }))
    add(system, kept.get(sessionID))
  })
}

async function agentstate(given) {
  return typeof given?.tool?.hook === "function" ? second(given) : first(given)
}
agentstate.id = "agentstate"
agentstate.setup = second

export default agentstate
