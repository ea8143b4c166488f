"""`task`: the old task kept in a snapshot, its conclusion in the log, its loose ends in the list, and a clean state for the new one."""

from collections.abc import Iterator

from agentstate.documents.lines import one_line
from agentstate.documents.state import CONFIDENCE, FIELDS, LISTS, FieldKind, StateDocument, parse_state
from agentstate.documents.state.edit import set_field, touch
from agentstate.documents.text import SourceText
from agentstate.documents.todo import add_item, parse_todo
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion, commit_for, refuse_invalid, snapshot_steps
from agentstate.verbs.decide import Entry, decide
from agentstate.verbs.lanes import blank
from agentstate.verbs.notes import fitting
from agentstate.verbs.state import readable
from agentstate.verbs.steps import within, writes
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.lanes import refuse_new
from agentstate.vocabulary.plan import Plan, Step
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass, replace

KEPT = frozenset({"version", "lane", "project", "updated_at", "verified", "active_branches", "commands"})
"""Fields that do not belong to one task and outlive it."""

_CONCLUDED = {"en": "end of the task: {}", "zh": "任务结束：{}"}
_WAITS = {"en": "approval", "zh": "等待批准"}


@dataclass(frozen=True, kw_only=True)
class NewTask:
    """What somebody typed for a new task. `conclusion` is what came of the old one; `keep` are fields to carry over."""

    title: str
    goal: str = ""
    next_action: str = ""
    conclusion: str = ""
    keep: tuple[str, ...] = ()


def task(tree: Tree, git: GitFacts, new: NewTask, occasion: Occasion) -> Plan:
    """A snapshot of the old task (the plan's result is its id), its conclusion as a decision, its loose ends as items, a clean state.

    The tree holds the newest archive volume and the snapshots. A task that is the current one already, with nothing to conclude,
    changes nothing. In a lane that is not there yet, the task opens it.
    """
    new = replace(new, title=one_line(new.title, "the title"))
    if tree.lane and tree.lane not in tree.lanes:
        return _opened(tree, new, occasion)
    old = readable(tree)
    if new.title == old.text("current_task") and not new.conclusion:
        return Plan(messages=("this is the current task already: change its fields with `agentstate set`",))
    if new.conclusion and not old.text("current_task"):
        raise AgentStateError("there is no task to conclude", "leave --conclude out")
    identifier, kept = _kept(tree, git, occasion)
    concluded = decide(tree, conclusion(tree, new.conclusion, occasion)) if new.conclusion else Plan()
    state = within(tree, _clean(old, new, occasion), tree.settings.limits.state_bytes, "carry less over")
    todo = fitting(tree, with_loose_ends(tree))
    steps = (*kept, *concluded.steps, *writes(tree, todo, state))
    begun = () if identifier else (f"begun: {new.title}; there was no task before it, so no checkpoint was made",)
    return Plan(steps, commit_for(tree, occasion, identifier), identifier, (*concluded.messages, *begun))


def _opened(tree: Tree, new: NewTask, occasion: Occasion) -> Plan:
    """A lane that begins with this task: a state of its own, and everything else shared."""
    refuse_new(tree.lane, tree.lanes)
    if new.conclusion or new.keep:
        raise AgentStateError(f'the lane "{tree.lane}" is new: there is no old task in it', "leave --conclude and --keep out")
    state = _clean(parse_state(blank(tree)), new, occasion)
    steps = writes(tree, within(tree, state, tree.settings.limits.state_bytes, "shorten the title or the goal"))
    return Plan(steps, commit_for(tree, occasion, ""), messages=(f"opened the lane {tree.lane}: {new.title}",))


def _kept(tree: Tree, git: GitFacts, occasion: Occasion) -> tuple[str, tuple[Step, ...]]:
    """The snapshot of the old task; of a state in which no field of a task says anything there is nothing to keep."""
    if not any(tree.state.items(field) for field in FIELDS if field not in KEPT):
        return "", ()
    refuse_invalid(tree)
    return snapshot_steps(tree, git, occasion)


def conclusion(tree: Tree, came: str, occasion: Occasion) -> Entry:
    """What came of the task in the state, as a decision."""
    title = tree.state.text("current_task")
    why = _CONCLUDED[tree.settings.language].format(tree.state.text("goal") or title)
    return Entry(title=title, decision=came, why=why, date=occasion.now.strftime("%Y-%m-%d"))


def with_loose_ends(tree: Tree) -> SourceText:
    """The list with what the old task left open, less what the list or the state's `done` names already."""
    source, known = tree.todo.source, {item.text for item in tree.todo.items} | set(tree.state.items("done"))
    for text, blocked in _loose_ends(tree):
        if text not in known:
            source = add_item(parse_todo(source), text, "", blocked, tree.settings.language)
            known.add(text)
    return source


def _loose_ends(tree: Tree) -> Iterator[tuple[str, str]]:
    """What is left of the old task: a line, and what blocks it."""
    state, blocked = tree.state, tree.state.text("blocked")
    for field in ("next_action", "then"):
        if state.text(field):
            yield state.text(field), blocked
            blocked = ""
    for item in state.items("awaiting_approval"):
        yield item, _WAITS[tree.settings.language]


def _clean(old: StateDocument, new: NewTask, occasion: Occasion) -> SourceText:
    """The state file with the new task in it and every field that belonged to the old one empty; its comments stay."""
    given = {"goal": new.goal, "current_task": new.title, "next_action": new.next_action}
    document = old
    for field, kind in FIELDS.items():
        if given.get(field) or (field in old.data and field not in KEPT and field not in new.keep):
            source = set_field(document, field, given.get(field) or _empty(kind))
            document = document if source is document.source else parse_state(source)
    return touch(document, occasion.now.strftime("%Y-%m-%dT%H:%M:%SZ"))


def _empty(kind: FieldKind) -> str | list[str]:
    """What a field says of a task about which nothing is known yet; a confidence cannot be left out, so it is the lowest."""
    return [] if kind in LISTS else CONFIDENCE[-1] if kind == "choice" else ""
