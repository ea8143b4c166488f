"""The tree as an export needs it, and the files of an export on the disk: in a place of their own, and over nothing that was there."""

from collections.abc import Mapping
from pathlib import Path

from agentstate.exchange.record import record_paths
from agentstate.exchange.targets.target import Exported
from agentstate.files.folders import is_git_folder
from agentstate.files.read import list_folder, others_in, read_file
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Write
from agentstate.vocabulary.values import dataclass
from agentstate.workspace.reading import ALL_ARCHIVES
from agentstate.workspace.workspace import Workspace

LARGEST = 256 * 1024 * 1024
"""The most that is read of a file that an export would replace, to tell whether it says the same."""


@dataclass(frozen=True)
class Place:
    """Where an export goes: `path` is seen from `base`, the folder that holds the tree, or another one that is there."""

    base: Path
    path: str


def read_exported(workspace: Workspace) -> Exported:
    """The tree with its archive, lanes, snapshots and import records, and what git says about it."""
    tree = workspace.tree(archives=ALL_ARCHIVES)
    tree = workspace.tree(archives=ALL_ARCHIVES, snapshots=True, lanes=True, also=record_paths(tree))
    return Exported(tree, workspace.git_facts(tree))


def place(root: Path, output: Path) -> Place:
    """The place that `output` names; AgentStateError where it is in the tree below `root`, in git's own folder, or no path at all."""
    try:
        real = output.parent.resolve() / output.name if output.name not in {"", ".."} else output.resolve()
        top = root.resolve()
        base = top if top in real.parents else next(folder for folder in real.parents if folder.is_dir())
    except (OSError, RuntimeError, ValueError, StopIteration) as error:
        raise AgentStateError(f'"{output}" is no path', "name a file or a folder that can be made") from error
    if top / layout.FOLDER in (real, *real.parents) or any(map(is_git_folder, real.parts)):
        raise AgentStateError(f'"{output}" is inside .agent/ or .git/', "name a place that is neither the tree's nor git's")
    return Place(base, real.relative_to(base).as_posix())


def plan(where: Place, files: Mapping[str, bytes], *, replace: bool) -> Plan:
    """The steps that write the files: one without a name at the place itself, others into a folder there.

    AgentStateError where a file is there that says something else, unless it may be replaced, and where the folder holds anything that
    is no file of this export.
    """
    paths = {name: f"{where.path}/{name}" if name else where.path for name in files}
    if "" not in files:
        _refuse_strangers(where, files)
    steps = tuple(Write(paths[name], data, _present(where, paths[name])) for name, data in sorted(files.items()))
    changed = [step for step in steps if step.before not in {None, step.data}]
    if changed and not replace:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise AgentStateError(f'"{changed[0].path}"{more} would change', "name another place, or add --force to replace it", 1)
    return Plan(steps)


def write(where: Place, steps: Plan) -> None:
    """The files are on the disk; none that changed meanwhile."""
    from agentstate.files.apply import apply

    apply(where.base, steps)


def _refuse_strangers(where: Place, files: Mapping[str, bytes]) -> None:
    listed = list_folder(where.base, where.path)
    if isinstance(listed, Fault):
        raise AgentStateError(listed.message, listed.hint)
    strangers = sorted({*listed, *others_in(where.base, where.path)} - {*files})
    if strangers:
        raise AgentStateError(f'"{where.path}/{strangers[0]}" is no file of this export', "name a folder that is empty or not there", 1)


def _present(where: Place, path: str) -> bytes | None:
    found = read_file(where.base, path, LARGEST)
    if isinstance(found, Fault):
        raise AgentStateError(found.message, found.hint)
    return found
