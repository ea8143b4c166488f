"""What a check says: findings of rules, diagnostics of the engine, and the report that holds them."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from agentstate.vocabulary.annotations import Protocol
from agentstate.vocabulary.values import dataclass


class Severity(StrEnum):
    """How much a diagnostic weighs; only `error` fails a check (with `--strict` every one does)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True)
class Fault:
    """What a parser could not read, as a value, so that the rest of the tree is still checked.

    `kind` is the slug of the rule that reports it; `line` and `column` count from 1, columns in characters.
    """

    kind: str
    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True)
class Finding:
    """One thing a rule found, before the engine adds who found it. `path` is relative to the folder that holds the tree."""

    path: str
    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True, order=True)
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


class RuleAbout(Protocol):
    """What a report may tell of a rule; `rules.rule.Rule` is one. `what`, `why` and `mend` are prose of its page."""

    @property
    def code(self) -> str:
        """Such as AS203; never used for another rule."""

    @property
    def slug(self) -> str:
        """The rule's name."""

    @property
    def severity(self) -> Severity:
        """What its findings weigh where no setting says otherwise."""

    @property
    def summary(self) -> str:
        """One line."""

    @property
    def what(self) -> str:
        """What it finds."""

    @property
    def why(self) -> str:
        """Why that is worth saying."""

    @property
    def mend(self) -> str:
        """What to do about it."""

    @property
    def security(self) -> bool:
        """Whether it guards a secret or the reader; such a rule cannot be switched off from the tree."""


@dataclass(frozen=True)
class Report:
    """The sorted diagnostics of a check, the trees (folders relative to the repository's top) and the number of files looked at.

    `rules` are all rules there are, for formats that describe them; `waived` is how many findings a waiver with a reason hides.
    """

    diagnostics: tuple[Diagnostic, ...]
    trees: tuple[str, ...] = (".",)
    files: int = 0
    rules: Sequence[RuleAbout] = ()
    waived: int = 0

    @classmethod
    def of(
        cls,
        diagnostics: Iterable[Diagnostic],
        trees: Iterable[str] = (".",),
        files: int = 0,
        rules: Sequence[RuleAbout] = (),
        waived: int = 0,
    ) -> "Report":
        """A report with its diagnostics sorted once, by path, line, column and code, and none twice."""
        return cls(tuple(sorted(set(diagnostics))), tuple(trees), files, rules, waived)

    def count(self, severity: Severity) -> int:
        """How many diagnostics have this severity."""
        return sum(diagnostic.severity is severity for diagnostic in self.diagnostics)

    def exit_code(self, *, strict: bool = False) -> int:
        """0 clean, 1 findings: errors always, warnings and notes only when strict."""
        return int(bool(self.diagnostics) if strict else self.count(Severity.ERROR) > 0)
