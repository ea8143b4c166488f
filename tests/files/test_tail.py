"""The end of a file that is not ours: which files are read, and how much of them."""

import os
from pathlib import Path

import pytest

from agentstate.files.tail import last_lines

LINES = (b"first", b"second", b"third")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "record.jsonl").write_bytes(b"first\nsecond\n\nthird\n")
    return folder


@pytest.mark.parametrize(("limit", "expected"), [(100, LINES), (19, (b"second", b"third")), (8, (b"third",)), (7, (b"third",)), (3, ())])
def test_whole_lines_within_the_limit_are_read(home: Path, limit: int, expected: tuple[bytes, ...]) -> None:
    assert last_lines(str(home / "record.jsonl"), ("", str(home)), limit) == expected


def test_a_folder_by_another_name_is_the_same(home: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(home)
    assert last_lines(str(tmp_path / "link/record.jsonl"), (str(home),), 100) == LINES
    assert last_lines(str(home / "record.jsonl"), (str(tmp_path / "link"),), 100) == LINES


def test_nothing_outside_the_folders_is_read(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = tmp_path / "home-of-another"
    beside.mkdir()
    (beside / "record.jsonl").write_bytes(b"secret\n")
    (home / "link.jsonl").symlink_to(beside / "record.jsonl")
    monkeypatch.chdir(home)
    for path in (str(beside / "record.jsonl"), str(home / "link.jsonl"), f"{home}/../home-of-another/record.jsonl", "record.jsonl", ""):
        assert last_lines(path, (str(home),), 100) == ()
    assert last_lines(str(home / "record.jsonl"), ("/", ""), 100) == ()


def test_only_a_regular_file_is_read(home: Path) -> None:
    os.mkfifo(home / "pipe.jsonl")
    (home / "folder.jsonl").mkdir()
    for name in ("pipe.jsonl", "folder.jsonl", "none.jsonl", "nul\0.jsonl"):
        assert last_lines(str(home / name), (str(home),), 100) == ()
