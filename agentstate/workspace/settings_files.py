"""The files in which agents are told to call us: in the repository, and among the user's own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from agentstate.files.apply import apply
from agentstate.files.belongings import (
    is_executable,
    make_executable,
    real_place,
    refuse_others,
    refuse_read_only,
    remove_empty_folders,
)
from agentstate.files.read import read_file
from agentstate.hooks.install.plan import Put, Step, Take
from agentstate.hooks.install.specification import Target
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove, Write
from agentstate.vocabulary.values import dataclass

_SHARED = frozenset({".config", ".codeium", "Documents"})
"""Folders of the home folder in which several programs have their own."""

LIMIT = 4_000_000
"""The most that is read of a settings file, in bytes."""


@dataclass(frozen=True)
class SettingsFiles:
    """The files of one user and one tree. `variables` are those of the environment, in which agents are told of other folders.

    In the repository, which others write, no link is followed; among the user's own files they are, and nothing is written that
    another user owns.
    """

    root: Path
    home: Path
    variables: Mapping[str, str]

    def read(self, targets: Iterable[Target]) -> dict[Target, bytes]:
        """What those files hold that are there; AgentStateError where one cannot be read."""
        found = {target: self._content(target) for target in targets}
        return {target: data for target, data in found.items() if data is not None}

    def shown(self, target: Target) -> str:
        """The file as a person names it, where it really is looked for."""
        if target.base == "root":
            return target.path
        path = self._path(target)
        return f"~/{path.relative_to(self.home).as_posix()}" if path.is_relative_to(self.home) else path.as_posix()

    def plan(self, steps: Sequence[Step]) -> tuple[Write | Remove, ...]:
        """The steps with the names that a person reads."""
        return tuple(_as_step(step, self.shown(step.target)) for step in steps)

    def apply(self, steps: Sequence[Step]) -> None:
        """Every step is on the disk, in order, if its file held what it is expected to hold; else AgentStateError.

        A new file may not be executed yet: see `make_executable`.
        """
        placed = [(self._place(step.target), step) for step in steps]
        for (base, path), step in placed:
            if step.target.base == "home":
                refuse_others(base, path)
            refuse_read_only(base, path)
        for base, group in groupby(placed, key=lambda one: one[0][0]):
            apply(base, Plan(tuple(_as_step(step, path) for (_, path), step in group)))
        for (base, path), step in placed:
            if isinstance(step, Take) and path == step.target.path:
                remove_empty_folders(base, path, len(self._own_folders(step.target)))

    def shows(self, target: Target) -> bool:
        """Whether something is in the folder that the agent of this file has among the user's own: it is in use."""
        folder = self._path(target)
        for _ in range(max(1, len(self._own_folders(target)))):
            folder = folder.parent
        try:
            return any(folder.iterdir())
        except OSError:
            return False

    def _own_folders(self, target: Target) -> tuple[str, ...]:
        """The folders above the file, nearest first, that belong to nobody but the agent."""
        above = Path(target.path).parts[:-1]
        moved = bool(target.variable and self.variables.get(target.variable))
        shared = 1 if target.base == "home" and (above[0] in _SHARED or moved) else 0
        return above[shared:][::-1]

    def make_executable(self, targets: Iterable[Target]) -> None:
        """The user may run these files, which are there."""
        for target in targets:
            make_executable(*self._place(target))

    def not_executable(self, targets: Iterable[Target]) -> Iterator[str]:
        """Those of the files, which are there, that the user may not run; as a person names them."""
        for target in targets:
            if not is_executable(*self._place(target)):
                yield self.shown(target)

    def _content(self, target: Target) -> bytes | None:
        base, path = self._place(target)
        found = read_file(base, path, LIMIT)
        if isinstance(found, Fault):
            raise AgentStateError(found.message, found.hint)
        return found

    def _place(self, target: Target) -> tuple[Path, str]:
        return (self.root, target.path) if target.base == "root" else real_place(self._path(target), self.home)

    def _path(self, target: Target) -> Path:
        moved = self.variables.get(target.variable, "") if target.variable else ""
        if not moved:
            return self.home / target.path
        if not Path(moved).is_absolute():
            raise AgentStateError(f'{target.variable} "{moved}" is not an absolute path', "set it to one, or unset it")
        return Path(moved, *Path(target.path).parts[1:])


def _as_step(step: Step, path: str) -> Write | Remove:
    return Write(path, step.data, step.before) if isinstance(step, Put) else Remove(path, step.before)
