"""Whatever stands in the place of a file of git's own, reading it ends at once."""

import os
from pathlib import Path

import pytest

from agentstate.git.configuration import Configuration, Setting
from agentstate.git.failure import GitError
from agentstate.git.hooks import hooks_by
from agentstate.git.index_settings import kept_settings
from agentstate.git.metadata import metadata_text, read_metadata
from agentstate.git.origins import origins
from agentstate.git.passages import being_merged
from agentstate.git.repository import shallow_commits
from agentstate.vocabulary.values import replace
from tests.git.door import door
from tests.support.repository import Repository

MONITORED = Configuration((Setting("local", "core.fsmonitor", "true"),))


def test_a_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xff\r\n\n")
    assert (read_metadata(tmp_path / "file", 4), metadata_text(tmp_path / "file")) == (b"\xff\r\n\n", "\udcff")


def test_more_than_the_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    with pytest.raises(OSError, match=r"is 5 bytes, the limit is 4 bytes\Z"):
        read_metadata(tmp_path / "file", 4)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "link to a device", "missing"])
def test_something_else(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "place"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    elif kind != "missing":
        place = Path("/dev/zero") if kind == "device" else place
        if kind != "device":
            place.symlink_to("/dev/zero")
    with pytest.raises(OSError, match=r"is not a regular file|Is a directory|No such file"):
        read_metadata(place)
    assert metadata_text(place) == ""


@pytest.mark.parametrize("name", ["hooks/pre-commit", "shallow", "MERGE_HEAD", "index", "rebase-merge/head-name"])
def test_nobody_waits_for_a_pipe(worktree: Repository, name: str) -> None:
    seen = replace(door(worktree), shallow=True)
    place = worktree.path / ".git" / name
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    if name == "shallow":
        with pytest.raises(GitError, match=r'cannot be read: ".*" is not a regular file\Z'):
            shallow_commits(seen)
        return
    asked = {
        "hooks/pre-commit": lambda: hooks_by(seen) == "",
        "MERGE_HEAD": lambda: being_merged(seen) == (),
        "index": lambda: len(kept_settings(seen, MONITORED)) == 2,
        "rebase-merge/head-name": lambda: "what is put on top of it" in origins(seen).theirs,
    }
    assert asked[name]()
