"""Whether a path that somebody wrote down stays inside the repository, whatever reads it later."""

import re
from functools import lru_cache

from agentstate.rules.wording import quoted
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import is_invisible

_DEVICE = pattern(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)
_GIT = pattern(r"\.git[. ]*|git~[0-9]+", re.IGNORECASE)
_WRITE_RELATIVE = "write the path relative to the folder that holds .agent/"

_UNSAFE: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (pattern(r"/"), "is absolute", _WRITE_RELATIVE),
    (pattern(r"~"), "begins in a home folder", _WRITE_RELATIVE),
    (pattern(r"\$|%[^%/]*%"), "begins with a variable", _WRITE_RELATIVE),
    (pattern(r"[A-Za-z]:"), "names a drive", _WRITE_RELATIVE),
    (pattern(r"-"), "begins like an option", "begin it with the folder, or rename the file"),
    (pattern(r":"), "begins like a pattern of git", "name a file"),
    (pattern(r"\A[^\\]*\\"), "holds a backslash", 'write "/" between folders'),
    (pattern(r"\A[^:]*:"), "holds a colon", "name the file alone, without line, symbol or stream"),
)
"""What the beginning of a path must not match, in the order in which it is told."""


@lru_cache(maxsize=1024)
def unsafe(path: str) -> tuple[str, str] | None:
    """Why the path is refused, and what to do; None for a path that stays inside and means one file to every reader."""
    shown, tidied = quoted(path), tidy(path)
    if any(map(is_invisible, path)):
        return f"path {shown} holds an invisible character", "delete the character"
    for form, reason, hint in _UNSAFE:
        if form.match(path) or form.match(tidied):
            return f"path {shown} {reason}", hint
    return _unsafe_part(path, shown)


def _unsafe_part(path: str, shown: str) -> tuple[str, str] | None:
    parts = path.split("/")
    if ".." in parts:
        return f'path {shown} goes up with ".."', _WRITE_RELATIVE
    if any(_GIT.fullmatch(part) for part in parts):
        return f"path {shown} leads into git's own folder", "name a file of the project"
    if any(_DEVICE.match(part) for part in parts):
        return f"path {shown} is a device on some systems", "rename the file"
    return None if tidy(path) else (f"path {shown} names no file", "name a file")


def tidy(path: str) -> str:
    """The path without `./`, doubled and trailing slashes; "" where nothing is left."""
    return "/".join(part for part in path.split("/") if part not in {"", "."})
