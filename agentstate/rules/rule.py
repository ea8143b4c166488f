"""What a rule is: a code, a severity, its page, two examples, and the generator that finds what is wrong."""

from collections.abc import Callable, Iterator, Mapping

from agentstate.documents.text import SourceText
from agentstate.settings import Settings
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Fault, Finding, Severity
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass, field

Check = Callable[[Tree], Iterator[Finding]]
Fix = Callable[[Tree], Mapping[str, SourceText]]

_ABOUT_CONTENT = "3457"
"""The families, by their digit, that judge what somebody wrote: state, decisions, the other notes, hygiene."""

_HYGIENE = "7"
"""The family that looks at characters, not at what a file says."""


def nothing(_tree: Tree) -> Iterator[Finding]:
    """The check of a rule that judges by git alone."""
    return iter(())


_NO_FACTS = GitFacts()


@dataclass(frozen=True)
class Example:
    """What differs from the smallest valid tree: files by path (None: the file is not there), and what git and the disk say.

    `shown` says in words what files cannot show; `also` are codes of other rules that the same text breaks; `ignored` are files that git
    ignores.
    """

    files: Mapping[str, str | None] = field(default_factory=dict)
    git: GitFacts = _NO_FACTS
    unreadable: Mapping[str, Fault] = field(default_factory=dict)
    shown: str = ""
    also: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


def state_text(*lines: str, **fields: str) -> str:
    """The smallest valid state with other values of its fields ("": the field is not there), and with further lines."""
    known = {"project": "shop", "current_task": "cache the profiles", "next_action": "write the test of the cache key", **fields}
    return "\n".join([*(f"{name}: {text}" for name, text in known.items() if text), *lines, ""])


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One thing that `check` judges. The engine adds the code, slug and severity to what `check` and `check_git` yield.

    `fix` returns the files that it would change, and is there only where one answer is right. A `security` rule cannot be
    switched off from the tree. `level` replaces `severity` where the settings decide it; None: the rule is off. `waivable` says
    whether a place may be an exception from the rule; None: as its family and `security` say.
    """

    code: str
    slug: str
    severity: Severity
    summary: str
    what: str
    why: str
    mend: str
    bad: Example
    good: Example
    check: Check = nothing
    check_git: Callable[[Tree, GitFacts], Iterator[Finding]] | None = None
    fix: Fix | None = None
    security: bool = False
    waivable: bool | None = None
    options: tuple[str, ...] = ()
    level: Callable[[Settings], Severity | None] | None = None

    def findings(self, tree: Tree, git: GitFacts) -> Iterator[Finding]:
        """What the rule finds in this tree, with git's facts where it needs them."""
        return self.check_git(tree, git) if self.check_git else self.check(tree)

    @property
    def can_be_waived(self) -> bool:
        """Whether a place may be an exception, with a reason: rules about content that are not for security, unless they say otherwise."""
        return self.code[2] in _ABOUT_CONTENT and not self.security if self.waivable is None else self.waivable

    @property
    def speaks_in_conflict(self) -> bool:
        """Whether a finding holds in a file that a merge left unfinished, where nobody knows yet what the text will be: a danger to
        whoever reads it does."""
        return self.security and self.code[2] == _HYGIENE

    def severity_for(self, settings: Settings) -> Severity | None:
        """How much a finding weighs under these settings; None where they switch the rule off."""
        return self.level(settings) if self.level else self.severity


def finding(path: str, fault: Fault) -> Finding:
    """What a parser could not read, as a finding in the file at `path`."""
    return Finding(path, fault.line, fault.column, fault.message, fault.hint)
