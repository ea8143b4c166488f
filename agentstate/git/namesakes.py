"""Which tracked files a bare name may mean."""

from collections.abc import Collection

from agentstate.git.runner import Git

_FEW = 8
"""As many names as git looks for faster than it prints everything."""

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\*?["})


def namesakes(git: Git, folder: str, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """For each name the tracked files below `folder` that bear it, as paths from the top, sorted; of those that nobody bears, none."""
    if not names:
        return {}
    inside = folder.translate(_SPECIAL)
    wanted = sorted(names) if len(names) <= _FEW else ["*"]
    places = [f":(top,glob){inside}**/{name if name == '*' else name.translate(_SPECIAL)}" for name in wanted]
    found: dict[str, list[str]] = {name: [] for name in names}
    for path in git.run("ls-files", "-z", "--", *places, literal=False).fields:
        name = path.rpartition("/")[2]
        if name in found:
            found[name].append(path)
    return {name: tuple(sorted(set(paths))) for name, paths in found.items()}
