"""How far the code is ahead of the state, from commits, index and work tree alone: no clock, file time or branch name."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from agentstate.git.failure import GitError
from agentstate.git.repository import Repository, shallow_commits
from agentstate.git.runner import Completed, Running, completed
from agentstate.git.status import StatusLine
from agentstate.git.trees import tree_files_in_index, trees_in_index
from agentstate.vocabulary.layout import LANES
from agentstate.vocabulary.repository import Freshness
from agentstate.vocabulary.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.git.descent import Descent
    from agentstate.git.paths import CodePaths

SHALLOW = "shallow clone; fetch with depth 0"


@dataclass(frozen=True)
class FreshnessQuestion:
    """Which state file is asked about (relative to the tree's folder), and which paths are no code (patterns as in .gitignore).

    With `lanes` the states of all lanes count as one that is written in several files.
    """

    state_path: str
    ignore: tuple[str, ...] = ()
    lanes: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """The state file, and with it the folder of the lanes where they count, relative to the tree's folder."""
        return (self.state_path, LANES) if self.lanes else (self.state_path,)


class Edited:
    """Files that differ from HEAD, of which is asked once, and only if need be, whether a filter rewrites them (Git LFS, say)."""

    def __init__(self, repository: Repository, lines: Iterable[StatusLine]) -> None:
        self._repository = repository
        self.paths = [line.change.path for line in lines if line.change.kind == "modified" and not line.change.staged]

    @cached_property
    def filtered(self) -> frozenset[str]:
        """Those of the paths that a filter rewrites."""
        given = "".join(f"{path}\0" for path in self.paths).encode("utf-8", "surrogateescape")
        fields = self._repository.git.run("check-attr", "-z", "--stdin", "filter", given=given).fields
        return frozenset(path for path, value in zip(fields[::3], fields[2::3], strict=True) if value not in {"unspecified", "unset"})


def start_since(repository: Repository, question: FreshnessQuestion) -> Running:
    """The question in which commit of HEAD's history the state was last written, begun; there must be a HEAD."""
    return repository.git.start("rev-list", "-1", repository.head, "--", *(repository.prefix + place for place in question.places))


def freshness(
    repository: Repository,
    question: FreshnessQuestion,
    since: Completed | GitError | None,
    status: Sequence[StatusLine],
    descent: "Descent | None" = None,
    edited: Edited | None = None,
) -> Freshness:
    """How many code commits came since the state was last written, and one more for uncommitted code.

    `since` is the answer to `start_since`, None on an unborn branch; `status` holds the changed paths of the tree's folder, those
    that are staged where the question is about them alone. `descent` and `edited` answer for other trees, too. Missing objects leave
    it unknown; GitError where git cannot answer at all.
    """
    try:
        commit = completed(since).text if since else ""
        if not commit or any(_differs(repository.prefix + place, status) for place in question.places):
            return Freshness(0, commit)
        if repository.shallow and _is_cut(repository, commit):
            return Freshness(None, commit, SHALLOW)
        return Freshness(_count(repository, question, commit, status, descent, edited), commit)
    except GitError as failure:
        if not failure.is_about_objects:
            raise
        return Freshness(None, "", _missing(repository, failure))


def _is_cut(repository: Repository, since: str) -> bool:
    """Whether a shallow clone ends at `since`, so that an earlier commit may have written what it seems to, or ends somewhere between
    it and HEAD, so that what is cut off may belong there."""
    ends = repository.git.run("rev-list", "--max-parents=0", f"{since}..{repository.head}", "--").text.split()
    cut = shallow_commits(repository)
    return any(commit in cut for commit in (since, *ends))


def _differs(place: str, status: Sequence[StatusLine]) -> bool:
    """Whether the state file, or one in the folder of lanes, is not as in HEAD; git names an untracked folder with a "/" at its end in
    place of the files in it."""
    return any(
        path == place or path.startswith(f"{place}/") or (path.endswith("/") and place.startswith(path))
        for line in status
        for path in line.paths
    )


def _missing(repository: Repository, failure: GitError) -> str:
    return SHALLOW if repository.shallow else f"objects are missing or damaged: {failure.message}"


def _count(
    repository: Repository,
    question: FreshnessQuestion,
    since: str,
    status: Sequence[StatusLine],
    descent: "Descent | None",
    edited: Edited | None,
) -> int:
    changed = [line for line in status if line.change.kind != "untracked"]
    commits = list(_changed_by_commits(repository, since, descent))
    if not changed and not commits:
        return 0
    from agentstate.git.paths import CodePaths

    code = CodePaths(repository.prefix, _nested(repository), question.ignore)
    behind = sum(any(path in code for path in paths) for paths in commits) + _is_dirty(repository, code, changed, edited)
    return behind if behind and _is_in_head(repository, question) else 0


def _is_dirty(repository: Repository, code: "CodePaths", changed: Sequence[StatusLine], edited: Edited | None) -> bool:
    """Whether any code differs from HEAD. Where a filter rewrites a file (Git LFS, say), only the filter could tell, and file times
    make git suspect it: such a file counts once it is staged."""
    lines = [line for line in changed if any(path in code for path in line.paths)]
    own = Edited(repository, lines)
    if len(own.paths) < len(lines):
        return True
    return any(path not in (edited or own).filtered for path in own.paths)


def _is_in_head(repository: Repository, question: FreshnessQuestion) -> bool:
    """Whether HEAD holds the state, that is the index, for nothing that differs gets here; one that it does not hold differs from it,
    even where git is told to ignore the file."""
    held, places = tree_files_in_index(repository.git), [repository.prefix + place for place in question.places]
    return any(held.has(place) or held.below(f"{place}/") for place in places)


def _changed_by_commits(repository: Repository, since: str, descent: "Descent | None") -> Iterator[list[str]]:
    """The paths that each non-merge commit on the way from `since` to HEAD changed."""
    if since == repository.head:
        return iter(())
    if descent:
        return descent.changed(since, repository.prefix)
    from agentstate.git.descent import CHANGES

    answer = repository.git.run(
        *("log", "-z", "--format=%x00", *CHANGES, "--no-merges", "--ancestry-path", f"{since}..{repository.head}", "--"),
    )
    return parse_commits(answer.fields)


def parse_commits(fields: Sequence[str]) -> Iterator[list[str]]:
    """The paths of each commit in `git log -z --format=%x00 --name-only`: empty parts stand between commits, and the first path of
    each follows a line feed. Commits without paths are left out."""
    paths: list[str] = []
    for field in fields:
        if field:
            paths.append(field if paths else field.removeprefix("\n"))
        elif paths:
            yield paths
            paths = []
    if paths:
        yield paths


def _nested(repository: Repository) -> frozenset[str]:
    """Every other folder that has a tree of its own."""
    return frozenset(trees_in_index(repository.git)) - {repository.prefix}
