"""The replies of the agents that do not answer as Claude Code does, to the byte; and what a hook of theirs has to import."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.agents import ADAPTERS, adapter, cline, cursor, gemini, kiro, qwen_code, windsurf
from agentstate.hooks.adapter import Adapter
from agentstate.hooks.event import Event
from tests.support.laws import law

OWN: dict[str, Adapter] = {
    "cursor": cursor,
    "qwen-code": qwen_code,
    "gemini-cli": gemini,
    "kiro": kiro,
    "cline": cline,
    "windsurf": windsurf,
}
CARRIERS = {
    "cursor": {"sessionStart", "postToolUse", "SessionStart", "PostToolUse"},
    "qwen-code": {"SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"},
    "gemini-cli": {"SessionStart", "BeforeAgent", "AfterTool"},
    "kiro": {"agentSpawn", "userPromptSubmit", "SessionStart", "UserPromptSubmit", "PostCompact"},
    "cline": {"PreToolUse", "PostToolUse"},
    "windsurf": set(),
}
NEUTRAL = {"cursor": "", "qwen-code": "{}", "gemini-cli": "{}", "kiro": "", "cline": '{"cancel":false}', "windsurf": ""}
SILENT = {"", "preCompact", "PreCompact", "PreCompress", "stop", "Stop", "AfterAgent", "SessionEnd", "TaskStart", "post_write_code"}
NAMES = sorted({*SILENT, *(name for names in CARRIERS.values() for name in names)})
PAYLOADS = Path(__file__).parent / "payloads"
SHARED = {"agentstate.agents.agent", "agentstate.agents.context_files", "agentstate.agents.gemini_tools"}
HEAVY = {"typing", "re", "json", "dataclasses", "pathlib", "enum", "datetime", "subprocess", "click", "ruamel", "git", "jsonschema"}


def event_of(agent: str, case: str) -> Event:
    return adapter(agent).event(json.loads((PAYLOADS / agent / f"{case}.json").read_text(encoding="utf-8")), "")


def accepted(agent: str, name: str, text: str) -> object:
    if agent in {"qwen-code", "gemini-cli"}:
        return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}
    return {"cancel": False, "contextModification": text} if agent == "cline" else {"additional_context": text}


@law(200)
@given(st.sampled_from(sorted(OWN)), st.sampled_from(NAMES), st.text(min_size=1))
def test_the_answer_has_the_keys_that_the_agent_takes_and_no_others(agent: str, name: str, text: str) -> None:
    found = OWN[agent].reply(Event(agent, name), text)
    assert OWN[agent].reply(Event(agent, name), "") == NEUTRAL[agent]
    if name not in CARRIERS[agent]:
        assert found == NEUTRAL[agent]
    elif agent == "kiro":
        assert found == text
    else:
        assert json.loads(found) == accepted(agent, name, text)
        assert found.isascii()


@law(200)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40), min_size=1), st.integers(0, 200))
def test_kiro_is_given_whole_lines_and_no_more_than_it_takes_in(lines: list[str], times: int) -> None:
    text = "\n".join([*lines, *["x" * 60] * times])
    given_out = kiro.reply(Event("kiro", "agentSpawn"), text)
    assert len(given_out) <= kiro.CHARACTERS
    assert given_out == text if len(text) <= kiro.CHARACTERS else f"{text}\n".startswith(f"{given_out}\n")


@pytest.mark.parametrize(("length", "kept"), [(2999, 2999), (3000, 3000), (3001, 0)])
def test_kiro_is_given_no_part_of_a_line(length: int, kept: int) -> None:
    assert kiro.reply(Event("kiro", "PostCompact"), "x" * length) == "x" * kept
    assert kiro.reply(Event("kiro", "PostCompact"), f"a\n\n{'x' * length}\ny") == "a"
    assert kiro.reply(Event("kiro", "PostCompact"), f"{'x' * length}\ny") == (f"{'x' * length}\ny" if length < 2999 else "x" * kept)


def test_a_call_that_reaches_us_by_two_settings_files_is_one_call() -> None:
    first, again = event_of("cursor", "posttooluse-shell-parallel-a"), event_of("cursor", "posttooluse-shell-again-by-claude-file")
    beside = event_of("cursor", "posttooluse-shell-parallel-b")
    assert (first.session, first.call, first.kind) == (again.session, again.call, again.kind)
    assert (first.session, first.turn) == (beside.session, beside.turn)
    assert first.call != beside.call


def test_gemini_tells_of_a_compaction_before_each_turn_but_for_one_that_the_user_asked_for() -> None:
    told = {case: event_of("gemini-cli", f"precompress-{case}").source for case in ("auto", "manual", "notrigger")}
    assert told == {"auto": "turn", "manual": "", "notrigger": "turn"}


def test_an_event_of_kiro_that_the_payload_does_not_name_is_the_one_of_the_command_line() -> None:
    assert kiro.event({"cwd": "/w", "prompt": "go"}, "UserPromptSubmit") == Event("kiro", "UserPromptSubmit", "prompt", cwd="/w", text="go")
    assert kiro.event({"trigger": "Stop"}, "UserPromptSubmit").kind == "turn_end"
    assert kiro.event({"trigger": "manual"}, "PreCompact").trigger == "manual"


@pytest.mark.parametrize("agent", OWN)
def test_an_adapter_brings_no_other_agent_and_nothing_heavy(agent: str) -> None:
    program = f"""import sys
sys.path.insert(0, {str(Path(__file__).parent.parent.parent)!r})
from agentstate.agents import adapter
made = adapter({agent!r})
made.reply(made.event({{"hook_event_name": "PostToolUse", "tool_name": "Bash", "hookName": "PostToolUse"}}, ""), "")
print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True, capture_output=True, encoding="utf-8")
    loaded = set(done.stdout.split())
    others = {name for name in loaded if name.startswith("agentstate.agents.")} - {*SHARED, f"agentstate.agents.{ADAPTERS[agent]}"}
    assert (loaded & HEAVY, others) == (set(), set())
