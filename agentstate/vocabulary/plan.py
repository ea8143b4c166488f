"""What a verb is going to do, as a value that can be printed, tested and applied.

Paths are relative to the folder that holds the tree, with `/`. The order of the steps is the order of the writes: a verb
that moves text between files puts the step that adds before the step that takes away, so that a crash loses nothing.
"""

from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Write:
    """Make `path` hold `data`. `before` is what the file held when the plan was made; None: it did not exist."""

    path: str
    data: bytes
    before: bytes | None


@dataclass(frozen=True)
class Remove:
    """Take `path` away; `before` is what the file held when the plan was made."""

    path: str
    before: bytes


Step = Write | Remove


@dataclass(frozen=True)
class Commit:
    """The git commit that ends a plan: the tree's own files, and `also` where the plan wrote outside the tree.

    `required` makes a commit that cannot be made exit with 1 instead of 0. `staged`: while a merge or the like waits to be finished, what
    the plan wrote is staged in its place, for it may not be missing in the commit that ends it.
    """

    subject: str
    body: str = ""
    also: tuple[str, ...] = ()
    required: bool = False
    staged: bool = False


@dataclass(frozen=True)
class Plan:
    """Steps in order, the commit that follows them (if any), `result` for stdout and `messages` for stderr."""

    steps: tuple[Step, ...] = ()
    commit: Commit | None = None
    result: str = ""
    messages: tuple[str, ...] = ()
    findings: bool = False
    """True where the verb could not do all that was asked (exit 1), for example a log that cannot be brought under its limit."""

    @property
    def changes(self) -> bool:
        """Whether applying the plan would change a byte on disk."""
        return any(isinstance(step, Remove) or step.data != step.before for step in self.steps)
