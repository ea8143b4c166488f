import pytest

from agentstate.documents.decisions import append, parse_decisions
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError


def test_a_decision_in_english() -> None:
    lines = render_decision(
        date="2026-11-29",
        title=" Cache: Redis\t",
        decision="all through Redis",
        why="several instances run",
        rejected=["Caffeine (instances disagree)", "a table"],
        supersedes=["2026-11-02-cache-9c1e", "2026-11-03-cache-aaaa"],
        permanent=True,
        pending=True,
        lang="en",
    )
    assert lines == (
        "## [2026-11-29] Cache: Redis",
        "- Decision: all through Redis",
        "- Why: several instances run",
        "- Rejected: Caffeine (instances disagree); a table",
        "- Supersedes: 2026-11-02-cache-9c1e, 2026-11-03-cache-aaaa",
        "- Keep: permanent (Cache: Redis)",
        "- Status: pending (Cache: Redis)",
    )


def test_a_decision_in_chinese() -> None:
    lines = render_decision(
        date="2026-11-29",
        title="缓存",
        decision="走 Redis",
        why="多实例",
        rejected=["甲", "乙"],
        supersedes=["丙"],
        permanent=True,
        pending=True,
        lang="zh",
    )
    assert lines == (
        "## [2026-11-29] 缓存",
        "- 决策：走 Redis",
        "- 理由：多实例",
        "- 否决方案：甲；乙",
        "- 取代：丙",
        "- 保留：permanent（缓存）",
        "- 状态：pending（缓存）",
    )


def test_defaults_are_left_out() -> None:
    assert render_decision(date="2026-11-29", title="T", why="w") == ("## [2026-11-29] T", "- Why: w")


def test_a_withdrawal_carries_its_title_so_that_no_two_lines_are_equal() -> None:
    lines = render_decision(date="2026-11-29", title="T", decision="Withdrawn", why="w", supersedes=["a"])
    assert lines == ("## [2026-11-29] T", "- Decision: Withdrawn (T)", "- Why: w", "- Supersedes: a")
    entry = parse_decisions(append(parse_decisions(SourceText("x", "")), lines)).entries[0]
    assert entry.withdraws


def test_what_is_written_is_read() -> None:
    lines = render_decision(
        date="2026-11-29",
        title="- ```## [x] Use *it*: now",
        decision="## **not** a heading",
        why="``` no fence",
        rejected=["- a", "> b"],
        supersedes=["2026-11-02-a-0000"],
        permanent=True,
        pending=False,
    )
    entry = parse_decisions(append(parse_decisions(SourceText("x", "# D")), lines)).entries[0]
    assert (entry.date, entry.title, entry.text) == ("2026-11-29", "```## [x] Use *it*: now", "\n".join(lines))
    assert (entry.decision, entry.why, entry.rejected) == ("## **not** a heading", "``` no fence", "- a; > b")
    assert (entry.supersedes, entry.permanent, entry.pending) == (("2026-11-02-a-0000",), True, False)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"title": " "}, "the title is empty"),
        ({"title": "—: "}, "the title is empty"),
        ({"title": "a\n## [2026-01-01] b"}, 'the title is more than one line: "a\\x0a## [2026-01-01] b"'),
        ({"why": ""}, "--why is empty"),
        ({"why": "a\r- Keep: permanent"}, '--why is more than one line: "a\\x0d- Keep: permanent"'),
        ({"decision": "a\u2029b"}, '--decision is more than one line: "a\\u2029b"'),
        ({"rejected": ["a", ""]}, "--rejected is empty"),
        ({"supersedes": ["a\nb"]}, '--supersedes is more than one line: "a\\x0ab"'),
    ],
)
def test_what_does_not_fit_one_line_is_refused_by_name(changed: dict[str, str], message: str) -> None:
    with pytest.raises(AgentStateError) as caught:
        render_decision(**{"date": "2026-11-29", "title": "T", "why": "w", **changed})  # type: ignore[arg-type]
    assert caught.value.message == message
