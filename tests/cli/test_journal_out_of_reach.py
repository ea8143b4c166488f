"""A journal that cannot be looked at, or not be written, is never taken for one that is not there."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

import pytest

from agentstate.journal.journal import open_journal
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entry
from tests.cli.worksite import plant
from tests.support.command import Result, run_process
from tests.support.repository import Repository

OPEN = "make the folder and its files accessible to you, or run the command as their owner"
REAL = "put a real folder in its place"
_DROPPED = "-dac_override,-dac_read_search"


def through() -> tuple[str, ...]:
    """What holds root to permissions, as everybody else is."""
    if os.getuid():
        return ()
    if not which("setpriv"):
        pytest.skip("root is held by no permission here")
    return "setpriv", f"--bounding-set={_DROPPED}", f"--inh-caps={_DROPPED}"


def kept(root: Path) -> None:
    journal = open_journal(root)
    journal.append([Entry(session="s", agent="codex", kind="tool", time=1, call="1")])
    journal.close()


def linked(root: Path) -> None:
    (root / "elsewhere").mkdir()
    (root / layout.LOCAL).symlink_to(root / "elsewhere")


def filed(root: Path) -> None:
    (root / layout.LOCAL).write_text("", encoding="utf-8")


def closed_before(root: Path) -> None:
    (root / layout.LOCAL).mkdir(mode=0o500)


def closed_above(root: Path) -> None:
    (root / layout.FOLDER).chmod(0o500)


def locked_out(root: Path) -> None:
    kept(root)
    (root / layout.LOCAL).chmod(0)


def read_only(root: Path) -> None:
    kept(root)
    (root / layout.LOCAL / "journal.db").chmod(0o400)


def planted_lock(root: Path) -> None:
    (root / layout.LOCAL).mkdir()
    (root / layout.LOCAL / "journal.lock").symlink_to(root / "elsewhere")


Change = Callable[[Path], None]
UNSEEN: dict[Change, tuple[str, str]] = {
    linked: ('"{local}" is a symbolic link, not a folder', REAL),
    filed: ('"{local}" is a file, not a folder', REAL),
    locked_out: ('cannot use the journal "{local}/journal.db": permission denied', OPEN),
}
UNWRITTEN: dict[Change, tuple[str, str]] = {
    closed_before: UNSEEN[locked_out],
    closed_above: UNSEEN[locked_out],
    read_only: (
        'cannot use the journal "{local}/journal.db": attempt to write a readonly database',
        "make the folder and its files writable for you, or run the command as their owner",
    ),
    planted_lock: ('"{local}/journal.lock" is a symbolic link, not a regular file', "remove it and run the command again"),
}


@pytest.fixture
def site(repository: Repository) -> Iterator[Repository]:
    plant(repository)
    yield repository
    for path in (repository.path / layout.FOLDER, repository.path / layout.LOCAL):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)


@pytest.mark.parametrize("change", [*UNSEEN, *UNWRITTEN])
def test_the_doctor_says_that_nothing_can_be_recorded(site: Repository, change: Change) -> None:
    change(site.path)
    said = run_process("doctor", at=site.path, through=through())
    message, hint = (UNSEEN | UNWRITTEN)[change]
    lines = said.out.split("\n")
    place = lines.index(f"problem  journal: nothing can be recorded: {message.format(local=site.path / layout.LOCAL)}")
    assert lines[place + 1] == f"         hint: {hint}"
    assert (said.code, said.err, lines[-2]) == (1, "", "1 problem")


@pytest.mark.parametrize("change", UNSEEN)
@pytest.mark.parametrize("verb", [("show",), ("export",), ("purge", "--yes"), ("purge", "--yes", "--dry-run")])
def test_what_cannot_be_looked_at_is_not_said_to_hold_nothing(site: Repository, change: Change, verb: tuple[str, ...]) -> None:
    change(site.path)
    message, hint = UNSEEN[change]
    refused = f"agentstate: error: {message.format(local=site.path / layout.LOCAL)}\nhint: {hint}\n"
    assert run_process("journal", *verb, at=site.path, through=through()) == Result(2, "", refused)


def test_a_purge_refuses_where_it_cannot_look_for_snapshots(site: Repository) -> None:
    folder = site.path / layout.AUTOMATIC
    folder.parent.mkdir()
    folder.write_text("", encoding="utf-8")
    assert run_process("journal", "purge", "--yes", at=site.path).code == 2
