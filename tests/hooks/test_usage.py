"""How full a context is, from the records of the agents that tell it; and what the agent is told, once."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from agentstate.hooks.usage import used
from agentstate.vocabulary import layout
from tests.hooks.scripts import given_text, payload, workplace
from tests.support.command import run_here
from tests.support.repository import Repository

__all__ = ["workplace"]

CODEX = {
    "type": "event_msg",
    "payload": {"type": "token_count", "info": {"last_token_usage": {"total_tokens": 850}, "model_context_window": 1000}},
}
CLAUDE = {
    "type": "assistant",
    "message": {"usage": {"input_tokens": 3, "cache_creation_input_tokens": 40, "cache_read_input_tokens": 800, "output_tokens": 7}},
}
BOUNDARY = {"type": "system", "subtype": "compact_boundary"}
FULL = "85 % of your context is used; what is not written down is lost when it is compacted. "


@pytest.mark.parametrize(
    ("agent", "records", "found"),
    [
        ("codex", [CODEX], (850, 1000)),
        ("codex", [CODEX, {"type": "compacted", "payload": {}}], (0, 0)),
        ("codex", [CODEX, {"type": "event_msg", "payload": {"type": "token_count", "info": None}}], (850, 1000)),
        ("codex", [{"type": "event_msg", "payload": {"type": "token_count", "info": {"model_context_window": "x"}}}], (0, 0)),
        ("claude-code", [CLAUDE], (850, 0)),
        ("claude-code", [CLAUDE, {**CLAUDE, "isSidechain": True, "message": {"usage": {"input_tokens": 1}}}], (850, 0)),
        ("claude-code", [CLAUDE, BOUNDARY], (0, 0)),
        ("claude-code", [BOUNDARY, CLAUDE], (850, 0)),
        ("claude-code", [{"type": "user", "message": {"usage": 3}}], (0, 0)),
        ("gemini-cli", [CODEX, CLAUDE], (0, 0)),
        ("codex", [], (0, 0)),
    ],
)
def test_what_the_last_answer_used(agent: str, records: Sequence[Mapping[str, object]], found: tuple[int, int]) -> None:
    lines = [json.dumps(record).encode() for record in records]
    assert used(agent, [*lines, b"token_count {", b'["usage"]', b"\xff"]) == found


def told(agent: str, name: str, record: Mapping[str, object], place: Path) -> str:
    """What the model is given at the event, with a record of the session that ends so."""
    (place / layout.LOCAL).mkdir(exist_ok=True)
    transcript = place / layout.LOCAL / "session.jsonl"
    transcript.write_text(json.dumps(record) + "\n", encoding="utf-8")
    event = {**json.loads(payload(agent, name, place)), "transcript_path": transcript.as_posix()}
    return given_text(run_here("hook", agent, at=place, stdin=json.dumps(event)).out)


def test_codex_is_told_with_its_next_prompt_once_until_it_compacts(workplace: Repository) -> None:
    place = workplace.path
    said = FULL + "The notes in `.agent/` name a next action, hypotheses and what is not to be done."
    assert [told("codex", "userpromptsubmit-basic", CODEX, place) for _ in range(2)] == [said, ""]
    told("codex", "precompact-auto", CODEX, place)
    told("codex", "sessionstart-compact", CODEX, place)
    assert told("codex", "userpromptsubmit-basic", CODEX, place) == said


def test_claude_is_told_at_the_end_of_a_turn_where_its_window_is_known(workplace: Repository) -> None:
    place = workplace.path
    assert told("claude-code", "stop-basic", CLAUDE, place) == ""
    workplace.write(layout.CONFIG, "handoff: {at: 0.9, window: 1000}\n")
    assert told("claude-code", "stop-basic", CLAUDE, place) == ""
    workplace.write(layout.CONFIG, "handoff: {window: 1000}\n")
    assert told("claude-code", "stop-basic", CLAUDE, place).startswith(FULL)
