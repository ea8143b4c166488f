"""A state file cut into its fields: each with the comments above it, its own lines, and the lines of each item of its list."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property

from agentstate.documents.state import StateDocument, parse_state
from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import Mark, Value, dump

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """`above` are the comments and blank lines before the field, `body` its own lines."""

    above: Lines
    body: Lines
    value: Value


@dataclass(frozen=True)
class Fields:
    """The fields of a state that can be read; of another file, or of none, there are none."""

    source: SourceText

    @cached_property
    def document(self) -> StateDocument:
        """What the file says."""
        return parse_state(self.source)

    @property
    def is_readable(self) -> bool:
        """Whether the file is a mapping with a line for each field, or says nothing."""
        return not self.document.faults and not self.source.faults and () not in self.document.yaml.flow

    @cached_property
    def _spans(self) -> Mapping[str, tuple[int, int, int]]:
        """For each field the indexes of the first line above it, of its own first line, and of the line after it."""
        spans, end = {}, 0
        for field in self.document.data:
            start = self.document.yaml.key_marks[(field,)].line - 1
            spans[field] = (end, start, end := self._end(start, self.document.yaml.marks[(field,)]))
        return spans

    def _end(self, start: int, value: Mark) -> int:
        """The index of the line after a field: its value, and the comments below it that are indented."""
        end = max(start, _line_of(self.source.text, value)) + 1
        margin = _indent(self.source.lines[start])
        while end < len(self.source.lines) and (line := self.source.lines[end]).lstrip().startswith("#") and _indent(line) > margin:
            end += 1
        return end

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields in their order."""
        lines, data = self.source.lines, self.document.data
        return {name: Field(lines[above:start], lines[start:end], data[name]) for name, (above, start, end) in self._spans.items()}

    @property
    def tail(self) -> Lines:
        """What stands below the last field; everything, where there is none."""
        ends = [end for _, _, end in self._spans.values()]
        return self.source.lines[ends[-1] if ends else 0 :]

    def is_block(self, field: str) -> bool:
        """Whether the field is a list with lines for each item."""
        value = self.document.data.get(field)
        return isinstance(value, list) and bool(value) and (field,) not in self.document.yaml.flow

    def items(self, field: str) -> dict[str, Lines]:
        """The lines of each item of a list, without their indent, by what the item says; a single text is one item."""
        value = self.document.data.get(field)
        if not self.is_block(field):
            return {identity(item): tuple(dump([item]).removesuffix("\n").split("\n")) for item in listed(value)}
        assert isinstance(value, list)  # noqa: S101 - is_block says so
        _, start, end = self._spans[field]
        marks = [self.document.yaml.marks[field, index] for index in range(len(value))]
        ends = [_line_of(self.source.text, mark) + 1 for mark in marks]
        starts = [start + 1, *ends[:-1]]
        ends[-1] = end
        pieces = [self.source.lines[first:last] for first, last in zip(starts, ends, strict=True)]
        indent = min((_indent(line) for piece in pieces for line in piece if line.lstrip().startswith("-")), default=0)
        found: dict[str, Lines] = {}
        for item, piece in zip(value, pieces, strict=True):
            found.setdefault(identity(item), tuple(line[min(indent, _indent(line)) :] for line in piece))
        return found

    def indent(self, field: str) -> int:
        """How far the items of a list stand from the left; 2 where they have no lines of their own."""
        return self.document.yaml.marks[(field,)].column - 1 if self.is_block(field) else 2


def listed(value: Value) -> Sequence[Value]:
    """The items of a list field; one text is one item, and what says nothing is none."""
    if isinstance(value, list):
        return value
    return () if value is None or value is False or value == "" else (value,)


def identity(value: Value) -> str:
    """What two values are equal by: their types count, the order of a mapping's parts does not."""
    return json.dumps(value, sort_keys=True)


def _line_of(text: str, mark: Mark) -> int:
    """The index of the last line of a value."""
    return text.count("\n", 0, max(mark.start, mark.end - 1))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
