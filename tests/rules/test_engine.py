"""What the engine adds to findings, which rules it runs, and how fixes are folded."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from agentstate.documents.text import SourceText
from agentstate.rules import ALL, engine
from agentstate.rules.rule import Rule
from agentstate.rules.selection import require, selected
from agentstate.settings import Settings
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Diagnostic, Finding, Severity
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Write
from agentstate.vocabulary.repository import Freshness, GitFacts
from tests.rules.trees import SHORT, laid

STATE, TODO, CONFIG = ".agent/STATE.yaml", ".agent/TODO.md", ".agent/config.yaml"
EVERYTHING_OFF = "rules:\n  ignore: [AS]\n  select: [AS203]\n"


def codes(rules: tuple[Rule, ...]) -> list[str]:
    return [rule.code for rule in rules]


def test_a_diagnostic_in_full() -> None:
    tree = replace(laid({STATE: SHORT + "goal: TBD\n"}), prefix="packages/a/")
    assert engine.run(tree, GitFacts()) == (
        Diagnostic(
            "packages/a/.agent/STATE.yaml",
            4,
            7,
            "AS313",
            "placeholder",
            Severity.WARNING,
            '"TBD" says nothing',
            'write what is known, or "" where nothing is',
            "goal: TBD",
        ),
    )


def test_diagnostics_come_in_the_order_of_paths_and_places() -> None:
    tree = laid({TODO: "-[ ] a\n- [ ] P1 b\n- [ ] P0 c\n", STATE: "goal: TBD\nnext_action: test\nproject: shop\nhaste: 1\n"})
    places = [(diagnostic.path, diagnostic.line, diagnostic.column, diagnostic.code) for diagnostic in engine.run(tree, GitFacts())]
    assert places == [
        (STATE, 1, 1, "AS303"),
        (STATE, 1, 7, "AS313"),
        (STATE, 4, 1, "AS311"),
        (TODO, 1, 1, "AS521"),
        (TODO, 3, 1, "AS522"),
    ]


def test_a_broken_file_does_not_hide_the_others() -> None:
    tree = laid({STATE: "project: [\n", TODO: "-[ ] a\n", ".agent/FACTS.md": None})
    assert [diagnostic.code for diagnostic in engine.run(tree, GitFacts())] == ["AS101", "AS301", "AS521"]


def test_the_source_line_is_cut_and_the_words_are_made_visible() -> None:
    tree = laid({STATE: SHORT + f"fi\u200beld: {'x' * 300}\n"})
    (diagnostic,) = engine.run(tree, GitFacts(), ignore=["AS705"])
    assert diagnostic.message == 'unknown field "fi\\u200beld"'
    assert diagnostic.source == f"fi\u200beld: {'x' * 300}"[:200]


def test_a_parser_that_repeats_a_line_as_it_is_cannot_hide_anything_in_it() -> None:
    (diagnostic,) = engine.run(
        laid({"AGENTS.md": "Read `.agent/PROTOCOL.md`.\n<!-- agentstate:begin v\u202e1 -->\n"}), GitFacts(), ignore=["AS703"]
    )
    assert (diagnostic.code, diagnostic.line) == ("AS602", 2)
    assert diagnostic.message.endswith("<!-- agentstate:begin v\\u202e1 -->")


def test_the_settings_decide_how_much_an_update_weighs() -> None:
    git = GitFacts(freshness=Freshness(2))
    for value, severities in (("off", []), ("warn", [Severity.WARNING]), ("error", [Severity.ERROR])):
        tree = laid({CONFIG: f"freshness:\n  require_update: {value}\n"})
        assert [diagnostic.severity for diagnostic in engine.run(tree, git)] == severities


@pytest.mark.parametrize(
    ("select", "ignore", "expected"),
    [
        (["AS321"], [], ["AS321"]),
        (["missing-path"], [], ["AS321"]),
        (["as32"], [], ["AS321", "AS322", "AS323", "AS324"]),
        (["AS32", "AS201"], ["untidy-path", "AS324"], ["AS201", "AS321", "AS322"]),
        ([], [f"AS{family}" for family in "134567"], ["AS201", "AS202", "AS203"]),
        (["AS2"], ["AS"], []),
    ],
)
def test_rules_are_chosen_by_code_beginning_or_name(select: list[str], ignore: list[str], expected: list[str]) -> None:
    assert codes(selected(ALL, Settings(), select, ignore)) == expected


def test_the_settings_choose_and_the_command_line_chooses_over_them() -> None:
    settings = Settings(select=("AS5",), ignore=("AS52",))
    security = {rule.code for rule in ALL if rule.security}
    kept = {"AS501", "AS502", "AS503", "AS504", "AS511", "AS512", "AS513", "AS514"}
    assert set(codes(selected(ALL, settings, [], []))) == kept | security
    assert codes(selected(ALL, settings, ["AS51", "AS521", "AS6"], [])) == ["AS511", "AS512", "AS513", "AS514", "AS601", "AS602", "AS603"]


def test_the_tree_cannot_switch_a_security_rule_off_and_the_command_line_can() -> None:
    tree = laid({CONFIG: EVERYTHING_OFF, STATE: f"{SHORT}files_to_load:\n  - ../secret\nhaste: 1\n", TODO: "-[ ] a\n"})
    assert [diagnostic.code for diagnostic in engine.run(tree, GitFacts())] == ["AS322"]
    assert engine.run(tree, GitFacts(), ignore=["AS322"]) == ()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("AS999", "did you mean AS792 or AS791 or AS709"),
        ("missing-paht", "did you mean missing-path or missing-reason or missing-file"),
        ("qqqqqq", "run `agentstate explain` to see all rules"),
        ("", "run `agentstate explain` to see all rules"),
    ],
)
def test_a_name_that_means_no_rule(name: str, hint: str) -> None:
    for call in (lambda: engine.run(laid({}), GitFacts(), [name]), lambda: engine.fix(laid({}), (), [name]), lambda: require(ALL, name)):
        with pytest.raises(AgentStateError) as caught:
            call()
        assert (caught.value.message, caught.value.exit_code) == (f'unknown rule "{name}"', 2)
        assert caught.value.hint == hint


def test_fixes_are_folded_into_one_plan() -> None:
    state = f"{SHORT}files_to_load:\r\n  - ./src//a.py  # why\n  - src/a.py\n"
    tree = laid({STATE: state, TODO: "# TODO\n\n* [✓] done\n-[ ] open"})
    assert engine.fix(tree, ignore=["AS707"]) == Plan(
        (
            Write(STATE, f"{SHORT}files_to_load:\r\n  - src/a.py  # why\n".encode(), state.encode()),
            Write(TODO, b"# TODO\n\n* [x] done\n- [ ] open", "# TODO\n\n* [✓] done\n-[ ] open".encode()),
        ),
        messages=(
            'fixed AS323 untidy-path in ".agent/STATE.yaml"',
            'fixed AS324 duplicate-path in ".agent/STATE.yaml"',
            'fixed AS521 malformed-item in ".agent/TODO.md"',
        ),
    )


def test_only_what_is_selected_is_fixed() -> None:
    tree = laid({STATE: f"{SHORT}files_to_load: [./a.py]\n", TODO: "-[ ] open\n"})
    assert [step.path for step in engine.fix(tree, select=["AS5"]).steps] == [TODO]
    assert engine.fix(tree, ignore=["AS5", "AS3"]) == Plan()


def test_a_rule_that_fails_is_a_bug_and_shows() -> None:
    def check(_tree: Tree) -> Iterator[Finding]:
        raise KeyError("bug")

    rule = replace(ALL[0], check=check)
    with pytest.raises(KeyError):
        list(rule.findings(laid({}), GitFacts()))


def test_fixes_that_undo_each_other_are_a_bug_and_show() -> None:
    def add(tree: Tree) -> dict[str, SourceText]:
        return {TODO: tree.source(TODO).with_text(tree.source(TODO).text + "x")}

    with pytest.raises(RuntimeError, match="fixes do not come to rest"):
        engine.fixed_tree(laid({}), [replace(ALL[0], fix=add)])


TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LOG = ".agent/DECISIONS.md"
HALF = f"# Decisions\n\n<<<<<<< HEAD\n## [2026-11-29] Cache in {TOKEN}\n=======\n## [2026-11-29] Retry\n>>>>>>> other\n"


@pytest.mark.parametrize(
    ("log", "options", "expected"),
    [
        (HALF, {}, ["AS701", "AS702"]),
        (HALF, {"select": ("AS4",)}, ["AS403", "AS403"]),
        (HALF, {"ignore": ("AS701",)}, ["AS403", "AS702", "AS403"]),
        (HALF.replace("HEAD\n", "HEAD <!-- agentstate: allow AS701 because it is shown -->\n"), {}, ["AS403", "AS702", "AS403"]),
    ],
)
def test_of_a_file_in_conflict_only_that_is_said_and_what_is_dangerous(
    log: str, options: dict[str, tuple[str]], expected: list[str]
) -> None:
    files = {LOG: log, TODO: "-[ ] a\n"}
    found = [one.code for one in engine.run(laid(files), GitFacts(), **options) if one.path == LOG]
    assert found == expected
    assert [one.code for one in engine.run(laid(files), GitFacts()) if one.path == TODO] == ["AS521"]


def test_a_file_in_conflict_is_not_mended() -> None:
    tasks = "# TODO\n\n-[ ] a\n<<<<<<< HEAD\n=======\n-[ ] b\n>>>>>>> other\n"
    assert engine.fix(laid({TODO: tasks})).steps == ()
    waived = tasks.replace("HEAD", "HEAD <!-- agentstate: allow AS701 because it is shown -->")
    assert [step.path for step in engine.fix(laid({TODO: waived})).steps] == [TODO]
