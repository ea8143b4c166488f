"""What a lane may be called, where its state is, and whose state a snapshot holds."""

import re

from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LANE_VARIABLE = "AGENTSTATE_LANE"
"""The variable that names the lane for every verb and hook that an agent calls."""

MOST = 100
"""How many lanes a tree may have."""

NAME_LENGTH = 64
"""How many characters the name of a new lane may have: it is part of a file name."""

DEFAULT = "default"
"""What people call the lane that has no name."""

_ENDINGS = (".yaml", ".yml")
_SHOWN = 60
_NAMED = 10
_NAME = pattern(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)
_RESERVED = pattern(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.ASCII | re.IGNORECASE)
"""Names that Windows keeps for devices, whatever follows the first full stop."""

_LANE = pattern(r"^lane:[ \t]+[\"']?([A-Za-z0-9][A-Za-z0-9._-]*)[\"']?[ \t]*\r?$", re.ASCII | re.MULTILINE)
_FORM = "take letters, digits, `.`, `_` and `-`, and begin with a letter or a digit"


def is_name(text: str) -> bool:
    """Whether a lane could have this name."""
    return bool(_NAME.fullmatch(text))


def state_path(name: str) -> str:
    """Where the state of the lane is, "" being the default one; AgentStateError for what is no name, so that none leads elsewhere."""
    if not name:
        return layout.STATE
    if not is_name(name):
        raise AgentStateError(f"{_quoted(name)} is no name of a lane", _FORM)
    return f"{layout.LANES}/{name}.yaml"


def lane_names(paths: "Iterable[str]") -> tuple[str, ...]:
    """The names of the lanes among the paths of a tree, sorted."""
    return tuple(sorted(found["name"] for path in paths if (found := layout.LANE_NAME.fullmatch(path))))


def refuse_missing(name: str, known: "Collection[str]") -> None:
    """AgentStateError where no lane has this name; it says which there are."""
    if name.lower() == DEFAULT and name not in known:
        raise AgentStateError(name_fault(name), "take another name, or none for the default lane")
    if name and name not in known:
        listed = ", ".join(sorted(known)[:_NAMED]) + (f" and {len(known) - _NAMED} more" if len(known) > _NAMED else "")
        there = f"the lanes here are {listed}" if len(known) > 1 else f"the only lane here is {listed}" if known else "there are none here"
        raise AgentStateError(f"no lane {_quoted(name)}: {there}", f"open it with `agentstate task --lane {name} TITLE`, or name another")


def name_fault(name: str) -> str:
    """Why no lane can have this name everywhere, though files may; "" where one can. It is no word for the default lane, nor a file's."""
    if len(name) > NAME_LENGTH:
        return f"the name of a lane has at most {NAME_LENGTH} characters, not {len(name)}"
    if name.lower() == DEFAULT:
        return f"{_quoted(name)} is what the lane of STATE.yaml is called, which has no name"
    if name.lower().endswith(_ENDINGS):
        return f"{_quoted(name)} ends as the file of a lane does, and the name of a lane is without that"
    return f"{_quoted(name)} cannot be the name of a file on Windows" if _RESERVED.fullmatch(name) else ""


def twin_of(name: str, known: "Collection[str]") -> str:
    """The first lane whose name differs from this one in case alone, or not at all; "" where there is none."""
    return next((other for other in sorted(known) if other.lower() == name.lower()), "")


def refuse_new(name: str, known: "Collection[str]") -> None:
    """AgentStateError where a new lane cannot have this name, or there are as many lanes as there may be."""
    fault, twin = name_fault(name), twin_of(name, known)
    if fault:
        raise AgentStateError(fault, "take another name")
    if twin:
        raise AgentStateError(f'the lane "{twin}" has this name in another case', f"write `--lane {twin}`, or take another name")
    if len(known) >= MOST:
        raise AgentStateError(f"there are {len(known)} lanes, at most {MOST} may be", "conclude some with `agentstate lane close NAME`", 1)


def stated_lane(text: str) -> str:
    """The lane that a state or a snapshot says it is of, found without reading it as YAML; "" where it names none: the default one.

    Whatever else is in it is indented, so that only a key of the file itself stands at the start of a line.
    """
    found = _LANE.search(text)
    return found[1] if found else ""


def _quoted(name: str) -> str:
    shown = visible(name[:_SHOWN], keep="")
    return f'"{shown}"' if len(name) <= _SHOWN else f'"{shown}…"'
