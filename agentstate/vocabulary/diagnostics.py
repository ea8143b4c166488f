"""What a check says: findings of rules, diagnostics of the engine, and the report that holds them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a diagnostic weighs; only `error` fails a check (with `--strict` every one does)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Fault:
    """What a parser could not read, as a value, so that the rest of the tree is still checked.

    `kind` is the slug of the rule that reports it; `line` and `column` count from 1, columns in characters.
    """

    kind: str
    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a rule found, before the engine adds who found it. `path` is relative to the folder that holds the tree."""

    path: str
    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One line of a report; the field order is the order in which diagnostics are sorted.

    `path` is relative to the top of the repository, `line` and `column` count from 1, `source` is the offending line.
    """

    path: str
    line: int
    column: int
    code: str
    slug: str
    severity: Severity
    message: str
    hint: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The sorted diagnostics of a check, the trees (folders relative to the repository's top) and the number of files looked at."""

    diagnostics: tuple[Diagnostic, ...]
    trees: tuple[str, ...] = (".",)
    files: int = 0

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic], trees: Iterable[str] = (".",), files: int = 0) -> "Report":
        """A report with its diagnostics sorted once, by path, line, column and code, and none twice."""
        return cls(tuple(sorted(set(diagnostics))), tuple(trees), files)

    def count(self, severity: Severity) -> int:
        """How many diagnostics have this severity."""
        return sum(diagnostic.severity is severity for diagnostic in self.diagnostics)

    def exit_code(self, *, strict: bool = False) -> int:
        """0 clean, 1 findings: errors always, warnings and notes only when strict."""
        return int(bool(self.diagnostics) if strict else self.count(Severity.ERROR) > 0)
