"""What git is told to ignore: no commit of ours may hold it, however it came to be."""

from collections.abc import Sequence

from agentstate.git.repository import Repository


def ignored_paths(repository: Repository, paths: Sequence[str]) -> frozenset[str]:
    """Those of `paths` (from the top of the work tree) that are ignored and not in the index. GitError when git fails."""
    given = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    answer = repository.git.run("check-ignore", "-z", "--stdin", given=given, expected=(0, 1), literal=False)
    return frozenset(answer.fields)
