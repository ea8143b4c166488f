"""History read in process, by GitPython, which is imported only here and only when asked: the snapshots that were ever committed."""

from contextlib import contextmanager
from datetime import UTC, datetime

from agentstate.git import policy, runner
from agentstate.git.failure import GitError
from agentstate.git.objects import tree_path
from agentstate.git.repository import COMMIT_ID, Repository, read_head, shallow_commits
from agentstate.vocabulary.lanes import stated_lane
from agentstate.vocabulary.layout import CHECKPOINTS, SNAPSHOT_NAME
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from git import Repo
    from git.objects import Commit

COMMITS = 5000
"""How many commits that touched the checkpoints are looked at, newest first."""

LARGEST = 1 << 20
"""The largest file that is read from history, in bytes."""

_LONGEST = 200
_HEAD = 4096
"""Bytes of a snapshot in which its lane stands, in the third line."""

_SHA1_DIGITS = 40


@dataclass(frozen=True)
class RecordedSnapshot:
    """A snapshot file (path relative to the tree's folder), the commit that added it, when it was made (UTC), its first line, and the
    lane whose state the snapshot holds ("": the default one; None: its text is not there)."""

    path: str
    commit: str
    committed: datetime
    subject: str = ""
    lane: str | None = ""


@dataclass(frozen=True)
class SnapshotHistory:
    """The snapshots that HEAD's history holds, newest first, also those no longer in the tree.

    `complete` is false where older commits were not looked at: there are more than COMMITS, or the clone is shallow.
    """

    snapshots: tuple[RecordedSnapshot, ...]
    complete: bool


def recorded_snapshots(repository: Repository, commits: int = COMMITS) -> SnapshotHistory:
    """Every snapshot that a commit of HEAD's history added, pruned ones too; GitError when history cannot be read."""
    head = read_head(repository.git)
    if not head:
        return SnapshotHistory((), complete=True)
    found: dict[str, RecordedSnapshot] = {}
    count = 0
    with _opened(repository) as repo:
        names = _Names(repository)
        for commit in repo.iter_commits(head, names.folder, max_count=commits, full_history=True):
            count += 1
            for path in names.added(commit):
                if path not in found:
                    made = datetime.fromtimestamp(commit.committed_date, UTC)
                    found[path] = RecordedSnapshot(path, commit.hexsha, made, str(commit.summary), names.lane(commit, path))
    return SnapshotHistory(tuple(found.values()), complete=count < commits and not repository.shallow)


def read_at(repository: Repository, commit: str, path: str) -> bytes | None:
    """The content of `path` (relative to the tree's folder) in a commit named by its full id; None where the commit has no such file.

    GitError when history cannot be read, or the file is larger than LARGEST.
    """
    if not COMMIT_ID.fullmatch(commit) or not tree_path(path):
        raise GitError(f'"{path}" in "{commit}" names no file of history')
    with _opened(repository) as repo:
        try:
            found = repo.commit(commit).tree / (repository.prefix + path)
        except KeyError:
            return None
        if found.type != "blob":
            return None
        if found.size > LARGEST:
            raise GitError(f'"{path}" has {found.size} bytes in commit "{commit}", at most {LARGEST} are read')
        return bytes(found.data_stream.read())


class _Names:
    """The snapshots that commits hold; a folder that is the same in two commits is read once."""

    def __init__(self, repository: Repository) -> None:
        self.folder = repository.prefix + CHECKPOINTS
        self._cut = shallow_commits(repository)
        self._known: dict[bytes, frozenset[str]] = {}

    def added(self, commit: "Commit") -> list[str]:
        """The snapshots that `commit` holds and none of its parents does, sorted backwards: their names begin with the time."""
        before = () if commit.hexsha in self._cut else commit.parents
        return sorted(self._of(commit).difference(*map(self._of, before)), reverse=True)

    def lane(self, commit: "Commit", path: str) -> str | None:
        """The lane whose state a snapshot holds; None where its text is not in this clone."""
        from git.exc import GitError as LibraryError
        from git.exc import ODBError

        try:
            blob = commit.tree / f"{self.folder}/{path.rpartition('/')[2]}"
            text = blob.data_stream.read(_HEAD) if blob.size <= LARGEST else b""
        except (LibraryError, ODBError, ValueError, KeyError):
            return None
        return stated_lane(text.decode("utf-8", "replace"))

    def _of(self, commit: "Commit") -> frozenset[str]:
        try:
            folder = commit.tree / self.folder
        except KeyError:
            return frozenset()
        if folder.type != "tree":
            return frozenset()
        if folder.binsha not in self._known:
            paths = (f"{CHECKPOINTS}/{blob.name}" for blob in folder.blobs)
            self._known[folder.binsha] = frozenset(path for path in paths if SNAPSHOT_NAME.fullmatch(path))
        return self._known[folder.binsha]


@contextmanager
def _opened(repository: Repository) -> "Iterator[Repo]":
    """The repository as GitPython sees it, closed at the end. It hands its own environment to git, so that one is cleaned first.

    It knows SHA-1 alone, and would stop in the middle of a history with longer ids.
    """
    if len(repository.head) > _SHA1_DIGITS:
        raise GitError("history cannot be read: its ids are SHA-256")
    with runner.isolated({**policy.numbered(policy.PINNED), "GIT_LITERAL_PATHSPECS": "1"}):
        from git import Repo
        from git.exc import GitError as LibraryError
        from git.exc import ODBError

        try:
            with Repo(repository.top) as repo:
                repo.git.update_environment(GIT_DIR=str(repository.git_dir), GIT_WORK_TREE=str(repository.top))
                yield repo
        except (LibraryError, ODBError, ValueError, KeyError, AttributeError, OSError) as error:
            raise GitError(f"history cannot be read: {visible(str(error), keep='')[:_LONGEST]}") from error
