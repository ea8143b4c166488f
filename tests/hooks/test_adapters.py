"""What holds for every agent and every payload: nothing raises, nothing private is kept, and a reply is what the agent accepts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.agents import ADAPTERS, adapter, claude_code, codex, copilot, opencode, vscode_copilot
from agentstate.hooks.adapter import Adapter
from agentstate.hooks.detection import detect
from agentstate.hooks.event import KINDS, OPERATIONS, TOOLS, Event
from agentstate.vocabulary.values import names
from tests.hooks.test_payloads import PAYLOADS
from tests.support.laws import law

OWN: dict[str, Adapter] = {
    "claude-code": claude_code,
    "codex": codex,
    "opencode": opencode,
    "copilot-cli": copilot,
    "vscode-copilot": vscode_copilot,
}
AGENTS = sorted({path.parent.name for path in PAYLOADS})
READ = {(path.parent.name, path.name): json.loads(path.read_text(encoding="utf-8")) for path in PAYLOADS}
NESTED = {
    "claude-code": {"SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop"},
    "codex": {"SessionStart", "UserPromptSubmit", "PostToolUse"},
    "vscode-copilot": {"SessionStart", "PostToolUse"},
}
COPILOT_CARRIERS = {"sessionStart", "SessionStart", "postToolUse", "PostToolUse", "postToolUseFailure", "PostToolUseFailure"}
FLAT = {
    "copilot-cli": ("additionalContext", COPILOT_CARRIERS),
    "opencode": (
        "context",
        {"session.created", "session.compacted", "session.idle", "chat.message", "tool.execute.after", "experimental.session.compacting"},
    ),
}
HEAVY = {"typing", "re", "json", "dataclasses", "pathlib", "enum", "datetime", "subprocess", "click", "ruamel", "git", "jsonschema"}

WORDS = (*KINDS, *TOOLS, "PostToolUse", "Bash", "*** Begin Patch\n*** Add File: a", '{"a": [1]}', "Exit code: 1")
STRINGS = st.text(max_size=8) | st.sampled_from(WORDS)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | STRINGS
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(STRINGS, inner, max_size=4), max_leaves=12)


def keys_of(value: object) -> set[str]:
    if isinstance(value, dict):
        return {*value, *(key for inner in value.values() for key in keys_of(inner))}
    return {key for inner in value for key in keys_of(inner)} if isinstance(value, list) else set()


KEYS = sorted({key for payload in READ.values() for key in keys_of(payload)})


def changed(value: object, choose: st.DataObject) -> object:
    """The payload with one value, at any depth, turned into something else."""
    if not isinstance(value, (dict, list)) or not value or choose.draw(st.integers(0, 3)) == 0:
        return choose.draw(JSON)
    place = choose.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
    made = value.copy()
    made[place] = changed(value[place], choose)
    return made


def is_an_event(found: object) -> bool:
    if not isinstance(found, Event):
        return False
    texts = [value for value in (getattr(found, name) for name in names(Event)) if isinstance(value, str)]
    texts += [part for touch in found.touches for part in (touch.path, touch.origin)]
    "".join(texts).encode()  # every database and terminal takes it
    numbers = all(number is None or type(number) is int for number in (found.exit_code, found.duration))
    return (
        numbers
        and found.kind in KINDS
        and found.tool in ("", *TOOLS)
        and all(touch.path and touch.op in OPERATIONS for touch in found.touches)
        and (found.kind == "tool_failed") is (found.ok is False)
    )


@law(100)
@given(st.dictionaries(st.sampled_from(KEYS) | STRINGS, JSON, max_size=12), st.sampled_from(AGENTS), STRINGS)
def test_any_object_is_an_event_for_every_agent(payload: dict[str, object], agent: str, name: str) -> None:
    assert isinstance(detect(payload, agent), str)
    assert is_an_event(adapter(agent).event(payload, name))


@law(100)
@given(st.data(), st.sampled_from(sorted(READ)))
def test_a_payload_with_one_odd_value_is_an_event(choose: st.DataObject, which: tuple[str, str]) -> None:
    payload = changed(READ[which], choose)
    if isinstance(payload, dict):
        assert isinstance(detect(payload, which[0]), str)
        assert is_an_event(adapter(which[0]).event(payload, ""))


@pytest.mark.parametrize("which", READ, ids="/".join)
def test_nobody_is_named_in_an_event(which: tuple[str, str]) -> None:
    marked = READ[which] | {"user_email": "person@example.org", "userId": "person-7"}
    event = adapter(which[0]).event(marked, "")
    assert event == adapter(which[0]).event({**READ[which], "userId": "person-7"}, "")
    assert "person" not in repr(event)


@law(100)
@given(st.sampled_from(sorted(NESTED)), st.text(min_size=1), st.data())
def test_text_for_the_model_in_the_form_of_claude_code(agent: str, text: str, choose: st.DataObject) -> None:
    name = choose.draw(st.sampled_from(sorted({*NESTED["claude-code"], "PreCompact", "PostCompact", "SessionEnd", "SubagentStop", ""})))
    found = OWN[agent].reply(Event(agent, name), text)
    wanted = {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}
    assert (json.loads(found) == wanted and found.isascii()) if name in NESTED[agent] else found == ""
    assert OWN[agent].reply(Event(agent, name), "") == ""


@law(100)
@given(st.text(min_size=1), st.data())
def test_text_for_the_model_in_one_key(text: str, choose: st.DataObject) -> None:
    agent = choose.draw(st.sampled_from(sorted(FLAT)))
    key, carriers = FLAT[agent]
    name = choose.draw(st.sampled_from(sorted({*carriers, "preCompact", "agentStop", "session.deleted", "file.edited", ""})))
    neutral = '{"context":""}' if agent == "opencode" else ""
    found = OWN[agent].reply(Event(agent, name), text)
    assert (json.loads(found) == {key: text} and found.isascii()) if name in carriers else found == neutral
    assert OWN[agent].reply(Event(agent, name), "") == neutral


def test_the_end_of_a_turn_takes_text_once() -> None:
    ended = Event("claude-code", "Stop", "turn_end")
    assert claude_code.reply(ended, "x")
    assert claude_code.reply(Event("claude-code", "Stop", "turn_end", source="hook"), "x") == ""


@pytest.mark.parametrize("path", [path for path in PAYLOADS if path.parent.name == "copilot-cli"], ids=lambda path: path.stem)
def test_an_event_named_on_the_command_line_is_the_one_its_keys_tell(path: Path) -> None:
    payload = READ["copilot-cli", path.name]
    told = copilot.event(payload, "")
    assert copilot.event(payload, told.name) == copilot.event(payload, "noSuchEvent") == told


def test_what_the_command_line_says_counts_before_the_keys() -> None:
    assert copilot.event({"sessionId": "s", "prompt": "p"}, "sessionEnd").kind == "session_end"
    assert copilot.event({"hook_event_name": "Stop", "session_id": "s"}, "sessionEnd").kind == "turn_end"


@pytest.mark.parametrize("agent", OWN)
def test_an_adapter_brings_no_other_agent_and_nothing_heavy(agent: str) -> None:
    program = f"""import sys
sys.path.insert(0, {str(Path(__file__).parent.parent.parent)!r})
from agentstate.agents import adapter
from agentstate.hooks.detection import detect
made = adapter({agent!r})
made.reply(made.event({{"hook_event_name": "PostToolUse", "tool_name": "Bash", "toolName": "bash"}}, ""), "")
print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True, capture_output=True, encoding="utf-8")
    loaded = set(done.stdout.split())
    module = f"agentstate.agents.{ADAPTERS[agent]}"
    others = {name for name in loaded if name.startswith("agentstate.agents.")} - {"agentstate.agents.agent", module}
    assert (loaded & HEAVY, others) == (set(), set())
