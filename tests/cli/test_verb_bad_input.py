"""Bad input of every kind: each verb says in one line what is wrong, or does its work; nothing is half written, nothing hangs."""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from tests.cli.worksite import OLD_ID, READING, STATE, WRITING, everything, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]
Damage = Callable[[Repository], object]

SAME = {"drop", "todo start", "todo block"}
EVERY: Mapping[str, tuple[str, ...]] = {
    "decisions": READING["decisions"],
    "todo list": READING["todo list"],
    **{verb: (*call, *["--no-commit"] * (verb in {"task", "checkpoint", "restore"})) for verb, call in WRITING.items() if verb not in SAME},
    "rotate": ("rotate", "--dry-run"),
    "init": ("init", "--pre-commit", "--no-commit"),
}
"""Every verb but those that read and write as another one, without the commits: those are tried elsewhere and take most of the time."""

WELL_SAID = re.compile(r"([^\n]+\n)*?(agentstate: error: [^\n]+\n(hint: [^\n]+\n)?)?")


def put(path: str, data: bytes) -> Damage:
    return lambda repository: repository.write(path, data)


def placed(path: str, make: Callable[[Path], object]) -> Damage:
    """Puts something else where the file was, or is not yet."""

    def damage(repository: Repository) -> None:
        (repository.path / path).unlink(missing_ok=True)
        make(repository.path / path)

    return damage


def link(target: str) -> Callable[[Path], object]:
    return lambda path: path.symlink_to(target)


REGULAR = "put a regular file in its place"

DAMAGES: Mapping[str, tuple[Damage, str, str, str]] = {
    "a binary state": (
        put(layout.STATE, bytes(range(256))),
        "set",
        ".agent/STATE.yaml:1:1: character U+0000 is not allowed",
        "remove it",
    ),
    "a state that is not UTF-8": (put(layout.STATE, STATE.encode() + b"goal: caf\xe9\n"), "set", "", ""),
    "a state of brackets": (put(layout.STATE, b"a: " + b"[" * 2000), "add", "", ""),
    "a state with an alias bomb": (put(layout.STATE, b"a: &a [1]\nb: [*a, *a]\n"), "add", "", ""),
    "a state that is a list": (
        put(layout.STATE, b"- a\n"),
        "task",
        ".agent/STATE.yaml:1:1: not a mapping of fields",
        'write one "field: value" a line',
    ),
    "a state that is too large": (
        put(layout.STATE, b"# x\n" * 20_000),
        "set",
        '".agent/STATE.yaml" is 80000 bytes, the limit is 65536 bytes',
        "shorten the file or put the right one in its place",
    ),
    "no state": (placed(layout.STATE, lambda path: path), "checkpoint", ".agent/STATE.yaml is missing", "run `agentstate init`"),
    "binary lists and logs": (
        lambda repository: [repository.write(path, b"\x00\xff\n\xfe" * 50) for path in (layout.TODO, layout.DECISIONS, layout.FACTS)],
        "todo done",
        'no item matches "1"',
        "the list is empty",
    ),
    "facts that are a link to a file of the machine": (
        placed(layout.FACTS, link("/etc/passwd")),
        "fact",
        '".agent/FACTS.md" is a symbolic link, not a regular file',
        REGULAR,
    ),
    "a log that is a link to nothing": (
        placed(layout.DECISIONS, link("nowhere")),
        "checkpoint",
        '".agent/DECISIONS.md" is a symbolic link, not a regular file',
        REGULAR,
    ),
    "a list that is a folder": (placed(layout.TODO, Path.mkdir), "todo add", '".agent/TODO.md" is a folder, not a regular file', REGULAR),
    "a list that is a FIFO": (placed(layout.TODO, os.mkfifo), "todo add", '".agent/TODO.md" is a FIFO, not a regular file', REGULAR),
    "a state that is a FIFO": (placed(layout.STATE, os.mkfifo), "set", '".agent/STATE.yaml" is a FIFO, not a regular file', REGULAR),
    "settings that cannot be read": (put(layout.CONFIG, b"limits: [\n"), "set", "", ""),
    "settings that are a folder": (
        placed(layout.CONFIG, Path.mkdir),
        "init",
        '".agent/config.yaml" is a folder, not a regular file',
        REGULAR,
    ),
    "a checkpoint that is a FIFO": (placed(layout.snapshot_path(OLD_ID), os.mkfifo), "restore", "", ""),
    "a binary checkpoint": (put(layout.snapshot_path(OLD_ID), bytes(range(256))), "restore", "", ""),
    "a local folder that leads elsewhere": (
        placed(layout.LOCAL, link("../src")),
        "set",
        '".agent/local" is a symbolic link, not a folder',
        "put a real folder in its place",
    ),
    "a local folder that is a file": (
        put(layout.LOCAL, b""),
        "todo add",
        '".agent/local" is a file, not a folder',
        "put a real folder in its place",
    ),
    "instructions with broken markers": (
        put("AGENTS.md", b"<!-- agentstate:end -->\n"),
        "init",
        "AGENTS.md: the markers of the agentstate block do not pair, lines 1",
        "leave one begin marker and one end marker below it, or take all of them out",
    ),
    "a gate that cannot be read": (
        put(".pre-commit-config.yaml", b"\x00"),
        "init",
        ".pre-commit-config.yaml:1:1: character U+0000 is not allowed",
        "add it by hand, as docs/gates.md shows",
    ),
}


