"""What an import would do, or has done, for people and for programs. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentstate.exchange.item import Imported, Source
from agentstate.exchange.placing import Placement
from agentstate.exchange.record import Row
from agentstate.exchange.text import joined
from agentstate.rules.wording import counted, quoted

RECORD = "only in the record"


def text(placement: Placement) -> str:
    """A line for each item and passage: where it stands in its source, what it is, where it goes, and why or what it says."""
    return "\n".join([*map(_line, placement.rows), *_counts(placement)])


def summary(placement: Placement) -> str:
    """What came of an import, a line for each file that got something."""
    return "\n".join(_counts(placement))


def records(placement: Placement) -> list[dict[str, object]]:
    """The same for programs: one object for each item and passage."""
    return [
        {
            "source": row.source,
            "path": row.said.path,
            "line": row.said.line,
            "kind": row.kind,
            "place": row.place or None,
            "reason": row.reason,
            "text": row.said.text,
        }
        for row in placement.rows
    ]


def found(sources: Sequence[tuple[Source, tuple[str, ...]]], imported: Iterable[Imported]) -> str:
    """What could be imported, and from where; each format with its files."""
    lines = []
    for (source, paths), one in zip(sources, imported, strict=True):
        lines.append(
            f"{source.name}: {source.title}; {counted(len(one.items), 'item')}, {counted(len(one.remainder), 'passage')} without a place"
        )
        lines += [f"  {path}" for path in paths]
    return "\n".join(lines)


def found_records(sources: Sequence[tuple[Source, tuple[str, ...]]], imported: Iterable[Imported]) -> list[Mapping[str, object]]:
    """The same for programs."""
    pairs = zip(sources, imported, strict=True)
    return [
        {"source": source.name, "title": source.title, "paths": list(paths), "items": len(one.items), "remainder": len(one.remainder)}
        for (source, paths), one in pairs
    ]


def _line(row: Row) -> str:
    said = f" ({row.reason})" if row.reason else ""
    return f"{row.where} {row.kind} → {row.place or RECORD}{said}: {quoted(joined(row.said.text))}"


def _file(place: str) -> str:
    """The file of a place, without what says where in it."""
    return "the archive" if place.startswith("the archive ") else place.split(" ", maxsplit=1)[0] or RECORD


def _counts(placement: Placement) -> Iterator[str]:
    counts = Counter(_file(row.place) for row in placement.rows)
    for place in sorted(counts):
        yield (
            f"{counted(counts[place], 'item')} → {place}"
            if place != RECORD
            else f"{counted(counts[place], 'item or passage', 'items and passages')} → {RECORD}"
        )
    if placement.before:
        yield f"{counted(placement.before, 'item or passage', 'items and passages')} imported before: left as they are"
    if not placement.rows and not placement.before:
        yield "nothing to import"
