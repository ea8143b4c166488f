"""What the examples and cases do not reach: each family's own arithmetic, words and mends."""

from dataclasses import replace

import pytest

from agentstate.documents.announcement import block_lines
from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.git.paths import CodePaths
from agentstate.rules import engine
from agentstate.rules.code import stored_code
from agentstate.rules.strays import stray_headings
from agentstate.rules.structure import boot_sizes
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import Freshness, GitFacts
from tests.rules.trees import SHORT, fixed, found, laid, shown

STATE, LOG, FACTS, TODO, CONFIG = layout.STATE, layout.DECISIONS, layout.FACTS, layout.TODO, layout.CONFIG
BEGIN, END = "<!-- agentstate:begin -->", "<!-- agentstate:end -->"
STRICT = "freshness:\n  require_update: error\n"


def entry(number: int) -> str:
    return f"## [2026-11-{number:02d}] Number {number}\n- Why: because of {number}\n"


def test_what_is_read_at_boot_is_the_newest_of_the_log_and_the_first_of_the_list() -> None:
    items = "".join(f"- [ ] item {number:02d}\n" for number in range(12)) + "- [x] done\n"
    tree = laid({LOG: "\n".join(map(entry, range(1, 26))), TODO: f"- [x] done\n{items}", STATE: SHORT, layout.PROTOCOL: "é\n", FACTS: None})
    assert boot_sizes(tree) == {
        layout.PROTOCOL: 3,
        FACTS: 0,
        STATE: len(SHORT),
        LOG: sum(len(entry(number)) for number in range(6, 26)),
        TODO: 10 * len("- [ ] item 00\n"),
    }


def test_the_limit_itself_is_allowed() -> None:
    facts = "# Facts\n\n- 事实\n"
    size = len(facts.encode())
    assert found({FACTS: facts, CONFIG: f"limits:\n  facts_bytes: {size}\n"}) == []
    over = f"FACTS.md:3:5 AS104 the file has {size} bytes, at most {size - 1} are allowed"
    assert found({FACTS: facts, CONFIG: f"limits:\n  facts_bytes: {size - 1}\n"}) == [over]


def test_the_state_of_a_lane_is_judged_like_the_other() -> None:
    tree = replace(laid({".agent/lanes/search.yaml": "project: shop\n"}), state_path=".agent/lanes/search.yaml")
    assert [shown(diagnostic) for diagnostic in engine.run(tree, GitFacts(freshness=Freshness(12)))] == [
        "search.yaml:1:1 AS201 12 code changes since the state was last written, at most 10 are allowed",
        "search.yaml:1:1 AS303 current_task is missing",
        "search.yaml:1:1 AS303 next_action is missing",
    ]


@pytest.mark.parametrize(
    ("git", "config", "expected"),
    [
        (GitFacts(), "", []),
        (GitFacts(reason="not a git repository"), "", ["AS202 freshness unknown: not a git repository"]),
        (GitFacts(freshness=Freshness(None, "", "objects are missing")), "", ["AS202 freshness unknown: objects are missing"]),
        (GitFacts(freshness=Freshness(0)), STRICT, []),
        (GitFacts(freshness=Freshness(2)), "", []),
        (GitFacts(freshness=Freshness(2)), STRICT, ["AS203 2 code changes since the state was last written, at most 1 are allowed"]),
        (GitFacts(freshness=Freshness(11)), STRICT, ["AS201 11 code changes since the state was last written, at most 10 are allowed"]),
    ],
)
def test_freshness(git: GitFacts, config: str, expected: list[str]) -> None:
    assert found({CONFIG: config}, git) == [f"STATE.yaml:1:1 {text}" for text in expected]


def test_nothing_is_said_of_the_freshness_of_a_state_that_is_not_there() -> None:
    assert found({STATE: None}, GitFacts(reason="not a git repository")) == ["STATE.yaml:1:1 AS101 the file is missing"]


