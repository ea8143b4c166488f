"""A power cut: what was not synced may be on the disk or not, in any order. Every such state is built and looked at.

The calls of one verb are recorded with the names and contents that they change. At each point the ones after the last sync of their
file or folder are pending: a state of the disk has any of them, and of a content that is pending nothing, a half, or zeros.
"""

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faults.calls import Calls, Cut, watched
from faults.crashes import after_next_command
from faults.ground import copied, notes, run, scratch
from faults.trial import Trial
from faults.verbs import KEEPS_STATE, STEPS, VERBS, Templates

_STATES = 4
"""States that are drawn at each point, beside the one with everything and the one with nothing that is pending."""


@dataclass
class Disk:
    """Names and contents as the calls changed them. `pending` are changes of names by their folder, `unsynced` are files by number."""

    names: dict[str, int | None] = field(default_factory=dict)
    contents: dict[int, bytes] = field(default_factory=dict)
    synced: dict[int, bytes] = field(default_factory=dict)
    pending: list[tuple[str, str, int | None]] = field(default_factory=list)
    settled: dict[str, int | None] = field(default_factory=dict)
    files: dict[int, int] = field(default_factory=dict)

    def seen(self, name: str, arguments: tuple[Any, ...], options: dict[str, Any], result: object) -> None:
        """One call that succeeded."""
        if name == "open":
            self._opened(_path(arguments[0], options.get("dir_fd")), arguments[1], int(str(result)))
        elif name in {"write", "ftruncate"} and arguments[0] in self.files:
            number = self.files[arguments[0]]
            written = bytes(arguments[1])[: int(str(result))] if name == "write" else b""
            self.contents[number] = self.contents[number] + written if name == "write" else b""
        elif name == "fsync":
            self._synced(arguments[0])
        elif name in {"replace", "rename", "link"}:
            source = _path(arguments[0], options.get("src_dir_fd"))
            self._name(_path(arguments[1], options.get("dst_dir_fd")), self.names.get(source))
            if name != "link":
                self._name(source, None)
        elif name == "unlink":
            self._name(_path(arguments[0], options.get("dir_fd")), None)
        elif name == "close":
            self.files.pop(arguments[0], None)

    def _opened(self, path: str, flags: int, descriptor: int) -> None:
        if not flags & (os.O_WRONLY | os.O_RDWR):
            return
        if self.names.get(path) is None:
            self.contents[len(self.contents)] = b""
            self._name(path, len(self.contents) - 1)
        number = self.names[path]
        assert number is not None  # noqa: S101 - set above
        self.files[descriptor] = number

    def _name(self, path: str, number: int | None) -> None:
        self.names[path] = number
        self.pending.append((os.path.dirname(path), path, number))

    def _synced(self, descriptor: int) -> None:
        if descriptor in self.files:
            number = self.files[descriptor]
            self.synced[number] = self.contents[number]
            return
        folder = os.readlink(f"/proc/self/fd/{descriptor}")
        for _, path, named in [change for change in self.pending if change[0] == folder]:
            self.settled[path] = named
        self.pending = [change for change in self.pending if change[0] != folder]

    def states(self, dice: random.Random) -> Iterator[dict[str, bytes | None]]:
        """What the disk may hold at each name that was changed; None: nothing."""
        choices = [[True] * len(self.pending), [False] * len(self.pending)]
        choices += [[dice.random() < 0.5 for _ in self.pending] for _ in range(_STATES)] if self.pending else []
        for choice in choices:
            named = dict(self.settled)
            for (_, path, number), is_there in zip(self.pending, choice, strict=True):
                if is_there:
                    named[path] = number
            yield {path: self._content(number, dice) for path, number in named.items()}

    def _content(self, number: int | None, dice: random.Random) -> bytes | None:
        if number is None:
            return None
        whole = self.contents[number]
        if self.synced.get(number) == whole:
            return whole
        return dice.choice((whole, whole[: len(whole) // 2], b"", bytes(len(whole))))


def _path(name: str, folder: int | None) -> str:
    return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), name) if folder is not None else os.path.abspath(name)


def reorderings(full: bool) -> Trial:
    """Of every verb at every point when `full`, else of `rotate` at a few."""
    trial = Trial(figures="states of the disk")
    if not Path("/proc/self/fd").is_dir():
        trial.figures = "no /proc here"
        return trial
    with scratch() as folder, watched() as calls:
        templates = Templates(folder)
        for name in VERBS if full else ("rotate",):
            reorder(trial, calls, templates.of(name), folder / "repository", name, every=1 if full or name not in STEPS else 6)
    return trial


def reorder(trial: Trial, calls: Calls, template: Path, place: Path, name: str, *, every: int) -> None:
    """The power goes before each `every`-th call that changes something, and after the last one."""
    root = copied(template, place)
    calls.reset()
    run(*VERBS[name], at=root)
    for at in [*calls.changes[::every], len(calls.names)]:
        for choice in range(_STATES + 2):
            root = copied(template, place).resolve()
            disk = Disk()
            calls.reset(at)
            calls.seen = disk.seen
            with suppress(Cut):
                run(*VERBS[name], at=root)
            calls.seen = None
            calls.reset()
            states = list(disk.states(random.Random(choice)))  # noqa: S311 - states, not secrets
            if choice >= len(states):
                break
            _put(root, states[choice])
            trial.count += 1
            keeps = name in KEEPS_STATE
            where = f"{name}, power cut before call {at}, state {choice}"
            for gone in notes(template).missing(notes(root), state=keeps):
                trial.expect(False, f"{where}: lost: {gone[:60]!r}")
            for miss in after_next_command(root, template, name, keeps=keeps):
                trial.expect(False, f"{where}: {miss}")


def _put(root: Path, state: dict[str, bytes | None]) -> None:
    for path, data in state.items():
        if not path.startswith(f"{root}/.agent/"):
            continue
        Path(path).unlink(missing_ok=True)
        if data is not None:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_bytes(data)
