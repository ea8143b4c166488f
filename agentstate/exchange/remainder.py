"""What of a foreign text no item holds: each line of it stands in an item, word for word, or it comes back from here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from agentstate.documents.lines import BLANK
from agentstate.exchange.item import Item, Passage
from agentstate.vocabulary.patterns import pattern

_MARKUP = pattern(r"[\s>]*(?:(?:[-*+]|[0-9]{1,9}[.)]|#{1,6})(?=\s|\Z)\s*)?(?:\[[ xX~/-]\](?=\s|\Z)\s*)?")
_SIGNS = " \t*_`~#|()[]（）【】「」—–-:：;；,，.。·\"'"


def remainder(path: str, text: str, items: Iterable[Item], labels: Collection[str] = ()) -> tuple[Passage, ...]:
    """The lines of `text`, the file at `path`, that no item of that file holds word for word; neighbours together, with the blank lines and
    rules between them.

    An item holds a line among its own (from `line` to before `end`; where `end` is 0, that one) when the line is nothing but lines of its
    text and of its fields, Markdown's signs, and `labels`: words in lower case that are only the name of what follows ("next action").
    A heading is held where it is the section or the title of an item, too.
    """
    lines = text.split("\n")
    held, headings = _held(path, items)
    names = {label.strip(_SIGNS) for label in labels}
    loose = [index for index, line in enumerate(lines) if line.strip() and not _is_held(line, held[index + 1], headings, names)]
    return tuple(Passage("\n".join(lines[start:stop]), path, start + 1) for start, stop in _runs(lines, loose))


def _held(path: str, items: Iterable[Item]) -> tuple[dict[int, list[str]], set[str]]:
    """By line (from 1) the pieces of text that items hold there, and the headings that items name."""
    held: dict[int, list[str]] = defaultdict(list)
    headings = set()
    for item in items:
        if item.path == path:
            pieces = [piece.strip() for value in (item.text, *item.fields.values()) for piece in value.split("\n") if piece.strip()]
            headings |= {item.fields.get("section", ""), item.fields.get("title", "")}
            for line in range(item.line, max(item.end, item.line + 1)):
                held[line] += pieces
    return held, headings - {""}


def _is_held(line: str, pieces: Sequence[str], headings: Collection[str], names: Collection[str]) -> bool:
    bare = line[len(_MARKUP.match(line)[0]) if pieces or line.startswith("#") else 0 :].strip(BLANK)  # type: ignore[index]
    if line.startswith("#") and _is_named(bare.rstrip("# "), headings, names):
        return True
    for piece in sorted(pieces, key=len, reverse=True):
        bare = bare.replace(piece, "\n")
    return all(not rest or rest.casefold() in names for rest in (part.strip(_SIGNS) for part in bare.split("\n")))


def _is_named(title: str, headings: Collection[str], names: Collection[str]) -> bool:
    """Whether an item names the heading, as it is or behind a label."""
    label, _, rest = title.replace("：", ":", 1).partition(":")
    return title in headings or (label.strip(_SIGNS).casefold() in names and rest.strip() in headings)


def _runs(lines: Sequence[str], loose: Sequence[int]) -> list[tuple[int, int]]:
    """The spans of lines (from 0, end exclusive) that hold all of `loose`; only lines without a word join two."""
    spans: list[tuple[int, int]] = []
    for index in loose:
        if spans and not any(line.strip(_SIGNS) for line in lines[spans[-1][1] : index]):
            spans[-1] = (spans[-1][0], index + 1)
        else:
            spans.append((index, index + 1))
    return spans
