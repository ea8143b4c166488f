"""Which folders have a tree of their own, as the index knows them."""

from agentstate.git.runner import Git
from agentstate.vocabulary.layout import FOLDER, REQUIRED


def trees_in_index(git: Git) -> tuple[str, ...]:
    """Every folder of the repository with a file that makes a tree in its `.agent/`, sorted: "" for the top, or "packages/a/"."""
    found = git.run("ls-files", "-z", "--", f":(top,glob)**/{FOLDER}/*", literal=False).fields
    folders = {path.removesuffix(own) for path in found for own in REQUIRED if path.endswith(own)}
    return tuple(sorted(folder for folder in folders if not folder or folder.endswith("/")))
