"""`agentstate check` on real trees: which are looked at, what is printed, how it ends. What the rules find is tested beside them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.rules.example import VALID
from agentstate.vocabulary.layout import TODO
from tests.support.command import Result
from tests.support.repository import Repository

CROOKED = "# TODO\n\n- [ ] P1 wire the controller\n-[ ] measure the cache\n"
STRAIGHT = "# TODO\n\n- [ ] P1 wire the controller\n- [ ] measure the cache\n"
FINDING = """\
{path}:4:1: AS521 malformed-item error: not a checkbox: "-[ ]"
  -[ ] measure the cache
  ^
  hint: write "- [ ] " for open, "- [~] " for in progress, "- [x] " for done
"""
OUT_OF_ORDER = "# TODO\n\n- [ ] P2 measure the cache\n- [ ] P0 wire the controller\n"


def plant(repository: Repository, folder: str = "", todo: str = VALID[TODO]) -> Path:
    """The folder of a valid tree with this TODO.md, committed."""
    for path, text in {**VALID, TODO: todo}.items():
        repository.write(folder + path, text)
    repository.commit("tree")
    return repository.path / folder


def test_a_valid_tree(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository)
    assert cli("check") == Result(0, "ok: 6 files, 1 tree\n", "")
    assert repository.status() == ""


def test_no_tree_is_something_to_mend_first(cli: Callable[..., Result]) -> None:
    assert cli("check") == Result(2, "", "agentstate: error: no .agent/ here, above or below: run `agentstate init`\n")


def test_a_finding_is_shown_with_its_line_and_fails_the_check(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, todo=CROOKED)
    assert cli("check", "-q") == Result(1, FINDING.format(path=TODO) + "1 error\n", "")


def test_a_path_that_does_not_exist(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository)
    assert cli("check", "src", "-C", ".", "no\nwhere") == Result(
        2, "", 'agentstate: error: no such path "no\\x0awhere"\nhint: name a folder or file in a repository\n'
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--select", "AS522"), 0),
        (("--select", "AS3,AS521"), 1),
        (("--select", "AS3", "--select", "malformed-item"), 1),
        (("--ignore", "AS521,AS1"), 0),
        (("--select", "AS5", "--ignore", "AS52"), 0),
    ],
)
def test_rules_are_chosen_by_codes_beginnings_and_names(
    repository: Repository, cli: Callable[..., Result], arguments: tuple[str, ...], code: int
) -> None:
    plant(repository, todo=CROOKED)
    assert cli("check", *arguments).code == code


def test_a_rule_that_does_not_exist(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository)
    assert cli("check", "--select", "priority-ordr") == Result(
        2, "", 'agentstate: error: unknown rule "priority-ordr"\nhint: did you mean priority-order\n'
    )


def test_warnings_fail_only_a_strict_check(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, todo=OUT_OF_ORDER)
    lenient, strict = cli("check"), cli("check", "--strict")
    assert (lenient.code, strict.code) == (0, 1)
    assert lenient.out == strict.out
    assert lenient.out.endswith("\n1 warning\n")


def test_json_and_github(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, todo=CROOKED)
    report = cli("check", "--format", "json")
    assert (report.code, report.err) == (1, "")
    assert [each["path"] for each in json.loads(report.out)["diagnostics"]] == [TODO]
    annotations = cli("check", "--format", "github").out.split("\n")
    assert annotations[0].startswith("::error file=.agent/TODO.md,line=4,col=1,title=AS521 malformed-item::")
    assert annotations[1:] == ["1 error", ""]


def test_fixing_writes_what_is_safe_and_then_checks(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, todo=CROOKED)
    assert cli("check", "--fix") == Result(0, "ok: 6 files, 1 tree\n", 'fixed AS521 malformed-item in ".agent/TODO.md"\n')
    assert (repository.read(TODO), repository.status()) == (STRAIGHT, f" M {TODO}\n")
    assert cli("check", "--fix") == Result(0, "ok: 6 files, 1 tree\n", "")


def test_fixing_says_nothing_when_quiet_and_leaves_what_is_not_selected(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, todo=CROOKED)
    assert cli("check", "--fix", "-q", "--ignore", "AS521") == Result(0, "ok: 6 files, 1 tree\n", "")
    assert repository.read(TODO) == CROOKED
    assert cli("check", "--fix", "-q") == Result(0, "ok: 6 files, 1 tree\n", "")
    assert repository.read(TODO) == STRAIGHT


def test_a_dry_fix_shows_the_difference_in_every_tree_and_writes_nothing(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, todo=CROOKED)
    plant(repository, "packages/a/", todo=CROOKED)
    before = repository.snapshot()
    difference = (
        "diff --git a/{0} b/{0}\n--- a/{0}\n+++ b/{0}\n"
        "@@ -1,4 +1,4 @@\n # TODO\n \n - [ ] P1 wire the controller\n--[ ] measure the cache\n+- [ ] measure the cache\n"
    )
    expected = [difference.format(path) for path in (TODO, f"packages/a/{TODO}")]
    assert cli("check", "--fix", "--dry-run") == Result(0, "".join(expected), "")
    assert cli("check", "--fix", "--dry-run", "-C", "packages/a") == Result(0, expected[1], "")
    assert repository.snapshot() == before


def test_a_check_that_does_not_fix_takes_no_lock(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository)
    before = repository.snapshot()
    cli("check")
    assert repository.snapshot() == before
