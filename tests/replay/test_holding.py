"""Whether a text holds a path or words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.replay.holding import holds, names_path, ways
from agentstate.replay.measured import Want
from agentstate.tree import Tree
from agentstate.verbs.resume import resume
from agentstate.vocabulary.repository import GitFacts
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
