"""A folder with a small tree, and beside it one that nothing may touch."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.files.machine import Machine, open_descriptors, picture


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with `.agent/STATE.yaml` that holds b"old"."""
    folder = tmp_path / "repository"
    (folder / ".agent").mkdir(parents=True)
    (folder / ".agent/STATE.yaml").write_bytes(b"old")
    return folder


@pytest.fixture
def state(root: Path) -> Path:
    return root / ".agent/STATE.yaml"


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """A folder beside the repository; a test that changes anything in it fails."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_bytes(b"secret")
    before = picture(folder)
    yield folder
    assert picture(folder) == before


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


@pytest.fixture(autouse=True)
def no_descriptor_left() -> Iterator[None]:
    before = open_descriptors()
    yield
    assert open_descriptors() == before


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)
