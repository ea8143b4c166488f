"""A file of `.agent/local/` that is in git is found, on the disk and staged, in every tree, without asking git once more."""

from collections.abc import Callable

import pytest

from agentstate.rules.example import VALID
from tests.support.command import Result
from tests.support.repository import Repository

Cli = Callable[..., Result]


@pytest.mark.parametrize("prefix", ["", "packages/a/"])
@pytest.mark.parametrize("arguments", [(), ("--staged",)])
def test_a_journal_that_was_added_by_force_is_found(repository: Repository, cli: Cli, prefix: str, arguments: tuple[str, ...]) -> None:
    for path, text in VALID.items():
        repository.write(prefix + path, text)
    repository.write(f"{prefix}.agent/local/.gitignore", "*\n")
    repository.write(f"{prefix}.agent/local/journal.db", "poison")
    repository.write(f"{prefix}.agent/local/snapshots/x.yaml", "poison")
    repository.git("add", ".")
    assert "AS716" not in cli("check", *arguments).out
    repository.git("add", "--force", f"{prefix}.agent/local")
    said = cli("check", *arguments)
    found = f"{prefix}.agent/local/.gitignore:1:1: AS716 tracked-local error: git tracks this file of .agent/local/, and 2 more\n"
    hint = f"  hint: run `git rm --cached -r {prefix}.agent/local` and commit\n"
    assert (said.code, said.err) == (1, "")
    assert found + hint in said.out
