"""A program that was started: fed and read without a deadlock, waited for no longer than it may take, asked to end.

This is what `subprocess` does, which takes longer to import than git takes to answer three questions. Where the system cannot start a
program this way, or a stream of this process is closed, `subprocess` is asked after all.
"""

import errno
import os
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

OPEN_FILES = "/dev/fd"
"""Where the system lists the open files of a process."""

_CHUNK = 65536
_LONGEST_PAUSE = 0.05


class Child:
    """A started program by its process id, and our ends of its streams; -1 where it is given nothing."""

    def __init__(self, process: int, out: int, err: int, given: int = -1) -> None:
        self._process = process
        self._given = given
        self._streams = (out, err)
        self._parts: dict[int, list[bytes]] = {out: [], err: []}
        self._open = {out, err}
        self.code: int | None = None

    def finish(self, given: bytes = b"", seconds: float | None = None) -> tuple[bytes, bytes]:
        """What the program wrote on both streams until it ended, `code` being its exit code then (negative: the signal that ended it).

        TimeoutError where that takes more than so many seconds; then this may be called again, to go on without giving more.
        """
        deadline = None if seconds is None else monotonic() + seconds
        left = memoryview(given)
        if not left:
            self._close_input()
        while self._open:
            for stream in self._ready(deadline):
                if stream == self._given:
                    left = self._feed(left)
                else:
                    self._read(stream)
        self._close_input()
        self._wait(deadline)
        out, err = (b"".join(self._parts[stream]) for stream in self._streams)
        return out, err

    def send(self, number: int) -> None:
        """The program gets a signal, if it has not ended."""
        if self.code is None:
            os.kill(self._process, number)  # until it was waited for, nobody else can have its number

    def _ready(self, deadline: float | None) -> "Iterator[int]":
        """The streams that can be read or fed now."""
        from select import POLLIN, POLLOUT, POLLPRI, poll

        waiting = poll()
        for stream in self._open:
            waiting.register(stream, POLLIN | POLLPRI)
        if self._given >= 0:
            waiting.register(self._given, POLLOUT)
        found = waiting.poll(None if deadline is None else max(0.0, deadline - monotonic()) * 1000)
        if not found:
            raise TimeoutError
        return (stream for stream, _ in found)

    def _feed(self, left: memoryview) -> memoryview:
        """What is left to give after as much as surely fits."""
        from select import PIPE_BUF

        try:
            left = left[os.write(self._given, left[:PIPE_BUF]) :]
        except BrokenPipeError:
            left = memoryview(b"")
        if not left:
            self._close_input()
        return left

    def _read(self, stream: int) -> None:
        data = os.read(stream, _CHUNK)
        if data:
            self._parts[stream].append(data)
        else:
            self._open.discard(stream)
            os.close(stream)

    def _close_input(self) -> None:
        if self._given >= 0:
            given, self._given = self._given, -1
            os.close(given)

    def _wait(self, deadline: float | None) -> None:
        pause = 0.0005
        while self.code is None:
            try:
                ended, status = os.waitpid(self._process, 0 if deadline is None else os.WNOHANG)
            except ChildProcessError:  # whoever ignores SIGCHLD has its children waited for by the system
                self.code = 0
                return
            if ended:
                self.code = os.waitstatus_to_exitcode(status)
            elif deadline is not None and monotonic() >= deadline:
                raise TimeoutError
            else:
                sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)


class LibraryChild:
    """The same by the standard library."""

    def __init__(self, words: "list[bytes]", environment: "Mapping[str, str]", *, fed: bool) -> None:
        from subprocess import DEVNULL, PIPE, Popen

        self._process = Popen(words, env=environment, stdin=PIPE if fed else DEVNULL, stdout=PIPE, stderr=PIPE)

    @property
    def code(self) -> int | None:
        """See Child."""
        return self._process.returncode

    def finish(self, given: bytes = b"", seconds: float | None = None) -> tuple[bytes, bytes]:
        """See Child."""
        from subprocess import TimeoutExpired

        try:
            return self._process.communicate(given or None, timeout=seconds)
        except TimeoutExpired as late:
            raise TimeoutError from late

    def send(self, number: int) -> None:
        """See Child."""
        self._process.send_signal(number)


def start(words: "list[bytes]", environment: "Mapping[str, str]", *, fed: bool) -> Child | LibraryChild:
    """A program, found by its name on the PATH of its environment, begun; where it is not `fed` it has an empty input.

    FileNotFoundError where there is none, another OSError or ValueError where it cannot be started.
    """
    if not _can_spawn():
        return LibraryChild(words, environment, fed=fed)
    ours, theirs = list[int](), list[int]()
    try:
        for stream in (1, 2, 0)[: 3 if fed else 2]:
            read, write = os.pipe()
            ours.append(read if stream else write)
            theirs.append(write if stream else read)
        process = _spawned(words, environment, _actions(*theirs))
    except BaseException:
        _close(ours)
        raise
    finally:
        _close(theirs)
    return Child(process, *ours)


def _can_spawn() -> bool:
    """Whether the system can, and no file that is opened would be taken for one of the three streams of this process."""
    try:
        return hasattr(os, "posix_spawn") and all(os.fstat(stream) for stream in range(3)) and os.path.isdir(OPEN_FILES)
    except OSError:
        return False


def _actions(out: int, err: int, given: int = -1) -> "list[tuple[Any, ...]]":
    """What is done with files in the new process: three streams, and whatever else it would inherit is closed."""
    empty = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
    first = (os.POSIX_SPAWN_DUP2, given, 0) if given >= 0 else empty
    return [first, (os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2), *((os.POSIX_SPAWN_CLOSE, file) for file in _inherited())]


def _inherited() -> "Iterator[int]":
    """The open files, the three streams apart, that a new process would inherit: who started this one left them open."""
    for file in map(int, os.listdir(OPEN_FILES)):
        try:
            if file > 2 and os.get_inheritable(file):
                yield file
        except OSError:
            continue


def _spawned(words: "list[bytes]", environment: "Mapping[str, str]", actions: "Sequence[tuple[Any, ...]]") -> int:
    """The process id of a program, the first on PATH that can be started."""
    from signal import SIGPIPE, SIGXFSZ

    failure: OSError | None = None
    for folder in os.get_exec_path(environment):
        program = os.path.join(os.fsencode(folder), words[0])
        try:
            if os.access(program, os.X_OK):
                return os.posix_spawn(program, words, environment, file_actions=actions, setsigdef=(SIGPIPE, SIGXFSZ))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            failure = failure or error
    raise failure or FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fsdecode(words[0]))


def _close(files: "Sequence[int]") -> None:
    for file in files:
        os.close(file)
