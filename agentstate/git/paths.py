"""Which paths are code, as far as freshness goes: a pure question about names."""

from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase

from agentstate.git.objects import folders_above
from agentstate.vocabulary.values import dataclass

LONGEST_PATTERN = 256
"""A longer pattern matches nothing: the standard library takes quadratic time to read one."""

_TREE = ".agent"


@dataclass(frozen=True)
class CodePaths:
    """The code of the tree in `folder` ("" or "packages/a/"): every tracked path below it but those of any `.agent/`, of a folder
    with a tree of its own (`nested`, with a "/" at the end) and of the `ignore` patterns. All paths are relative to the top."""

    folder: str
    nested: Collection[str]
    ignore: tuple[str, ...]

    def __contains__(self, path: str) -> bool:
        if not path.startswith(self.folder) or _TREE in path.split("/"):
            return False
        if any(folder in self.nested for folder in folders_above(path) if len(folder) > len(self.folder)):
            return False
        return not any(matches(path.removeprefix(self.folder), pattern) for pattern in self.ignore)


def matches(path: str, pattern: str) -> bool:
    """Whether `path` matches as in a .gitignore file: `*` and `?` stay within one part, `**` stands for any number of parts (at the
    end: for at least one), and a pattern without "/" is about the last part alone."""
    parts = path.split("/")
    if len(pattern) > LONGEST_PATTERN:
        return False
    if "/" not in pattern:
        return fnmatchcase(parts[-1], pattern)
    patterns = pattern.removeprefix("/").split("/")
    return _match_parts(parts, [*patterns, "*"] if patterns[-1] == "**" else patterns)


def _match_parts(parts: Sequence[str], patterns: Sequence[str]) -> bool:
    """Greedy: only the last `**` seen ever has to give way, which is why nothing is tried twice."""
    part = pattern = 0
    resume: tuple[int, int] | None = None
    while part < len(parts):
        if pattern < len(patterns) and patterns[pattern] == "**":
            resume = (part, pattern + 1)
            pattern += 1
        elif pattern < len(patterns) and fnmatchcase(parts[part], patterns[pattern]):
            part, pattern = part + 1, pattern + 1
        elif resume:
            resume = (resume[0] + 1, resume[1])
            part, pattern = resume
        else:
            return False
    return all(rest == "**" for rest in patterns[pattern:])
