"""What the commands of a journal did to files, beside the tool calls that name theirs: read, written, moved, and what tests have seen.

All of it is worked out at reading, from the commands as they are kept: the hook of a tool call does not pay for it.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from agentstate.hooks.mentions import files
from agentstate.hooks.writes import Writes, may_write, writes
from agentstate.journal import reading, trail
from agentstate.journal.journal import Journal
from agentstate.journal.values import File
from agentstate.vocabulary import layout
from agentstate.vocabulary.values import replace
from agentstate.workspace.disk import Disk, is_outside

LOOKED_AT = 100
"""So many of the commands run last are looked through for files."""


class Ran:
    """The commands that ran last, the oldest first, asked for once: command, folder, how often, first and last step."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @cached_property
    def commands(self) -> tuple[tuple[str, str, int, int, int], ...]:
        """At most LOOKED_AT of them."""
        return trail.last_ran(self._journal, LOOKED_AT)[::-1]

    @cached_property
    def bare(self) -> str:
        """Everything they say, in one case and without what quotes."""
        return _bare("\n".join([row[0] for row in self.commands]))


class Traces:
    """The files that commands named, as far as they are there now, and how far what tests have shown still holds.

    Where it is only `about` some paths, names or ends of paths, what it tells of others is not to be relied on: the commands that may name
    none of them are not looked through. `ran` are the commands, where somebody has asked for them before.
    """

    def __init__(self, journal: Journal, disk: Disk, about: Iterable[str] | None = None, ran: Ran | None = None) -> None:
        self._journal = journal
        self._disk = disk
        self._named: dict[str, File] = {}
        self._written: dict[str, int] = {}
        self._formatted: dict[str, int] = {}
        self._anything = self._any_formatted = 0
        self._moved: dict[str, str] = {}
        ran = ran or Ran(journal)
        names = None if about is None else {_bare(path.rpartition("/")[2]) for path in about}
        names = names and {name for name in names if name in ran.bare}
        self._others: list[tuple[str, int]] = []
        for command, cwd, runs, first, last in ran.commands:
            if names is None or (names and any(name in _bare(command) for name in names)):
                self._look(command, cwd, runs, (first, last))
            else:
                self._others.append((command, last))

    @cached_property
    def moved(self) -> dict[str, str]:
        """Where files went, by where they were, as far as that was told."""
        return {**dict(trail.moves(self._journal)), **self._moved}

    @cached_property
    def _pass(self) -> tuple[int, int]:
        return trail.last_pass(self._journal)

    def _look(self, command: str, cwd: str, runs: int, steps: tuple[int, int]) -> None:
        if self._names_nothing(command, cwd):
            return
        found, last = writes(command), steps[1]
        written = self._paths(found.named, cwd)
        formatted = self._paths(found.formatted, cwd)
        self._written |= dict.fromkeys(written, last)
        self._formatted |= dict.fromkeys(formatted, last)
        self._note(found, last)
        for before, after in found.moved:
            self._moved |= dict(zip(self._paths([before], cwd), self._paths([after], cwd), strict=False))
        for path in dict.fromkeys([*self._paths(files(command), cwd), *written]):
            if path in self._named or (self._disk.is_file(path) and not layout.is_own(path)):
                self._name(path, runs, steps, changed=path in written)

    def _names_nothing(self, command: str, cwd: str) -> bool:
        """Whether the line surely writes nothing and names no file that is there: plain words that a look at the disk settles."""
        if not _UNPLAIN.isdisjoint(command) or ".." in command or ".." in cwd or not command.isprintable() or may_write(command):
            return False
        return not any(self._disk.is_there(word, cwd) for word in command.split(" ") if "." in word or "file" in word)

    def _note(self, found: Writes, last: int) -> None:
        """What changes files without naming them takes back of each that it is verified."""
        self._anything = max(self._anything, last if found.anything else 0)
        self._any_formatted = max(self._any_formatted, last if found.any_formatted else 0)

    def _note_others(self, passed: int) -> None:
        """The same of the commands that were not looked through and ran since tests passed."""
        others, self._others = self._others, []
        for command, last in others:
            if last > passed:
                self._note(writes(command), last)

    def _paths(self, names: Iterable[str], cwd: str) -> list[str]:
        return [path for name in names if (path := self._disk.path(name, cwd))]

    def _name(self, path: str, runs: int, steps: tuple[int, int], *, changed: bool) -> None:
        first, last = steps
        known = self._named.get(path) or File(path, 0, 0, created=False, deleted=False, first=first, last=0, changed=None, verified=False)
        self._named[path] = replace(
            known,
            reads=known.reads + runs * (not changed),
            edits=known.edits + runs * changed,
            first=min(known.first, first),
            last=max(known.last, last),
            changed=last if changed else known.changed,
        )

    def held(self, known: Iterable[File]) -> tuple[File, ...]:
        """The files with what commands did to them; verified only where nothing has changed since the last test run that passed."""
        return tuple(self._held(file) for file in known)

    def _held(self, file: File) -> File:
        return self._judged(self._whole(file))

    def _whole(self, file: File) -> File:
        named = self._named.get(file.path)
        return _together(file, named) if named else file

    def _judged(self, whole: File) -> File:
        return replace(whole, verified=whole.changed is not None and not whole.deleted and self._is_verified(whole))

    def _is_verified(self, file: File) -> bool:
        """Whether tests have passed since the last change that is known, by a command or by the time of the file itself."""
        passed, at = self._pass
        if passed:
            self._note_others(passed)
        if not passed or max(file.changed or 0, self._written.get(file.path, 0), self._anything) > passed:
            return False
        time = self._disk.written(file.path)
        return time <= at if time is not None else max(self._formatted.get(file.path, 0), self._any_formatted) <= passed

    def touched(self, since: int, limit: int) -> tuple[File, ...]:
        """The files that commands named after step `since`, and at most `limit` that tool calls touched, the newest first; deleted ones
        are left out."""
        return tuple(self._judged(file) for file in self.latest(since, limit))

    def latest(self, since: int, limit: int) -> tuple[File, ...]:
        """As `touched`, but whether the files are verified is not judged."""
        touched = {file.path: self._whole(file) for file in reading.touched_files(self._journal, since, limit)}
        others = [path for path, file in self._named.items() if path not in touched and file.last > since]
        kept = {file.path: self._whole(file) for file in reading.files(self._journal, others)}
        every = [*touched.values(), *(kept.get(path) or self._named[path] for path in others)]
        return tuple(sorted(every, key=lambda file: (-file.last, file.path)))

    def changed(self, since: int) -> tuple[File, ...]:
        """The files that were changed after step `since`, the newest change first: by tool calls, deleted ones too, and by commands."""
        known = {file.path: file for file in self.held(reading.changed_files(self._journal, since))}
        for path, file in self._named.items():
            if path not in known and file.changed is not None and file.changed > since and not is_outside(path):
                known[path] = self.known([path])[0]
        return tuple(sorted(known.values(), key=lambda file: (-(file.changed or 0), file.path)))

    def known(self, paths: Iterable[str]) -> tuple[File, ...]:
        """What is known of these paths, in their order; unknown ones are left out."""
        return tuple(self._known(paths))

    def times(self, known: Iterable[File]) -> dict[str, int]:
        """When the files were changed last, in milliseconds since 1970, as far as the events are kept."""
        steps = {file.path: file.changed for file in known if file.changed is not None}
        at = trail.times(self._journal, min(steps.values(), default=0))
        return {path: at[step] for path, step in steps.items() if step in at}

    def _known(self, paths: Iterable[str]) -> Iterator[File]:
        for path in paths:
            kept = reading.files(self._journal, [path])
            if kept:
                yield self._held(kept[0])
            elif path in self._named:
                yield self._judged(self._named[path])


_UNPLAIN = frozenset("\\'\"`$();&|<>#:")
_QUOTING = dict.fromkeys(map(ord, "'\"\\"))


def _bare(text: str) -> str:
    """The text in one case and without what quotes: it holds the last name of every path that it names."""
    return text.casefold().translate(_QUOTING)


def _together(file: File, named: File) -> File:
    """What tool calls and commands did to one file."""
    changes = [step for step in (file.changed, named.changed) if step is not None]
    return replace(
        file,
        reads=file.reads + named.reads,
        edits=file.edits + named.edits,
        deleted=file.deleted and named.last <= file.last,
        first=min(file.first, named.first),
        last=max(file.last, named.last),
        changed=max(changes, default=None),
    )