@pytest.mark.parametrize(
    "text",
    [
        "~~~\nx\n~~~",
        "the fix:\n```\nx = 1",
        "def f(x):\n    return x",
        "int main() {\n  return 0;\n}",
        "<ul>\n  <li>one</li>\n</ul>",
        "from a import b\nimport numpy as np",
        "user.name = 'x'\nuser.save()",
        "const a = [1];\nlet b = {};",
        "#include <stdio.h>\nfoo(bar)",
    ],
)
def test_code_is_recognised(text: str) -> None:
    assert stored_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "def f(x): return x",
        "run `make test` (slow)\nthen read src/a.py",
        "p95 = 50 ms\nhits = 93 %",
        "if it fails, ask.\nfor now: wait.",
        "the pool is ruled out;\nthe latency comes from queries;",
        "已排除连接池问题；\n延迟集中在重复查询（见面板 4）",
        "import the data first\nreturn to the plan",
        "class of errors: timeouts\nwhile waiting, nothing else",
        "- [x] one\n- [ ] two",
        "tried print(x)\nprint(x)\nprint(y)\nboth are empty\nso the call is lost",
        "https://example.org/a?b=c\nhttps://example.org/d",
    ],
)
def test_prose_is_no_code(text: str) -> None:
    assert stored_code(text) == ""


@pytest.mark.parametrize("piece", ["=", "(", "a", " ", "{", "import ", "x=", "a.", "[", "await ", "<a"])
def test_no_text_takes_long_to_be_called_code_or_not(piece: str) -> None:
    assert stored_code(f"{piece * 50_000}\n" * 2) in {"", (piece * 50_000).strip()}


def test_headings_that_start_no_entry() -> None:
    front = "---\n- Why: front\n---\n"
    text = "# Log\n- Why: loose\n\n#2026-11-29\n## (2026-11-29) x\n## Notes\n* **决策**: y\n- Why: z\n## [2026-11-29] real\n- Why: w\n"
    log = parse_decisions(SourceText(LOG, front + text))
    assert list(stray_headings(log)) == [(4, "# Log"), (7, "#2026-11-29"), (8, "## (2026-11-29) x"), (9, "## Notes")]


@pytest.mark.parametrize(
    ("log", "after"),
    [
        (f"# Log\n\n{entry(1)}\n{entry(1)}\n{entry(2)}", f"# Log\n\n{entry(1)}\n{entry(2)}"),
        (f"{entry(1)}\n{entry(2)}\n{entry(1)}\n{entry(1)}", f"{entry(1)}\n{entry(2)}\n"),
        (f"{entry(1)}\n{entry(1)}".replace("\n", "\r\n").removesuffix("\r\n"), f"{entry(1)}\n".replace("\n", "\r\n")),
        (f"{entry(1)}\n## 2026-11-01 Number 1\n- Why: because of 1\n", None),
    ],
)
def test_an_entry_that_is_there_twice_is_there_once(log: str, after: str | None) -> None:
    assert fixed({LOG: log}) == ({} if after is None else {LOG: after})


def test_an_id_that_two_entries_share_by_chance_is_reported_and_not_mended() -> None:
    tree = laid({LOG: f"{entry(1)}\n{entry(2)}"})
    first, second = tree.decisions.entries
    log = replace(tree.decisions, entries=(first, replace(second, id=first.id)))
    tree.__dict__["decisions"] = log
    (diagnostic,) = engine.run(tree, GitFacts())
    assert (diagnostic.line, diagnostic.message) == (4, 'decision "Number 2" has the id of the one in line 1')
    assert diagnostic.hint == "reword the title of one of the two"
    assert engine.fix(tree, select=["AS405"]).steps == ()


def test_a_reference_is_not_called_dangling_while_a_volume_of_the_archive_is_unread() -> None:
    tree = laid({LOG: f"{entry(1)}- Supersedes: 2026-01-01-gone\n", FACTS: "# Facts\n\n- one [2026-01-01-gone-0123]\n"})
    assert [diagnostic.code for diagnostic in engine.run(tree, GitFacts())] == ["AS406", "AS513"]
    assert engine.run(replace(tree, names=tree.names | {layout.archive_path(1)}), GitFacts()) == ()


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("-[ ] a", "- [ ] a"),
        ("  * [] a", "  * [ ] a"),
        ("3.[X] a", "3. [x] a"),
        ("- [ x ] a", "- [x] a"),
        ("- [完成] 甲", "- [x] 甲"),
        ("- 【~】甲", "- [~] 甲"),
        ("[x] a", "- [x] a"),
        ("- [　] 甲", "- [ ] 甲"),
        ("- [?] a", None),
        ("- [-] a", None),
        ("- [ ]", None),
        ("- [ ] a — blocked:", None),
        ("- [a](b)", None),
    ],
)
def test_a_box_is_mended_where_one_answer_is_right(line: str, after: str | None) -> None:
    assert fixed({TODO: f"# TODO\n\n{line}\nmore"}) == ({} if after is None else {TODO: f"# TODO\n\n{after}\nmore"})


