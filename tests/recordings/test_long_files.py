"""A long file is read in bounded memory, and what waits is bounded too."""

import json
import tracemalloc
from collections.abc import Callable, Iterable, Iterator

import pytest

from agentstate.recordings import characters, claude_code, codex, detect, formats, gemini_cli
from agentstate.recordings.compactions import joined
from agentstate.recordings.records import moment, records, words
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import unreadable
from agentstate.recordings.waiting import Call, Lately, Waiting

MEGABYTES = 20
"""Of each file; the whole of it would take several times as much in memory."""

MOST = 10 * 1024 * 1024


def of_claude() -> Iterator[str]:
    for number in range(MEGABYTES * 100):
        about = {"sessionId": "s", "cwd": "/repo", "timestamp": "2026-05-01T10:00:00Z"}
        block = {"type": "tool_use", "id": f"t{number}", "name": "Write", "input": {"file_path": "a", "content": "x" * 9_000}}
        yield json.dumps({**about, "uuid": f"a{number}", "type": "assistant", "message": {"content": [block]}})
        result = {"type": "tool_result", "tool_use_id": f"t{number if number % 9 else 'lost'}", "content": "y" * 1_000}
        yield json.dumps({**about, "uuid": f"u{number}", "type": "user", "message": {"content": [result]}})


def of_codex() -> Iterator[str]:
    for number in range(MEGABYTES * 100):
        given = {"name": "shell", "call_id": f"c{number}", "arguments": json.dumps({"command": "x" * 9_000})}
        yield json.dumps({"type": "response_item", "payload": {"type": "function_call", **given}})
        result = {"type": "function_call_output", "call_id": f"c{number if number % 9 else 'lost'}", "output": "y" * 1_000}
        yield json.dumps({"type": "response_item", "payload": result})


def of_gemini() -> Iterator[str]:
    yield '{"sessionId": "s", "projectHash": "h", "messages": ['
    for number in range(MEGABYTES * 100):
        call = {"id": f"c{number}", "name": "write_file", "status": "success", "args": {"file_path": "a", "content": "x" * 9_900}}
        yield json.dumps({"id": f"m{number}", "type": "gemini", "content": "", "toolCalls": [call]}) + ","
    yield '{"type": "user", "content": "end"}]}'


@pytest.mark.parametrize(
    ("form", "source", "calls"),
    [
        (claude_code.FORMAT, of_claude, MEGABYTES * 100),
        (codex.FORMAT, of_codex, MEGABYTES * 100),
        (gemini_cli.FORMAT, of_gemini, MEGABYTES * 100),
    ],
)
def test_a_long_file_is_not_held(form: Format, source: Callable[[], Iterator[str]], calls: int) -> None:
    tracemalloc.start()
    count = sum(step.kind == "tool" for step in form.steps(source()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == calls
    assert peak < MOST


def test_a_line_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentstate.recordings.records.LONGEST", 10)
    assert [*records(['{"a":"0123456789"}'])] == [Step("fault", 1, text="a line of more than 16 MB")]
    assert characters.LONGEST == 16 * 1024 * 1024


def test_calls_wait_by_lines_and_by_their_size() -> None:
    waiting = Waiting()
    first, second, third = Call(1, 10, {}), Call(2, 40 << 20, {}), Call(3, 40 << 20, {})
    waiting.add("a", first)
    waiting.add("a", second)
    assert list(waiting.overdue(2_001)) == []
    assert list(waiting.overdue(2_002)) == [first]
    waiting.add("", third)
    assert list(waiting.overdue(3)) == [second]
    assert waiting.take("a") is None
    assert waiting.rest() == (third,)


def test_names_are_known_as_long_as_they_are_among_the_last() -> None:
    lately = Lately(2)
    assert [lately.knows(name) for name in ("a", "a", "b", "c", "a")] == [False, True, False, False, False]


def test_compactions_and_faults_keep_their_order() -> None:
    compaction, fault, spoken = Step("compaction", 1), unreadable(2, "why"), Step("said", 4)
    found = list(joined([compaction, fault, Step("compaction", 3, text="summary"), spoken, Step("compaction", 5)]))
    assert found == [fault, Step("compaction", 1, text="summary", initial=True), spoken, Step("compaction", 5)]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("1970-01-01T00:00:01Z", 1000),
        ("1970-01-01T00:00:01", 1000),
        (1500, 1500),
        (True, 0),
        ("soon", 0),
        (None, 0),
        (-1, 0),
        (float("nan"), 0),
        (float("inf"), 0),
    ],
)
def test_a_time_is_milliseconds(value: object, found: int) -> None:
    assert moment(value) == found


def test_words_are_the_texts_of_the_parts() -> None:
    assert words([{"text": "a"}, "b", {"image": 1}, 5]) == "a\nb"
    assert words({"text": "c"}) == "c"
    assert words(None) == ""


def test_each_format_has_a_name_of_its_own_and_a_text_of_nobody_has_none() -> None:
    names = [form.name for form in formats()]
    assert len(set(names)) == len(names)
    heads: Iterable[str] = ("", "{", "[]", "# Notes\n", '{"a": 1}', "\0\0")
    assert [detect(head) for head in heads] == [None] * 6
