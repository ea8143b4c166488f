import pytest

from agentstate.documents.lines import fences, front_matter, heading, one_line, runs_on, unclosed_fence
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("", 0),
        ("# title\n---\n", 0),
        ("---\na: 1\n---\ntext\n", 3),
        ("--- \n---\t\n", 2),
        ("---\na: 1\n...\n", 3),
        ("---\na: 1\n", 0),
        ("---\n\n## [2026-11-29] A\n---\n", 0),
        ("---\n# a\n##\t[2026-11-29] A\n---\n", 0),
        ("\n---\na: 1\n---\n", 0),
    ],
)
def test_front_matter_begins_in_the_first_line_is_closed_and_holds_no_heading(text: str, length: int) -> None:
    assert front_matter(SourceText("x.md", text).lines) == length


def test_a_hash_is_a_comment_of_the_front_matter_where_no_heading_can_be_meant() -> None:
    lines = ("---", "# a", "## b", "---", "c")
    assert (front_matter(lines), front_matter(lines, comments=True)) == (0, 4)


@pytest.mark.parametrize(
    ("lines", "inside", "unclosed"),
    [
        (["a", "b"], [], 0),
        (["```", "a", "```", "b"], [0, 1, 2], 0),
        (["~~~ info ` x", "```", "~~~~", "b"], [0, 1, 2], 0),
        (["````", "```", "````  \t", "b"], [0, 1, 2], 0),
        (["   ```", "    ```", "   ```", "b"], [0, 1, 2], 0),
        (["    ```", "b"], [], 0),
        (["\t```", "b"], [], 0),
        (["``` a`b", "b"], [], 0),
        (["``", "~~", "b"], [], 0),
        (["```", "``` x", "~~~", "b"], [0, 1, 2, 3], 1),
        (["```", "```", "```", "b"], [0, 1, 2, 3], 3),
        (["---", "```", "---", "b"], [], 0),
    ],
)
def test_fences_are_those_of_commonmark(lines: list[str], inside: list[int], unclosed: int) -> None:
    found = fences(SourceText("x.md", "\n".join(lines) + "\n"))
    assert ([index for index in range(len(lines)) if index in found.lines], found.unclosed) == (inside, unclosed)


def test_a_fence_that_is_never_closed_is_a_fault_at_its_line() -> None:
    found = fences(SourceText("x.md", "a\n```\nb\n"))
    assert unclosed_fence(found) == (Fault("unclosed-fence", 2, 1, "this code fence is never closed", "close the fence"),)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# a", (1, "a")),
        ("######\ta  b ", (6, "a  b")),
        ("##", (2, "")),
        ("## a ##", (2, "a")),
        ("## C#", (2, "C#")),
        ("## ##", (2, "")),
        ("####### a", None),
        ("#a", None),
        (" # a", None),
        ("a", None),
    ],
)
def test_a_heading_stands_in_column_one(line: str, expected: tuple[int, str] | None) -> None:
    assert heading(line) == expected


@pytest.mark.parametrize("line", ["text", "  text", "#text", "-text", "1.text", "``", "**bold** text", "___", "- - -", "", " \t", "# a"])
def test_text_runs_on_until_something_else_begins(line: str) -> None:
    assert runs_on(line) == (line in {"text", "  text", "#text", "-text", "1.text", "``", "**bold** text"})


def test_one_line_is_trimmed_and_keeps_the_rest() -> None:
    assert one_line("  a\tb \u3000c ## ``` é\n", "--why") == "a b \u3000c ## ``` é"


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        (" \n", "--why is empty", "say something in --why"),
        ("a\nb", '--why is more than one line: "a\\x0ab"', "write --why in one line"),
        ("a\u2028b", '--why is more than one line: "a\\u2028b"', "write --why in one line"),
        ("a\x1b[2J", '--why holds the character "\\x1b": "a\\x1b[2J"', "leave that character out"),
        ("a\udcff", '--why holds the character "\\xff": "a\\xff"', "leave that character out"),
        ("x" * 61 + "\0", f'--why holds the character "\\x00": "{"x" * 60}…"', "leave that character out"),
    ],
)
def test_what_does_not_fit_one_line_is_refused_by_name(value: str, message: str, hint: str) -> None:
    with pytest.raises(AgentStateError) as caught:
        one_line(value, "--why")
    assert (caught.value.message, caught.value.hint, caught.value.exit_code) == (message, hint, 2)
