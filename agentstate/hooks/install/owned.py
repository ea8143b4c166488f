"""Files that are ours as a whole: a script for each event (Cline), and the module that opencode loads."""

import json
import shlex
from collections.abc import Mapping

from agentstate import resources
from agentstate.hooks.install import call
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.specification import Hooks, Target

MARK = "Made by `agentstate hooks install`; `agentstate hooks uninstall` takes it away."
_PLUGIN = "opencode-plugin.js"
_COMMAND = f'["{call.NAME}"]'
_SCRIPT = """#!/bin/sh
# {mark}
command -v {program} >/dev/null 2>&1 || {{ cat >/dev/null; echo '{{"cancel": false}}'; exit 0; }}
exec {words}
"""


def contents(hooks: Hooks, target: Target, caller: Caller) -> Mapping[Target, bytes]:
    """Every file of the agent with what it holds; `target` is the folder of the scripts, or the module itself."""
    if hooks.shape == "plugin":
        return {target: _plugin(caller).encode()}
    return {one: _script(hooks, event, caller).encode() for event, one in _scripts(hooks, target).items()}


def files(hooks: Hooks, target: Target) -> tuple[Target, ...]:
    """Every file of the agent."""
    return (target,) if hooks.shape == "plugin" else tuple(_scripts(hooks, target).values())


def _scripts(hooks: Hooks, folder: Target) -> Mapping[str, Target]:
    return {moment.event: Target(folder.base, f"{folder.path}/{moment.event}", folder.variable) for moment in hooks.moments}


def _script(hooks: Hooks, event: str, caller: Caller) -> str:
    words = caller.words or (call.NAME,)
    line = shlex.join([*words, *call.arguments(hooks.agent, event if hooks.names_event else "")])
    return _SCRIPT.format(mark=MARK, program=shlex.quote(words[0]), words=line)


def _plugin(caller: Caller) -> str:
    text = resources.read_text("templates", f"shared/{_PLUGIN}")
    return text.replace(_COMMAND, json.dumps(list(caller.words)), 1) if caller.words else text


def is_ours(data: bytes) -> bool:
    """Whether a file says that we made it."""
    return MARK.encode() in data
