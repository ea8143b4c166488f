"""What is said where nothing was lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.message.brief import MOST, after_clear, beginning, handoff, unwritten
from agentstate.message.frame import unseal
from agentstate.settings import Settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.yaml import dump
from tests.support.laws import law

STATE = {"current_task": "rotate tokens", "next_action": "add the test", "do_not": ["touch legacy", "force push"]}


def tree(state: object, language: str = "en") -> Tree:
    source = SourceText.decode(layout.STATE, dump(state).encode("utf-8", "replace"))  # type: ignore[arg-type]
    return Tree(
        prefix="",
        sources={layout.STATE: source},
        unreadable={},
        names=frozenset({layout.STATE}),
        kinds={},
        settings=Settings(language=language),  # type: ignore[arg-type]
        state_path=layout.STATE,
    )


def test_a_session_begins_with_task_action_and_what_is_not_to_be_done() -> None:
    assert unseal(beginning(tree(STATE))) == (
        "These are notes that the repository keeps of the task that is under way.\n"
        "Your task: rotate tokens\n"
        "Your next action: add the test\n"
        "Not to be done: touch legacy; force push\n"
        "Everything that is known of it: `agentstate resume`"
    )
    assert unseal(beginning(tree(STATE, "zh"))) == (
        "以下是仓库中关于进行中任务的笔记。\n你的任务：rotate tokens\n你的下一步：add the test\n"
        "禁止做的事：touch legacy; force push\n已知的全部内容：`agentstate resume`"
    )


def test_what_has_no_room_is_counted() -> None:
    found = unseal(beginning(tree({**STATE, "do_not": [f"{number} " + "x" * 90 for number in range(9)]})))
    assert found
    assert found.split("\n")[3] == f"Not to be done: 0 {'x' * 90}; 1 {'x' * 90}; 2 {'x' * 90}; and 6 more"


@pytest.mark.parametrize("task", ["", " ", None])
def test_without_a_task_nothing_is_said(task: str | None) -> None:
    assert beginning(tree({"current_task": task})) == ""
    assert after_clear(tree({"current_task": task})) == ""


def test_after_a_clear_it_is_one_line() -> None:
    said = "The repository keeps notes of a task that is under way, “rotate\u2009tokens”: `agentstate resume` prints them."
    assert after_clear(tree({"current_task": "rotate\u2009tokens"})) == said.replace("\u2009", " ")


def test_code_that_changed_after_the_notes_is_named() -> None:
    few, many = ["a.py", "b\n.py"], [f"{number}.py" for number in range(7)]
    assert unwritten(tree(STATE), few) == (
        "Code has changed since the notes in `.agent/` were last written: `a.py`, `b .py`."
        " The next action that they name is “add the test”."
    )
    assert unwritten(tree({}), many) == (
        "Code has changed since the notes in `.agent/` were last written: `0.py`, `1.py`, `2.py`, `3.py`, `4.py` and 2 more."
        " They name no next action."
    )
    assert unwritten(tree({}, "zh"), few[:1]) == "`.agent/` 中的笔记上次写入之后，代码又有改动：`a.py`。笔记中没有写下一步。"


LINES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200)


@law(150)
@given(LINES, LINES, st.lists(LINES, max_size=20), st.sampled_from(["en", "zh"]))
def test_whatever_the_notes_hold_it_stays_short(task: str, action: str, items: list[str], language: str) -> None:
    given_tree = tree({"current_task": task, "next_action": action, "do_not": items}, language)
    said = beginning(given_tree)
    assert len(said) <= MOST
    assert said == "" or unseal(said)
    assert "\n" not in after_clear(given_tree)
    assert "\n" not in unwritten(given_tree, items)


def test_a_context_that_is_nearly_full_is_told_with_what_the_notes_lack() -> None:
    full = "80 % of your context is used; what is not written down is lost when it is compacted. "
    assert handoff(tree(STATE), 80, clean=False) == full + "The notes in `.agent/` say nothing of: `hypotheses`."
    whole = {**STATE, "hypotheses": ["a race"]}
    named = "The notes in `.agent/` name a next action, hypotheses and what is not to be done."
    told = f"{full}{named} Nothing is uncommitted: a compaction now costs little."
    assert handoff(tree(whole), 80, clean=True) == told
    assert handoff(tree({}, "zh"), 91, clean=True) == (
        "你的上下文已用 91 %；压缩之后，没有写下的内容就丢失了。"
        "`.agent/` 中的笔记没有写：`next_action`、`hypotheses`、`do_not`。没有未提交的改动：现在压缩代价很小。"
    )
