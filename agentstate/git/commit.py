"""One commit that holds only the tree's own files, made without git's porcelain, hooks and filters.

The order is what keeps the user's work safe: first a look that touches nothing, then the objects, then the tree's own entries in
the user's real index, and the branch last. Killed in between, the index is ahead of the branch and the user's next commit carries
the new files; the other way round it would take them back.
"""

from collections.abc import Callable, Iterator

from agentstate.git.failure import GitError
from agentstate.git.index import Index, IndexEntries, IndexEntry
from agentstate.git.objects import Entry, entry_at, read_trees
from agentstate.git.preparation import Files, Prepared, prepare, refuse_in_operation
from agentstate.git.repository import Repository, read_head
from agentstate.git.writing import move_head, write_blobs, write_commit
from agentstate.vocabulary.values import dataclass

TRIES = 50
"""How often a commit is tried on a branch that others move at the same time."""


@dataclass(frozen=True)
class CommitRequest:
    """The files to commit, by path from the top of the work tree (None: removed), and the message.

    `files` may be a function that reads them: it is called after HEAD was noted, so that what it gives is never older than HEAD.
    """

    files: Files | Callable[[], Files]
    subject: str
    body: str = ""

    @property
    def message(self) -> str:
        """The whole message of the commit."""
        return f"{self.subject}\n\n{self.body}\n" if self.body else f"{self.subject}\n"


@dataclass(frozen=True)
class Committed:
    """The commit was made; `id` is its full id."""

    id: str


@dataclass(frozen=True)
class NothingToCommit:
    """HEAD, which is commit `id`, holds exactly these files already; nothing was changed."""

    id: str


@dataclass(frozen=True)
class NotCommitted:
    """No commit was made, and the index is as it was; `reason` is one line. `failed`: as in GitError."""

    reason: str
    failed: bool = False


Outcome = Committed | NothingToCommit | NotCommitted


class _OwnFilesMoved(Exception):  # noqa: N818 - no error: the sign to start over
    """Somebody else committed other content of these files meanwhile."""


def commit(repository: Repository, request: CommitRequest) -> Outcome:
    """Commit the files of `request` and nothing else.

    Where they are given by a function, another commit that changed them in HEAD meanwhile makes everything start over with what the
    function gives then; where they are given as they are, the commit is then not made.
    """
    tries = iter(range(TRIES))
    try:
        while True:
            try:
                return _attempt(repository, request, tries)
            except _OwnFilesMoved:
                if not callable(request.files):
                    return NotCommitted("HEAD moved meanwhile and holds other state")
    except GitError as failure:
        return NotCommitted(failure.message, failure.failed)


def _attempt(repository: Repository, request: CommitRequest, tries: Iterator[int]) -> Outcome:
    prepared = prepare(repository, request.files)
    if prepared.wanted == prepared.recorded:
        return NothingToCommit(prepared.head)
    write_blobs(repository, prepared.contents)
    index = Index(repository, prepared.configuration)
    change = _index_change(prepared)
    try:
        index.put(change)
        return Committed(_publish(repository, request, prepared, tries))
    except GitError as failure:
        message = failure.message + _restored(repository, index, prepared, change)
        raise GitError(message, failure.stderr, failed=failure.failed) from failure
    except BaseException:
        _restored(repository, index, prepared, change)
        raise


def _index_change(prepared: Prepared) -> IndexEntries:
    """The entries that the index lacks, each with the flags the user had set on it."""
    wanted = {path: _indexed(entry, prepared.indexed[path]) for path, entry in prepared.wanted.items()}
    return {path: entry for path, entry in wanted.items() if not _same(entry, prepared.indexed[path])}


def _indexed(entry: Entry | None, before: IndexEntry | None = None) -> IndexEntry | None:
    if entry is None:
        return None
    return IndexEntry(entry.mode, entry.id, bool(before and before.skip_worktree), bool(before and before.assume_unchanged))


def _same(one: IndexEntry | None, other: IndexEntry | None) -> bool:
    """Whether both stand for the same content; one that only announces a file stands for none."""
    contents = [(entry.mode, entry.id, entry.intent_to_add) if entry else None for entry in (one, other)]
    return contents[0] == contents[1]


def _publish(repository: Repository, request: CommitRequest, prepared: Prepared, tries: Iterator[int]) -> str:
    """The id of the commit that HEAD now names."""
    base, trees = prepared.head, prepared.trees
    for _ in tries:
        new = write_commit(repository, prepared, request.message, base, trees)
        refusal = move_head(repository, prepared, request.subject, new, base)
        if refusal is None:
            return new
        now = read_head(repository.git)
        if now == base:
            raise refusal
        refuse_in_operation(repository)
        base, trees = now, read_trees(repository.git, now, sorted(prepared.wanted))
        if {path: entry_at(trees, path) for path in prepared.wanted} != prepared.recorded:
            raise _OwnFilesMoved
    raise GitError(f"HEAD was moved by others {TRIES} times in a row")


def _restored(repository: Repository, index: Index, prepared: Prepared, change: IndexEntries) -> str:
    """Put back the entries of `change` that nobody has touched since; "" or what could not be done, to add to a reason."""
    try:
        current = index.read(sorted(change))
        index.put(_before(repository, prepared, {path: entry for path, entry in change.items() if _same(current[path], entry)}))
    except GitError as failure:
        return f"; the index could not be put back: {failure.message}"
    return ""


def _before(repository: Repository, prepared: Prepared, ours: IndexEntries) -> IndexEntries:
    """What the index held before. An entry that was as in HEAD becomes as in HEAD again, also where HEAD has moved meanwhile."""
    head = read_head(repository.git)
    trees = prepared.trees if head == prepared.head else read_trees(repository.git, head, sorted(prepared.wanted))
    before = {}
    for path in ours:
        entry = prepared.indexed[path]
        followed_head = _same(entry, _indexed(prepared.recorded[path]))
        before[path] = _indexed(entry_at(trees, path), entry) if followed_head else entry
    return before
