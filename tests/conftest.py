"""Fixtures of the whole suite. Every test runs with a home, a git configuration and a clock of its own."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.command import Result, run_here
from tests.support.laws import law
from tests.support.repository import Repository
from tests.support.surroundings import Homes, close_forgotten_files, home_marks, isolate, keep_byte_code, stay_in_memory, take_on
from tests.support.templates import Templates

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)

collect_ignore = ["cases"]

# In CI the same examples each time, so that a change is judged by what it changed; new ones are searched for everywhere else.
settings.register_profile("suite", law(100), derandomize="CI" in os.environ)
settings.load_profile("suite")

# Nearly all that is made while thousands of tests are collected stays to the end: looking through it again and again finds nothing.
gc.set_threshold(20_000, 20, 20)

keep_byte_code()
stay_in_memory()


def pytest_collection_finish() -> None:
    """Nor is it looked through while they run."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    """Where each test has its home from; what is made for several tests has one of its own in the same environment."""
    homes = Homes(tmp_path_factory.mktemp("homes"))
    with homes.one():
        yield homes
    take_on(homes.before)


@pytest.fixture(autouse=True)
def home(homes: Homes) -> Iterator[Path]:
    """This test's own home, the only configuration git and the command can see; fails a test that reaches the real one."""
    before = home_marks()
    with homes.one() as home:
        yield home
    close_forgotten_files()
    assert home_marks() == before, "a test changed a file in the real home folder"


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """The moment at which the command believes to run: the clock stands still."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    return NOW


@pytest.fixture(scope="session")
def first_commit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one commit, made once and copied for each test that wants one."""
    folder = tmp_path_factory.mktemp("first-commit")
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("session-home"))
        repository = Repository.create(folder / "repository")
        repository.write("README.md", "# example\n")
        repository.write("src/service.py", "def answer() -> int:\n    return 42\n")
        repository.commit("first commit")
    return repository.path


@pytest.fixture
def repository(first_commit: Path, tmp_path: Path) -> Repository:
    """A git repository on branch main with one commit that holds README.md and src/service.py."""
    copy = shutil.copytree(first_commit, tmp_path / "repository", symlinks=True)
    return Repository(copy, minutes=1)


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    """What tests make of `repository` before they begin, each made once."""
    return Templates(tmp_path_factory.mktemp("templates"))


@pytest.fixture
def cli(repository: Repository) -> Callable[..., Result]:
    """Runs the command in this process: `cli("check", at=folder) -> Result(code, out, err)`; `at` is the repository by default."""

    def run(*arguments: str, at: Path | None = None, stdin: str = "") -> Result:
        return run_here(*arguments, at=at or repository.path, stdin=stdin)

    return run
