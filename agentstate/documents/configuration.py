"""Changes to the text of config.yaml: a number goes in, every other character stays as somebody wrote it."""

from collections.abc import Mapping

from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import YamlDocument, parse


def with_numbers(source: SourceText, section: str, numbers: Mapping[str, int]) -> SourceText:
    """The file with these numbers in a section, by name; the same source where it holds them all.

    Raises AgentStateError where the file cannot be read, or not be changed without changing more.
    """
    for name, number in numbers.items():
        source = _with_number(source, section, name, number)
    return source


def _with_number(source: SourceText, section: str, name: str, number: int) -> SourceText:
    document = parse(source.text)
    for fault in document.faults[:1]:
        raise AgentStateError(f"{source.path}:{fault.line}:{fault.column}: {fault.message}", fault.hint)
    data = document.data or {}
    held = data.get(section) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(held, dict | None) or () in document.flow:
        raise AgentStateError(f"{source.path} can only be read: {section} is no mapping with a line for each setting", "edit it by hand")
    if held is not None and held.get(name) == number:
        return source
    changed = source.with_text(_spliced(source, document, (section, name), number))
    after = parse(changed.text)
    if after.faults or after.data != {**data, section: {**(held or {}), name: number}}:
        raise AgentStateError(f"{source.path}: {section}.{name} cannot be changed without changing more", "edit it by hand")
    return changed


def _spliced(source: SourceText, document: YamlDocument, path: tuple[str, str], number: int) -> str:
    text, (section, name) = source.text, path
    mark, key = document.marks.get(path), document.key_marks.get((section,))
    if mark:
        written = str(number) if mark.start < mark.end else f" {number}"
        return text[: mark.start] + written + text[mark.end :]
    if key is None:
        head = text if not text or text.endswith("\n") else text + source.newline
        return f"{head}{section}:{source.newline}  {name}: {number}{source.newline}"
    inside = [place for where, place in document.key_marks.items() if where[:1] == (section,) and len(where) == 2]
    if inside:
        last = max(inside, key=lambda place: place.start)
        written = f"{name}: {number}, " if (section,) in document.flow else f"{name}: {number}{source.newline}{' ' * (last.column - 1)}"
        first = min(place.start for place in inside)
        return text[:first] + written + text[first:]
    if (section,) in document.flow:
        start = document.marks[(section,)].start + 1
        return f"{text[:start]}{name}: {number}{text[start:]}"
    return _below_key(source, key.start, f"{' ' * (key.column + 1)}{name}: {number}")


def _below_key(source: SourceText, start: int, line: str) -> str:
    """The text with a line below that of the key at `start`, which holds no value."""
    end = source.text.find("\n", start)
    if end < 0:
        return source.text + source.newline + line
    return source.text[: end + 1] + line + source.newline + source.text[end + 1 :]
