"""What a YAML text holds: plain values, where each of them is, and what could not be read."""

from collections.abc import Mapping

from agentstate.vocabulary.annotations import TypeAlias
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.values import dataclass, field

Value: TypeAlias = str | int | float | bool | list["Value"] | dict[str, "Value"] | None
"""A value of YAML's core schema; a key is always a string, a date is one too."""

Path = tuple[str | int, ...]
"""The way from the root to a value: keys and list positions (from 0)."""


@dataclass(frozen=True)
class Mark:
    """A piece of the text: characters `start` to `end` (exclusive), and the line and column of its start, from 1."""

    start: int
    end: int
    line: int
    column: int


@dataclass(frozen=True)
class YamlDocument:
    """One YAML document. `data` is None where nothing could be read; of a duplicate key it holds the first value.

    `marks` has the place of every value, `key_marks` of every key, both by path. The mark of a block list or mapping ends with
    its last value, that of a block scalar with its last line, that of an empty value is empty. `flow` holds the paths of
    lists and mappings written in brackets or braces.
    """

    data: Value
    marks: Mapping[Path, Mark] = field(default_factory=dict)
    key_marks: Mapping[Path, Mark] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    flow: frozenset[Path] = frozenset()

    def mark(self, path: Path) -> Mark:
        """The mark of the value at `path`, or of the nearest value around it; the beginning of the text where nothing was read."""
        while path and path not in self.marks:
            path = path[:-1]
        return self.marks.get(path) or Mark(0, 0, 1, 1)
