"""What the verbs read of the archive: the newest volume, what changed, and what something names; never all of it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.files import read
from agentstate.vocabulary import layout
from tests.cli.worksite import TREE, begin_work, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]
Reads = Callable[..., list[int]]

FEW, MANY = 5, 20
"""Volumes of the archive, fifteen entries in each."""

FULL = "limits: {decisions_entries: 1}\n"


def volume(number: int) -> str:
    days = range(1, 16)
    entries = (f"\n## [{2000 + number}-10-{day:02}] Number {day} of {number}\n- Why: because of {day}\n" for day in days)
    return "".join((f"# Decisions, archive volume {number}\n", *entries))


def identifier(number: int, entry: int = 0) -> str:
    return parse_decisions(SourceText("", volume(number))).entries[entry].id


def archive(repository: Repository, volumes: int, files: dict[str, str] | None = None) -> None:
    """A tree with so many volumes in its archive, all of which git has, and some work since."""
    kept = {layout.archive_path(number): volume(number) for number in range(1, volumes + 1)}
    plant(repository, files={**TREE, layout.TODO: "# TODO\n\n- [ ] P1 wire the controller\n", **kept, **(files or {})})
    repository.write("src/later.py", "later = 1\n")
    repository.commit("later")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Reads:
    """Runs a verb, and says which volumes of the archive it read, each as often as it was read."""
    content = read._content
    seen: list[int] = []

    def counted(root: Path, path: str, limit: int) -> bytes:
        found = layout.ARCHIVE_NAME.fullmatch(path)
        seen.extend([int(found["number"])] if found else [])
        return content(root, path, limit)

    def ran(*words: str) -> list[int]:
        seen.clear()
        result = cli(*words)
        assert result.code == 0, result
        return sorted(seen)

    monkeypatch.setattr(read, "_content", counted)
    return ran


@pytest.mark.parametrize("volumes", [FEW, MANY])
def test_no_verb_reads_a_long_archive(repository: Repository, reads: Reads, volumes: int) -> None:
    archive(repository, volumes)
    begin_work(repository)
    assert reads("resume") == []
    assert reads("check") == [volumes]
    assert reads("status") == [volumes]
    assert reads("set", "next_action", "write the test") == []
    assert reads("decide", "Retry twice", "--why", "one call in a thousand times out") == [volumes]
    head = repository.head()
    assert (reads("checkpoint"), repository.head() == head) == ([], False)


@pytest.mark.parametrize("volumes", [FEW, MANY])
def test_a_rotation_reads_the_volume_that_it_fills(repository: Repository, reads: Reads, volumes: int) -> None:
    archive(repository, volumes, {layout.CONFIG: FULL})
    found = reads("rotate")
    assert set(found) == {volumes}
    assert repository.status() == ""
    assert repository.git("show", "--format=", "--name-only").split() == [layout.DECISIONS, layout.archive_path(volumes)]


def test_what_is_superseded_is_looked_for_from_the_newest_volume_on(repository: Repository, reads: Reads) -> None:
    archive(repository, MANY)
    new = ("decide", "Retry twice", "--why", "calls time out", "--supersedes")
    assert set(reads(*new, identifier(MANY, 3))) == {MANY}
    assert set(reads("check")) == {MANY}
    assert set(reads(*new, identifier(MANY - 3))) == set(range(MANY - 8, MANY + 1))
    assert f"- Supersedes: {identifier(MANY - 3)}\n" in repository.read(layout.DECISIONS)
    assert set(reads(*new, f"{2001}-10-04")) == set(range(1, MANY + 1))


def test_a_beginning_of_ids_of_two_volumes_means_neither(repository: Repository, cli: Cli) -> None:
    twin = volume(1).replace("because of 4\n", "because of five\n")
    archive(repository, MANY, {layout.archive_path(MANY - 12): twin})
    said = cli("decide", "Retry", "--why", "calls time out", "--supersedes", "2001-10-04")
    assert (said.code, said.err.partition("\n")[0]) == (2, 'agentstate: error: no single decision has the id "2001-10-04"')


@pytest.mark.parametrize("place", [1, MANY - 3])
def test_an_old_volume_that_is_edited_is_judged(repository: Repository, cli: Cli, place: int) -> None:
    archive(repository, MANY)
    repository.write(layout.archive_path(place), volume(place).replace("because of 4\n", "because I say so\n"))
    said = cli("check").out
    assert f'AS411 decision-rewritten error: decision "{identifier(place, 3)}" was committed, and is changed' in said


def test_a_new_volume_that_is_not_the_newest_is_judged(repository: Repository, cli: Cli) -> None:
    archive(repository, MANY)
    repository.write(layout.archive_path(MANY + 1), volume(MANY + 1) + "- Decision: \u202edeny\u202c\n")
    repository.write(layout.archive_path(MANY + 2), volume(MANY + 2))
    path = layout.archive_path(MANY + 1)
    assert [line for line in cli("check").out.splitlines() if line.startswith(path)] != []


def test_every_volume_that_is_edited_is_judged(repository: Repository, cli: Cli) -> None:
    archive(repository, MANY)
    for number in range(1, MANY):
        repository.write(layout.archive_path(number), volume(number).replace("because of 4\n", "because I say so\n"))
    assert cli("check").out.count(" AS411 decision-rewritten error: ") == MANY - 1


@pytest.mark.parametrize("options", [(), ("--staged",), ("--base", "HEAD~1")])
def test_an_old_volume_that_was_too_large_is_judged(repository: Repository, cli: Cli, options: tuple[str, ...]) -> None:
    archive(repository, MANY)
    repository.write(layout.archive_path(2), volume(2) + "\n" * 300_000)
    repository.commit("large")
    repository.write(layout.archive_path(2), volume(2) + "- Decision: \u202edeny\u202c\n")
    repository.git("add", layout.archive_path(2))
    assert "AS703" in cli("check", *options).out


@pytest.mark.parametrize("place", [2, MANY - 3])
def test_what_an_old_volume_says_is_removed_may_leave_the_log(repository: Repository, cli: Cli, place: int) -> None:
    entry = "\n## [2026-11-20] Gone\n- Why: it was wrong\n"
    gone = parse_decisions(SourceText("", entry)).entries[0].id
    removal = f"\n## [2026-11-21] Away\n- Decision: entry removed\n- Supersedes: {gone}\n- Why: it held a name\n"
    log = TREE[layout.DECISIONS]
    archive(repository, MANY, {layout.DECISIONS: log + entry, layout.archive_path(place): volume(place) + removal})
    repository.write(layout.DECISIONS, log)
    assert "AS411" not in cli("check").out


@pytest.mark.parametrize("place", [2, MANY - 3])
def test_what_an_old_volume_holds_may_leave_the_log(repository: Repository, cli: Cli, place: int) -> None:
    entry = "\n## [2026-11-20] Gone\n- Why: it was rotated\n"
    log = TREE[layout.DECISIONS]
    archive(repository, MANY, {layout.DECISIONS: log + entry, layout.archive_path(place): volume(place) + entry})
    repository.write(layout.DECISIONS, log)
    assert "AS411" not in cli("check").out


@pytest.mark.parametrize("place", [1, MANY - 3])
def test_status_counts_the_faults_of_an_old_volume_that_is_edited(repository: Repository, cli: Cli, place: int) -> None:
    archive(repository, MANY)
    repository.write(layout.archive_path(place), volume(place) + "- Decision: \u202edeny\u202c\n")
    assert [line for line in cli("status").out.splitlines() if line.startswith("problems")] == ["problems     1 error, 2 notes"]


@pytest.mark.parametrize("command", ["checkpoint", "rotate"])
def test_a_commit_takes_along_an_old_volume_that_changed(repository: Repository, cli: Cli, command: str) -> None:
    archive(repository, MANY, {layout.CONFIG: FULL})
    theirs = begin_work(repository)
    assert cli("set", "next_action", "write the test").code == 0
    repository.write(layout.archive_path(2), volume(2) + "\n## [2002-11-01] One more\n- Why: late\n")
    assert cli(command).code == 0
    assert layout.archive_path(2) in repository.git("show", "--format=", "--name-only").split()
    assert repository.status() == theirs


def test_a_commit_takes_along_a_volume_that_the_index_has_and_head_has_not(repository: Repository, cli: Cli) -> None:
    archive(repository, MANY, {layout.CONFIG: FULL})
    repository.write(layout.archive_path(2), volume(2) + "\n## [2002-11-01] One more\n- Why: late\n")
    repository.git("add", layout.archive_path(2))
    assert cli("rotate").code == 0
    assert layout.archive_path(2) in repository.git("show", "--format=", "--name-only").split()


def test_a_commit_takes_along_a_changed_volume_that_git_is_told_not_to_look_at(repository: Repository, cli: Cli) -> None:
    archive(repository, MANY, {layout.CONFIG: FULL})
    repository.git("update-index", "--assume-unchanged", layout.archive_path(2))
    repository.write(layout.archive_path(2), volume(2) + "\n## [2002-11-01] One more\n- Why: late\n")
    assert cli("rotate").code == 0
    assert layout.archive_path(2) in repository.git("show", "--format=", "--name-only").split()


def test_a_commit_takes_along_a_changed_volume_of_the_same_size_and_time(repository: Repository, cli: Cli) -> None:
    archive(repository, MANY, {layout.CONFIG: FULL})
    repository.git("config", "core.trustctime", "false")
    repository.git("config", "core.checkStat", "minimal")
    long_ago = 1_000_000_000
    path = repository.path / layout.archive_path(2)
    os.utime(path, (long_ago, long_ago))
    repository.git("update-index", "--refresh")
    edited = repository.write("edited", volume(2).replace("because of 4\n", "because of 5\n"))
    os.utime(edited, (long_ago, long_ago))
    edited.replace(path)
    assert repository.status() == ""
    assert cli("rotate").code == 0
    assert layout.archive_path(2) in repository.git("show", "--format=", "--name-only").split()


def test_a_check_of_the_whole_archive_judges_what_was_committed_long_ago(repository: Repository, cli: Cli) -> None:
    archive(repository, MANY, {layout.archive_path(2): volume(2) + "- Decision: \u202edeny\u202c\n"})
    begin_work(repository)
    assert cli("check").code == 0
    found = [line for line in cli("check", "--archive").out.splitlines() if line.startswith(layout.archive_path(2))]
    assert [line.split(" ")[1] for line in found] == ["AS703"]
