"""The import record, to which both sides of a merge only add."""

from agentstate.documents.text import SourceText
from agentstate.merging.merge import merge
from agentstate.vocabulary import layout

PATH = layout.import_path(1)
HEAD = "# Import record, volume 1\n\nWords.\n"
OURS, THEIRS = "\n## 2026-11-29: a.md (notes)\n\n- line 1\n", "\n## 2026-11-29: b.md (notes)\n\n- line 1\n"


def merged(base: str | None, ours: str, theirs: str) -> tuple[str, int]:
    found = merge(PATH, SourceText(PATH, base) if base is not None else None, SourceText(PATH, ours), SourceText(PATH, theirs))
    return found.source.text, len(found.conflicts)


def test_what_both_sides_added_is_there_once_in_one_order() -> None:
    for base in (None, HEAD):
        assert merged(base, HEAD + OURS, HEAD + THEIRS) == (HEAD + OURS + THEIRS, 0)
        assert merged(base, HEAD + THEIRS, HEAD + OURS) == (HEAD + OURS + THEIRS, 0)
    assert merged(HEAD + OURS, HEAD + OURS + OURS, HEAD + OURS + OURS) == (HEAD + OURS + OURS, 0)


def test_an_edit_of_what_was_there_is_merged_by_lines() -> None:
    assert merged(HEAD + OURS, HEAD.replace("Words", "Other words") + OURS, HEAD + OURS + THEIRS) == (
        HEAD.replace("Words", "Other words") + OURS + THEIRS,
        0,
    )