def files(repository: Repository) -> dict[str, bytes | None]:
    """Everything in the work tree but what belongs to this machine alone."""
    return {path: data for path, data in everything(repository.path).items() if not path.startswith((".git/", layout.LOCAL))}


@pytest.mark.parametrize("name", DAMAGES)
def test_it_is_said_in_one_line_and_nothing_is_half_written(repository: Repository, cli: Cli, name: str) -> None:
    damage, verb, message, hint = DAMAGES[name]
    plant(repository)
    damage(repository)
    before = files(repository)
    if message:
        code = 1 if message.endswith("missing") else 2
        assert cli(*EVERY[verb]) == Result(code, "", f"agentstate: error: {message}\nhint: {hint}\n")
        assert files(repository) == before
    for called, arguments in EVERY.items():
        result = cli(*arguments)
        assert WELL_SAID.fullmatch(result.err), called
        assert result.code in ({1, 2} if "agentstate: error: " in result.err else {0, 1}), called
    assert not [path for path in everything(repository.path) if path.endswith(".tmp")]


def test_a_file_that_cannot_be_committed_leaves_the_snapshot(repository: Repository, cli: Cli) -> None:
    plant(repository)
    placed(layout.FACTS, link("/etc/passwd"))(repository)
    said = (
        "1 error is recorded as it stands: see `agentstate check`\n"
        f'agentstate: error: not committed: "{layout.FACTS}" is a symbolic link, not a regular file'
        "; what was written is kept, and the next commit takes it along\n"
    )
    assert cli("checkpoint", "half way") == Result(1, "20261129T193000Z-manual-half-way\n", said)
    assert repository.status() == f" T {layout.FACTS}\n?? {layout.snapshot_path('20261129T193000Z-manual-half-way')}\n"


def test_what_cannot_be_taken_out_safely_is_left(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write("AGENTS.md", "<!-- agentstate:end -->\n")
    before = files(repository)
    _, _, message, hint = DAMAGES["instructions with broken markers"]
    assert cli("init", "--remove") == Result(2, "", f"agentstate: error: {message}\nhint: {hint}\n")
    assert files(repository) == before


def test_a_tree_that_is_a_file_or_a_link(repository: Repository, cli: Cli) -> None:
    plant(repository)
    (repository.path / ".agent").rename(repository.path / "elsewhere")
    (repository.path / ".agent").symlink_to("elsewhere")
    refusal = 'agentstate: error: ".agent" is a symbolic link, not a folder\nhint: put a real folder in its place\n'
    before = everything(repository.path)
    for called in WRITING.values():
        assert cli(*called) == Result(2, "", refusal)
    (repository.path / ".agent").unlink()
    repository.write(".agent", "")
    for called in WRITING.values():
        assert cli(*called) == Result(2, "", refusal.replace("symbolic link", "file"))
    (repository.path / ".agent").unlink()
    (repository.path / ".agent").symlink_to("elsewhere")
    assert everything(repository.path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(repository: Repository, cli: Cli) -> None:
    plant(repository)
    (repository.path / ".agent").chmod(0o555)
    try:
        result = cli(*WRITING["set"])
    finally:
        (repository.path / ".agent").chmod(0o755)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 2)
    assert result.err.startswith("agentstate: error: cannot ")
