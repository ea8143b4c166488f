"""Whether what a note names in backquotes is a path of its repository: a route, a branch or a media type is written alike."""

from collections.abc import Mapping
from functools import cache, lru_cache

from agentstate.vocabulary.patterns import pattern

_CODE = "[cm]?[jt]sx?|pyi?|go|rs|rb|java|kts?|swift|php|cs|[ch](?:pp|xx|c)?|sh|sql|vue|svelte|ya?ml|json|toml|md"
_MORE = "css|scss|html?|txt|cfg|ini|xml|proto|tf|gradle|lock|ipynb|csv"
_FILE = pattern(rf"\.(?:{_CODE}|{_MORE})\Z")
_PROJECT = pattern(r"[\w.-]+/[\w-]+\.js")
"""Such as `vercel/next.js`."""


@cache
def _never() -> frozenset[str]:
    """Names of folders that are made anew everywhere, stand for any folder, or begin the name of a branch."""
    made = "build dist out target coverage node_modules venv .venv vendor tmp temp logs log __pycache__ .cache .next .nuxt .turbo .idea"
    any_folder = "path foo bar baz your my some example xxx"
    branches = "origin upstream feature feat fix hotfix bugfix release refs heads"
    return frozenset(f"{made} {any_folder} {branches} .. . .git .agent".split())


@lru_cache(maxsize=1024)
def _shape(path: str) -> str:
    """What the path alone says: "no", "yes", or "there" where it is one if its first folder is in the repository."""
    path = path.removeprefix("./")
    parts = path.removesuffix("/").split("/")
    if path.startswith(("@", "/", "-")) or "/" not in path or not _never().isdisjoint(parts) or "" in parts:
        return "no"
    if len(parts) == 1:
        return "no"
    certain = not path.startswith(".") and (path.endswith("/") or (_FILE.search(path) and not _PROJECT.fullmatch(path)))
    return "yes" if certain else "there"


def may_be_path(path: str) -> bool:
    """Whether it is worth looking for in the repository."""
    return _shape(path) != "no"


def likely_path(path: str, kinds: Mapping[str, str]) -> bool:
    """Whether it is a path of the repository, be there anything or not; `kinds` says what is at its first folder.

    It is one for the ending of a file or the "/" of a folder, or because its first folder is there. A folder of one name, and one with a
    dot in front that is not there, may be anybody's.
    """
    shape = _shape(path)
    return shape == "yes" or (shape == "there" and kinds.get(path.partition("/")[0]) == "folder")
