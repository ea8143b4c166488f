"""`decide`: a new entry at the end of the log."""

from collections.abc import Sequence

from agentstate.documents.decisions import (
    Decision,
    append,
    parse_decisions,
    resolve,
)
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.verbs.leaving import is_over
from agentstate.verbs.promotion import settled
from agentstate.verbs.rotate import Rotation, moved_line, rotated_log
from agentstate.verbs.steps import within, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What somebody typed for a new decision; `date` is the day, YYYY-MM-DD."""

    title: str
    why: str
    date: str
    decision: str = ""
    rejected: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    permanent: bool = False
    pending: bool = False


def decide(tree: Tree, entry: Entry) -> Plan:
    """The log with the entry at its end; the plan's result is its id. A full log is rotated first where the settings let it.

    The tree holds the archive volumes that have what the entry supersedes. AgentStateError where the log is full, or where an id
    that is superseded is not known. An entry that is in the log to the letter already changes nothing.
    """
    lines = _lines(tree, entry)
    new = parse_decisions(SourceText(layout.DECISIONS, "\n".join(lines))).entries[0]
    if any(known.text == new.text for known in tree.decisions.entries):
        return Plan(result=new.id, messages=("this decision is in the log already",))
    rotation = _room_for(tree, new)
    after = tree.with_sources({source.path: source for source in rotation.sources})
    log = append(after.decisions, lines)
    facts = after.facts.source if new.pending else settled(after.facts, new, tree.settings.language)
    within(tree, facts, tree.settings.limits.facts_bytes, f"merge or remove facts in {layout.FACTS} first")
    steps = writes(tree, *rotation.volumes, facts, log)
    messages = (moved_line(rotation),) if rotation.moved else ()
    return Plan(steps, result=new.id, messages=messages)


def _lines(tree: Tree, entry: Entry) -> tuple[str, ...]:
    return render_decision(
        date=entry.date,
        title=entry.title,
        decision=entry.decision,
        why=entry.why,
        rejected=entry.rejected,
        supersedes=_superseded(tree, entry.supersedes),
        permanent=entry.permanent,
        pending=entry.pending,
        lang=tree.settings.language,
    )


def _superseded(tree: Tree, identifiers: Sequence[str]) -> tuple[str, ...]:
    """The whole ids. A log can be long, and is read only where one is asked for."""
    if not identifiers:
        return ()
    known = [*(entry for volume in tree.archives for entry in volume.entries), *tree.decisions.entries]
    return tuple(_known(identifier, known).id for identifier in identifiers)


def _known(identifier: str, entries: Sequence[Decision]) -> Decision:
    found = resolve(identifier, entries)
    if found is None:
        raise AgentStateError(f'no single decision has the id "{identifier}"', "find it with `agentstate decisions --all`")
    return found


def _room_for(tree: Tree, new: Decision) -> Rotation:
    """The rotation that makes room for one more entry; AgentStateError where there is none to be had."""
    size = len(new.text.encode("utf-8", "surrogateescape")) + 2
    rotation = rotated_log(tree, entries=1, size=size)
    if rotation.moved and not tree.settings.rotate_auto:
        raise AgentStateError(f"{layout.DECISIONS} is full: {_fullness(tree, size)}", "run `agentstate rotate`, or shorten the entry", 1)
    after = tree.with_sources({source.path: source for source in rotation.sources})
    if is_over(after.decisions, tree.settings.limits, entries=1, size=size):
        raise AgentStateError(f"{layout.DECISIONS} has no room for another entry", "shorten the entry, or settle pending decisions", 1)
    return rotation


def _fullness(tree: Tree, size: int) -> str:
    """How full the log is, by the limit that `size` more bytes would pass."""
    limits, count = tree.settings.limits, len(tree.decisions.entries)
    if count >= limits.decisions_entries:
        return f"{count} of {limits.decisions_entries} entries"
    return f"{len(tree.decisions.source.encode())} of {limits.decisions_bytes} bytes, and the entry takes {size}"
