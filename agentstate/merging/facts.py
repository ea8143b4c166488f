"""The merge of FACTS.md: its facts as a set in each section."""

from collections.abc import Iterator, Sequence

from agentstate.documents.facts import parse_facts
from agentstate.documents.text import SourceText
from agentstate.merging.merged import Merged
from agentstate.merging.outline import Piece, Reader, by_key
from agentstate.merging.pieces import merge_outline
from agentstate.vocabulary.values import replace
from agentstate.vocabulary.visible import quoted


def read_facts(source: SourceText) -> tuple[Piece, ...]:
    """The sections of the file with their facts and prose."""
    facts = {fact.line - 1: fact for fact in parse_facts(source).facts}

    def item(index: int) -> tuple[Piece, int] | None:
        if index not in facts:
            return None
        fact = facts[index]
        said = f"{fact.text} [{fact.source_id}]" if fact.source_id else fact.text
        return Piece("item", said, source.lines[index : fact.end - 1], None, rank=(said,)), fact.end - 1

    return Reader(source, item).sections()


def merge_facts(base: SourceText | None, ours: SourceText, theirs: SourceText) -> Merged | None:
    """The file with the facts of both sides. One that each side worded anew is there in both wordings, and a note names them."""
    merged = merge_outline(base, ours, theirs, read_facts, lambda _, one, other: min(one.lines, other.lines))
    if merged is None or base is None:
        return merged
    pairs = _reworded(read_facts(base), read_facts(ours), read_facts(theirs))
    notes = (f"{ours.path}: both sides worded a fact anew, and both stay: {quoted(one)} and {quoted(other)}" for one, other in pairs)
    return replace(merged, notes=(*merged.notes, *notes))


def _reworded(base: Sequence[Piece], ours: Sequence[Piece], theirs: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """The two new wordings of each fact that neither side has as it was, smaller first."""
    mine, other = by_key(ours), by_key(theirs)
    for name, section in by_key(base).items():
        if name in mine and name in other:
            for index in range(len(section.parts)):
                found = [_instead(section.parts, index, side[name].parts) for side in (mine, other)]
                if found[0] and found[1] and found[0] != found[1]:
                    yield min(found), max(found)


def _instead(before: Sequence[Piece], index: int, after: Sequence[Piece]) -> str:
    """The new fact in the place of one that is not there any more: right below what stood above it; "" where there is none."""
    known, left = {piece.key for piece in before}, [piece.key for piece in after]
    if before[index].kind != "item" or before[index].key in left:
        return ""
    place = 0 if not index else left.index(before[index - 1].key) + 1 if before[index - 1].key in left else len(left)
    return after[place].key if place < len(left) and after[place].kind == "item" and left[place] not in known else ""
