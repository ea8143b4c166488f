"""What an import does to a tree: every item to its place or into the record, in one plan."""

from collections.abc import Iterator, Mapping, Sequence

from agentstate.documents.text import SourceText
from agentstate.exchange.draft import Draft, Refused
from agentstate.exchange.entries import Entries, places
from agentstate.exchange.item import KINDS, Imported, Item, Passage
from agentstate.exchange.record import Row, digest, known, recorded, unrecorded
from agentstate.secrets import secrets_in
from agentstate.tree import Tree
from agentstate.verbs.steps import writes
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.plan import Plan, Step, Write
from agentstate.vocabulary.values import dataclass, replace

_USED: Mapping[str, tuple[str, ...]] = {
    "decision": ("title", "date", "decision", "why", "rejected"),
    "todo": ("state", "priority", "blocked"),
    "fact": ("section",),
    "failed": ("because",),
    "verified": ("how", "commit", "at"),
}
_TIME = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z)?")
_PRIORITY = pattern("P[0-3]")


@dataclass(frozen=True, slots=True)
class Placement:
    """The plan of an import, and what becomes of each item and passage, in the order of the sources; `before` counts those that were
    imported before, which are in no row."""

    plan: Plan
    rows: tuple[Row, ...] = ()
    before: int = 0


def place(tree: Tree, imported: Sequence[Imported], kinds: Mapping[str, str], now: str) -> Placement:
    """The tree with all that the sources say, as far as it fits, and the record of it.

    `kinds` says what is at the paths that items name; `now` is the time in RFC 3339. The tree was read with its archive and its import
    records: what these know is not imported again. AgentStateError where a file of the tree cannot be read or edited, or where a
    credential would be written.
    """
    digests, today = known(tree), now[:10]
    said = [(one.source, each) for one in imported for each in _said(one)]
    new = [(source, each) for source, each in said if digest(each) not in digests]
    draft, entries = Draft(tree, kinds), Entries(tree, today)
    rows = {id(item): _row(source, item, draft, entries) for source, item in _in_order(new)}
    rows |= {id(each): Row(source, each, "", "it has no place in a tree") for source, each in new if not isinstance(each, Item)}
    paths = list(dict.fromkeys(each.path for _, each in new))
    found = unrecorded(sorted([rows[id(each)] for _, each in new], key=lambda row: paths.index(row.said.path)), digests)
    draft.finish(now)
    plan, found = _planned(tree, draft, entries, found, today)
    problems = tuple(problem for one in imported for problem in one.problems)
    return Placement(replace(plan, messages=(*plan.messages, *problems), findings=bool(problems)), found, len(said) - len(new))


def _said(imported: Imported) -> tuple[Item | Passage, ...]:
    return (*imported.items, *imported.remainder)


def _in_order(said: Sequence[tuple[str, Item | Passage]]) -> Iterator[tuple[str, Item]]:
    """The items, the state's first: what is read at boot has room for them in this order."""
    items = [(source, each) for source, each in said if isinstance(each, Item)]
    return iter(sorted(items, key=lambda entry: KINDS.index(entry[1].kind)))


def _row(source: str, item: Item, draft: Draft, entries: Entries) -> Row:
    usable = _usable(item)
    left = "\n".join(f"{name}: {value}" for name, value in item.fields.items() if name not in usable.fields and value.strip())
    try:
        at, notes = entries.put(usable) if item.kind == "decision" else (draft.put(usable), "")
    except Refused as error:
        return Row(source, item, "", str(error))
    return Row(source, item, at, notes, left)


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
    record = recorded(tree, rows, today)
    steps = writes(tree, *record, *(source for source in written.values() if source.text or tree.has(source.path)))
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
