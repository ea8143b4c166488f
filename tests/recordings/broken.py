"""What holds for every format: no text whatever raises, and what is told of a file that was cut off is the start of what is told of it."""

from agentstate.agents import adapter
from agentstate.recordings.step import KINDS, Format, Step
from tests.recordings.normalised import read


def check(form: Format, text: str) -> list[Step]:
    """Read the text, also as the adapters do; the steps."""
    assert isinstance(form.recognises(text), bool)
    steps = read(form, text)
    assert {step.kind for step in steps} <= set(KINDS)
    for step in steps:
        adapter(step.agent).event(dict(step.payload), "")
    return steps


def check_cut(form: Format, text: str, length: int) -> None:
    """The tool calls that were whole in a cut file are those of the whole one."""
    cut, whole = _calls(check(form, text[:length])), _calls(read(form, text))
    assert cut[:-1] == whole[: len(cut[:-1])]


def _calls(steps: list[Step]) -> list[tuple[int, object, object]]:
    return [(step.line, step.payload["tool_name"], step.payload["tool_input"]) for step in steps if step.kind == "tool"]
