"""Whether a text holds a path or words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.message.frame import seal
from agentstate.replay.holding import holds, names_path, ways
from agentstate.replay.measured import Want
from agentstate.tree import Tree
from agentstate.verbs.resume import resume
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible
from tests.support.laws import law


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("src/a.py", True),
        ("- `src/a.py` (changed)", True),
        ("modified:   src/a.py", True),
        ("/home/me/project/src/a.py", True),
        ("src/a.py:12", True),
        ("src/a.pyc", False),
        ("src/a.py-old", False),
        ("src/a.py.orig", False),
        ("I read src/a.py. It is short", True),
        ("other/src/a.py", False),
        ("xsrc/a.py then src/a.py", True),
        ("", False),
    ],
)
def test_a_path_is_named_as_it_is_or_at_the_end_of_an_absolute_one(text: str, answer: bool) -> None:
    assert names_path(text, "src/a.py") is answer


def test_a_folder_is_named_by_a_file_in_it() -> None:
    assert names_path("src/a.py", "src")


def test_words_count_wherever_the_line_breaks_and_not_in_other_words() -> None:
    want = Want(("rules",), "never", ("never touch\nthe API",))
    assert holds("- never touch\n  the API\n", want)
    assert not holds("never touch an API", want)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("make t1", True),
        ("`make t1`", True),
        ("run make t1, then", True),
        ("make t1. Then", True),
        ("make t1.", True),
        ("(make  t1)", True),
        ("先运行make t1。", True),
        ("先运行make t1再看", True),
        ("make t12", False),
        ("make t1_x", False),
        ("make t1-x", False),
        ("make t1/x", False),
        ("make t1.o", False),
        ("cmake t1", False),
        ("c-make t1", False),
        ("bin/make t1", False),
        ("x.make t1", False),
        ("make t12; make t1", True),
    ],
)
def test_a_command_stands_there_as_a_whole_and_not_in_a_longer_word(text: str, answer: bool) -> None:
    assert holds(text, Want(("commands",), "make t1", ("make t1",))) is answer


def test_what_ends_in_a_sign_is_not_held_by_what_goes_on() -> None:
    assert not holds("ls -la /tmp", Want(("commands",), "ls -la /", ("ls -la /",)))
    assert holds("请不要改动接口，其他可以", Want(("rules",), "", ("不要改动接口",)))


@law(200)
@given(st.text("abt1/- _", max_size=30), st.text("ab1", min_size=1, max_size=4))
def test_a_word_is_held_exactly_where_a_space_or_an_end_is_on_both_sides(text: str, word: str) -> None:
    assert holds(text, Want(("commands",), word, (word,))) is (word in text.split())


@pytest.mark.parametrize("path", ["src/a\u200bb.py", "a\u202e.py", "a\x85b", "a\nb", "agentstate memory.md", "\udcff.py", "plain.py"])
def test_it_makes_no_difference_whether_a_source_escapes_what_nobody_sees(path: str) -> None:
    want, run = Want(("hit@1",), path, (path,), path=True), Want(("commands",), path, (f"cat '{path}'",))
    for text in (f"\tmodified:   {path}\n", seal(f"\tmodified:   {visible(path, keep='')}\n")):
        assert holds(text, want)
    for text in (f"Bash: cat '{path}'\n", seal(f"`cat '{path}'`")):
        assert holds(text, run)


def test_nothing_holds_what_has_no_form() -> None:
    assert not holds("anything", Want(("rules",), "", ("",)))


@pytest.mark.parametrize(
    ("written", "forms"),
    [
        ("make lint", ("make lint",)),
        ("cd sub && make lint 2>&1 | tail -5", ("cd sub && make lint 2>&1 | tail -5", "make lint 2>&1 | tail -5", "make lint")),
        ("# look\nls", ("# look\nls", "ls")),
    ],
)
def test_a_command_may_stand_without_what_leads_to_it(written: str, forms: tuple[str, ...]) -> None:
    assert ways(written) == forms


@law(200)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0"), min_size=1, max_size=60).filter(str.strip))
def test_what_the_message_prints_it_holds(words: str) -> None:
    """However the message escapes it."""
    import json

    state = SourceText(".agent/STATE.yaml", f"version: 1\ncurrent_task: {json.dumps(words)}\n")
    message = resume(Tree(sources={state.path: state}), GitFacts(reason="none"))
    field = next(field for field in message.fields if field.slot.name == "task")
    assert all(holds(message.text, Want(("head",), item.text, (item.text,))) for item in field.items if item.text)
