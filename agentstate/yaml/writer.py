"""Values to YAML text that every reader, of YAML 1.1 as of 1.2, takes for the same values."""

import math
import re
from collections.abc import Iterator

from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import is_common
from agentstate.yaml.model import Value

_ESCAPED = pattern(
    "[\\x00-\\x1f\\x7f-\\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]",
)
"""Characters that YAML does not allow, that end lines for some readers, or that nobody can see."""

_SHORT_ESCAPES = str.maketrans({'"': r"\"", "\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\b": r"\b", "\f": r"\f"})
_UNSEEN = frozenset("\t\n\r")
_SPECIAL_START = pattern(r"[-?:,\[\]{}#&*!|>'\"%@`=<\s]|\.\.\.")
_SPECIAL_INSIDE = pattern(r":(?:\s|\Z)|\s#|\s\Z")
_SPECIAL_IN_FLOW = pattern(r"[,\[\]{}:?]")
_LIKE_A_NUMBER = pattern(r"[-+.0-9][-+.:_ 0-9a-fA-FoOxXTtZz]*")
_WORDS_OF_YAML = frozenset({"~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "+.inf", ".nan"})


def scalar(text: str, *, in_flow: bool = False) -> str:
    """How to write `text` on one line: as it is where every reader takes it for this string, else in double quotes.

    `in_flow` is set for a place inside brackets or braces, where more characters are special.
    """
    plain = (
        text
        and not ((not is_common(text) or not _UNSEEN.isdisjoint(text)) and _ESCAPED.search(text))
        and not _SPECIAL_START.match(text)
        and not _SPECIAL_INSIDE.search(text)
        and not _LIKE_A_NUMBER.fullmatch(text)
        and text.casefold() not in _WORDS_OF_YAML
        and not (in_flow and _SPECIAL_IN_FLOW.search(text))
    )
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text.translate(_SHORT_ESCAPES))}"'


def _escape(found: re.Match[str]) -> str:
    point = ord(found[0])
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def flow(value: Value) -> str:
    """`value` on one line: lists in brackets, mappings in braces."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key, in_flow=True)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, in_flow=True) if isinstance(value, str) else _atom(value)


def _atom(value: Value) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    import json

    return json.dumps(value)


def dump(data: Value) -> str:
    """`data` as a YAML document in block style, keys in their order, text of several lines as a literal block."""
    if isinstance(data, dict | list) and data:
        return "".join(f"{line}\n" for line in _block(data, 0))
    return (scalar(data) if isinstance(data, str) else flow(data)) + "\n"


def _block(collection: Value, indent: int) -> Iterator[str]:
    """The lines of a collection that is not empty, each with `indent` spaces in front."""
    if isinstance(collection, dict):
        for key, item in collection.items():
            yield from _entry(" " * indent + scalar(key) + ":", item, indent)
    elif isinstance(collection, list):
        for item in collection:
            yield from _item(item, indent)


def _entry(head: str, value: Value, indent: int) -> Iterator[str]:
    if isinstance(value, dict | list) and value:
        yield head
        yield from _block(value, indent + 2)
    else:
        yield from _leaf(head, value, indent)


def _item(value: Value, indent: int) -> Iterator[str]:
    if isinstance(value, dict | list) and value:
        first, *rest = _block(value, indent + 2)
        yield " " * indent + "- " + first[indent + 2 :]
        yield from rest
    else:
        yield from _leaf(" " * indent + "-", value, indent)


def _leaf(head: str, value: Value, indent: int) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{head} {flow(value)}"
    elif "\n" not in value or not value.strip() or _ESCAPED.search(value.replace("\n", "").replace("\t", "")):
        yield f"{head} {scalar(value)}"
    else:
        yield from _literal(head, value, indent)


def _literal(head: str, text: str, indent: int) -> Iterator[str]:
    """A literal block: its header says how it ends and, where it begins with a blank, how deep it is indented."""
    indentation = "2" if text[0].isspace() else ""
    chomping = "+" if text.endswith("\n\n") else "" if text.endswith("\n") else "-"
    yield f"{head} |{indentation}{chomping}"
    for line in text.removesuffix("\n").split("\n"):
        yield " " * (indent + 2) + line if line else ""
