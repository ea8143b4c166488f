"""Running git: a call starts now and is read later, unknown exits are failures, and nothing waits for ever."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from agentstate.git import child, policy
from agentstate.git.failure import NOT_FOUND, GitError, failure
from agentstate.vocabulary.values import dataclass, replace

TYPE_CHECKING = False  # importing `typing` takes as long as a question to git
if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    from agentstate.git.sorted_paths import SortedPaths

    class Options(TypedDict, total=False):
        """How a command is started; see `Git.start`."""

        given: bytes
        expected: Sequence[int]
        pins: Sequence[policy.Pin]
        environment: Mapping[str, str]
        literal: bool
        seconds: float


SECONDS = 60.0
"""How long a command may take, in seconds; a work tree of 50,000 files needs a quarter of one."""

INDEX = "GIT_INDEX_FILE"
_MERGED = "GITHEAD_"

GRACE = 2.0
"""How long a command that was asked to end may take, in seconds; SIGKILL would leave its locks behind, SIGTERM does not."""


@dataclass(frozen=True)
class Completed:
    """How a command ended: its exit code (one of those expected) and both streams."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """The output without its last line end; bytes that are not UTF-8 are lone surrogates."""
        return self.out.decode("utf-8", "surrogateescape").removesuffix("\n")

    @property
    def fields(self) -> list[str]:
        """The parts of an output in which each part ends with NUL."""
        return self.out.decode("utf-8", "surrogateescape").split("\0")[:-1]


class Running:
    """A git command that was started and not read yet."""

    def __init__(
        self, process: "child.Child | child.LibraryChild", verb: str, given: bytes, expected: Sequence[int], seconds: float
    ) -> None:
        self._process = process
        self._verb = verb
        self._given = given
        self._expected = expected
        self._seconds = seconds

    def result(self) -> Completed:
        """What the command answered; GitError when its exit code is not one of those expected, or it took too long."""
        return completed(self.answer())

    def answer(self) -> Completed | GitError:
        """The same with the failure as a value. Whatever ends the waiting ends the command too."""
        try:
            out, err = self._process.finish(self._given, self._seconds)
        except TimeoutError:
            self.end()
            return GitError(f"git {self._verb} did not answer within {self._seconds:g} s", failed=True)
        except BaseException:
            self.end()
            raise
        code = self._process.code or 0
        return Completed(code, out, err) if code in self._expected else failure(self._verb, code, err)

    def end(self) -> None:
        """The command has ended: it is asked to, and killed where it does not."""
        from signal import SIGKILL, SIGTERM

        self._process.send(SIGTERM)
        try:
            self._process.finish(seconds=GRACE)
        except TimeoutError:
            self._process.send(SIGKILL)
            self._process.finish()


class Memory:
    """The answers to questions that were asked, by their words and whether these are literal; and two that are read for every tree."""

    def __init__(self) -> None:
        self.answers: dict[tuple[tuple[str, ...], bool], Completed | GitError] = {}
        self.tree_files: SortedPaths | None = None
        self.trees: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Git:
    """Git in one folder. `blanked` are settings of the repository that must not act, whatever their names hold; `index` is the index
    to look at in place of the repository's own; with a `memory` the same question is asked once."""

    top: Path
    blanked: tuple[policy.Pin, ...] = ()
    index: Path | None = None
    memory: Memory | None = None

    def with_blanked(self, pins: Sequence[policy.Pin]) -> "Git":
        """The same git, for which `pins` hold in every call."""
        return replace(self, blanked=tuple(pins))

    def start(self, *arguments: str, **options: "Unpack[Options]") -> Running:
        """A command, begun; the first argument is its verb.

        `given` is its stdin, `expected` the exit codes that are answers (0), `pins` win over the pinned options, `environment` is
        added to the cleaned one, `seconds` is how long it may take; where `literal` is false pathspec magic acts.
        """
        given = options.get("given")
        words = policy.command(str(self.top), options.get("pins", ()), arguments, literal=options.get("literal", True))
        index = {INDEX: str(self.index)} if self.index else {}
        variables = {**policy.cleaned(os.environ), **policy.numbered(self.blanked), **index, **options.get("environment", {})}
        try:
            process = child.start(words, variables, fed=given is not None)
        except FileNotFoundError as error:
            raise GitError(NOT_FOUND) from error
        except (OSError, ValueError) as error:
            raise GitError(f"git {arguments[0]} cannot be started: {error}", failed=True) from error
        return Running(process, arguments[0], given or b"", options.get("expected", (0,)), options.get("seconds", SECONDS))

    def run(self, *arguments: str, **options: "Unpack[Options]") -> Completed:
        """A command's answer; see `start` and `Running.result`. One that depends on more than its words is not kept."""
        if self.memory is None or options.keys() - {"literal", "expected"}:
            return self.start(*arguments, **options).result()
        question = (arguments, options.get("literal", True))
        answers = self.memory.answers
        if question not in answers:
            answers[question] = self.start(*arguments, **options).answer()
        return completed(answers[question])


def completed(answer: Completed | GitError) -> Completed:
    """The answer; a failure is raised."""
    if isinstance(answer, GitError):
        raise answer
    return answer


def gather(*running: Running) -> list[Completed]:
    """The answers of commands that run side by side; every one is waited for, then the first failure is raised. Whatever ends the
    waiting ends all of them."""
    answers: list[Completed | GitError] = []
    try:
        answers += (command.answer() for command in running)
    except BaseException:
        for command in running[len(answers) + 1 :]:
            command.end()
        raise
    return [completed(answer) for answer in answers]


def identity() -> dict[str, str]:
    """What the caller's environment says about who commits."""
    return {name: os.environ[name] for name in policy.IDENTITY if os.environ.get(name)}


def index_in_use() -> str:
    """The index that the caller's environment names, as git names it to a hook: absolute, or relative to the top; "" where none."""
    return os.environ.get(INDEX, "")


def author_in_use() -> str:
    """The author and moment that git names to the hooks of a commit, as they stand in a commit; "" where it names none."""
    name, email, date = (os.environ.get(f"GIT_AUTHOR_{what}", "") for what in ("NAME", "EMAIL", "DATE"))
    return f"{name} <{email}> {date[1:]}" if date.startswith("@") else ""


def merged_heads() -> tuple[str, ...]:
    """The commits that `git merge` names to the drivers it starts, as it wrote them."""
    return tuple(name.removeprefix(_MERGED) for name in os.environ if name.startswith(_MERGED))


@contextmanager
def isolated(variables: Mapping[str, str]) -> Iterator[None]:
    """The environment of this process, cleaned as for git and with `variables` added, until the end of the block.

    For a library that starts git itself and hands it the environment it finds.
    """
    before = dict(os.environ)
    wanted = {**policy.cleaned(before), **variables}
    for name in before.keys() - wanted.keys():
        with suppress(KeyError):
            del os.environ[name]
    os.environ.update(wanted)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
