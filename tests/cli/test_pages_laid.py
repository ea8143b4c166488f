"""The bad examples of the pages, laid as files in a repository: the command line finds in them what the page says."""

import json
from collections.abc import Callable

import pytest

from agentstate.rules import ALL
from agentstate.rules.example import VALID
from agentstate.vocabulary.repository import GitFacts
from tests.support.command import Result
from tests.support.repository import Repository

LAID = (
    "AS101",
    "AS121",
    "AS123",
    "AS125",
    "AS301",
    "AS321",
    "AS331",
    "AS332",
    "AS333",
    "AS337",
    "AS522",
    "AS702",
    "AS703",
    "AS707",
    "AS791",
)
by_code = pytest.mark.parametrize("code", LAID)


@by_code
def test_the_bad_example_laid_as_files_gives_what_its_page_says(code: str, repository: Repository, cli: Callable[..., Result]) -> None:
    rule = next(rule for rule in ALL if rule.code == code)
    for path, text in {**VALID, **rule.bad.files}.items():
        if text is not None:
            repository.write(path, text)
    repository.commit("laid")
    found = json.loads(cli("check", "--format", "json", at=repository.path).out)["diagnostics"]
    assert {diagnostic["code"] for diagnostic in found} == {code, *rule.bad.also}


def test_what_files_cannot_show_is_said_in_words() -> None:
    silent = [
        rule.code for rule in ALL for example in (rule.bad,) if (example.unreadable or example.git != GitFacts()) and not example.shown
    ]
    assert silent == []
    assert [rule.code for rule in ALL if rule.bad.ignored and ".gitignore" not in rule.bad.files] == []
