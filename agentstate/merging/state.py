"""The merge of STATE.yaml and of the lanes: field by field, lists as sets, comments with the field below them."""

from collections.abc import Mapping

from agentstate.documents.state import FIELDS, LISTS
from agentstate.documents.text import SourceText
from agentstate.merging.fields import Field, Fields, identity, listed
from agentstate.merging.lines import both, lost, paragraphs
from agentstate.merging.merged import Conflict, Merged, Side, decided, marked, written
from agentstate.merging.order import interleaved
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import quoted
from agentstate.yaml import Value

Lines = tuple[str, ...]
_PLACES = {field: place for place, field in enumerate(FIELDS)}


@dataclass(frozen=True)
class Choice:
    """The lines of a field and its value; a conflict, where both sides changed it to different ones."""

    body: Lines
    value: Value
    conflict: Conflict | None = None


def merge_state(base: SourceText | None, ours: SourceText, theirs: SourceText, side: Side = "") -> Merged | None:
    """The state with what each side changed. None where one of the files cannot be read, or the text would say something else."""
    sides = Fields(base or SourceText(ours.path, "")), Fields(ours), Fields(theirs)
    if not all(one.is_readable for one in sides):
        return None
    choices = _choices(*sides, side)
    merged = written(base, ours, theirs, _assembled(sides, choices))
    conflicts = tuple(choice.conflict for choice in choices.values() if choice.conflict)
    if conflicts:
        return Merged(merged, conflicts) if merge_state(base, ours, theirs, "ours") else None
    expected = {name: choice.value for name, choice in choices.items()}
    after = Fields(merged)
    return Merged(merged) if after.is_readable and identity(after.document.data) == identity(expected) else None


def _choices(base: Fields, ours: Fields, theirs: Fields, side: Side) -> dict[str, Choice]:
    """What becomes of each field that stays, in the order of the merged file."""
    found: dict[str, Choice] = {}
    for name in {**ours.fields, **theirs.fields}:
        choice = _chosen(name, base, ours, theirs, side)
        if choice:
            found[name] = choice
    rank = {name: (_PLACES.get(name, len(_PLACES)), name) for name in found}
    mine, other = ([name for name in one.fields if name in found] for one in (ours, theirs))
    return {name: found[name] for name in interleaved(mine, other, rank.__getitem__)}


def _chosen(name: str, base: Fields, ours: Fields, theirs: Fields, side: Side) -> Choice | None:
    before, mine, other = (one.fields.get(name) for one in (base, ours, theirs))
    if not (mine and other):
        present = mine or other
        assert present  # noqa: S101 - the name comes from one of them
        return None if before and before.body == present.body else Choice(present.body, present.value)
    body = decided(before.body if before else None, mine.body, other.body)
    if body is not None:
        return Choice(body, mine.value if body == mine.body else other.value)
    values = [identity(one.value) if one else None for one in (before, mine, other)]
    value = decided(*values)
    if value is not None:
        there = [one for one in (mine, other) if identity(one.value) == value]
        return Choice(min(one.body for one in there), there[0].value)
    return _both(name, (base, ours, theirs), mine, other, side)


def _both(name: str, sides: tuple[Fields, Fields, Fields], mine: Field, other: Field, side: Side) -> Choice:
    """What becomes of a field that both sides changed to different values."""
    if FIELDS.get(name) == "time" and isinstance(mine.value, str) and isinstance(other.value, str):
        later = max((mine, other), key=lambda one: str(one.value).removesuffix("Z"))
        return Choice(later.body, later.value)
    if (isinstance(mine.value, list) and isinstance(other.value, list)) or FIELDS.get(name) in LISTS:
        return _list(name, *sides)
    if side:
        taken = mine if side == "ours" else other
        return Choice(taken.body, taken.value)
    conflict = Conflict(name, _shown(mine), _shown(other))
    return Choice(tuple(marked(mine.body, other.body)), mine.value, conflict)


def _shown(field: Field) -> str:
    return quoted(field.value) if isinstance(field.value, str) else quoted(identity(field.value))


def _list(name: str, base: Fields, ours: Fields, theirs: Fields) -> Choice:
    """The items of both lists, less those that one side took out."""
    before, mine, other = (one.items(name) for one in (base, ours, theirs))
    values = {identity(item): item for one in (ours, theirs) for item in listed(one.document.data[name])}
    kept = [key for key in {**mine, **other} if (key in mine and key in other) or key not in before]
    order = interleaved([key for key in mine if key in kept], [key for key in other if key in kept], lambda key: key)
    head = _head(name, ours, theirs)
    if not order:
        return Choice((f"{head} []",), [])
    indent = " " * max(ours.indent(name), theirs.indent(name))
    lines = [indent + line if line else line for key in order for line in _item(key, before, mine, other)]
    return Choice((f"{head}", *lines), [values[key] for key in order])


def _head(name: str, ours: Fields, theirs: Fields) -> str:
    """The line of the list's key; a comment on it stays where the items have lines of their own."""
    heads = [one.fields[name].body[0] for one in (ours, theirs) if one.is_block(name)]
    margin = min(len(line) - len(line.lstrip(" ")) for line in (ours.fields[name].body[0], theirs.fields[name].body[0]))
    key = ours.fields[name].body[0].partition(":")[0].strip()
    return max(heads) if heads else f"{' ' * margin}{key}:"


def _item(key: str, base: Mapping[str, Lines], ours: Mapping[str, Lines], theirs: Mapping[str, Lines]) -> Lines:
    if not (key in ours and key in theirs):
        return ours[key] if key in ours else theirs[key]
    return decided(base.get(key), ours[key], theirs[key]) or max(ours[key], theirs[key])


def _assembled(sides: tuple[Fields, Fields, Fields], choices: Mapping[str, Choice]) -> list[str]:
    above = {name: both(*(_above(one, name) for one in sides)) for name in choices}
    tail = both(*(one.tail for one in sides))
    _, ours, theirs = (_comments(one) for one in sides)
    for text in lost(ours, theirs, [line for lines in (*above.values(), tail) for line in ("", *lines)]):
        places = (name for name in choices if text in paragraphs(_above(sides[0], name)))
        above.get(next(places, ""), []).extend(text)  # a comment goes with its field
    return [line for name, choice in choices.items() for line in (*above[name], *choice.body)] + tail


def _above(fields: Fields, name: str) -> Lines:
    return fields.fields[name].above if name in fields.fields else ()


def _comments(fields: Fields) -> list[str]:
    """The comments of the file, those of different fields apart."""
    return [line for field in fields.fields.values() for line in ("", *field.above)] + ["", *fields.tail]
