"""What a test must not see of the machine it runs on, and must not touch."""

import contextlib
import gc
import os
import pwd
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

REAL_HOME = Path(pwd.getpwuid(os.getuid()).pw_dir)
_WATCHED = (".gitconfig", ".config/git", ".config/agentstate", ".cache/agentstate", ".local/share/agentstate", ".agent", ".claude")
_PLACES = tuple(str(REAL_HOME / name) for name in _WATCHED)
_RUNNING = "PYTEST_CURRENT_TEST"
_OF_THE_MACHINE = ("GIT_", "AGENTSTATE_", "XDG_")
_SETTINGS = {"SOURCE_DATE_EPOCH", "GITHUB_ACTIONS", "CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"} | {
    "PYTHONUNBUFFERED",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
}

BYTE_CODE = str(Path(__file__).parents[2] / ".pytest_cache/byte-code")
"""Without any, each run compiles all tests anew, and each process that a test starts the whole package."""

MEMORY = "/dev/shm"  # noqa: S108 - pytest makes a folder of its own in it, for this user alone
ROOM = 2**31
"""Several times what a whole run holds at once, in bytes."""

FORGOTTEN = 60
"""Open files; a run of the suite needs about 20."""

GIT_CONFIG = """\
[user]
\tname = Test Author
\temail = author@example.org
[init]
\tdefaultBranch = main
[commit]
\tgpgSign = false
[protocol "file"]
\tallow = always
[maintenance]
\tauto = false
"""
"""Without maintenance, which git starts after every commit, a commit takes two thirds of the time."""


def home_marks() -> dict[str, int]:
    """When each file of the real home that this tool or git could write was last changed, in nanoseconds."""
    return {place: found.st_mtime_ns for place in _PLACES if (found := _stat(place))}


def _stat(place: str) -> os.stat_result | None:
    try:
        return os.stat(place)  # noqa: PTH116 - asked seven times before and after each of thousands of tests
    except OSError:
        return None


class Homes:
    """Makes homes below `folder`. The home of a test that left it as it was is that of the next one too: most tests need none.

    So does the environment stay from test to test, which would take longer to set and take back than most tests.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before = {name: value for name, value in os.environ.items() if name != _RUNNING}
        self._spare: tuple[Path, object] | None = None

    @contextlib.contextmanager
    def one(self) -> Iterator[Path]:
        """A home with a git configuration and nothing else in it."""
        home, new = self._spare or self._made()
        self._spare = None
        take_on(isolated(self.before, self.folder, home))
        yield home
        if _looks(home) == new:
            self._spare = home, new

    def _made(self) -> tuple[Path, object]:
        home = new_home(self.folder)
        return home, _looks(home)


def _looks(home: Path) -> object:
    """What differs when anything in a home was written, made, taken away or given other rights."""
    places = (f"{home}", f"{home}/.gitconfig", f"{home}/no-template")
    found = [(place, one and (one.st_mode, one.st_ino, one.st_ctime_ns)) for place in places for one in [_stat(place)]]
    names = [os.listdir(place) for place in places[::2] if os.path.isdir(place)]  # noqa: PTH112, PTH208 - as above
    return found, names, Path(places[1]).read_bytes() if found[1][1] else b""


def new_home(homes: Path) -> Path:
    """A home of its own below `homes`."""
    home = Path(tempfile.mkdtemp(dir=homes))
    (home / ".gitconfig").write_text(GIT_CONFIG, encoding="utf-8")
    (home / "no-template").mkdir()
    return home


def isolate(monkeypatch: pytest.MonkeyPatch, homes: Path, home: Path | None = None) -> Path:
    """`home`, or a new one below `homes`, and an environment in which nothing else of this machine's configuration is left."""
    home = home or new_home(homes)
    wanted = isolated(os.environ, homes, home)
    for name in os.environ.keys() - wanted.keys():
        monkeypatch.delenv(name)
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    return home


def isolated(environment: Mapping[str, str], homes: Path, home: Path) -> dict[str, str]:
    """The environment without what tells of this machine's configuration, and with a home."""
    kept = {name: value for name, value in environment.items() if not name.startswith(_OF_THE_MACHINE) and name not in _SETTINGS}
    if sys.dont_write_bytecode or sys.pycache_prefix == BYTE_CODE:
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        kept["PYTHONPYCACHEPREFIX"] = BYTE_CODE
    return {**kept, **_environment(home, homes)}


def take_on(environment: Mapping[str, str]) -> None:
    """This process gets the environment; what pytest says in it of the test that runs stays."""
    for name in os.environ.keys() - environment.keys() - {_RUNNING}:
        del os.environ[name]
    for name, value in environment.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


def keep_byte_code() -> None:
    """Where no byte code may stand beside the sources, this process writes it where pytest keeps what it remembers."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode, sys.pycache_prefix = False, BYTE_CODE


def close_forgotten_files() -> None:
    """The journals that hooks left open, as a process may that is about to end: whatever is started looks at each file that is open."""
    if len(os.listdir("/dev/fd")) > FORGOTTEN:  # noqa: PTH208 - as above
        gc.collect()


def stay_in_memory() -> None:
    """Where there is a disk in memory, temporary files of this process and of all it starts are there, unless TMPDIR says otherwise.

    On a real disk a third of the time is waiting for it: git and the command both wait until what they wrote is stored.
    """
    if "TMPDIR" not in os.environ and _takes_programs(MEMORY, ROOM):
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


def _takes_programs(folder: str, room: int) -> bool:
    """Whether so many bytes can be written there, and started: in a container it is often small, or holds data alone."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK) and not disk.f_flag & os.ST_NOEXEC and disk.f_bavail * disk.f_frsize >= room


def _environment(home: Path, homes: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TEMPLATE_DIR": str(home / "no-template"),
        "GIT_CEILING_DIRECTORIES": str(homes.parent),
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
