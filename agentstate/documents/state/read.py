"""A state file as a model: what it says, field by field, and where."""

from functools import cached_property

from agentstate.documents.text import SourceText
from agentstate.schema import Violation, violations
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import Path, Value, YamlDocument, parse

_FOREIGN_BYTE = pattern("[\udc80-\udcff]")


@dataclass(frozen=True)
class StateDocument:
    """A state file. `data` is empty where nothing is in the file or nothing can be read, and then `faults` says why.

    Bytes that are not UTF-8 read as U+FFFD; that they are there is a fault of `source`, not one of these.
    """

    source: SourceText
    data: dict[str, Value]
    yaml: YamlDocument
    faults: tuple[Fault, ...]

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """What in `data` is not as the schema of a state says; only what could be read is judged."""
        return violations(self.data, "state")

    def text(self, field: str) -> str:
        """What a field of one line says; "" where it says nothing (`false` and null say nothing). A list there is joined by semicolons."""
        return "; ".join(self.items(field))

    def items(self, field: str) -> tuple[str, ...]:
        """What a list field says, an item a line: `fact (how, commit abc, at …)` for verified ones, `tried — because …` for failed ones."""
        value = self.data.get(field)
        if not isinstance(value, list):
            return tuple(line for line in [self._line((field,), value)] if line)
        return tuple(self._line((field, index), item) for index, item in enumerate(value))

    def position(self, *path: str | int) -> tuple[int, int]:
        """Line and column, from 1, of the value at `path`, or of the nearest value around it."""
        mark = self.yaml.mark(path)
        return mark.line, mark.column

    def _line(self, path: Path, value: Value) -> str:
        if value is None or value is False:
            return ""
        if isinstance(value, str):
            return " ".join(value.split("\n")).strip()
        if isinstance(value, dict):
            return self._described({key: self._line((*path, key), item) for key, item in value.items()})
        mark = self.yaml.marks[path]
        return " ".join(self.source.text[mark.start : mark.end].split())

    def _described(self, parts: dict[str, str]) -> str:
        if "tried" in parts:
            return " — because ".join(part for part in (parts["tried"], parts.get("because", "")) if part)
        if "fact" not in parts:
            return "; ".join(f"{key}: {part}" for key, part in parts.items())
        named = [f"{name} {parts[name]}" for name in ("commit", "at") if parts.get(name)]
        evidence = ", ".join(part for part in (parts.get("how", ""), *named) if part)
        return f"{parts['fact']} ({evidence})" if evidence else parts["fact"]


def parse_state(source: SourceText) -> StateDocument:
    """The state in `source`; never fails (see `faults` of what comes back, of kind `invalid-yaml` or `duplicate-key`)."""
    document = parse(source.text if source.text.isascii() else _FOREIGN_BYTE.sub("\ufffd", source.text))
    data, faults = document.data, document.faults
    mark = document.marks.get(())
    if not faults and not isinstance(data, dict) and mark and mark.start < mark.end:
        message = "not a mapping of fields"
        faults = (Fault("invalid-yaml", mark.line, mark.column, message, 'write one "field: value" a line'),)
    return StateDocument(source, data if isinstance(data, dict) else {}, document, faults)
