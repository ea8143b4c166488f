"""Imported decisions: each in the one shape of the log, and the log and its archive with them."""

from collections.abc import Mapping, Sequence
from datetime import date

from agentstate.documents.decisions import Decision, append, parse_decisions
from agentstate.documents.divergence import divergent
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from agentstate.exchange.draft import Refused
from agentstate.exchange.item import Item
from agentstate.exchange.text import in_one_line, joined, refusal
from agentstate.rules.wording import says_nothing
from agentstate.tree import Tree
from agentstate.verbs.rotate import Rotation, rotated_log
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import replace

MOST_PENDING = 10
"""How many undecided entries an import may add: they never leave the log."""

MOST = 1000
"""How many decisions one import places; further ones are only in its record."""

UNRECORDED = "[not recorded]"
"""The reason of a decision whose source gives none."""

_PENDING = ("proposed", "pending", "draft", "open", "待定", "提议", "草案")
_ENDED = (
    "superseded",
    "replaced",
    "deprecated",
    "rejected",
    "withdrawn",
    "obsolete",
    "取代",
    "废弃",
    "否决",
    "撤回",
    "已取代",
    "已废弃",
    "已否决",
)


class Entries:
    """The entries that an import adds to the log of a tree, which was read with its archive."""

    def __init__(self, tree: Tree, today: str) -> None:
        self._tree = tree
        self._today = today
        known = [*tree.decisions.entries, *(entry for log in tree.archives for entry in log.entries)]
        self._known = {entry.id: entry for entry in known}
        self._bodies = {_body(entry.text): entry.id for entry in known}
        self._added: list[tuple[Decision, tuple[str, ...]]] = []

    def put(self, item: Item) -> tuple[str, str]:
        """Adds a decision. Where it stands, and what was added to it, "" where nothing was; Refused where it has no place."""
        status = item.fields.get("status", "").casefold()
        if any(word in status for word in _ENDED):
            raise Refused(f'it is not in force: "{joined(status)[:60]}"')
        pending = any(word in status for word in _PENDING)
        if pending and sum(entry.pending for entry, _ in self._added) >= MOST_PENDING:
            raise Refused(f"more than {MOST_PENDING} that are not decided yet")
        if len(self._added) >= MOST:
            raise Refused(f"more than {MOST} decisions in one import")
        day = item.fields.get("date", "")
        lines = self._lines(item, day if _is_day(day) else self._today, pending=pending)
        lines += () if _is_day(day) else (self._undated(lines[0]),)
        entry = _parsed(lines)
        if not _is_day(day) and (same := self._bodies.get(_body(entry.text))):
            # An import that was cut on another day wrote it with that day.
            return f"DECISIONS.md {same}", ""
        if entry.id in self._known and self._known[entry.id].text != entry.text:
            raise Refused("another decision has its id")
        if entry.id not in self._known:
            self._known[entry.id] = entry
            self._added.append((entry, lines))
        notes = [] if _is_day(day) else ["without a day: that of the import"]
        notes += [] if item.fields.get("why", "").strip() else ["without a reason"]
        return f"DECISIONS.md {entry.id}", ", ".join(notes)

    def _lines(self, item: Item, day: str, *, pending: bool) -> tuple[str, ...]:
        fields = {name: in_one_line(value) for name, value in item.fields.items()}
        decision = fields.get("decision") or in_one_line(item.text)
        title = fields.get("title") or decision
        why = fields.get("why", "")
        rejected = tuple(one for line in item.fields.get("rejected", "").split("\n") if (one := in_one_line(line)))
        if says_nothing(title) and says_nothing(decision):
            raise Refused("it does not say what was decided")
        if reason := refusal("\n".join([title, decision, why, *rejected])):
            raise Refused(reason)
        try:
            return render_decision(
                date=day,
                title=title,
                decision=decision if "decision" in fields or decision != title else "",
                why=f"{UNRECORDED} ({title})" if says_nothing(why) else why,
                rejected=rejected,
                supersedes=self._older(item),
                permanent=item.fields.get("keep", "") == "permanent",
                pending=pending,
                lang=self._tree.settings.language,
            )
        except AgentStateError as error:
            raise Refused(error.message) from error

    def _undated(self, heading: str) -> str:
        """A line that says that the day in the heading is not the one of the decision: an entry has to have one."""
        title = heading.partition("] ")[2]
        return f"- 日期：{UNRECORDED}（{title}）" if self._tree.settings.language == "zh" else f"- Day: {UNRECORDED} ({title})"

    def _older(self, item: Item) -> tuple[str, ...]:
        """The ids of the decisions of the tree that the item names as superseded."""
        named = item.fields.get("supersedes", "").split()
        return tuple(dict.fromkeys(name for name in named if name in self._known))

    def rotation(self, tree: Tree, room: int) -> Rotation:
        """The log with the entries in the order of their days, and what then goes to the archive; `room` is how many bytes of it may be
        read at boot. `tree` holds the other files as they are to be. AgentStateError where it is full and the settings let nothing go.

        A log that is too long is brought to two thirds of its room: what is promoted from it gets the third that is left."""
        if not self._added:
            return Rotation()
        entries = [lines for _, lines in sorted(self._added, key=lambda one: one[0].date)]
        lines = [line for entry in entries for line in ("", *entry)][1:]
        log = replace(tree.decisions, source=append(tree.decisions, lines))
        after = tree.with_sources({layout.DECISIONS: log.source})
        limits, facts = tree.settings.limits, len(tree.facts.source.encode())
        size = max(1, min(limits.decisions_bytes, room))
        limits = replace(limits, decisions_bytes=size, facts_bytes=min(limits.facts_bytes, facts + size // 3))
        moved = rotated_log(replace(after, settings=replace(tree.settings, limits=limits)))
        if moved.moved and not tree.settings.rotate_auto:
            raise AgentStateError(f"{layout.DECISIONS} has no room for {len(self._added)} decisions", "run `agentstate rotate` first", 1)
        return moved if moved.moved else Rotation(rest=(log.source,))


def _parsed(lines: Sequence[str]) -> Decision:
    """The one entry that the lines are; Refused where they read as anything else."""
    source = SourceText(layout.DECISIONS, "".join(f"{line}\n" for line in lines))
    log = parse_decisions(source)
    if len(log.entries) != 1 or log.faults or divergent(source):
        raise Refused("it would not be read as one decision")
    return log.entries[0]


def _body(text: str) -> str:
    """An entry without the day in its heading."""
    return text.partition("] ")[2]


def _is_day(text: str) -> bool:
    try:
        return len(text) == len("2026-11-29") and bool(date.fromisoformat(text))
    except ValueError:
        return False


def places(rotation: Rotation) -> Mapping[str, str]:
    """Where each entry went that is not in the log any more, by id."""
    return {entry.id: "the archive" for entry in rotation.moved}
