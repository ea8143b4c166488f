"""The page that says what is installed where: made from the tables of the agents."""

from collections.abc import Iterator

from agentstate.hooks.install import owned
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.handlers import wanted
from agentstate.hooks.install.specification import SCOPES, Hooks, Scope, Target

_HEAD = """\
# Hooks

What `agentstate hooks install` puts into each coding agent's own files, so that the agent tells `agentstate` what happens and is told what
it must know. `agentstate hooks status` says how it stands, `agentstate hooks uninstall` takes it out again.

- Everything else in a file stays as it is, byte for byte: comments, trailing commas, indentation, line ends, a missing last line end.
  Installing twice changes nothing, and uninstalling gives back the file as it was; one that was made for the hooks goes.
- A file that cannot be read is named with line and column, and is not written; neither is one that is read-only. The other agents that
  you named get their hooks all the same.
- In a repository no link is followed, wherever it leads: whoever wrote the repository chose where. Among your own files a link is
  followed, as dotfiles often are links: what it leads to is written if it belongs to you, and the link stays.
- Uninstalling takes the folders away, too, that are empty then.
- Without names, the agents are those that show in the repository or that `agents` in config.yaml names, else those with something in
  their folder among your own files (`~/.claude`, `~/.codex`, …).
- `--user` needs no tree. `hooks uninstall` and `hooks status` need none either.
- A longer timeout than ours is left alone.
- Without `--user` or `--project`, the hooks go where they reach one person in one repository; where an agent has no such file, to the
  person's own files, and else to the project's. Those files name the installed command by its absolute path: an agent's `PATH` need not be
  yours. `hooks status` calls them outdated when the command has moved, and installing again puts it right.
- `--project` writes files that are meant to be committed. They call `agentstate` by its name and do nothing on a machine without it, and
  their text stays the same from release to release.
- A command line that runs `agentstate hook AGENT` is taken for ours, whatever is around it: installing replaces it, uninstalling takes it
  out.
- `--compact-prompt` is for Codex alone, and only on request: it sets `compact_prompt` in `config.toml` to one that names the six fields of
  the message. One that is set already is left alone, and said. `hooks uninstall` takes ours out.
- Codex's `notify` program is not supported: it tells of the end of a turn and nothing else. Use a version with hooks.
- No hook is set before a tool call: nothing there is needed, and what fails there would keep the agent from working.

One file may be run by several agents: VS Code, Copilot CLI and Cursor also run the hooks of Claude Code's settings. What is sent says which
agent it was, and what arrives twice is kept once.

"""
_SHAPES = {
    "groups": "an entry in the list of each event under `hooks`",
    "entries": "an entry in the list of each event under `hooks`",
    "triggers": "an entry for each event in the list `hooks`",
    "scripts": "an executable file for each event in the folder",
    "plugin": "a JavaScript module",
}


def document() -> str:
    """The text of docs/hooks.md."""
    return _HEAD + "\n".join(line for hooks in HOOKS.values() for line in _section(hooks)).rstrip("\n") + "\n"


def _section(hooks: Hooks) -> Iterator[str]:
    yield from (f"## {hooks.title}", "", f"`{hooks.agent}`.", "")
    if hooks.target(hooks.default):
        yield from _files(hooks)
        events = ", ".join(f"`{moment.event}`" for moment in hooks.moments)
        yield from (f"What is written: {_SHAPES[hooks.shape]}. Events: {events}.", "")
        yield from _committed(hooks)
    if hooks.note:
        yield from (hooks.note, "")
    if must := [*(f"- {line}" for line in hooks.must), *(f"- {_option(scope)}: {line}" for scope, line in hooks.must_in)]:
        yield from ("What you must still do:", "", *must, "")


def _option(scope: Scope) -> str:
    return "Without an option" if scope == "local" else f"With `--{scope}`"


def _files(hooks: Hooks) -> Iterator[str]:
    yield from ("| reaches | file |", "| --- | --- |")
    for scope in SCOPES:
        target = hooks.target(scope)
        if target:
            default = " (default)" if scope == hooks.default else ""
            yield f"| {_reach(scope)}{default} | {_file(hooks, target)} |"
    yield ""


def _reach(scope: Scope) -> str:
    return {
        "local": "you, in this repository",
        "user": "you, everywhere: `--user`",
        "project": "everybody, in this repository: `--project`",
    }[scope]


def _file(hooks: Hooks, target: Target) -> str:
    folder = "/" if hooks.shape == "scripts" else ""
    moved = f"; below `${target.variable}` where that is set" if target.variable else ""
    other = f"; `{hooks.alternative}` beside it where that holds hooks and this file is not there" if hooks.alternative else ""
    return f"`{target.shown}{folder}`{moved}{other}"


def _committed(hooks: Hooks) -> Iterator[str]:
    """The lines that a committed file calls us by."""
    if not hooks.project:
        return
    if hooks.shape in {"plugin", "scripts"}:
        yield from (f"Our files are known by the line that says: {owned.MARK}", "")
        return
    first = wanted(hooks, Caller())[0].handler
    action = first.get("action")
    held = action if isinstance(action, dict) else first
    yield from ("The committed form:", "", "```", *(str(held[key]) for key in hooks.keys), "```", "")
