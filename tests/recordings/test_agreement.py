"""Real recordings, where they are: each step against the normalised form beside the file, and each difference with its reason."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentstate.hooks.event import Event
from agentstate.hooks.paths import relative
from agentstate.recordings import detect
from agentstate.recordings.step import Step
from tests.recordings.normalised import found, read
from tests.support.told import event

FILES = [path for agent in ("claude", "codex", "gemini") for path in found(f"*/{agent}-*.json*") if not path.name.endswith(".norm.jsonl")]
KINDS = {"user": "prompt", "assistant": "said"}
TOOLS = {"patch": "edit", "web": "search", "mcp": "other", "plan": "other", "agent": "other"}
NO_PROMPTS = ("[Request interrupted by user", "<bash-input>")
"""What the normalised form takes for a prompt, and no hook for prompts is given."""

LONGEST = 1_100
SHARE = 0.97

pytestmark = pytest.mark.skipif(not FILES, reason="no folder of real recordings")


def normal(path: Path) -> list[dict[str, Any]]:
    text = path.with_name(f"{path.name}.norm.jsonl").read_text(encoding="utf-8")
    steps = [json.loads(line) for line in text.split("\n") if line]
    return [step for step in steps if step["kind"] != "user" or not step["text"].startswith(NO_PROMPTS)]


def told(path: Path) -> list[Step]:
    """The steps in the order of their lines: the normalised form puts a call where it was made, not where it ended."""
    text = path.read_bytes().decode("utf-8")
    form = detect(text[:65536])
    assert form
    return sorted(read(form, text), key=lambda step: step.line)


def differences(wanted: dict[str, Any], here: Event, roots: list[str]) -> Iterator[str]:
    """In what a call differs, with the reason; "unexplained" where none is known."""
    if wanted["name"] == "shell" and wanted["tool"] == "other":
        yield "arguments that were shortened, which are JSON only to us"
        return
    if TOOLS.get(here.tool, here.tool) != wanted["tool"]:
        yield "a fetched page is no search there" if here.tool_name == "WebFetch" else "unexplained tool"
    if (wanted["cmd"] or "")[:LONGEST] != here.command[:LONGEST]:
        yield "unexplained command"
    if wanted["tool"] in {"read", "edit", "write"}:
        paths = [relative(touch.path, here.cwd, *roots) for touch in here.touches]
        if paths != (wanted.get("paths") or []):
            yield "unexplained path" if roots else "the folder is guessed there"
    if wanted["tool"] == "shell" and wanted["exit"] != here.exit_code:
        yield "0 is taken for granted there" if (wanted["exit"], here.exit_code) == (0, None) else "unexplained exit"
    if wanted["ok"] != here.ok:
        yield about_end(wanted, here)


def about_end(wanted: dict[str, Any], here: Event) -> str:
    if here.source == "refused":
        return "the user refused: no failure here"
    return "success is taken for granted there" if (wanted["ok"], here.ok) == (True, None) else "unexplained end"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_kinds_of_the_steps_are_those_of_the_normalised_form(path: Path) -> None:
    assert [step.kind for step in told(path)] == [KINDS.get(step["kind"], step["kind"]) for step in normal(path)]


def test_calls_agree_but_for_known_reasons() -> None:
    reasons = Counter[str]()
    for path in FILES:
        calls = [step for step in told(path) if step.kind == "tool"]
        roots = list(dict.fromkeys(str(step.payload["cwd"]) for step in calls if step.payload["cwd"]))
        for wanted, step in zip([step for step in normal(path) if step["kind"] == "tool"], calls, strict=True):
            reasons.update([*differences(wanted, event(step), roots)] or ["agrees"])
    assert [reason for reason in reasons if reason.startswith("unexplained")] == []
    assert reasons["agrees"] / reasons.total() >= SHARE, reasons


def test_compactions_agree_with_their_triggers_and_summaries() -> None:
    for path in FILES:
        here = [step for step in told(path) if step.kind == "compaction"]
        wanted = [step for step in normal(path) if step["kind"] == "compaction"]
        assert [(step.initial, step.trigger or "unknown") for step in here] == [
            (bool(step.get("initial")), step["trigger"]) for step in wanted
        ]
        assert [step.text[:1000] for step in here] == [step["text"][:1000] for step in wanted]
