"""How a command ended: a number where the agent says it, None everywhere else, 0 never as a guess."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks import results
from agentstate.hooks.event import REFUSED, Event
from agentstate.hooks.outline import ended
from tests.support.laws import law

END = "Process Group PGID: 42\n</untrusted_context>"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        *(("Exit code 1\nF..", 1), ("Exit code 127", 127), ("Exit code 2\r\nx", 2), ("Exit code 0", 0), ("Exit code 7 (x)", 7)),
        *(("x\nExit code 1", None), ("Exit code", None), ("Exit code x", None), ("exit code 1", None), ("", None), (" Exit code 1", None)),
    ],
)
def test_claude_says_it_first(error: str, expected: int | None) -> None:
    assert results.exit_of_failure(error) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        *(("Exit code: 1\nWall time: 0.1 seconds", 1), ("Exit code: -1\n", -1), ("Exit code: 0", 0), ("Exit code: ", None)),
        ("Chunk ID: 1\nWall time: 0\nProcess exited with code 2\nOutput:", 2),
        ("1\n2\n3\n4\nProcess exited with code 2", 2),
        ("1\n2\n3\n4\n5\nProcess exited with code 2", None),
        ("a\nExit code: 0", None),
        ("Process running with session ID 7\n", None),
        ("Exit code: x\nProcess exited with code 3", 3),
        *(("3 passed", None), ("", None), ("the Process exited with code 1", None)),
    ],
)
def test_codex_says_it_in_its_first_lines(output: str, expected: int | None) -> None:
    assert results.exit_of_codex(output) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (f"<untrusted_context>\nOutput: 3 passed\n{END}", 0),
        (f"<untrusted_context>\nOutput: (empty)\nExit Code: 1\n{END}", 1),
        (f"<untrusted_context>\nOutput: x\nExit Code: 130\nSignal: 2\nBackground PIDs: 1, 2\n{END}", 130),
        (f"<untrusted_context>\nOutput: x\nSignal: SIGKILL\n{END}", None),
        (f"<untrusted_context>\nOutput: x\nError: spawn ENOENT\n{END}", None),
        (f"<untrusted_context>\nOutput: Exit Code: 3 was printed\nlast\n{END}", 0),
        ("Output: x\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 42", 0),
        ("Stderr: (empty)\nError: (none)\nExit Code: (none)\nSignal: SIGTERM\nProcess Group PGID: 42", None),
        ("Command is running in background. PID: 7\nProcess Group PGID: 42", None),
        (f"<untrusted_context>\nCommand moved to background (PID: 7).\n{END}", None),
        ("Command was cancelled by user.\nProcess Group PGID: 42", None),
        *(("Output: x", None), ("", None), ("\n\n", None)),
    ],
)
def test_gemini_and_qwen_say_it_after_the_output(output: str, expected: int | None) -> None:
    assert results.exit_of_trailer(output) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        *(("x\n<exited with exit code 0>", 0), ("<exited with exit code 2>\n", 2), ("<exited with exit code -1>", -1)),
        *(("<exited with exit code 2>\nx", None), ("<exited with exit code >", None), ("<exited with exit code 2> x", None), ("", None)),
    ],
)
def test_copilot_says_it_last(output: str, expected: int | None) -> None:
    assert results.exit_of_copilot(output) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("text", "text"),
        ([{"type": "text", "text": "a"}, {"type": "image"}, "b", 3], "a\nb"),
        ({"content": [{"text": "a"}], "isError": False}, "a"),
        ({"text": "a"}, "a"),
        ({"output": "a"}, "a"),
        *(({"content": {"text": "a"}}, ""), (None, ""), (3, ""), ([], "")),
    ],
)
def test_the_text_of_a_result(value: object, expected: str) -> None:
    assert results.content(value) == expected


def test_a_short_text_is_its_own_excerpt_and_a_long_one_is_cut_between_words() -> None:
    assert results.excerpt("word " * 2400) == "word " * 2400
    lines = "".join(f"line {number} secret-{number}\n" for number in range(2000))
    cut = results.excerpt(lines)
    head, _, tail = cut.partition("\n[")
    assert lines.startswith(head)
    assert lines.endswith(tail.partition("left out]\n")[2])
    assert head.endswith(("\n", " "))
    assert tail.partition("left out]\n")[2].startswith(("line", "secret-"))


def test_a_long_word_is_left_out_whole() -> None:
    assert results.excerpt("x" * 20_000) == "\n[20000 characters left out]\n"


@law(200)
@given(st.text(st.sampled_from("ab \n"), min_size=1), st.integers(1, 40_000))
def test_an_excerpt_is_a_start_an_end_and_the_number_of_what_lies_between(piece: str, length: int) -> None:
    text = (piece * length)[:40_000]
    cut = results.excerpt(text)
    cut_out = re.fullmatch(r"(.*)\n\[([0-9]+) characters left out\]\n(.*)", cut, re.DOTALL)
    head, number, tail = cut_out.groups() if cut_out else (text, "0", "")
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(head) + int(number) + len(tail) == len(text)
    assert len(cut) <= 12_050


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit", True),
        ("Error: The user doesn't want to take this action right now. STOP", True),
        ("rejected by user", True),
        ("aborted by user after 3.2s", True),
        ('exec command failed: Rejected("rejected by user")', True),
        ("push rejected by the server: the user doesn't want to proceed with this tool use", False),
        ("", False),
    ],
)
def test_what_the_user_refused(said: str, refused: bool) -> None:
    assert results.is_refused(said) is refused


def test_a_call_that_the_user_refused_has_not_failed() -> None:
    said = "The user doesn't want to proceed with this tool use. The tool use was rejected"
    found = ended(Event("codex", kind="tool_failed"), ok=False, excerpt=said)
    assert (found.kind, found.ok, found.source, found.excerpt) == ("tool", None, REFUSED, "")
    assert ended(Event("codex", kind="tool"), ok=False, exit_code=1, excerpt="rejected by user").kind == "tool_failed"
