"""Where a tree is, and where a new one belongs."""

import os
from pathlib import Path

from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError


def existing(start: Path) -> Path:
    """The folder by its real path; AgentStateError where it is gone."""
    try:
        return start.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise AgentStateError(f'the folder "{start}" is not there any more', "change to one that exists") from error


def place_for_tree(start: Path) -> Path:
    """Where a tree for `start` belongs: where the nearest one is, else at the top of the repository, else in `start` itself."""
    start = existing(start)
    return find_root(start) or top_of(start) or start


def top_of(start: Path) -> Path | None:
    """The nearest folder at or above `start` that holds `.git`: the top of a work tree, if git agrees."""
    return next((folder for folder in (start, *start.parents) if os.path.lexists(folder / ".git")), None)


def no_tree(start: Path, where: str = "here or above") -> AgentStateError:
    """That there is no tree at these places, and what helps: no new one while a merge or the like may have moved it away."""
    from agentstate.git.repository import begun_around, under_way

    begun = begun_around(start)
    if not begun:
        return AgentStateError(f"no .agent/ {where}: run `agentstate init`")
    message = f"no .agent/ {where}, and {under_way(begun)}"
    return AgentStateError(message, "bring it back with `git checkout HEAD -- .agent`, or finish or abort what is under way")


def find_root(start: Path) -> Path | None:
    """The nearest folder at or above `start` that holds `.agent`; None beyond the top of the repository or where the owner changes."""
    start = existing(start)
    owner = start.stat().st_uid
    for folder in (start, *start.parents):
        if folder.stat().st_uid != owner:
            return None
        if os.path.lexists(folder / layout.FOLDER):
            return folder
        if os.path.lexists(folder / ".git"):
            return None
    return None
