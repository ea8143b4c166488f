"""Changes to the text of a state, by characters: the value goes, everything around it stays as somebody wrote it.

Each function gives back the whole new text. Lines that hold only a comment survive even inside what is replaced.
"""

from collections.abc import Sequence

from agentstate.documents.state.read import StateDocument
from agentstate.vocabulary.patterns import pattern
from agentstate.yaml import Mark, Value, dump, flow, scalar

_COLON = pattern(r"[ \t]*:")
_COMMENT_AFTER = pattern(r"(?<![ \t])[ \t]+#[^\r\n]*")
_COMMENT_LINE = pattern(r"(?m)^[ \t]*#[^\r\n]*")
_INDENTED_COMMENTS = pattern(r"(?:\r?\n[ ]+#[^\n]*)+")
_END_MARKER = pattern(r"(?m)^\.\.\.(?=[ \t\r\n]|\Z)")
_NEXT_DASH = pattern(r"(?m)^[ ]*-(?=[ \r\n]|\Z)")
_UP_TO_COMMA = pattern(r"[ \t\r\n]*(?:#[^\n]*\n[ \t\r\n]*)*,")


def with_scalar(document: StateDocument, field: str, value: str | int | bool) -> str:  # noqa: FBT001 - false is a value of a field
    """The text with one line of text (or a number, or false) as the value of `field`."""
    written = scalar(value) if isinstance(value, str) else flow(value)
    if field not in document.data:
        return _with_entry(document, [f"{field}: {written}"])
    if isinstance(document.data[field], list | dict):
        return _with_value(document, field, f" {written}", ())
    mark = document.yaml.marks[(field,)]
    if mark.start == mark.end:
        return _spliced(document, mark.start, mark.end, f" {written}")
    return _spliced(document, mark.start, mark.end, written + _header_comment(document, mark))


def with_list(document: StateDocument, field: str, values: Sequence[Value]) -> str:
    """The text with a list as the value of `field`, an item a line."""
    inline = "" if values else " []"
    if field not in document.data:
        return _with_entry(document, [f"{field}:{inline}", *_item_lines(values, _usual_indent(document))])
    return _with_value(document, field, inline, _item_lines(values, _list_indent(document, field)))


def with_item(document: StateDocument, field: str, value: Value) -> str:
    """The text with one more item at the end of the list `field`, which has items already."""
    items = document.data[field]
    last = document.yaml.marks[field, len(items) - 1] if isinstance(items, list) else document.yaml.marks[(field,)]
    if (field,) in document.yaml.flow:
        return _spliced(document, last.end, last.end, f", {flow(value)}")
    end = _line_end(document.source.text, last.end)
    return _spliced(document, end, end, "".join(_newline(document) + line for line in _item_lines([value], _list_indent(document, field))))


def without_item(document: StateDocument, field: str, index: int) -> str:
    """The text less one item of the list `field`, which has others."""
    if (field,) in document.yaml.flow:
        return _without_flow_item(document, field, index)
    text, indent = document.source.text, _list_indent(document, field)
    start, end = _item_lines_span(document, field, index)
    kept = [" " * min(indent, len(line) - len(line.lstrip())) + line.lstrip() for line in _comment_lines(document, start, end)]
    if kept:
        return _spliced(document, start, end, _newline(document).join(kept))
    following = text.find("\n", end)
    if following == -1:
        return text[: _line_end(text, start - 1)].rstrip("\r\n")
    return _spliced(document, start, following + 1, "")


def _spliced(document: StateDocument, start: int, end: int, replacement: str) -> str:
    return document.source.text[:start] + replacement + document.source.text[end:]


def _newline(document: StateDocument) -> str:
    return document.source.newline


def _line_start(text: str, index: int) -> int:
    return text.rfind("\n", 0, index) + 1


def _line_end(text: str, index: int) -> int:
    """Where the line around `index` ends, before its line end."""
    end = text.find("\n", index)
    end = len(text) if end == -1 else end
    return end - 1 if text.endswith("\r", 0, end) else end


def _colon_end(document: StateDocument, field: str) -> int:
    key = document.yaml.key_marks[(field,)]
    colon = _COLON.match(document.source.text, key.end)
    return colon.end() if colon else key.end


def _header_comment(document: StateDocument, mark: Mark) -> str:
    """The comment in the first line of a block scalar; "" for every other value."""
    text = document.source.text
    if text[mark.start : mark.start + 1] not in {"|", ">"}:
        return ""
    found = _COMMENT_AFTER.search(text, mark.start, _line_end(text, mark.start))
    return found[0] if found else ""


def _margin(document: StateDocument) -> int:
    """How far the whole mapping is indented."""
    return min((mark.column - 1 for path, mark in document.yaml.key_marks.items() if len(path) == 1), default=0)


