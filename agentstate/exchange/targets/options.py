"""The options that a decision rejected, one by one."""

from collections.abc import Iterator

_OPEN, _CLOSED = "([{（【「“", ")]}）】」”"
_PARTS = ";；\n"


def options(rejected: str) -> tuple[str, ...]:
    """The parts between semicolons and line ends outside of brackets, with their reasons; those without a word left out."""
    return tuple(option for part in _parts(rejected) if (option := part.strip().removeprefix("- ").strip()))


def _parts(text: str) -> Iterator[str]:
    start = depth = 0
    for index, character in enumerate(text):
        depth = max(0, depth + (character in _OPEN) - (character in _CLOSED))
        if character == "\n" or (character in _PARTS and not depth):
            yield text[start:index]
            start, depth = index + 1, 0
    yield text[start:]
