"""What git could not do, as one line."""

from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import visible

TOO_OLD = b"fatal: git 2.31 or newer is needed"
NOT_FOUND = "git not found"

_LOOK = "run `git status` in the repository to see what git says there"
_LOCKED = b".lock': File exists"
"""What git says where another git is at work, or was killed in the middle of it."""

_LONGEST = 200
_TRUSTED = pattern(r"safe\.directory (?P<place>[^\n]+)")
_OBJECT = pattern(r"[0-9a-f]{40}|bad object|promisor|lazy fetching")
"""What git says where an object that it needs is not there, or is damaged: nearly always which one."""


class GitError(AgentStateError):
    """A git command that did not end as it should. `message` is one line, safe to show: the first thing git said on stderr.

    `failed`: what was asked should have worked, and will not until somebody mends something: a full disk, damage, a setting. Otherwise
    the state of the repository is the reason, such as a merge under way or an ignored folder.
    """

    def __init__(self, message: str, stderr: bytes = b"", *, failed: bool = False, hint: str = _LOOK) -> None:
        super().__init__(message, hint)
        self.stderr = stderr
        self.failed = failed

    @property
    def is_about_objects(self) -> bool:
        """Whether objects are missing or damaged: the repository itself can be read, and a whole clone would answer."""
        return bool(_OBJECT.search(f"{self.message}\n{self._said}"))

    @property
    def _said(self) -> str:
        return self.stderr.decode("utf-8", "surrogateescape")

    def as_refusal(self) -> AgentStateError:
        """The same, for who cannot go on without git: what git said, and what helps."""
        return AgentStateError(f"git cannot answer in this repository: {self.message}", self._remedy())

    def _remedy(self) -> str:
        if trusted := _TRUSTED.search(self._said):
            return f"run `git config --global --add safe.directory {visible(trusted['place'], keep='')}`, as the user who runs this check"
        if self.message == NOT_FOUND:
            return "install git, or put it on PATH"
        return "install a newer git" if self.stderr == TOO_OLD else self.hint


def failure(verb: str, code: int, stderr: bytes) -> GitError:
    """The failure of `git VERB`, which ended with `code` (negative: the signal that ended it)."""
    if code < 0:
        return GitError(f"git {verb} was ended by signal {-code}", stderr, failed=True)
    return GitError(_first_line(stderr) or f"git {verb} ended with exit code {code}", stderr, failed=_LOCKED not in stderr)


def _first_line(stderr: bytes) -> str:
    lines = [line.strip() for line in stderr.decode("utf-8", "surrogateescape").split("\n") if line.strip()]
    serious = [line for line in lines if line.startswith(("fatal:", "error:"))]
    line = next(iter(serious or lines), "")
    return visible(line.removeprefix("fatal:").removeprefix("error:").strip().rstrip(".:"), keep="")[:_LONGEST]