def _usual_indent(document: StateDocument) -> int:
    """How far the lists of this file stand from their keys; 2 where it has none."""
    for field, value in document.data.items():
        if value and isinstance(value, list) and _is_block(document, field):
            return document.yaml.marks[(field,)].column - document.yaml.key_marks[(field,)].column
    return 2


def _list_indent(document: StateDocument, field: str) -> int:
    if isinstance(document.data[field], list) and _is_block(document, field):
        return document.yaml.marks[(field,)].column - 1
    return _margin(document) + _usual_indent(document)


def _item_lines(values: Sequence[Value], indent: int) -> list[str]:
    lines = dump(list(values)).removesuffix("\n").split("\n") if values else []
    return [" " * indent + line if line else line for line in lines]


def _with_entry(document: StateDocument, lines: Sequence[str]) -> str:
    """The text with a new field after the last one, before comments in the first column that end the file."""
    text, newline = document.source.text, _newline(document)
    indented = [" " * _margin(document) + line for line in lines]
    if document.data:
        last = list(document.data)[-1]
        end = _line_end(text, max(document.yaml.marks[(last,)].end, document.yaml.key_marks[(last,)].end))
        end = _after_indented_comments(text, end)
        return _spliced(document, end, end, "".join(newline + line for line in indented))
    closing = _END_MARKER.search(text)
    end = closing.start() if closing else len(text)
    if end and not text.endswith("\n", 0, end):
        return _spliced(document, end, end, "".join(newline + line for line in indented))
    return _spliced(document, end, end, "".join(line + newline for line in indented))


def _after_indented_comments(text: str, end: int) -> int:
    """Where the comments end that follow a value and are indented like a part of it."""
    found = _INDENTED_COMMENTS.match(text, end)
    return _line_end(text, found.end()) if found else end


def _with_value(document: StateDocument, field: str, inline: str, lines: Sequence[str]) -> str:
    """The text with another value for a field that is there: `inline` on the line of its key, `lines` below."""
    text, mark = document.source.text, document.yaml.marks[(field,)]
    start, colon = _line_start(text, document.yaml.key_marks[(field,)].start), _colon_end(document, field)
    key_line_end, end = _line_end(text, colon), _line_end(text, mark.end)
    beside = text[colon : mark.start] if mark.start <= key_line_end else text[colon:key_line_end]
    below = [] if _is_block(document, field) else [_header_comment(document, mark) or text[mark.end : end]]
    if mark.start <= key_line_end:
        beside, below = "".join(below), []
    comments = [*_comment_lines(document, key_line_end, end), *(comment for comment in below if comment.strip())]
    head = text[start:colon] + inline + (beside if beside.strip() else "")
    return _spliced(document, start, end, _newline(document).join([head, *comments, *lines]))


def _is_block(document: StateDocument, field: str) -> bool:
    """Whether the value is a list or a mapping with a line for each part: a comment at its end belongs to the last one."""
    return isinstance(document.data[field], list | dict) and (field,) not in document.yaml.flow


def _comment_lines(document: StateDocument, start: int, end: int) -> list[str]:
    """The lines in this piece of the text that are nothing but a comment, and no part of a text of several lines."""
    marks = document.yaml.marks
    collections = {path[:-1] for path in marks if path}
    texts = [mark for path, mark in marks.items() if path not in collections and mark.start < end and mark.end > start]
    found = _COMMENT_LINE.finditer(document.source.text, start, end)
    return [comment[0] for comment in found if not any(mark.start < comment.start() < mark.end for mark in texts)]


def _item_lines_span(document: StateDocument, field: str, index: int) -> tuple[int, int]:
    """The lines of an item of a block list, from its dash to where its last line ends, before the line end."""
    text, marks = document.source.text, document.yaml.marks
    before = marks[(field,)].start if index == 0 else _line_end(text, marks[field, index - 1].end)
    dash = _NEXT_DASH.search(text, _line_start(text, before) if index == 0 else before)
    start = dash.start() if dash else before
    return start, _line_end(text, marks[field, index].end)


def _without_flow_item(document: StateDocument, field: str, index: int) -> str:
    text, marks = document.source.text, document.yaml.marks
    mark, following, before = marks[field, index], marks.get((field, index + 1)), marks.get((field, index - 1))
    start, end = (mark.start, following.start) if following else (before.end if before else mark.start, mark.end)
    if "#" not in text[start : mark.start] + text[mark.end : end]:
        return _spliced(document, start, end, "")
    comma = _UP_TO_COMMA.match(text, mark.end if following or not before else before.end)
    where = comma.end() - 1 if comma else mark.end
    pieces = sorted([(mark.start, mark.end), (where, where + 1 if comma else where)])
    return text[: pieces[0][0]] + text[pieces[0][1] : pieces[1][0]] + text[pieces[1][1] :]
