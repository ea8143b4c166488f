"""What a checkpoint takes from the journal: nothing from outside, nothing that is too long, and less rather than no snapshot."""

from datetime import UTC, datetime

import pytest

from agentstate.journal.values import Command, File
from agentstate.verbs.checkpoint import SNAPSHOT_BYTES, Occasion, snapshot_steps
from agentstate.verbs.derived import Derived, derived, moment
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Write
from agentstate.vocabulary.repository import GitFacts
from tests.verbs.trees import tree_with

OCCASION = Occasion("manual", datetime(2026, 11, 29, 19, 30, tzinfo=UTC))


def file(path: str, *, verified: bool = False) -> File:
    return File(path, 0, 1, created=False, deleted=False, first=1, last=1, changed=1, verified=verified)


def command(line: str, code: int | None = None, *, ok: bool | None = None, cwd: str = "") -> Command:
    return Command(line, cwd, tests=False, runs=1, exit_code=code, ok=ok, first=1, last=1, time=1, failures=0, failed=None)


def test_files_are_told_apart_by_whether_a_test_passed_and_others_than_this_repository_s_are_left_out() -> None:
    inside = [file("b.py"), file("a.py"), file("c d.py", verified=True)]
    outside = [file("/etc/hosts"), file("C:/x.py"), file("../x"), file("~/x"), file("\\\\host\\x"), file(".agent/STATE.yaml")]
    assert derived([*inside, *outside], []) == Derived(("c d.py",), ("a.py", "b.py"))


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (command("make", 0), ("make (exit 0)",)),
        (command("make", -2, cwd="web"), ("make (in web, exit -2)",)),
        (command("make", cwd="/home/me"), ("make (exit unknown)",)),
        (command("make", ok=True), ("make (ended well)",)),
        (command("make", ok=False), ("make (failed)",)),
        (command("x" * 500, 0), (f"{'x' * 500} (exit 0)",)),
        (command("x" * 501, 0), ()),
    ],
)
def test_a_command_says_how_it_ended(one: Command, line: tuple[str, ...]) -> None:
    assert derived([], [one]).commands == line


def test_a_snapshot_that_would_be_too_large_goes_without_what_was_derived() -> None:
    wide = Derived(commands=tuple(f"{number} {'界' * 480}" for number in range(10)))
    small = {layout.STATE: "project: p\n"}
    large = {layout.STATE: "project: p\n" + "# 界\n" * 8_000}
    for files, kept in ((small, True), (large, False)):
        _, steps = snapshot_steps(tree_with(files), GitFacts(), Occasion("manual", OCCASION.now, derived=wide))
        assert isinstance(steps[0], Write)
        assert (b"\ncommands:\n" in steps[0].data) is kept
        assert len(steps[0].data) <= SNAPSHOT_BYTES


def test_the_moment_of_a_checkpoint_is_in_its_id() -> None:
    assert moment("19700101T000010Z-manual") == 10_999
    assert moment("19700101T000010Z") == 10_999
    assert moment("nothing") == moment("20261399T000000Z-manual") == 0
