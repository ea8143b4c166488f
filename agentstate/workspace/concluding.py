"""What is written while a merge, rebase or the like waits to be finished: the commit that ends it must hold it, too."""

from collections.abc import Iterable

from agentstate.git.before import same
from agentstate.git.blobs import Blobs
from agentstate.git.failure import GitError
from agentstate.git.objects import REGULAR
from agentstate.git.repository import Repository, operation
from agentstate.git.unmerged import MERGED, Staged, stage, stages
from agentstate.vocabulary.plan import Step, Write
from agentstate.workspace.reading import MARKDOWN_BYTES


def handed_over(repository: Repository, steps: Iterable[Step]) -> str:
    """What to say of the files that were written, "" where nothing is under way. They are staged, and every other entry of the index is as
    before, where the index held all of them as they were; otherwise somebody is still at work on them, and none is."""
    written = {repository.prefix + step.path: step for step in steps}
    if not written or not operation(repository):
        return ""
    try:
        index = stages(repository)
        held = {path: index.get(path, {}) for path in written}
        if all(_is_held(repository, held[path], step.before) for path, step in written.items()):
            contents = {path: step.data if isinstance(step, Write) else None for path, step in written.items()}
            stage(repository, contents, {path: held[path][MERGED].mode if held[path] else REGULAR for path in written})
            return "what was written is staged"
    except GitError:
        pass
    return f"`git add {' '.join(step.path for step in written.values())}` before you conclude it"


def _is_held(repository: Repository, held: dict[int, Staged], before: bytes | None) -> bool:
    """Whether the index holds a file as it was before it was written."""
    if not held or before is None:
        return not held and before is None
    found = Blobs(repository.git).read({held[MERGED].id: MARKDOWN_BYTES}).get(held[MERGED].id) if MERGED in held else None
    return isinstance(found, bytes) and same(found, before)
