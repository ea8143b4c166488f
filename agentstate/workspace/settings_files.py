"""The files in which agents are told to call us: in the repository, and among the user's own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from agentstate.files.apply import apply
from agentstate.files.belongings import is_executable, make_executable, real_place, refuse_others
from agentstate.files.read import read_file
from agentstate.hooks.install.plan import Put, Step
from agentstate.hooks.install.specification import Target
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove, Write
from agentstate.vocabulary.values import dataclass

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
        for base, group in groupby(placed, key=lambda one: one[0][0]):
            apply(base, Plan(tuple(_as_step(step, path) for (_, path), step in group)))

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
