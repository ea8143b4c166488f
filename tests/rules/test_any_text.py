"""Whatever is in the files: the rules raise nothing, name places that exist, and mend once what they mend twice."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.rules import ALL, engine
from agentstate.rules.example import VALID, tree_from
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Diagnostic, Severity
from agentstate.vocabulary.plan import Plan
from agentstate.vocabulary.repository import GitFacts
from tests.support.laws import law

SHARED = Path(__file__).parents[3] / "shared"
REAL = sorted(path for path in (SHARED / "real" / "memory-files").rglob("*") if path.is_file())
EXAMPLE_TREE = SHARED / "cases" / "convention-zh"
KINDS = (*layout.REQUIRED, layout.CONFIG, layout.archive_path(1), ".agent/lanes/search.yaml", "AGENTS.md")

PIECES = (
    *(
        "- [ ] ",
        "-[x]",
        "- ",
        "* ",
        "## [2026-11-29] a",
        "## ",
        "### 2026-11-29",
        "1. ",
        "- Why: b",
        "- 决策：c",
        "- Supersedes: 2026",
        "# ",
    ),
    *(
        "project: shop",
        "files_to_load:",
        "  - ./a",
        "  - ../b",
        "next_action: [",
        "blocked: true",
        "goal: |",
        "  x = {}",
        "done: [a, a]",
        ": ",
        "{",
    ),
    *(
        "<<<<<<< HEAD",
        "=======",
        ">>>>>>> b",
        "```",
        "~~~",
        "<!--",
        "-->",
        "<details>",
        "<!-- agentstate:begin -->",
        "<!-- agentstate:end -->",
        "---",
    ),
    *(
        "\ufeff",
        "\x00",
        "\udcff",
        "\u2028",
        "\u202e",
        "\U000e0041",
        "\r",
        "\t",
        "  ",
        "\x1b[2J",
        "名",
        "e\u0301",
        "&a",
        "*a",
        "!!x",
        "%",
        "see a.md",
        "P0 ",
    ),
    *(
        "limits:",
        "  todo_items: 1",
        "rules: {ignore: [AS]}",
        "'",
        '"',
        "[2026-11-29-a-0123]",
        " — blocked: ",
        "null",
        "1e400",
        "0" * 50,
        "x" * 250,
    ),
)
LINE_BY_LINE = ["AS323", "AS324", "AS521"]
"""The rules with a fix that change nothing but the lines they name."""

TEXTS = st.lists(st.sampled_from(PIECES) | st.sampled_from(["\n", "\n", "\n", "\r\n"]), max_size=25).map("".join)
TREES = st.dictionaries(st.sampled_from(KINDS), TEXTS, max_size=4)


def laid(texts: dict[str, str]) -> Tree:
    return tree_from({path: SourceText(path, text) for path, text in {**VALID, "src/a": "- [] \n", **texts}.items()})


def assert_is_in_place(diagnostic: Diagnostic, tree: Tree) -> None:
    lines = tree.source(diagnostic.path).lines or ("",)
    assert 1 <= diagnostic.line <= len(lines)
    assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1
    assert diagnostic.source == lines[diagnostic.line - 1][: engine.SOURCE_LIMIT]


@law(100)
@given(TREES)
def test_every_diagnostic_names_a_place_in_its_file(texts: dict[str, str]) -> None:
    tree = laid(texts)
    for diagnostic in engine.run(tree, GitFacts()):
        assert_is_in_place(diagnostic, tree)


@law(100)
@given(TREES)
def test_mending_twice_is_mending_once(texts: dict[str, str]) -> None:
    tree = laid(texts)
    mended, _ = engine.fixed_tree(tree, ALL)
    assert engine.fix(mended) == Plan()
    assert mended.sources.keys() == tree.sources.keys()
    assert mended.sources["src/a"] == tree.sources["src/a"]


@law(100)
@given(TREES)
def test_a_line_that_nothing_is_found_in_is_left_as_it_is(texts: dict[str, str]) -> None:
    tree = laid(texts)
    found = engine.run(tree, GitFacts(), select=LINE_BY_LINE)
    for step in engine.fix(tree, select=LINE_BY_LINE).steps:
        named = {diagnostic.line for diagnostic in found if diagnostic.path == step.path}
        before = enumerate(tree.source(step.path).text.split("\n"), 1)
        after = iter(engine.fixed_tree(tree, [rule for rule in ALL if rule.code in LINE_BY_LINE])[0].source(step.path).text.split("\n"))
        assert all(line in after for number, line in before if number not in named), "in the same order"


@pytest.mark.parametrize(
    "path", REAL or [pytest.param(Path(), marks=pytest.mark.skip(reason="no real memory files beside the repository"))], ids=str
)
def test_a_real_memory_file_in_the_place_of_any_file(path: Path) -> None:
    data = path.read_bytes()
    for kind in KINDS:
        tree = tree_from({**laid({}).sources, kind: SourceText.decode(kind, data)})
        for diagnostic in engine.run(tree, GitFacts()):
            assert_is_in_place(diagnostic, tree)
        assert engine.fix(engine.fixed_tree(tree, ALL)[0]).steps == ()


@pytest.mark.skipif(not EXAMPLE_TREE.exists(), reason="no example tree beside the repository")
def test_the_tree_that_people_wrote_by_hand_passes() -> None:
    files = [path for path in sorted(EXAMPLE_TREE.rglob("*")) if path.is_file()]
    sources = [SourceText.decode(path.relative_to(EXAMPLE_TREE).as_posix(), path.read_bytes()) for path in files]
    found = engine.run(tree_from({source.path: source for source in sources}), GitFacts(reason="not a git repository"))
    assert [(diagnostic.code, diagnostic.severity) for diagnostic in found] == [("AS202", Severity.INFO), ("AS601", Severity.WARNING)]
