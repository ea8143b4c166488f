"""`replay --html` and `replay --tune --write`: what is written, where, and what is never written over."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.replay.page_style import MARK
from agentstate.vocabulary import layout
from tests.cli.worksite import plant
from tests.replay.steps import Session, work, write_session
from tests.support.command import Result
from tests.support.repository import Repository

Cli = Callable[..., Result]


@pytest.fixture
def recording(tmp_path: Path) -> str:
    """A session with three stops, each of which needs the same files and commands again."""
    return recorded(tmp_path, 3)


@pytest.fixture
def long_recording(tmp_path: Path) -> str:
    """The same with sixteen: enough for numbers to be found in."""
    return recorded(tmp_path, 16)


def recorded(folder: Path, stops: int) -> str:
    session = Session().prompt("Fix the parser.")
    for _ in range(stops + 1):
        work(session).compaction()
    return str(write_session(folder / "recordings" / "one.jsonl", session))


def test_the_page_is_written_whole_and_replaced(cli: Cli, recording: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert cli("replay", "--budget", "1000", recording, "--html", str(page)).code == 0
    first = page.read_bytes()
    assert first.startswith(b"<!doctype html>")
    assert first.endswith(b"</html>\n")
    assert cli("replay", "--budget", "1000", recording, "--html", str(page)).code == 0
    assert page.read_bytes() == first
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


@pytest.mark.parametrize("held", [b"", b"<!doctype html>\n<p>my own</p>\n", b"x" * 2000 + MARK.encode()])
def test_what_is_no_page_of_a_replay_stays(cli: Cli, recording: str, tmp_path: Path, held: bytes) -> None:
    page = tmp_path / "notes.html"
    page.write_bytes(held)
    hint = "hint: name another file, or move that one away\n"
    expected = Result(2, "", f'agentstate: error: "{page}" is there and no page of a replay\n{hint}')
    assert cli("replay", "--budget", "1000", recording, "--html", str(page)) == expected
    assert page.read_bytes() == held


def test_a_link_and_a_missing_folder_are_refused_before_anything_is_read(cli: Cli, recording: str, tmp_path: Path) -> None:
    (tmp_path / "link.html").symlink_to(tmp_path / "elsewhere.html")
    assert cli("replay", "--budget", "1000", recording, "--html", str(tmp_path / "link.html")).code == 2
    assert not (tmp_path / "elsewhere.html").exists()
    done = cli("replay", "--budget", "1000", recording, "--html", str(tmp_path / "none" / "page.html"))
    assert (done.code, done.out, "is no folder" in done.err) == (2, "", True)


@pytest.mark.parametrize("held", [b"", b"mine\n", b'{"mine": 1}\n{"record": "meaning", "text": ""}\n'])
def test_records_are_written_over_no_file_but_records(cli: Cli, recording: str, tmp_path: Path, held: bytes) -> None:
    target = tmp_path / "out.jsonl"
    target.write_bytes(held)
    hint = "hint: name another file, or move that one away\n"
    expected = Result(2, "", f'agentstate: error: "{target}" is there and no records of a replay\n{hint}')
    assert cli("replay", "--budget", "1000", recording, "--records", str(target)) == expected
    assert target.read_bytes() == held


def test_records_are_replaced_and_never_through_a_link(cli: Cli, recording: str, tmp_path: Path) -> None:
    target, link = tmp_path / "out.jsonl", tmp_path / "link.jsonl"
    assert cli("replay", "--budget", "1000", recording, "--records", str(target)).code == 0
    first = target.read_bytes()
    assert first.startswith(b'{"record": "meaning", ')
    assert cli("replay", "--budget", "1000", recording, "--records", str(target)).code == 0
    assert target.read_bytes() == first
    link.symlink_to(target)
    assert cli("replay", "--budget", "1000", recording, "--records", str(link)).code == 2
    assert link.is_symlink()


def test_what_is_read_is_never_written(cli: Cli, recording: str, tmp_path: Path) -> None:
    before = Path(recording).read_bytes()
    for option in ("--records", "--html"):
        assert cli("replay", "--budget", "1000", recording, option, recording).code == 2
        assert cli("replay", "--budget", "1000", str(tmp_path), option, recording).code == 2
    labels = tmp_path / "labels"
    labels.write_bytes(b'{"record": "meaning", "text": ""}\n')
    assert cli("replay", "--budget", "1000", recording, "--labels", str(labels), "--records", str(labels)).code == 2
    assert (Path(recording).read_bytes(), labels.read_bytes()) == (before, b'{"record": "meaning", "text": ""}\n')
    both = str(tmp_path / "both")
    done = cli("replay", "--budget", "1000", recording, "--records", both, "--html", both)
    assert (done.code, Path(both).exists()) == (2, False)


def test_the_numbers_are_printed_and_written_only_on_request(repository: Repository, cli: Cli, long_recording: str) -> None:
    plant(repository)
    config = "# mine\r\nlanguage: en # why\r\nrecall: {half_life: 50}\r\n"
    (repository.path / layout.CONFIG).write_bytes(config.encode())
    done = cli("replay", "--budget", "1000", long_recording, "--tune")
    assert done.code == 0
    assert done.out.startswith("HOW MANY FILES TO LIST\n")
    assert (repository.path / layout.CONFIG).read_bytes() == config.encode()
    value = json.loads(cli("replay", "--budget", "1000", long_recording, "--tune", "--format", "json").out)
    found = {curve["kind"]: curve["n"] for curve in value["tuning"]}
    assert [curve["points"][0]["n"] for curve in value["tuning"] if curve["needed"]] == [1, 1]
    assert found["files"]
    assert found["commands"]
    assert found["decisions"] is None
    done = cli("replay", "--budget", "1000", long_recording, "--tune", "--write")
    assert f"set recall in {layout.CONFIG}: files {found['files']}, commands {found['commands']}\n" in done.err
    new = config.replace("{half", f"{{commands: {found['commands']}, files: {found['files']}, half")
    assert (repository.path / layout.CONFIG).read_bytes() == new.encode()
    assert f"{layout.CONFIG} says so already" in cli("replay", "--budget", "1000", long_recording, "--tune", "--write").err


def test_what_cannot_be_written_is_said_before_anything_is_measured(cli: Cli, recording: str, tmp_path: Path) -> None:
    done = cli("replay", "--budget", "1000", recording, "--write")
    assert (done.code, done.out) == (2, "")
    assert "--write is about what --tune finds" in done.err
    done = cli("replay", "--budget", "1000", recording, "--tune", "--write", at=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "no .agent/ here or above" in done.err


def test_of_too_little_nothing_is_written(repository: Repository, cli: Cli, tmp_path: Path) -> None:
    plant(repository)
    before = repository.path.joinpath(layout.CONFIG).exists()
    short = write_session(tmp_path / "short.jsonl", work(work(Session()).compaction()))
    done = cli("replay", "--budget", "1000", str(short), "--tune", "--write")
    assert "config.yaml stays as it is" in done.err
    assert repository.path.joinpath(layout.CONFIG).exists() is before
