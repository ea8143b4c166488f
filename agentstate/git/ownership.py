"""Whether a work tree's git directory is its own: a `.git` may lead into a repository of somebody who knows nothing of it."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from agentstate.git.failure import GitError
from agentstate.git.metadata import metadata_text
from agentstate.vocabulary.values import dataclass

ANOTHERS = "the .git here leads to another repository's"
_REPAIR = "run `git worktree repair` in the main work tree if this one was moved, or take the .git file away"
_LEADS = "gitdir: "


@dataclass(frozen=True)
class GitDirs:
    """The git directory of one work tree, and the one that all its work trees share."""

    own: Path
    shared: Path

    def are(self, own: Path, shared: Path) -> bool:
        """Whether these are the same two folders."""
        return _same(self.own, own) and _same(self.shared, shared)


def own_git_dirs(top: Path) -> GitDirs | None:
    """What the `.git` in `top` stands for, None where it is nothing that git could use.

    GitError where it leads to what is not this work tree's own. Git would go there, and note in a linked work tree's directory that the
    tree has moved here, so it is not asked before.
    """
    entry = top / ".git"
    own = _led_to(entry)
    if own is None or not own.is_dir():
        return None
    if os.path.lexists(own / "commondir"):
        return GitDirs(own, _shared_by_linked(own, top))
    inside = entry.is_dir() and not entry.is_symlink()
    if not (inside or ".git" not in own.parts or _names_as_work_tree(own, top)):
        raise _refusal()
    return GitDirs(own, own)


def refuse_links(own: Path, shared: Path, branch: str) -> None:
    """GitError where what a commit on `branch` writes in the git directories stands in a folder, or a file, outside of them."""
    name = f"refs/heads/{branch}" if branch else "refs"
    folders = [path.as_posix() for path in reversed(PurePosixPath(name).parents) if path.name] or [name]
    for place, names in ((own, ("index", "logs", "logs/HEAD")), (shared, (*folders, "logs", *(f"logs/{one}" for one in (*folders, name))))):
        inside = Path(os.path.realpath(place))
        for path in names:
            if os.path.realpath(inside / path) != str(inside / path):
                raise GitError(f'"{place / path}" is a link', failed=True)


def _led_to(entry: Path) -> Path | None:
    """The folder that a `.git` is, or names, by its real path."""
    if entry.is_dir():
        return Path(os.path.realpath(entry))
    text = metadata_text(entry)
    if not text.startswith(_LEADS) or "\0" in text:
        return None
    return Path(os.path.realpath(entry.parent / text.removeprefix(_LEADS)))


def _shared_by_linked(own: Path, top: Path) -> Path:
    """The directory that a linked work tree shares; GitError where that does not know it, or knows it elsewhere."""
    shared = _named(own, metadata_text(own / "commondir"))
    linked = _named(own, metadata_text(own / "gitdir"))
    if shared and linked and linked.name == ".git" and _same(shared / "worktrees", own.parent) and _same(linked.parent, top):
        return shared
    raise _refusal()


def _names_as_work_tree(own: Path, top: Path) -> bool:
    """Whether the settings in a git directory name `top`, as those of a submodule do."""
    named = (_named(own, value) for value in _work_trees(own))
    return any(place and _same(place, top) for place in named)


def _work_trees(own: Path) -> Iterator[str]:
    """What the settings say of `core.worktree`."""
    for line in (*metadata_text(own / "config").split("\n"), *metadata_text(own / "config.worktree").split("\n")):
        name, _, value = line.partition("=")
        if name.strip().lower() == "worktree":
            yield value.strip().strip('"').replace('\\"', '"').replace("\\\\", "\\")


def _named(folder: Path, path: str) -> Path | None:
    return folder / path if path and "\0" not in path else None


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _refusal() -> GitError:
    return GitError(ANOTHERS, failed=True, hint=_REPAIR)
