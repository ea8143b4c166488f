"""The lanes of a tree: the blank state with which one begins, and all of them in a list."""

import json
from collections.abc import Iterator
from string import Template

from agentstate import resources
from agentstate.documents.lanes import claims, lane_of, shared
from agentstate.documents.state import parse_state
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.lanes import state_path
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import scalar

DEFAULT = "(default)"
"""How a list for people names the lane of STATE.yaml, which has no name."""

_SCHEMA = "../local/state.schema.json"
"""Where the schema is, seen from the folder of the lanes."""


def blank(tree: Tree) -> SourceText:
    """The state of the lane in use before anything is in it but its name, and that of the project, which STATE.yaml says.

    `lane` and `updated_at` are neighbours: git may take a closed lane for one that was opened since, and merges into it what another
    branch wrote in the closed one; every such edit changes the second line, the new lane changed both, and so there is a conflict.
    """
    project = parse_state(tree.source(layout.STATE)).text("project")
    empty = scalar("")
    fields = {"schema": _SCHEMA, "project": scalar(project), "goal": empty, "task": empty, "next_action": empty}
    template = resources.read_text("templates", f"{tree.settings.language}/STATE.yaml")
    first = f"lane: {scalar(tree.lane)}\nupdated_at: {empty}\nversion:"
    return SourceText(tree.state_path, Template(template).substitute(fields).replace("\nversion:", f"\n{first}", 1))


@dataclass(frozen=True, kw_only=True)
class Lane:
    """One lane: what it is about, and the files that it names, those that it changes first. `name` is "" for the default one; `problem`
    says why its state cannot be read ("": it can); `used` whether it is the one in use."""

    name: str
    path: str
    task: str
    next_action: str
    blocked: str
    files: tuple[str, ...]
    problem: str
    used: bool


@dataclass(frozen=True)
class Lanes:
    """All lanes of a tree, the default one first, and the files that several of them name and one of them changes, with their names."""

    lanes: tuple[Lane, ...]
    shared: tuple[tuple[str, tuple[str, ...]], ...]


def lanes(tree: Tree) -> Lanes:
    """The lanes of a tree in which all were read."""
    found = shared(tree.states)
    files = tuple((path, tuple(claim.lane for claim in found[path])) for path in sorted(found))
    return Lanes(tuple(_lane(tree, name) for name in ("", *tree.lanes)), files)


def _lane(tree: Tree, name: str) -> Lane:
    path = state_path(name)
    state = next((state for state in tree.states if lane_of(state) == name), None) or parse_state(SourceText(path, ""))
    faults = [fault for fault in (tree.unreadable.get(path), *state.faults) if fault]
    return Lane(
        name=name,
        path=path,
        task=state.text("current_task"),
        next_action=state.text("next_action"),
        blocked=state.text("blocked"),
        files=tuple(claim.path for claim in claims(state)),
        problem=faults[0].message if faults else "" if tree.has(path) else "not read" if name else "no such file",
        used=name == tree.lane,
    )


def as_json(found: Lanes) -> str:
    """The lanes as JSON, always with every key."""
    keys = ("name", "path", "task", "next_action", "blocked", "files", "problem", "used")
    records = [{key: getattr(lane, key) for key in keys} for lane in found.lanes]
    files = [{"path": path, "lanes": names} for path, names in found.shared]
    return json.dumps({"version": 1, "lanes": records, "shared": files}, ensure_ascii=False, indent=2)


def as_text(found: Lanes) -> str:
    """Two lines for each lane: its name and task, then what is next; the one in use is marked with a star."""
    return "\n".join(line for lane in found.lanes for line in _lines(lane, max(len(one.name or DEFAULT) for one in found.lanes)))


def _lines(lane: Lane, width: int) -> Iterator[str]:
    task = f"[{lane.problem}]" if lane.problem else lane.task or "[not recorded]"
    yield f"{'*' if lane.used else ' '} {lane.name or DEFAULT:<{width}}  {task}"
    blocked = f" — blocked: {lane.blocked}" if lane.blocked else ""
    yield f"  {'':<{width}}  next: {lane.next_action or '[not recorded]'}{blocked}"


def remarks(found: Lanes) -> Iterator[str]:
    """One line for each file that is worked on in several lanes."""
    for path, names in found.shared:
        yield f"{path} is worked on in {' and '.join(name or DEFAULT for name in names)}"
