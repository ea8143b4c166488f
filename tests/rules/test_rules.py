"""What holds for every rule: its code, its words, its examples, its page."""

import ast
import re
from pathlib import Path

import pytest

import agentstate
from agentstate.rules import ALL, engine, pages
from agentstate.rules.example import tree_of
from agentstate.rules.rule import Example, Rule
from agentstate.vocabulary.diagnostics import Diagnostic
from agentstate.vocabulary.repository import GitFacts

HERE = Path(__file__).parent
by_code = pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)


def found(example: Example) -> tuple[Diagnostic, ...]:
    return engine.run(tree_of(example), example.git)


def test_nothing_is_found_in_the_smallest_valid_tree() -> None:
    assert engine.run(tree_of(Example()), GitFacts()) == ()


@by_code
def test_the_bad_example_breaks_the_rule_and_no_other_than_it_says(rule: Rule) -> None:
    assert {diagnostic.code for diagnostic in found(rule.bad)} == {rule.code, *rule.bad.also}


@by_code
def test_the_good_example_breaks_nothing(rule: Rule) -> None:
    assert found(rule.good) == ()


@by_code
def test_the_bad_example_once_fixed_breaks_the_rule_no_more(rule: Rule) -> None:
    tree, _ = engine.fixed_tree(tree_of(rule.bad), ALL)
    codes = {diagnostic.code for diagnostic in engine.run(tree, rule.bad.git)}
    assert (rule.code in codes) is (rule.fix is None)


@by_code
def test_what_is_found_is_said_in_the_manner_of_the_house(rule: Rule) -> None:
    for diagnostic in found(rule.bad):
        for text in (diagnostic.message, diagnostic.hint):
            assert text
            assert "\n" not in text
            assert not text[0].isupper()
            assert not text.endswith(".") or text.endswith(("…", "...", '."'))
            assert "'" not in re.sub(r'"[^"]*"|\w\'\w', "", text), "an offending value stands in double quotes"


@by_code
def test_its_words_are_whole_sentences_and_its_name_a_fault(rule: Rule) -> None:
    assert re.fullmatch("AS[1-9][0-9]{2}", rule.code)
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", rule.slug)
    assert rule.summary[-1] not in ".:"
    assert "|" not in rule.summary, "the summary stands in a table"
    for text in (rule.what, rule.why, rule.mend):
        assert text[0].isupper() or text[0] == "`"
        assert text.endswith((".", '."', "”"))


def test_codes_and_names_are_given_out_once_and_never_again() -> None:
    lines = [line for line in (HERE / "codes.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert [f"{rule.code} {rule.slug}" for rule in ALL] == [line for line in lines if not line.endswith("(retired)")]
    assert len({line.split()[0] for line in lines}) == len({line.split()[1] for line in lines}) == len(lines)
    assert lines == sorted(lines)


def test_every_fault_that_a_parser_can_report_has_its_rule() -> None:
    package = Path(agentstate.__file__).parent
    rooms = [*package.glob("documents/**/*.py"), *package.glob("yaml/*.py"), *package.glob("files/*.py"), package / "settings.py"]
    kinds = {kind for path in rooms for kind in _fault_kinds(ast.parse(path.read_text(encoding="utf-8")))}
    assert "malformed-item" in kinds, "the scan finds nothing"
    assert kinds - {"invalid-snapshot"} <= {rule.slug for rule in ALL}


def _fault_kinds(module: ast.Module) -> set[str]:
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    faults = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Fault"]
    return {str(argument.value) for call in faults for argument in call.args[:1] if isinstance(argument, ast.Constant)}


def test_the_page_of_a_rule() -> None:
    rule = next(rule for rule in ALL if rule.code == "AS203")
    assert pages.page(rule) == (HERE / "page.md").read_text(encoding="utf-8")


def test_the_table_names_every_rule_once_in_columns() -> None:
    rows = pages.table().splitlines()
    assert [row.split()[:2] for row in rows] == [[rule.code, rule.slug] for rule in ALL]
    assert {row.index(rule.summary) for row, rule in zip(rows, ALL, strict=True)} == {rows[0].index(ALL[0].summary)}


def test_the_document_holds_every_page_and_links_to_it() -> None:
    text = pages.document()
    assert all(pages.page(rule).rstrip("\n") in text for rule in ALL)
    anchors = {f"{match[1].lower()}-{match[2]}" for match in re.finditer(r"^## (AS[0-9]+) (.+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\(#([^)]+)\)", text)) == anchors == {f"{rule.code.lower()}-{rule.slug}" for rule in ALL}


def test_the_documentation_is_current() -> None:
    documentation = HERE.parent.parent / "docs" / "rules.md"
    assert documentation.read_text(encoding="utf-8") == pages.document(), "run `.venv/bin/python .ci/docs`"


def test_the_documented_options_exist() -> None:
    from agentstate.schema.violations import load

    for rule in ALL:
        for option in rule.options:
            schema = load("config")
            for name in option.split("."):
                assert name in schema["properties"], f"{rule.code} names {option}"
                schema = schema["properties"][name]
