import json

import pytest

from agentstate.rules import ALL
from agentstate.rules.pages import page, record, table
from tests.support.command import Result, run_here


@pytest.mark.parametrize("name", ["AS521", "as521", "malformed-item"])
def test_a_rule_is_explained_by_code_and_by_name(name: str) -> None:
    rule = next(rule for rule in ALL if rule.code == "AS521")
    assert run_here("explain", name) == Result(0, page(rule), "")


def test_the_beginning_of_a_code_means_all_rules_that_have_it() -> None:
    pages = [page(rule) for rule in ALL if rule.code.startswith("AS5")]
    assert run_here("explain", "AS5") == Result(0, "\n".join(pages), "")


def test_no_rule_means_the_table() -> None:
    assert run_here("explain") == Result(0, table(), "")


def test_a_rule_that_does_not_exist() -> None:
    assert run_here("explain", "priority-ordr") == Result(
        2, "", 'agentstate: error: unknown rule "priority-ordr"\nhint: did you mean priority-order\n'
    )


def test_rules_are_explained_to_programs() -> None:
    found = run_here("explain", "AS521", "--format", "json")
    rule = next(rule for rule in ALL if rule.code == "AS521")
    assert (found.code, found.err) == (0, "")
    assert json.loads(found.out) == {"version": 1, "rules": [json.loads(json.dumps(record(rule)))]}
    assert json.loads(found.out)["rules"][0]["summary"] == rule.summary


def test_all_rules_are_explained_to_programs() -> None:
    found = json.loads(run_here("explain", "--format", "json").out)
    assert [rule["code"] for rule in found["rules"]] == [rule.code for rule in ALL]
