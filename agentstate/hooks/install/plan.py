"""What `hooks install`, `uninstall` and `status` find and would change, as values: which file is to hold which bytes.

The caller reads the files that `targets` names, and writes the steps; nothing here touches the disk.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from agentstate.documents.text import SourceText
from agentstate.hooks.install import call, merge, owned, tables
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.handlers import Wanted, wanted
from agentstate.hooks.install.specification import SCOPES, Hooks, Scope, Target
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass

_OWNED = ("scripts", "plugin")


@dataclass(frozen=True)
class Put:
    """Make the file hold `data`; `before` is what it held when the step was made, None: it did not exist."""

    target: Target
    data: bytes
    before: bytes | None
    executable: bool = False


@dataclass(frozen=True)
class Take:
    """Take the file away; `before` is what it held when the step was made."""

    target: Target
    before: bytes


Step = Put | Take
Files = Mapping[Target, bytes]
"""What the files hold that are there; a file that is not there is left out."""


class State(StrEnum):
    """How an agent's hooks stand in one scope."""

    INSTALLED = "installed"
    OUTDATED = "outdated"
    ABSENT = "absent"
    BROKEN = "broken"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True)
class Status:
    """How an agent's hooks stand in one scope, in which file, and what is wrong with it where it is broken."""

    state: State
    target: Target | None
    message: str = ""
    hint: str = ""


def targets(hooks: Hooks, scope: Scope) -> tuple[Target, ...]:
    """Every file that must be read before the functions below are asked; empty where the agent has no such scope."""
    target = hooks.target(scope)
    if target is None:
        return ()
    if hooks.shape in _OWNED:
        return owned.files(hooks, target)
    return (target, _alternative(hooks, target)) if hooks.alternative else (target,)


def install(hooks: Hooks, scope: Scope, files: Files, caller: Caller) -> tuple[Step, ...]:
    """The writes that make the agent call us at each of its events; empty where it does already.

    For the scope of the project the command is the committed form, whatever `caller` says. AgentStateError where the agent has no such
    scope, where a file cannot be read (with line and column), or where another's file stands in the place of ours.
    """
    target, caller = _target(hooks, scope), call.checked(caller.committed if scope == "project" else caller)
    if hooks.shape in _OWNED:
        return _install_own(hooks, target, files, caller)
    entries = wanted(hooks, caller)
    place = _place(hooks, target, files)
    moved = tuple(step for step in uninstall(hooks, scope, files) if step.target != place)
    before = files.get(place)
    data = merge.fresh(hooks, entries).encode() if before is None else _merged(hooks, place, before, entries)
    return (*((Put(place, data, before),) if data != before else ()), *moved)


def _install_own(hooks: Hooks, target: Target, files: Files, caller: Caller) -> tuple[Step, ...]:
    if hooks.shape == "scripts" and caller.windows:
        raise AgentStateError(f"{hooks.title} runs no hooks on Windows", "use `agentstate resume` there")
    new = owned.contents(hooks, target, caller)
    foreign = next((one for one in new if one in files and not owned.is_ours(files[one])), None)
    if foreign:
        raise AgentStateError(f'"{foreign.shown}" is not ours', f"call `agentstate hook {hooks.agent}` from it, or move it")
    executable = hooks.shape == "scripts"
    return tuple(Put(one, data, files.get(one), executable) for one, data in new.items() if files.get(one) != data)


def uninstall(hooks: Hooks, scope: Scope, files: Files) -> tuple[Step, ...]:
    """The writes that take our entries out again; empty where there are none. A file that was made for them goes.

    AgentStateError where the agent has no such scope, or where a file cannot be read.
    """
    _target(hooks, scope)
    steps: list[Step] = []
    for one in targets(hooks, scope):
        before = files.get(one)
        if before is None:
            continue
        after = _cleared(hooks, one, before)
        if after != before:
            steps.append(Take(one, before) if after is None else Put(one, after, before))
    return tuple(steps)


def status(hooks: Hooks, scope: Scope, files: Files, caller: Caller) -> Status:
    """Whether the agent calls us, and by the command that `caller` says. Never fails: what cannot be read is broken."""
    target = hooks.target(scope)
    if target is None:
        return Status(State.UNSUPPORTED, None)
    try:
        steps = install(hooks, scope, files, caller)
        present = bool(uninstall(hooks, scope, files))
        place = target if hooks.shape in _OWNED else _place(hooks, target, files)
    except AgentStateError as error:
        return Status(State.BROKEN, target, error.message, error.hint)
    return Status(State.OUTDATED if steps and present else State.ABSENT if steps else State.INSTALLED, place)


def _target(hooks: Hooks, scope: Scope) -> Target:
    target = hooks.target(scope)
    if target is None:
        others = " or ".join(f'"{other}"' for other in SCOPES if hooks.target(other))
        hint = f"take the scope {others}" if others else "install the hooks of Claude Code, which it runs too"
        raise AgentStateError(f'{hooks.title} has no file for hooks of the scope "{scope}"', hint)
    return target


def _alternative(hooks: Hooks, target: Target) -> Target:
    return Target(target.base, f"{target.path.rpartition('/')[0]}/{hooks.alternative}", target.variable)


def _place(hooks: Hooks, target: Target, files: Files) -> Target:
    """The file that takes the hooks: the TOML file where it holds hooks already and the JSON file holds none, else the JSON file."""
    if not hooks.alternative or target in files:
        return target
    other = _alternative(hooks, target)
    return other if other in files and tables.holds_hooks(_source(other, files[other]), hooks) else target


def _source(target: Target, data: bytes) -> SourceText:
    return SourceText.decode(target.shown, data)


def _is_table(target: Target) -> bool:
    return target.path.endswith(".toml")


def _merged(hooks: Hooks, target: Target, before: bytes, entries: Sequence[Wanted]) -> bytes:
    source = _source(target, before)
    after = tables.merged(source, hooks, entries) if _is_table(target) else merge.merged(source, hooks, entries)
    return after.encode()


def _cleared(hooks: Hooks, target: Target, before: bytes) -> bytes | None:
    if hooks.shape in _OWNED:
        return None if owned.is_ours(before) else before
    source = _source(target, before)
    after = tables.cleared(source, hooks) if _is_table(target) else merge.cleared(source, hooks)
    return after.encode() if after else None
