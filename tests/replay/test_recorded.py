"""Recordings on a disk."""

import os
from pathlib import Path

import pytest

from agentstate.recordings.step import Format, Step
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace import recorded
from agentstate.workspace.recorded import Recording, files_below, recognised


def parts(path: Path, *, by_lines: bool) -> tuple[list[str], int]:
    """What a format is given of the file, and how many bytes were told of."""
    told = list[int]()
    form = Format("f", "F", bool, lambda texts: (Step("said", 1, text=text) for text in texts), by_lines)
    seen = [step.text for step in Recording(path, form, 0).steps(told.append)]
    return seen, sum(told)


def test_lines_come_without_their_ends_and_the_mark_of_the_start(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\x85still\xe2\x80\xa8two\n\nbad \xff\nlast")
    assert parts(path, by_lines=True) == (["one", "two\ufffdstill\u2028two", "", "bad \ufffd", "last"], path.stat().st_size)


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "LONGEST_LINE", 10)
    path = tmp_path / "a"
    path.write_bytes(b"x" * 200_000 + b"\nnext\n" + b"y" * 11)
    assert parts(path, by_lines=True) == (["x" * 11, "next", "y" * 11], path.stat().st_size)


def test_a_document_comes_in_pieces_that_cut_no_character(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "_CHUNK", 3)
    path = tmp_path / "a"
    path.write_text("\ufeff小小的 text", encoding="utf-8")
    seen, told = parts(path, by_lines=False)
    assert ("".join(seen), told, max(map(len, seen))) == ("小小的 text", path.stat().st_size, 3)


def test_a_folder_is_looked_through_without_its_links(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/z", "a"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert files_below(tmp_path) == (tmp_path / "a", tmp_path / "b" / "z")
    assert files_below(tmp_path / "a") == (tmp_path / "a",)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AgentStateError, match="is no file"):
        recognised(tmp_path / "pipe")
    with pytest.raises(AgentStateError, match="cannot read"):
        recognised(tmp_path / "missing")
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    assert recognised(tmp_path / "empty") is None
