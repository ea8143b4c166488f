"""The merge of FACTS.md: its facts as a set in each section."""

from agentstate.documents.facts import parse_facts
from agentstate.documents.text import SourceText
from agentstate.merging.merged import Merged
from agentstate.merging.outline import Piece, Reader
from agentstate.merging.pieces import merge_outline


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
    """The file with the facts of both sides: one that each side wrote differently is there in both versions."""
    return merge_outline(base, ours, theirs, read_facts, lambda _, one, other: min(one.lines, other.lines))
