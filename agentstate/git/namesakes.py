"""Which tracked files a bare name may mean."""

from collections.abc import Collection, Iterator

from agentstate.git.runner import Git

_FEW = 8
"""As many names as git looks for faster than it prints everything."""

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\*?["})


def namesakes(git: Git, folder: str, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """For each name the tracked files below `folder` that bear it, as paths from the top, sorted; of those that nobody bears, none.

    A name may have folders in front of it, and be a folder itself, which ends in "/"; then the files in it are meant.
    """
    if not names:
        return {}
    inside = folder.translate(_SPECIAL)
    wanted = sorted(names) if len(names) <= _FEW else ["*"]
    places = [f":(top,glob){inside}**/{name if name == '*' else name.translate(_SPECIAL)}{'**' * name.endswith('/')}" for name in wanted]
    deepest = max(name.count("/") for name in names)
    found: dict[str, list[str]] = {name: [] for name in names}
    for path in git.run("ls-files", "-z", "--", *places, literal=False).fields:
        for name in _ends(path, deepest) if deepest else (path.rpartition("/")[2],):
            if name in found:
                found[name].append(path)
    return {name: tuple(sorted(set(paths))) for name, paths in found.items()}


def _ends(path: str, deepest: int) -> Iterator[str]:
    """The names by which a file or a folder around it may be called, with no more than `deepest` slashes."""
    parts = path.split("/")
    for end in range(1, len(parts) + 1):
        for start in range(max(0, end - deepest - (end == len(parts))), end):
            yield "/".join(parts[start:end]) + "/" * (end < len(parts))
