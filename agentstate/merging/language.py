"""Two branches that each set the tree up, in different languages: what the templates say is there in one of them."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from agentstate import resources
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout

Lines = tuple[str, ...]
_FIRST, _SECOND = "en", "zh"


def in_one_language(path: str, ours: SourceText, theirs: SourceText) -> tuple[SourceText, SourceText]:
    """Both versions; where one holds what a template says in English and the other what it says in Chinese, both in Chinese: the
    settings that name a language are written by the Chinese set-up alone, and are in the merged tree."""
    pairs = _pairs(path)
    held = [[any(_place(one.lines, pair[number]) >= 0 for pair in pairs) for one in (ours, theirs)] for number in (0, 1)]
    english, chinese = held
    if not any(chinese) or english == chinese or not any(english):
        return ours, theirs
    return _translated(ours, pairs), _translated(theirs, pairs)


@cache
def _pairs(path: str) -> tuple[tuple[Lines, Lines], ...]:
    """What the templates of the file say in each language, where that is different; none for a file that has no template."""
    if path not in {layout.STATE, layout.DECISIONS, layout.FACTS, layout.TODO, layout.PROTOCOL}:
        return ()
    cut = _comments if path == layout.STATE else _paragraphs
    texts = (resources.read_text("templates", f"{language}/{path.rpartition('/')[2]}").split("\n") for language in (_FIRST, _SECOND))
    first, second = map(cut, texts)
    return tuple(pair for pair in zip(first, second, strict=True) if pair[0] != pair[1])


def _paragraphs(lines: Sequence[str]) -> Iterator[Lines]:
    return (tuple(group) for is_text, group in groupby(lines, key=bool) if is_text)


def _comments(lines: Sequence[str]) -> Iterator[Lines]:
    """The comments that hold no value of the project's own."""
    return ((line,) for line in lines if line.startswith("#") and "$" not in line)


def _translated(source: SourceText, pairs: Sequence[tuple[Lines, Lines]]) -> SourceText:
    for first, second in pairs:
        if (place := _place(source.lines, first)) >= 0:
            source = source.with_lines(place, place + len(first), second)
    return source


def _place(lines: Lines, text: Lines) -> int:
    """The index at which the text begins; -1 where it is not there."""
    return next((index for index in range(len(lines) - len(text) + 1) if lines[index : index + len(text)] == text), -1)
