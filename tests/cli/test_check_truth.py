"""What notes say of the code, judged from the disk and from the index."""

import json
from collections.abc import Callable

import pytest

from agentstate.rules.example import VALID
from agentstate.vocabulary.layout import DECISIONS, FACTS
from tests.support.command import Result
from tests.support.repository import Repository

EDITED = VALID[DECISIONS].replace("goes through Redis", "stays in the process")


@pytest.fixture
def planted(repository: Repository) -> Repository:
    """A repository with a valid tree and a fact on a symbol of its code."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.write("src/cache.py", "def key(user): ...\n")
    repository.write(FACTS, "# Facts\n\n- Keys are made in `src/cache.py:key`\n")
    repository.commit("tree")
    return repository


@pytest.fixture
def check(planted: Repository, cli: Callable[..., Result]) -> Callable[..., list[str]]:
    def checked(*arguments: str) -> list[str]:
        found = json.loads(cli("check", *arguments, "--format", "json", at=planted.path).out)["diagnostics"]
        return [f"{each['path']}:{each['line']} {each['code']} {each['message']}" for each in found]

    return checked


RENAMED = [f'{FACTS}:3 AS331 there is no "key" in "src/cache.py"']
GONE = [f'{FACTS}:3 AS331 "src/cache.py:key" names a file that does not exist']


def test_a_symbol_is_looked_for_in_the_code_that_is_judged(planted: Repository, check: Callable[..., list[str]]) -> None:
    assert check() == check("--staged") == []
    planted.write("src/cache.py", "def make_key(user): ...\n")
    assert (check(), check("--staged")) == (RENAMED, [])
    planted.git("add", "src/cache.py")
    assert (check(), check("--staged")) == (RENAMED, RENAMED)
    planted.git("rm", "--quiet", "--force", "src/cache.py")
    assert (check(), check("--staged")) == (GONE, GONE)


def test_code_that_cannot_be_read_is_not_judged(planted: Repository, check: Callable[..., list[str]]) -> None:
    planted.write("src/cache.py", "#" * (256 * 1024 + 1))
    planted.git("add", "src/cache.py")
    assert (check(), check("--staged")) == ([], [])
    planted.write("src/cache.py", b"\xff\x00 key \xfe")
    assert check() == []


def test_at_most_fifty_files_of_code_are_read(planted: Repository, check: Callable[..., list[str]]) -> None:
    for number in range(52):
        planted.write(f"src/a{number:02d}.py", "")
    planted.write(FACTS, "# Facts\n\n" + "".join(f"- In `src/a{number:02d}.py:key`\n" for number in range(52)))
    assert len(check()) == 50


def test_a_committed_decision_that_is_edited_is_found_before_it_is_committed(planted: Repository, check: Callable[..., list[str]]) -> None:
    changed = [f'{DECISIONS}:3 AS411 decision "2026-11-29-cache-in-redis-28ae" was committed, and is changed']
    planted.write(DECISIONS, EDITED)
    assert (check(), check("--staged")) == (changed, [])
    planted.git("add", DECISIONS)
    assert (check(), check("--staged")) == (changed, changed)
    planted.commit("edited")
    assert (check(), check("--staged"), check("--base", "HEAD~1")) == ([], [], changed)


@pytest.mark.parametrize("staged", [(), ("--staged",)], ids=["disk", "staged"])
def test_a_path_may_be_written_from_any_folder_and_be_ignored(
    planted: Repository, check: Callable[..., list[str]], staged: tuple[str, ...]
) -> None:
    planted.write("packages/shop/src/cart/add.py", "")
    planted.write(".gitignore", "/made/\n")
    named = ("src/cache.py", "cart/add.py", "shop/src/", "made/cart/list.json", "src/gone.py", "cart/gone/")
    planted.write(FACTS, "# Facts\n\n" + "".join(f"- Look in `{path}`\n" for path in named))
    planted.git("add", "-A")
    assert check(*staged) == [
        f'{FACTS}:7 AS331 "src/gone.py" names a file that does not exist',
        f'{FACTS}:8 AS331 "cart/gone/" names a folder that does not exist',
    ]
