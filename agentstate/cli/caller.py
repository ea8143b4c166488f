"""How this command is called on this machine: what an agent's own files name, and whether it answers from anywhere."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from agentstate.hooks.install.call import NAME, Caller
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace.calling import call

_NAMES = frozenset({NAME, f"{NAME}.exe", f"{NAME}.cmd"})


def caller() -> Caller:
    """The command that runs now, by its absolute path: links on the way stay, so that an update of what they lead to is followed."""
    beside = Path(sys.executable).parent
    programs = [Path(sys.argv[0]), *(beside / name for name in sorted(_NAMES))]
    found = next((program for program in programs if program.name in _NAMES and os.access(program, os.X_OK)), None)
    words = (os.path.abspath(found),) if found else (sys.executable, "-m", NAME)  # noqa: PTH100 - pathlib's would follow no `..`
    return Caller(words, windows=os.name == "nt")


def working_caller() -> Caller:
    """The same; AgentStateError where it does not answer from another folder than this one."""
    found = caller()
    answer = call((*found.words, "--version"), outside(), environment())
    if answer.code != 0:
        raise AgentStateError(
            f'"{" ".join(found.words)}" does not run outside of this folder', "install the command, then run it by its name"
        )
    return found


def outside() -> Path:
    """A folder that holds no tree."""
    return Path(Path(sys.executable).anchor)


def environment() -> Mapping[str, str]:
    """What a command that an agent calls finds in its environment, without what an agent around us says about its own project."""
    return {name: value for name, value in os.environ.items() if not name.endswith("_PROJECT_DIR")}
