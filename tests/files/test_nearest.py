"""The root found the cheap way, and names as the disk has them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.files.nearest import as_written, nearest_root, own_bytes, real_path
from agentstate.workspace.place import find_root


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for folder in ("repo/.git", "repo/.agent", "repo/src/deep", "repo/inner/.git", "repo/inner/src", "bare/src"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "link").symlink_to("repo")
    (tmp_path / "repo/src/way.py").symlink_to("deep/real.py")
    (tmp_path / "repo/src/deep/real.py").touch()
    (tmp_path / "repo/out").symlink_to("../bare")
    return tmp_path.resolve()


@pytest.mark.parametrize(
    "start", ["repo", "repo/src/deep", "repo/inner", "repo/inner/src", "bare/src", "link/src", "repo/.agent", "repo/gone"]
)
def test_the_root_is_the_one_that_the_command_finds(place: Path, start: str) -> None:
    there = (place / start).exists()
    expected = find_root(place / start) if there else None
    assert nearest_root(str(place / start)) == (str(expected) if expected else "")


def test_the_root_is_known_by_the_name_that_was_used(place: Path) -> None:
    root = str(place / "repo")
    assert as_written(str(place / "link/src"), root) == str(place / "link")
    assert as_written(str(place / "repo/src/../src"), root) == root
    assert as_written(str(place / "bare"), root) == root


@pytest.mark.parametrize(
    ("path", "expected"),
    [("src/way.py", "src/deep/real.py"), ("src/gone.py", "src/gone.py"), (".", "."), ("src/deep/../deep/real.py", "src/deep/real.py")],
)
def test_a_path_is_without_links(place: Path, path: str, expected: str) -> None:
    assert real_path(str(place / "repo"), path) == expected


def test_a_path_that_leads_out_is_absolute(place: Path) -> None:
    assert real_path(str(place / "repo"), "out/src/a.py") == str(place / "bare/src/a.py")
    assert real_path(str(place / "repo"), str(place / "link/src/a.py")) == "src/a.py"
    assert real_path(str(place / "repo"), f"{place}/repository/a.py") == f"{place}/repository/a.py"


def test_a_disk_that_takes_either_case_gives_its_own(place: Path) -> None:
    root = str(place / "repo")
    assert real_path(root, "SRC/Deep/REAL.py") == "SRC/Deep/REAL.py"
    (place / "repo/.AGENT").symlink_to(".agent")
    assert real_path(root, "SRC/Deep/REAL.py") == "src/deep/real.py"
    assert real_path(root, "src/New.py") == "src/New.py"


def test_a_small_file_of_the_tree_is_read(place: Path) -> None:
    (place / "repo/.agent/config.yaml").write_bytes(b"journal: off\n")
    assert own_bytes(str(place / "repo"), "config.yaml", 13) == b"journal: off\n"
    with pytest.raises(OSError, match="it has more than 12 bytes"):
        own_bytes(str(place / "repo"), "config.yaml", 12)
    assert own_bytes(str(place / "bare"), "config.yaml", 12) == b""


def _lead_away(agent: Path) -> None:
    agent.rename(agent.with_name("moved"))
    agent.symlink_to("../bare")


ELSEWHERE: dict[str, Callable[[Path], None]] = {
    "a link": lambda agent: (agent / "config.yaml").symlink_to("../../bare/config.yaml"),
    "a pipe": lambda agent: os.mkfifo(agent / "config.yaml"),
    "a folder": lambda agent: (agent / "config.yaml").mkdir(),
}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_what_is_no_file_of_the_tree_is_refused(place: Path, case: str) -> None:
    (place / "bare/config.yaml").write_bytes(b"journal: off\n")
    ELSEWHERE[case](place / "repo/.agent")
    with pytest.raises(OSError, match=r"it is no regular file|symbolic links"):
        own_bytes(str(place / "repo"), "config.yaml", 100)


def test_behind_a_link_in_place_of_the_folder_there_is_nothing(place: Path) -> None:
    (place / "bare/config.yaml").write_bytes(b"journal: off\n")
    _lead_away(place / "repo/.agent")
    assert own_bytes(str(place / "repo"), "config.yaml", 100) == b""


def test_a_link_is_refused_where_nothing_is_opened_from_a_folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "supports_dir_fd", frozenset())
    agent = place / "repo/.agent"
    (agent / "config.yaml").write_bytes(b"a")
    (agent / "other.yaml").symlink_to("config.yaml")
    assert own_bytes(str(place / "repo"), "config.yaml", 9) == b"a"
    with pytest.raises(OSError, match="it is a link"):
        own_bytes(str(place / "repo"), "other.yaml", 9)
