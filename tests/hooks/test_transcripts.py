"""What an agent said, from its own record: the forms of Claude Code and Codex, and everything in them that is nobody's word."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks.transcripts import spoken
from agentstate.journal.journal import open_journal
from agentstate.vocabulary import layout
from tests.hooks.scripts import payload, workplace
from tests.support.command import run_here
from tests.support.laws import law
from tests.support.repository import Repository

__all__ = ["workplace"]


def said(text: str, **more: object) -> dict[str, object]:
    return {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}, **more}


def asked(content: object, **more: object) -> dict[str, object]:
    return {"type": "user", "message": {"role": "user", "content": content}, **more}


def item(role: str, kind: str, text: str) -> dict[str, object]:
    return {"type": "response_item", "payload": {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}}


CLAUDE = [
    said("Before the compaction."),
    {"type": "system", "subtype": "compact_boundary"},
    asked("This session is being continued.", isCompactSummary=True),
    said("One."),
    asked([{"type": "text", "text": "Go on."}]),
    said("Two."),
    {"type": "assistant", "message": {"content": [{"type": "thinking", "thinking": "hm"}, {"type": "tool_use", "name": "Bash"}]}},
    asked([{"type": "tool_result", "content": "output"}]),
    asked("told by a program", isMeta=True),
    said("Of a subagent.", isSidechain=True),
    said("API Error: overloaded", isApiErrorMessage=True),
    {"type": "file-history-snapshot", "message": 3},
    said("Three."),
]
CODEX = [
    item("assistant", "output_text", "Before the compaction."),
    {"type": "compacted", "payload": {"message": "summary"}},
    item("assistant", "output_text", "One."),
    item("user", "input_text", "Go on."),
    {"type": "event_msg", "payload": {"type": "agent_message", "message": "Two."}},
    item("assistant", "output_text", "Two."),
    {"type": "response_item", "payload": {"type": "function_call_output", "output": "output"}},
    {"type": "response_item", "payload": {"type": "reasoning", "content": [{"type": "output_text", "text": "hm"}]}},
    item("developer", "input_text", "told by a program"),
    item("assistant", "output_text", "Three."),
]


def lines(records: list[dict[str, object]]) -> list[bytes]:
    return [json.dumps(record).encode() for record in records]


@pytest.mark.parametrize(("agent", "records"), [("claude-code", CLAUDE), ("codex", CODEX)])
def test_what_was_said_in_the_turn_and_since_the_compaction(agent: str, records: list[dict[str, object]]) -> None:
    assert spoken(agent, lines(records), turn=True) == "Two.\n\nThree."
    assert spoken(agent, lines(records), turn=False) == "One.\n\nTwo.\n\nThree."
    assert spoken("cursor", lines(records), turn=False) == ""


def test_of_very_much_the_last_is_taken() -> None:
    assert spoken("claude-code", lines([said("a" * 200_000), said("b")]), turn=True) == "a" * 99_997 + "\n\nb"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["assistant", "user", "message", "response_item", "text", "x\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "role", "message", "payload", "content", "text", "isMeta"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@law(200)
@given(st.lists(VALUES.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=20) | st.just(b"[" * 100_000), max_size=4))
def test_no_line_is_too_strange(found: list[bytes]) -> None:
    for agent in ("claude-code", "codex"):
        spoken(agent, found, turn=False).encode()


def words(place: Path) -> list[tuple[object, ...]]:
    journal = open_journal(place)
    found = list(journal.rows("SELECT kind, text, source, times FROM texts WHERE kind IN ('decision', 'dead-end') ORDER BY id"))
    journal.close()
    return found


def tell(agent: str, name: str, place: Path, record: Path) -> None:
    told = {**json.loads(payload(agent, name, place)), "transcript_path": str(record)}
    run_here("hook", agent, at=place, stdin=json.dumps(told))


@pytest.mark.parametrize(
    ("agent", "names", "records"),
    [
        ("claude-code", ["precompact-auto-null", "precompact-auto-null"], [said("We decided to use a queue.")]),
        ("codex", ["stop-nomessage", "precompact-auto"], [item("assistant", "output_text", "We decided to use a queue.")]),
    ],
)
def test_a_hook_keeps_what_the_record_says_once(
    agent: str, names: list[str], records: list[dict[str, object]], workplace: Repository
) -> None:
    record = workplace.path / layout.LOCAL / "rollout.jsonl"
    record.parent.mkdir(exist_ok=True)
    record.write_bytes(b"\n".join(lines(records)))
    for name in names:
        tell(agent, name, workplace.path, record)
    assert words(workplace.path) == [("decision", "We decided to use a queue.", "transcript", 1)]


def test_a_tool_call_and_a_record_elsewhere_are_not_read(workplace: Repository, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "rollout.jsonl"
    inside = workplace.path / "rollout.jsonl"
    for record in (elsewhere, inside):
        record.write_bytes(b"\n".join(lines([said("We decided to use a queue.")])))
    tell("claude-code", "precompact-auto-null", workplace.path, elsewhere)
    tell("claude-code", "posttooluse-read", workplace.path, inside)
    tell("claude-code", "stop-basic", workplace.path, inside)
    workplace.write(layout.CONFIG, "journal: {said: off}\n")
    tell("claude-code", "precompact-auto-null", workplace.path, inside)
    assert words(workplace.path) == []
