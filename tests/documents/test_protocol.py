import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.protocol import Step, asks_instead_of_guessing, parse_protocol
from agentstate.documents.text import SourceText
from agentstate.resources import read_text
from tests.support.laws import law


def test_steps_are_the_outermost_numbered_items_with_the_lines_that_go_on() -> None:
    lines = [
        "# P",
        "",
        "1. Read",
        "   more",
        "runs on",
        "   1. nested",
        "2) Ask.",
        "- bullet",
        "",
        "3、读",
        "04. x",
        "```",
        "5. code",
        "```",
        "6.no",
    ]
    assert parse_protocol(SourceText("x", "\n".join(lines))).steps == (
        Step(1, "Read\nmore\nruns on\n1. nested", 3),
        Step(2, "Ask.", 7),
        Step(3, "读", 10),
        Step(4, "x", 11),
    )


def test_the_steps_of_a_list_that_is_indented_as_a_whole() -> None:
    assert [step.number for step in parse_protocol(SourceText("x", "  1. a\n  2. b\n     3. c\n 4. d\n")).steps] == [1, 2, 4]


def test_each_number_starts_a_step() -> None:
    assert [step.text for step in parse_protocol(SourceText("x", "1、a\n2、b\n3）c\n")).steps] == ["a", "b", "c"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_protocol_that_init_writes(lang: str) -> None:
    protocol = parse_protocol(SourceText("x", read_text("templates", f"{lang}/PROTOCOL.md")))
    assert ([step.number for step in protocol.steps], protocol.asks, protocol.faults) == ([1, 2, 3, 4, 5], True, ())


@pytest.mark.parametrize(
    "text",
    [
        *(
            "If still unsure, ask. Do not guess.",
            "Ask the user instead of guessing",
            "when in doubt ask",
            "Never assume: ask",
            "If you are not sure, ask",
        ),
        *("仍不确定，向用户询问，不要猜测。", "拿不准就问用户", "不得想当然，先请教"),
    ],
)
def test_a_step_that_says_to_ask_and_not_to_guess(text: str) -> None:
    assert asks_instead_of_guessing(text)


@pytest.mark.parametrize(
    "text", ["Do not guess.", "Read the task, unsure or not", "Ask for tests", "不要猜测", "询问用户", "访问不确定的地址", ""]
)
def test_a_step_that_says_only_half_of_it(text: str) -> None:
    assert not asks_instead_of_guessing(text)


def test_a_protocol_without_such_a_step_does_not_ask() -> None:
    assert not parse_protocol(SourceText("x", "1. Read.\n\nIf unsure, ask. Do not guess.\n")).asks


@law(200)
@given(st.binary(max_size=200).map(lambda data: SourceText.decode("x.md", data)))
def test_no_bytes_raise(text: SourceText) -> None:
    assert all(0 < step.line <= len(text.lines) for step in parse_protocol(text).steps)
