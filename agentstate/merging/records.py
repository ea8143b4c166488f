"""The merge of a volume of the import record, which only grows: what both sides added, one after the other."""

from agentstate.documents.text import SourceText
from agentstate.merging.merged import Merged

_SECTION = "\n## "


def merge_records(base: SourceText | None, ours: SourceText, theirs: SourceText) -> Merged | None:
    """The volume with what each side added, in an order that is the same from either side. None where a side did more than add."""
    common = base.text if base else _head(ours.text)
    if not (ours.text.startswith(common) and theirs.text.startswith(common)):
        return None
    added = sorted({_ended(one.text[len(common) :]) for one in (ours, theirs)} - {""})
    return Merged(ours.with_text("".join([_ended(common), *added])))


def _head(text: str) -> str:
    """What stands above the first section."""
    return text.partition(_SECTION)[0]


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"
