"""YAML text to values with positions. Never raises: what cannot be read comes back as a fault."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import replace
from agentstate.yaml import line_reader
from agentstate.yaml.builder import Builder, Places
from agentstate.yaml.events import TEXT_LIMIT, Event, UnreadableError
from agentstate.yaml.model import YamlDocument

_UNWRITABLE = pattern("[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\r(?!\n)")
_MISREAD = pattern("[\x85\u2028\u2029\ufeff]")
"""Characters that the library takes for line ends, or for no character at all, and YAML 1.2 takes for text."""


def parse(text: str) -> YamlDocument:
    """The document in `text`, which is one YAML document of plain mappings, lists and scalars of the core schema.

    Anything else is a fault of kind `invalid-yaml` or `duplicate-key`: more than 20 levels, 10,000 values or 64 Ki characters, anchors,
    aliases, tags, merge keys, directives, a second document, a key that is not one word of text, a control character, a carriage return
    alone.
    """
    events = line_reader.read(text)
    return _built(text, lambda: events) if events is not None else parse_with_library(text)


def is_quick(text: str) -> bool:
    """Whether `text` is in the style that is read without the library, which takes fifty times as long."""
    return line_reader.read(text) is not None


def parse_with_library(text: str) -> YamlDocument:
    """The same, by the library alone: what `parse` is measured by."""
    return _built(text, lambda: _events(text))


def _built(text: str, events: Callable[[], Iterable[Event]]) -> YamlDocument:
    builder = Builder(Places(text))
    try:
        for event in events():
            builder.take(event)
    except UnreadableError as problem:
        fault = builder.places.fault("invalid-yaml", problem.index, problem.message, problem.hint)
        return YamlDocument(None, faults=(*builder.faults, fault))
    return builder.document


def _refuse_unwritable(text: str) -> None:
    found = _UNWRITABLE.search(text)
    if not found:
        return
    point = ord(found[0])
    if point == ord("\r"):
        raise UnreadableError(found.start(), "a carriage return without a line feed", "end lines with LF or CRLF")
    if 0xDC80 <= point <= 0xDCFF:
        raise UnreadableError(found.start(), f"not UTF-8: byte 0x{point - 0xDC00:02x}", "save the file as UTF-8")
    raise UnreadableError(found.start(), f"character U+{point:04X} is not allowed", "remove it")


def _events(text: str) -> Iterator[Event]:
    """The events of `text`, read with stand-ins, one for one, for the characters that the library misreads.

    A last line without its end gets one, so that no value depends on it.
    """
    from agentstate.yaml.door import read

    if len(text) > TEXT_LIMIT:
        raise UnreadableError(TEXT_LIMIT, f"more than {TEXT_LIMIT} characters", "make the file smaller")
    _refuse_unwritable(text)
    ended = text if text.endswith("\n") else text + "\n"
    if not _MISREAD.search(text):
        return read(ended)
    spare = _spare_characters(text)
    stand_ins = {character: next(spare) for character in "\x85\u2028\u2029\ufeff"}
    back = str.maketrans({stand_in: character for character, stand_in in stand_ins.items()})
    events = read(_MISREAD.sub(lambda found: stand_ins[found[0]], ended))
    return (replace(event, text=event.text.translate(back)) for event in events)


def _spare_characters(text: str) -> Iterator[str]:
    present = set(text)
    private = chain(range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
    return (chr(point) for point in private if chr(point) not in present)
