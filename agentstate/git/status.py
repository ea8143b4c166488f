"""The answers of `git status` and `git diff`, parsed. Paths are as git prints them: relative to the top of the work tree."""

from collections.abc import Iterable, Iterator, Sequence

from agentstate.git.runner import Git, Running
from agentstate.vocabulary.layout import FOLDER
from agentstate.vocabulary.repository import Change
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible

_NAMED = 100
"""Of how many paths git is given the names; it compares each file with each of them."""


@dataclass(frozen=True)
class StatusLine:
    """One path that is not as in HEAD; `origin` is where it came from when it was renamed or copied, otherwise ""."""

    change: Change
    origin: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that this line is about."""
        return (self.change.path, self.origin) if self.origin else (self.change.path,)


@dataclass(frozen=True)
class LineCount:
    """How many lines of a path were added and taken away; both None for a binary file."""

    path: str
    added: int | None
    deleted: int | None


def start_status(git: Git, folder: str) -> Running:
    """`git status`, begun, for everything in `folder` ("": the whole work tree). No git runs in a submodule."""
    return git.start(
        *("status", "--porcelain=v2", "-z", "--untracked-files=normal", "--ignore-submodules=dirty", "--find-renames"),
        *within(folder),
    )


def start_staged(git: Git, folder: str, commit: str) -> Running:
    """The question which paths in `folder` the index holds otherwise than `commit` ("": HEAD), begun; no work tree is looked at."""
    ask = ("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty")
    return git.start(*ask, *([commit] if commit else []), *(within(folder) or ("--",)))


def parse_staged(fields: Sequence[str]) -> tuple[StatusLine, ...]:
    """The answer to `start_staged`; what happened to each path is not told apart."""
    return tuple(StatusLine(Change(path, "modified", staged=True, unstaged=False)) for path in fields)


def start_counts(git: Git, folder: str, lines: Sequence[StatusLine]) -> list[Running]:
    """Staged and unstaged line counts of all but trees, begun: git reads a file whole to count its lines, however large it is.

    `lines` is the status of the folder: git looks at no other file again, and is not asked where there is nothing to count. Against
    HEAD in one step is quadratic in the index on git 2.39.
    """
    tracked = [line for line in lines if line.change.kind != "untracked"]
    staged = [path for line in tracked if line.change.staged for path in line.paths]
    unstaged = [path for line in tracked if line.change.unstaged for path in line.paths]
    return [*_start_count(git, folder, staged, "--cached"), *_start_count(git, folder, unstaged)]


def _start_count(git: Git, folder: str, changed: Iterable[str], *option: str) -> Iterator[Running]:
    ask = ("diff", "--numstat", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", *option, "--")
    paths = [path for path in changed if FOLDER not in path.split("/")]
    if 0 < len(paths) <= _NAMED:
        yield git.start(*ask, *paths)
    elif paths:
        yield git.start(*ask, f":(top,literal){folder}", f":(top,exclude,glob)**/{FOLDER}/**", literal=False)


def within(folder: str) -> tuple[str, ...]:
    """The arguments that limit a question to a folder."""
    return ("--", folder) if folder else ()


def parse_status(fields: Sequence[str]) -> tuple[StatusLine, ...]:
    """The lines of `git status --porcelain=v2 -z`; of a submodule what is staged, whatever is checked out in it."""
    return tuple(_status_lines(iter(fields)))


def _status_lines(fields: Iterator[str]) -> Iterator[StatusLine]:
    for field in fields:
        if field.startswith("1 "):
            state, path = _state(field), field.split(" ", 8)[8]
            if state != "..":
                yield StatusLine(_change(path, _kind(state), state))
        elif field.startswith("2 "):
            state, path = _state(field), field.split(" ", 9)[9]
            yield StatusLine(_change(path, "renamed" if "R" in state else "copied", state), next(fields))
        elif field.startswith("u "):
            yield StatusLine(_change(field.split(" ", 10)[10], "unmerged", field[2:4]))
        elif field.startswith("? "):
            yield StatusLine(Change(field[2:], "untracked", staged=False, unstaged=True))


def _state(field: str) -> str:
    """Its letters for index and work tree."""
    return f"{field[2]}." if field[5] == "S" else field[2:4]


def _change(path: str, kind: str, state: str) -> Change:
    return Change(path, kind, staged=state[0] != ".", unstaged=state[1] != ".")


def _kind(state: str) -> str:
    if "A" in state:
        return "added"
    return "deleted" if "D" in state else "modified"


def parse_counts(fields: Sequence[str]) -> tuple[LineCount, ...]:
    """The lines of `git diff --numstat -z --no-renames`."""
    parts = [field.split("\t", 2) for field in fields]
    return tuple(LineCount(path, _number(added), _number(deleted)) for added, deleted, path in parts)


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


def merged(counts: Sequence[LineCount]) -> tuple[LineCount, ...]:
    """One count for each path, sorted: staged and unstaged lines added up; binary where either is."""
    found: dict[str, LineCount] = {}
    for count in counts:
        before = found.get(count.path, LineCount(count.path, 0, 0))
        found[count.path] = LineCount(count.path, _sum(before.added, count.added), _sum(before.deleted, count.deleted))
    return tuple(found[path] for path in sorted(found))


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def stat_text(counts: Sequence[LineCount], limit: int) -> str:
    """A line for each path (safe to show), at most `limit`, and a last one with the totals; "" where nothing changed."""
    if not counts:
        return ""
    shown = [f" {visible(count.path, keep='')} | {_amount(count)}" for count in counts[:limit]]
    if len(counts) > limit:
        shown.append(f" … and {len(counts) - limit} more")
    added, deleted = sum(count.added or 0 for count in counts), sum(count.deleted or 0 for count in counts)
    files = "1 file" if len(counts) == 1 else f"{len(counts)} files"
    return "\n".join((*shown, f" {files} changed, +{added} -{deleted}"))


def _amount(count: LineCount) -> str:
    return "binary" if count.added is None else f"+{count.added} -{count.deleted}"
