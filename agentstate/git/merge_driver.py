"""What git is told about our merge driver, and what it tells a driver."""

from collections.abc import Mapping

from agentstate.git.before import contents_at
from agentstate.git.failure import GitError
from agentstate.git.repository import COMMIT_ID, Repository
from agentstate.git.runner import Git, merged_heads
from agentstate.vocabulary.layout import ARCHIVE_NAME, CHECKPOINTS, DECISIONS
from agentstate.vocabulary.values import dataclass

DRIVER = (
    "if command -v agentstate >/dev/null 2>&1; then agentstate merge-driver %O %A %B %L %P; "
    "else git merge-file -L ours -L base -L theirs %A %O %B; fi"
)
"""Where the command is missing, a plain merge leaves markers; without that part, git would keep our side and say nothing."""

_NAME, _COMMAND = "merge.agentstate.name", "merge.agentstate.driver"
_TITLE = "agentstate: entries, facts, items and lists as sets"
_MOST = 127


def install(git: Git) -> bool:
    """The repository's own configuration names the driver; whether that is new. GitError when git fails."""
    if _value(git) == DRIVER:
        return False
    git.run("config", "--local", _NAME, _TITLE)
    git.run("config", "--local", _COMMAND, DRIVER)
    return True


def uninstall(git: Git) -> bool:
    """The configuration names it no more; whether it did, with our own words. GitError when git fails."""
    if _value(git) != DRIVER:
        return False
    git.run("config", "--local", "--remove-section", "merge.agentstate")
    return True


def _value(git: Git) -> str:
    return git.run("config", "--local", "--get", _COMMAND, expected=(0, 1)).text


def merge_by_lines(git: Git, base: str, ours: str, theirs: str, size: int) -> None:
    """The file `ours` holds what git makes of the three by lines, conflicts between markers of this size. GitError when it cannot."""
    labels = [word for name in ("ours", "base", "theirs") for word in ("-L", name)]
    git.run("merge-file", "--quiet", f"--marker-size={size}", *labels, ours, base, theirs, expected=range(_MOST + 1))


@dataclass(frozen=True)
class Archives:
    """The archive volumes, by path from the top, of the commits from which the sides of a merge parted, and of both sides."""

    base: tuple[Mapping[str, bytes], ...]
    ours: Mapping[str, bytes]
    theirs: Mapping[str, bytes]


def archives(repository: Repository, ours: bytes, theirs: bytes) -> Archives | None:
    """The archives of the two commits that `git merge` puts together. None where it is not known which those are: in every other
    operation, in a merge of several, and where the logs of these commits are not `ours` and `theirs`."""
    heads = [head for head in merged_heads() if COMMIT_ID.fullmatch(head)]
    if len(heads) != 1 or not repository.head:
        return None
    git, path = repository.git, repository.prefix + DECISIONS
    try:
        if [contents_at(git, commit, [path]).get(path) for commit in (repository.head, heads[0])] != [ours, theirs]:
            return None
        bases = git.run("merge-base", "--all", repository.head, heads[0], expected=(0, 1)).text.split()
        return Archives(
            tuple(_volumes(repository, base) for base in bases), *(_volumes(repository, one) for one in (repository.head, heads[0]))
        )
    except GitError:
        return None


def _volumes(repository: Repository, commit: str) -> dict[str, bytes]:
    folder = f"{repository.prefix}{CHECKPOINTS}/"
    listed = repository.git.run("ls-tree", "-z", "--name-only", "--full-tree", commit, "--", folder).fields
    paths = [path for path in listed if ARCHIVE_NAME.fullmatch(path.removeprefix(repository.prefix))]
    return {path: data for path, data in contents_at(repository.git, commit, paths).items() if data is not None}
