"""How git is called, as data: nothing that a repository says may start a program, reach a network or change the output."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

Pin = tuple[str, str]
"""A git setting that holds for one call: its name and its value."""

PINNED: tuple[Pin, ...] = (
    ("core.fsmonitor", "false"),
    ("core.hooksPath", os.devnull),
    ("safe.bareRepository", "explicit"),
    ("log.showSignature", "false"),
    ("commit.gpgSign", "false"),
    ("tag.gpgSign", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("submodule.recurse", "false"),
    ("diff.ignoreSubmodules", "all"),
    ("diff.orderFile", os.devnull),
    ("diff.autoRefreshIndex", "false"),
    ("core.untrackedCache", "false"),
    ("core.quotePath", "false"),
    ("i18n.logOutputEncoding", "UTF-8"),
    ("i18n.commitEncoding", "UTF-8"),
    ("color.ui", "false"),
)

DURABLE: tuple[Pin, ...] = (("core.fsync", "added"), ("core.fsyncMethod", "fsync"))
"""Objects, refs and the index are on disk before the command ends; git's own default leaves loose objects and the index to the operating
system. git knows these settings since 2.36."""

# Whoever sets the environment can set PATH and HOME as well, so a variable that only chooses the user's own configuration,
# or narrows where git looks for a repository, gives nobody more than they had. Everything else that starts with GIT_ goes:
# git sets it for hooks (GIT_DIR, GIT_INDEX_FILE), where it would lead into another repository or another index.
_KEPT = frozenset(
    {
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_ATTR_NOSYSTEM",
        "GIT_CEILING_DIRECTORIES",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    }
)

_SET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "GIT_EDITOR": "false",
    "GIT_ASKPASS": "false",
    # History as it was committed, the same in every clone: neither replacements nor grafts are cloned.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "LC_ALL": "C.UTF-8",
}

IDENTITY = tuple(f"GIT_{role}_{what}" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL", "DATE"))
"""The variables in which a caller may say who commits, and when."""


def cleaned(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment that git gets: the caller's without what steers git, and with PATH cut to absolute folders, so that no
    program is taken from the work tree. LANGUAGE would translate messages in spite of LC_ALL."""
    kept = {name: value for name, value in environment.items() if name in _KEPT or not name.startswith("GIT_")}
    kept.pop("LANGUAGE", None)
    if "PATH" in kept:
        kept["PATH"] = _absolute(kept["PATH"]) or _absolute(os.defpath)
    return {**kept, **_SET}


def _absolute(folders: str) -> str:
    """A path of folders without the relative ones. An empty one would stand for the current folder."""
    return os.pathsep.join(folder for folder in folders.split(os.pathsep) if Path(folder).is_absolute())


def numbered(pins: Sequence[Pin]) -> dict[str, str]:
    """The environment variables that carry `pins`.

    Names that come from a repository go this way: `-c` splits at the first "=", which a driver's name may hold.
    """
    variables = {"GIT_CONFIG_COUNT": str(len(pins))}
    for number, (name, value) in enumerate(pins):
        variables[f"GIT_CONFIG_KEY_{number}"] = name
        variables[f"GIT_CONFIG_VALUE_{number}"] = value
    return variables


def command(top: str, pins: Sequence[Pin], arguments: Sequence[str], *, literal: bool) -> list[bytes]:
    """The words of a call in the folder `top`; `pins` come after the pinned options and so win over them."""
    words = ["git", "--no-pager", "--no-optional-locks", *(["--literal-pathspecs"] if literal else []), "-C", top]
    for name, value in (*PINNED, *pins):
        words += ["-c", f"{name}={value}"]
    return [word.encode("utf-8", "surrogateescape") for word in (*words, *arguments)]