def test_a_mended_line_keeps_its_line_end() -> None:
    assert fixed({TODO: "# TODO\r\n-[ ] a\r\n-[ ] b\r\n-[ ] c"}) == {TODO: "# TODO\r\n- [ ] a\r\n- [ ] b\r\n- [ ] c"}


def test_where_line_ends_are_mixed_a_mended_line_gets_the_end_that_most_have() -> None:
    assert fixed({TODO: "# TODO\r\n-[ ] a\r\n-[ ] b\n-[ ] c"}) == {TODO: "# TODO\r\n- [ ] a\r\n- [ ] b\r\n- [ ] c"}


def test_a_fact_is_shown_where_it_points_elsewhere() -> None:
    facts = "# Facts\n\n## Docs\n- docs are short,\n  see docs/cache.md\n- decided in 2026 [2026-11-02-decided-41fe]\n"
    assert found({FACTS: facts}) == [
        'FACTS.md:5:7 AS512 the fact sends the reader to "docs/cache.md"',
        'FACTS.md:6:20 AS513 the fact names the decision "2026-11-02-decided-41fe", which is in no log',
    ]


def test_forty_lines_and_five_steps_are_allowed() -> None:
    steps = "".join(f"{number}. If unsure, ask.\n" for number in range(1, 6))
    assert found({layout.PROTOCOL: steps + "\n" * 35}) == []
    assert found({layout.PROTOCOL: steps + "\n" * 36}) == ["PROTOCOL.md:41:1 AS503 41 lines, at most 40 are allowed"]


def test_a_volume_of_the_archive_is_read_like_the_log() -> None:
    volume = "## [2026-13-01] One\n- Why: a\n- Supersedes: 2026-11-01-gone\n"
    assert found({layout.archive_path(1): volume}) == [
        "DECISIONS.md:1:1 AS409 1 decision in force, and only in the archive",
        'DECISIONS.archive-0001.md:1:4 AS404 not a date: "2026-13-01"',
    ]


def test_the_rule_about_names_of_rules_has_a_name_too() -> None:
    assert found({CONFIG: "rules:\n  ignore: [unknown-rule, AS152, AS15, AS]\n"}) == []


def block(*lines: str) -> str:
    return "\n".join(["# Notes", "", BEGIN, *lines, END, "", "own"])


def test_the_current_block_is_current_in_either_language_whatever_the_settings_say() -> None:
    for lines in (block_lines("en"), block_lines("zh")):
        for config in ("", "language: zh\n"):
            assert found({"AGENTS.md": block(*lines), CONFIG: config}) == []


def test_an_outdated_block_is_written_again_in_its_own_language() -> None:
    for current, old in ((block_lines("en"), "Read `.agent/PROTOCOL.md`."), (block_lines("zh"), "先读 `.agent/PROTOCOL.md`。")):
        text = block(old).replace("\n", "\r\n")
        assert found({"AGENTS.md": text}) == ["AGENTS.md:3:1 AS603 the block is not the one that this version writes"]
        assert fixed({"AGENTS.md": text}) == {"AGENTS.md": block(*current).replace("\n", "\r\n")}


def test_one_instruction_file_that_points_to_the_protocol_is_enough() -> None:
    assert found({"AGENTS.md": "# Notes\n", ".github/copilot-instructions.md": block(*block_lines("en"))}) == []


def test_a_lane_has_a_name_of_its_own_in_every_clone() -> None:
    lanes = {f".agent/lanes/{name}.yaml": SHORT for name in ("Api", "api", "con", "b")}
    assert found({**lanes, ".agent/lanes/b.yaml": f"{SHORT}lane: c\n", STATE: f"{SHORT}lane: api\n"}) == [
        'STATE.yaml:4:7 AS342 this is the file of the default lane, which has no name, and says it is of "api"',
        'api.yaml:1:1 AS342 the lanes "Api" and "api" are one file where case does not count',
        'b.yaml:4:7 AS342 this is the file of the lane "b", and says it is of "c"',
        'con.yaml:1:1 AS342 "con" cannot be the name of a file on Windows',
    ]


@pytest.mark.parametrize("written", ["*", "**", "***", "/**", "**/*", "/**/*", "**/**", "**/**/*"])
def test_a_pattern_that_is_said_to_leave_no_code_leaves_none(written: str) -> None:
    config = f"freshness:\n  ignore: ['{written}']\n"
    assert found({CONFIG: config}) == [f'config.yaml:2:12 AS154 "{written}" leaves no code, so the state is never stale']
    assert [path for path in ("a", ".a", "a.py", "a/b", "a/b/c.d") if path in CodePaths("", (), (written,))] == []
