"""What an import does to a tree: every item to its place or into the record, in one plan."""

from collections.abc import Iterable, Mapping, Sequence

from agentstate.documents.lines import fences, refuse_unclosed_fence
from agentstate.documents.text import SourceText
from agentstate.exchange.draft import Draft, Refused
from agentstate.exchange.entries import Entries, places
from agentstate.exchange.item import KINDS, Imported, Item, Passage
from agentstate.exchange.record import Row, digests, known, record_paths, recorded
from agentstate.exchange.stale import Stale, staleness
from agentstate.exchange.text import joined
from agentstate.secrets import secrets_in
from agentstate.tree import Tree
from agentstate.verbs.steps import refuse_conflict, refuse_faulty, refuse_unreadable, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.plan import Plan, Step, Write
from agentstate.vocabulary.values import dataclass, replace

_USED: Mapping[str, tuple[str, ...]] = {
    "decision": ("title", "date", "decision", "why", "rejected", "supersedes", "keep"),
    "todo": ("state", "priority", "blocked"),
    "fact": ("section",),
    "failed": ("because",),
    "verified": ("how", "commit", "at"),
}
_TIME = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z)?")
_PRIORITY = pattern("P[0-3]")
_WORD = pattern(r"\w+")
_SHOWN = (("state", "open"), ("state", "doing"))
"""What a sign in the box of an item says."""


@dataclass(frozen=True)
class Placement:
    """The plan of an import, and what becomes of each item and passage, in the order of the sources; `before` counts those that were
    imported before, which are in no row."""

    plan: Plan
    rows: tuple[Row, ...] = ()
    before: int = 0


def place(tree: Tree, imported: Sequence[Imported], kinds: Mapping[str, str], now: str, gone: Stale | None = None) -> Placement:
    """The tree with all that the sources say, as far as it fits, and the record of it.

    `kinds` says what is at the paths that items name; `now` is the time in RFC 3339; `gone` are the items that name
    what is not there (`exchange.stale`): these are only in the record. The tree was read with its archive and its import
    records: what these know is not imported again. AgentStateError where a file of the tree cannot be read or edited, or where a
    credential would be written.
    """
    _refuse_broken(tree)
    before, today = known(tree), now[:10]
    said = [(one.source, each) for one in imported for each in _said(one)]
    numbered = zip(said, digests([each for _, each in said]), strict=True)
    new = [Row(source, each, name, "", "it has no place in a tree") for (source, each), name in numbered if name not in before]
    draft, entries = Draft(tree, kinds), Entries(tree, today)
    placed = {row.digest: _placed(row, draft, entries, gone or {}) for row in _in_order(new)}
    paths = list(dict.fromkeys(row.said.path for row in new))
    found = tuple(sorted((placed.get(row.digest, row) for row in new), key=lambda row: paths.index(row.said.path)))
    draft.finish(now)
    plan, found = _planned(tree, draft, entries, found, today)
    problems = tuple(problem for one in imported for problem in one.problems)
    return Placement(replace(plan, messages=(*plan.messages, *problems), findings=bool(problems)), found, len(said) - len(new))


def _refuse_broken(tree: Tree) -> None:
    """AgentStateError where a file that an import fills cannot be read: what has no room in it now would count as imported ever after."""
    refuse_faulty(tree, tree.state)
    for path in (layout.FACTS, layout.TODO, layout.DECISIONS):
        refuse_unreadable(tree, path)
        refuse_conflict(tree, path)
        refuse_unclosed_fence(tree.source(path), fences(tree.source(path)))


def _said(imported: Imported) -> tuple[Item | Passage, ...]:
    return (*imported.items, *imported.remainder)


def _in_order(rows: Iterable[Row]) -> list[Row]:
    """Those of items, the state's first: what is read at boot has room for them in this order."""
    return sorted((row for row in rows if isinstance(row.said, Item)), key=lambda row: KINDS.index(row.kind))


def _placed(row: Row, draft: Draft, entries: Entries, gone: Stale) -> Row:
    item = row.said
    if not isinstance(item, Item):
        return row
    if reason := staleness(item, gone):
        return replace(row, reason=reason)
    usable = _usable(item)
    try:
        at, notes = entries.put(usable) if item.kind == "decision" else (draft.put(usable), "")
    except Refused as error:
        return replace(row, reason=str(error))
    return replace(row, place=at, reason=notes)


def _left(said: Item | Passage, there: str, words: frozenset[str]) -> str:
    """The parts of a placed item that do not stand in the files of the tree, `there`, word for word; each with its name."""
    parts = {"": said.text, **said.fields} if isinstance(said, Item) else {}
    stand = {name for name, value in parts.items() if all(joined(line) in there for line in value.split("\n"))}
    missing = {name: value for name, value in parts.items() if name not in stand or not words.issuperset(_WORD.findall(value))}
    return "\n".join(f"{name}: {value}" if name else value for name, value in missing.items() if (name, value) not in _SHOWN)


def _usable(item: Item) -> Item:
    """The item with the fields that its place in a tree has."""
    fields = {name: value for name, value in item.fields.items() if name in _USED.get(item.kind, ()) and value.strip()}
    if not _TIME.fullmatch(fields.get("at", "")):
        fields.pop("at", "")
    if not _PRIORITY.fullmatch(fields.get("priority", "")):
        fields.pop("priority", "")
    status = item.fields.get("status", "")
    return replace(item, fields={**fields, "status": status} if status and item.kind == "decision" else fields)


def _planned(tree: Tree, draft: Draft, entries: Entries, rows: tuple[Row, ...], today: str) -> tuple[Plan, tuple[Row, ...]]:
    after = tree.with_sources({source.path: source for source in draft.sources if source.text or tree.has(source.path)})
    rotation = entries.rotation(after, tree.settings.limits.boot_bytes - draft.boot_bytes())
    gone = places(rotation)
    rows = tuple(replace(row, place=f"{gone[name]} {name}") if (name := row.place.rpartition(" ")[2]) in gone else row for row in rows)
    written = {source.path: source for source in (*rotation.volumes, *draft.sources, *rotation.rest)}
    there = "\n".join(source.text for source in {**tree.sources, **written}.values() if source.path not in record_paths(tree))
    words = frozenset(_WORD.findall(there))
    rows = tuple(replace(row, left=_left(row.said, there, words)) if row.place else row for row in rows)
    record = recorded(tree, rows, today)
    # The record says what was imported before: it comes last, so that a plan that was cut is carried out by the next import.
    steps = writes(tree, *(source for source in written.values() if source.text or tree.has(source.path)), *record)
    _refuse_credentials(tree, steps)
    messages = (f"{len(rotation.moved)} decisions went on to the archive: the log has no room for them",) if rotation.moved else ()
    return Plan(steps, messages=messages), rows


def _refuse_credentials(tree: Tree, steps: Sequence[Step]) -> None:
    for step in steps:
        if isinstance(step, Write):
            source = SourceText.decode(step.path, step.data)
            held = {tree.source(step.path).text[one.start : one.end] for one in secrets_in(tree.source(step.path).text)}
            new = [one for one in secrets_in(source.text) if source.text[one.start : one.end] not in held]
            if new:
                line = source.text.count("\n", 0, new[0].start) + 1
                message = f"{step.path}:{line} would hold what looks like a credential: {new[0].kind}"
                raise AgentStateError(message, "take it out of the source, or import with --mask", 1)
