"""What a hook answers goes out as what every verb prints: nothing invisible reaches the stream, in JSON or as plain text."""

import io
import json
import sys

import pytest

from agentstate.agents import ADAPTERS, adapter
from agentstate.cli.hooking import process
from agentstate.hooks.event import Event
from agentstate.vocabulary.visible import is_invisible
from tests.hooks.scripts import SESSIONS, payload, workplace
from tests.support.command import run_here
from tests.support.repository import Repository

__all__ = ["workplace"]

HOSTILE = "a\x1b]0;t\x07b\u202ec\u200bd\U000e0041e\x9bf\ufe0fg"


@pytest.mark.parametrize("agent", ["claude-code", "codex", "kiro", "cline", "gemini-cli"])
def test_nothing_invisible_is_answered_whatever_the_notes_hold(workplace: Repository, agent: str) -> None:
    state = f'project: demo\ncurrent_task: "x{HOSTILE[12:]}"\nnext_action: "{HOSTILE[12:]}"\n'
    workplace.write(".agent/STATE.yaml", state)
    workplace.write(".agent/TODO.md", f"# TODO\n\n- [ ] P1 {HOSTILE}\n")
    told = []
    for name in SESSIONS[agent]:
        done = run_here("hook", agent, at=workplace.path, stdin=payload(agent, name, workplace.path))
        told.append(done.out)
        assert [character for character in done.out if is_invisible(character) and character not in "\n\t"] == []
        for text in texts(done.out):
            assert [character for character in text if is_invisible(character) and character not in "\n\t"] == []
    assert any(told)


def texts(out: str) -> list[str]:
    """The texts in an answer, as the agent reads them."""
    found: list[object] = [json.loads(out)] if out.startswith("{") else [out]
    for value in found:
        found += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value for value in found if isinstance(value, str)]


@pytest.mark.parametrize("agent", ADAPTERS)
def test_every_adapter_has_an_answer_that_says_nothing(agent: str) -> None:
    assert isinstance(adapter(agent).reply(Event(agent), ""), str)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"a": "b"}\n', '{"a": "b"}\n'),
        ("naïve 名\n", "naïve 名\n"),
        ("a\x1b[2J\u202eb\n", "a\\x1b[2J\\u202eb\n"),
        ("\u00ad\u200b", "\\xad\\u200b"),
    ],
)
def test_what_an_adapter_would_let_through_goes_out_as_an_escape(monkeypatch: pytest.MonkeyPatch, text: str, shown: str) -> None:
    stream, watch = io.TextIOWrapper(io.BytesIO()), process.Watch()
    watch.over = True  # it would end this process
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        watch.say(text)
    assert stream.buffer.getvalue() == shown.encode()
