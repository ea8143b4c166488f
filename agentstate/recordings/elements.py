"""The elements of a JSON document that is too long to be held: one at a time, from chunks of its text, however deep it goes."""

from collections.abc import Iterable, Iterator

from agentstate.hooks.notation import read_json
from agentstate.recordings.characters import Characters, Raw
from agentstate.vocabulary.values import dataclass

Path = tuple[str, ...]


@dataclass(frozen=True)
class Broken:
    """A place that could not be read: why, and how many characters of the document came before its end."""

    why: str
    position: int


@dataclass(frozen=True)
class Element:
    """What stands in the array at `path`, with its number there from 1; or the value itself, number 0, where it is no array."""

    path: Path
    number: int
    value: object


def elements(chunks: Iterable[str], path: Path = ()) -> Iterator[object]:
    """Each element of the array at `path`, the keys that lead to it; the whole document is the array where there are none.

    An element that is too long (16 MB) or nested too deep, and a document that goes on or ends as none does, give a `Broken`; after the
    first kind the next elements follow. Nothing where there is no such array. What comes after it is not looked at.
    """
    for found in members(chunks, path):
        if isinstance(found, Broken):
            yield found
        elif found.number:
            yield found.value


def members(chunks: Iterable[str], *paths: Path) -> Iterator[Element | Broken]:
    """What stands at each of the paths, in the order of the document, which is read until each was found; a path may not lead through
    another one. A key that is repeated is taken each time.
    """
    characters, open_paths = Characters(chunks), set(paths)
    try:
        for found in _value(characters, (), open_paths):
            yield found
            if not open_paths:
                return
    except ValueError as error:
        yield Broken(str(error), characters.position)


def _value(characters: Characters, path: Path, wanted: set[Path]) -> Iterator[Element | Broken]:
    """What is wanted of the value that begins here; a path is taken out of `wanted` once its value was read."""
    sign = characters.peek()
    if path in wanted:
        yield from _array(characters, path) if sign == "[" else _whole(characters, path, 0)
        wanted.discard(path)
    elif sign == "{" and any(one[: len(path)] == path for one in wanted):
        yield from _object(characters, path, wanted)
    else:
        characters.value(keep=False)


def _array(characters: Characters, path: Path) -> Iterator[Element | Broken]:
    characters.take("[")
    number = 0
    while number or characters.peek() != "]":
        number += 1
        yield from _whole(characters, path, number)
        if characters.peek() != ",":
            break
        characters.take(",")
    characters.take("]")


def _object(characters: Characters, path: Path, wanted: set[Path]) -> Iterator[Element | Broken]:
    characters.take("{")
    is_first = True
    while not is_first or characters.peek() != "}":
        is_first = False
        key = _read(characters.value(keep=True))
        characters.take(":")
        yield from _value(characters, (*path, key) if isinstance(key, str) else ("",), wanted)
        if characters.peek() != ",":
            break
        characters.take(",")
    characters.take("}")


def _whole(characters: Characters, path: Path, number: int) -> Iterator[Element | Broken]:
    raw = characters.value(keep=True)
    if raw.refused:
        yield Broken(raw.refused, characters.position)
    else:
        yield Element(path, number, _read(raw))


def _read(raw: Raw) -> object:
    try:
        return read_json(raw.text)
    except (ValueError, RecursionError) as error:
        raise ValueError("no JSON value") from error
