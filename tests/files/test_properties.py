"""Any bytes, any path: what was written is read, and nothing outside the root is read or touched."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.files.read import list_folder, read_file, read_files
from agentstate.files.resolve import kind_of, resolve_inside
from agentstate.files.write import remove, write_atomic
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from tests.files.machine import picture
from tests.support.laws import law

STATE = ".agent/STATE.yaml"
LINKS = {"out": "../outside", "out-file": "../outside/secret.txt", "to-agent": ".agent", "loop": "loop", "dangling": "../outside/made"}
NAMES = st.sampled_from(
    [*LINKS, "..", ".", "", ".agent", "STATE.yaml", "secret.txt", "outside", "repository", "~", "C:", ".git", "\0", "\\", "-rf", "made"]
) | st.text(max_size=8)
PATHS = (
    st.builds(lambda start, names: start + "/".join(names), st.sampled_from(["", "/", "~/", "../", "\\"]), st.lists(NAMES, max_size=5))
    | st.text()
)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
        yield tmp_path_factory.mktemp("ground")


@contextmanager
def place(ground: Path) -> Iterator[Path]:
    """A fresh repository with links of all sorts; what lies around it must be the same afterwards."""
    for folder in ("repository/.agent", "repository/.git", "outside"):
        (ground / folder).mkdir(parents=True)
    (ground / "outside/secret.txt").write_bytes(b"secret")
    (ground / "repository" / STATE).write_bytes(b"old")
    for name, target in LINKS.items():
        (ground / "repository" / name).symlink_to(target)
    try:
        yield ground / "repository"
        around = {name: data for name, data in picture(ground).items() if not name.startswith("repository/")}
        assert around == {"outside": "folder", "outside/secret.txt": b"secret", "repository": "folder"}
        assert picture(ground / "repository/.git") == {}
    finally:
        shutil.rmtree(ground / "repository")
        shutil.rmtree(ground / "outside")


@law(200)
@given(data=st.binary(), exclusive=st.booleans())
def test_what_was_written_is_read(ground: Path, data: bytes, exclusive: bool) -> None:
    with place(ground) as root:
        path = "new/file" if exclusive else STATE
        write_atomic(root, path, data, exclusive=exclusive)
        assert read_file(root, path, len(data)) == data
        if data:
            assert isinstance(read_file(root, path, len(data) - 1), Fault)


@law(200)
@given(path=PATHS)
def test_any_path_is_only_looked_at_inside(ground: Path, path: str) -> None:
    with place(ground) as root:
        before = picture(root)
        kind, resolved, found, listed = kind_of(root, path), resolve_inside(root, path), read_file(root, path, 100), list_folder(root, path)
        assert kind in {"file", "folder", "missing", "outside", "other"}
        assert (kind == "file") == (resolved is not None)
        assert found in {None, b"old"} or isinstance(found, Fault)
        assert isinstance(listed, Fault) or "secret.txt" not in listed
        if resolved is not None:
            assert read_file(root, resolved, 100) == b"old"
        if found == b"old":
            assert kind == "file"
        assert picture(root) == before


@law(200)
@given(path=PATHS, exclusive=st.booleans())
def test_any_path_is_written_inside_or_refused(ground: Path, path: str, exclusive: bool) -> None:
    with place(ground) as root:
        before = picture(root)
        try:
            write_atomic(root, path, b"new", exclusive=exclusive)
        except AgentStateError:
            assert {name: data for name, data in picture(root).items() if data != "folder"} == {
                name: data for name, data in before.items() if data != "folder"
            }
        else:
            assert read_file(root, path, 100) == b"new"
            assert kind_of(root, path) == "file"
            remove(root, path)
            assert read_file(root, path, 100) is None
        with suppress(AgentStateError):
            remove(root, path)


@pytest.mark.parametrize("limit", [3, 100])
def test_many_files_are_read_as_each_is(root: Path, limit: int) -> None:
    (root / "src").mkdir()
    for name in ("src/a.py", "src/b.py", "top"):
        (root / name).write_text(name, encoding="utf-8")
    (root / "src" / "link.py").symlink_to("a.py")
    (root / "beside").symlink_to("src")
    paths = [
        "src/b.py",
        "top",
        "src/a.py",
        "src/none",
        "src/link.py",
        "beside/a.py",
        "no/where",
        "src",
        "../x",
        ".git/config",
        "/etc/passwd",
        "",
    ]
    assert read_files(root, paths, limit) == {path: read_file(root, path, limit) for path in paths}
