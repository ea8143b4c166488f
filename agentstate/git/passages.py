"""What the commits on the way to HEAD changed of the logs of decisions and of the lanes, for each of their parents; in one call, or two."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from agentstate.git.base import Base
from agentstate.git.freshness import SHALLOW
from agentstate.git.metadata import read_metadata
from agentstate.git.repository import COMMIT_ID, Repository, shallow_commits
from agentstate.git.runner import Git
from agentstate.vocabulary.layout import ARCHIVE_NAME, CHECKPOINTS, DECISIONS, FOLDER, LANES
from agentstate.vocabulary.values import dataclass

COMMITS = 5000
"""How many commits are looked at, the newest."""

_LOGS = (f":(top,glob)**/{DECISIONS}", f":(top,glob)**/{CHECKPOINTS}/DECISIONS.archive-*.md")
_PLACES = (*_LOGS, f":(top,glob)**/{LANES}/*.yaml")
_RAW = ("-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")
_ASK = ("diff-tree", "-m", "-r", *_RAW, "--format=%x00%H %P%x00%s")
_FILES = frozenset({"100644", "100755"})

Files = dict[str, tuple[str, str]]
"""Paths from the top, each with the ids of its content before and after; "" where there is no regular file."""


class Part(Files):
    """What a commit has otherwise than one of its parents."""

    def of(self, folder: str) -> Files:
        """What is about the tree in `folder`; found without a look at the others."""
        return self.trees.get(folder, {})

    @cached_property
    def trees(self) -> dict[str, Files]:
        """The same by the folder of each tree; the part is whole when this is first looked at."""
        found: dict[str, Files] = {}
        for path, held in self.items():
            found.setdefault(path.rpartition(f"{FOLDER}/")[0], {})[path] = held
        return found


@dataclass(frozen=True)
class Passage:
    """A commit, its parents, the first line of its message, and what it changed of the logs and lanes: one part for each parent that has
    them otherwise, in the order of the parents."""

    commit: str
    parents: tuple[str, ...]
    subject: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Passages:
    """What HEAD changed, and where the base is another commit every commit that came after it; asked when it is first looked at."""

    repository: Repository
    base: Base

    @cached_property
    def found(self) -> tuple[Passage, ...]:
        """The commits that changed a log or a lane, those before their children. GitError where git cannot answer."""
        return tuple(reversed(list(_passages(_changes(self.repository, self._walked))))) if self.repository.head else ()

    def of(self, folder: str) -> Sequence[Passage]:
        """Those of them that changed something of the tree in `folder`."""
        return self._by_tree.get(folder, ())

    @cached_property
    def _by_tree(self) -> dict[str, list[Passage]]:
        found: dict[str, list[Passage]] = {}
        for passage in self.found:
            for folder in dict.fromkeys(folder for part in passage.parts for folder in part.trees):
                found.setdefault(folder, []).append(passage)
        return found

    @cached_property
    def cut(self) -> str:
        """Why something may not be seen: history ends too early, or is too long; "" where all was looked at."""
        cut = shallow_commits(self.repository)
        if any(commit in cut for commit in (self.repository.head, *self._walked)):
            return SHALLOW
        return f"only the newest {COMMITS} commits were looked at" if len(self._walked) == COMMITS else ""

    @cached_property
    def _walked(self) -> Sequence[str]:
        """The commits after the base, newest first; none where HEAD is looked at alone."""
        head, base = self.repository.head, self.base.commit
        if base in {"", head}:
            return ()
        return self.repository.git.run("rev-list", "--topo-order", f"--max-count={COMMITS}", head, f"^{base}", "--").text.split()


def held_at(git: Git, commit: str, places: Iterable[str]) -> dict[str, str]:
    """The regular files that a commit holds at paths and right in folders ("a/") from the top, each with the id of its content."""
    lines = git.run("ls-tree", "-z", "--full-tree", commit, "--", *places).fields
    parts = [(*about.split(" "), path) for about, _, path in (line.partition("\t") for line in lines)]
    return {path: identifier for mode, _, identifier, path in parts if mode in _FILES}


def logs_at(git: Git, commit: str, folder: str) -> dict[str, str]:
    """The logs of the tree in `folder` that a commit holds, by their paths from the top, each with the id of its content."""
    found = held_at(git, commit, (folder + DECISIONS, f"{folder}{CHECKPOINTS}/"))
    return {path: identifier for path, identifier in found.items() if is_log(path, folder)}


def is_log(path: str, folder: str) -> bool:
    """Whether a path from the top is the log, or a volume of the archive, of the tree in `folder`."""
    own = path.removeprefix(folder)
    return path == folder + own and (own == DECISIONS or bool(ARCHIVE_NAME.fullmatch(own)))


def arrived_trees(part: Files) -> list[list[str]]:
    """The paths of the logs of each tree that a part says came: the parent has no log of decisions there."""
    folders = [path.removesuffix(DECISIONS) for path, (before, after) in part.items() if path.endswith(DECISIONS) and after and not before]
    came = {path for path, (_, after) in part.items() if after}
    return [[path for path in came if is_log(path, folder)] for folder in folders]


def staged(git: Git, commit: str) -> Files:
    """What the index holds of all logs otherwise than a commit."""
    fields = iter(git.run("diff-index", "--cached", *_RAW, commit, "--", *_LOGS, literal=False).fields)
    return {path: _held(about) for about, path in zip(fields, fields, strict=True)}


def commits_of(git: Git, some: Iterable[str], others: Iterable[str]) -> frozenset[str]:
    """The commits that lead to `some` and to none of the `others`."""
    return frozenset(git.run("rev-list", *some, *(f"^{commit}" for commit in others), "--").text.split())


def merge_bases(git: Git, one: str, other: str) -> list[str]:
    """The best common ancestors of two commits."""
    return git.run("merge-base", "--all", one, other, expected=(0, 1)).text.split()


def being_merged(repository: Repository) -> tuple[str, ...]:
    """The commits that a merge under way brings in; none where there is none."""
    try:
        named = read_metadata(repository.git_dir / "MERGE_HEAD").decode("ascii").split()
    except (OSError, UnicodeError):
        return ()
    return tuple(commit for commit in named if COMMIT_ID.fullmatch(commit))


def _changes(repository: Repository, walked: Collection[str]) -> list[str]:
    """What git says about the commits in `walked`, or about HEAD alone where there is none."""
    if not walked:
        return repository.git.run(*_ASK, repository.head, "--", *_PLACES, literal=False).fields
    given = "".join(f"{commit}\n" for commit in walked).encode()
    return repository.git.run(*_ASK, "--stdin", "--", *_PLACES, literal=False, given=given).fields


def _passages(fields: Sequence[str]) -> Iterator[Passage]:
    """The commits of `git diff-tree -m -z --raw --format=%x00%H %P%x00%s`, newest first: an empty part stands before each, once for each
    parent that differs, and the first of its changes follows a line feed."""
    parts = iter(fields)
    last: Passage | None = None
    for part in parts:
        if part:
            assert last  # noqa: S101 - a commit stands before its changes
            about, path = part.removeprefix("\n"), next(parts)
            last.parts[-1][path] = _held(about)
            continue
        commit, *parents = next(parts).split(" ")
        subject = next(parts)
        if last and last.commit == commit:
            last = Passage(commit, last.parents, subject, (*last.parts, Part()))
        else:
            if last:
                yield last
            last = Passage(commit, tuple(filter(None, parents)), subject, (Part(),))
    if last:
        yield last


def _held(about: str) -> tuple[str, str]:
    """The ids before and after of a line of `--raw`, "" for what is no regular file."""
    old, new, before, after, _ = about.removeprefix(":").split(" ")
    return before if old in _FILES else "", after if new in _FILES else ""
