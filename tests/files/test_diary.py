"""The log of what went wrong stays small, and leads nowhere."""

import os
import stat
from pathlib import Path

import pytest

from agentstate.files.diary import LIMIT, write_line


def test_each_trouble_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "hook.log"
    write_line(str(path), "one\nof two")
    write_line(str(path), "two \ud800")
    assert path.read_bytes() == b"one of two\ntwo \\ud800\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_two_files_are_the_most_there_is(tmp_path: Path) -> None:
    path = tmp_path / "hook.log"
    for _ in range(5 * LIMIT // 1000):
        write_line(str(path), "x" * 999)
    sizes = {name: (tmp_path / name).stat().st_size for name in ("hook.log", "hook.log.older")}
    assert len(list(tmp_path.iterdir())) == len(sizes)
    assert max(sizes.values()) <= LIMIT + 2000


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "hook.log").symlink_to("mine.txt")
    (tmp_path / "twin.log").hardlink_to(tmp_path / "mine.txt")
    os.mkfifo(tmp_path / "pipe.log")
    for name in ("hook.log", "twin.log", "pipe.log"):
        with pytest.raises(OSError, match=name):
            write_line(str(tmp_path / name), "line")
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"
