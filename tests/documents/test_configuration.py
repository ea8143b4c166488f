"""Numbers that go into config.yaml; everything else stays, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.configuration import with_numbers
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import parse
from tests.support.laws import law

PATH = ".agent/config.yaml"


def changed(text: str, **numbers: int) -> str:
    return with_numbers(SourceText(PATH, text), "recall", numbers).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "recall:\n  files: 7\n  commands: 8\n"),
        ("# mine\nlanguage: zh", "# mine\nlanguage: zh\nrecall:\n  commands: 8\n  files: 7\n"),
        (
            "recall: {files: 20, half_life: 40} # why\nlanguage: zh\n",
            "recall: {commands: 8, files: 7, half_life: 40} # why\nlanguage: zh\n",
        ),
        ("recall: {}\n", "recall: {commands: 8, files: 7}\n"),
        ("recall: # why\nlanguage: zh\n", "recall: # why\n  commands: 8\n  files: 7\nlanguage: zh\n"),
        ("recall:", "recall:\n  commands: 8\n  files: 7"),
        (
            "recall:\n    files: # why\n    engrams: 9 # mine\n# end\n",
            "recall:\n    commands: 8\n    files: 7 # why\n    engrams: 9 # mine\n# end\n",
        ),
        ("recall:\r\n  files: 20 # why\r\n", "recall:\r\n  commands: 8\r\n  files: 7 # why\r\n"),
        ("recall: {files: 7, commands: 8}\n", "recall: {files: 7, commands: 8}\n"),
    ],
)
def test_the_number_goes_in_and_the_rest_stays(before: str, after: str) -> None:
    found = changed(before, files=7, commands=8)
    assert parse(found).data == parse(after).data
    assert sorted(found.replace(":", "").split()) == sorted(after.replace(":", "").split())


def test_it_stands_where_a_person_would_have_put_it() -> None:
    assert changed("# mine\nlanguage: zh\n", files=7) == "# mine\nlanguage: zh\nrecall:\n  files: 7\n"
    assert changed("recall:\n    files: 20   # why\n    engrams: 9 # mine\n# end\n", files=7, commands=8) == (
        "recall:\n    commands: 8\n    files: 7   # why\n    engrams: 9 # mine\n# end\n"
    )
    assert changed("recall:\r\n  engrams: 9\r\n", files=7) == "recall:\r\n  files: 7\r\n  engrams: 9\r\n"


@pytest.mark.parametrize(
    "text", ["recall: [1]\n", "recall: 5\n", "{recall: {files: 5}}\n", "- a\n", "recall: {files: 5\n", "a: 1\na: 2\n", "a: 1\n...\n"]
)
def test_a_file_that_cannot_be_changed_is_left(text: str) -> None:
    with pytest.raises(AgentStateError, match=r"config\.yaml"):
        changed(text, files=7)


COMMENTS = st.sampled_from(["", " # why", "   # 为什么"])
LINES = st.lists(st.sampled_from(["# a comment\n", "\n", "language: zh # mine\n", "limits: {state_bytes: 100}\n"]), unique=True)


@given(
    LINES,
    LINES,
    st.sampled_from(["", "recall:{c}\n", "recall: {{files: 5}}{c}\n", "recall:{c}\n   files: 5{c}\n   engrams: 2\n"]),
    COMMENTS,
)
@law(200)
def test_whatever_stands_around_it_stays(above: list[str], below: list[str], section: str, comment: str) -> None:
    text = "".join([*above, section.format(c=comment), *(line for line in below if line not in above)])
    after = changed(text, files=7, decisions=3)
    held = parse(text).data or {}
    assert isinstance(held, dict)
    recall = held.get("recall") or {}
    assert isinstance(recall, dict)
    assert parse(after).data == {**held, "recall": {**recall, "files": 7, "decisions": 3}}
    assert [line for line in text.split("\n") if "#" in line and "files" not in line] == [
        line for line in after.split("\n") if "#" in line and "files" not in line
    ]
