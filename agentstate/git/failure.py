"""What git could not do, as one line."""

from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.visible import visible

_LONGEST = 200


class GitError(AgentStateError):
    """A git command that did not end as it should. `message` is one line, safe to show: the first thing git said on stderr."""

    def __init__(self, message: str, stderr: bytes = b"") -> None:
        super().__init__(message, "run `git status` in the repository to see what git says there")
        self.stderr = stderr


def failure(verb: str, code: int, stderr: bytes) -> GitError:
    """The failure of `git VERB`, which ended with `code` (negative: the signal that ended it)."""
    if code < 0:
        return GitError(f"git {verb} was ended by signal {-code}", stderr)
    return GitError(_first_line(stderr) or f"git {verb} ended with exit code {code}", stderr)


def _first_line(stderr: bytes) -> str:
    lines = [line.strip() for line in stderr.decode("utf-8", "surrogateescape").split("\n") if line.strip()]
    serious = [line for line in lines if line.startswith(("fatal:", "error:"))]
    line = next(iter(serious or lines), "")
    return visible(line.removeprefix("fatal:").removeprefix("error:").strip().rstrip(".:"), keep="")[:_LONGEST]
