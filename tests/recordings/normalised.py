"""A recording compared with the normalised form beside it, which somebody else's program made: tool call by tool call."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from agentstate.agents import adapter
from agentstate.hooks.event import Event
from agentstate.hooks.paths import relative
from agentstate.recordings.step import Format, Step

try:
    from benchmarks.sentences import recordings
except ModuleNotFoundError:  # the benchmarks are in the checkout alone
    FOLDER = None
else:
    FOLDER = recordings()
_KINDS = {"user": "prompt", "assistant": "said", "tool": "tool", "compaction": "compaction"}
_ONLY_THOUGHT = re.compile(r"(?:<think></think>|---|\s)*")
_LONGEST = 1_100
"""Characters of a command that the normalised form surely holds."""


def found(pattern: str) -> list[Path]:
    """The recordings whose paths below the folder of sessions fit."""
    return sorted(FOLDER.glob(f"sessions/{pattern}")) if FOLDER else []


def read(form: Format, text: str, size: int = 4096) -> list[Step]:
    """The steps of a text, handed over as the format wants it."""
    pieces = text.split("\n") if form.by_lines else [text[start : start + size] for start in range(0, len(text), size)]
    return list(form.steps(pieces))


def compared(form: Format, path: Path) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """The kinds of steps as they are normalised, as they are read, and how many tool calls agree or differ, and in what."""
    text = path.read_bytes().decode("utf-8", "replace")
    assert form.recognises(text[:65536])
    steps = read(form, text)
    normal = [json.loads(line) for line in path.with_name(f"{path.name}.norm.jsonl").read_text(encoding="utf-8").split("\n") if line]
    kinds = Counter(_KINDS[one["kind"]] for one in normal if one["kind"] != "assistant" or not _ONLY_THOUGHT.fullmatch(one["text"]))
    return kinds, Counter(step.kind for step in steps), Counter(_differences(normal, steps))


def _differences(normal: Sequence[dict[str, Any]], steps: Sequence[Step]) -> Iterator[str]:
    folder = next((str(step.payload["cwd"]) for step in steps if step.payload.get("cwd")), "")
    wanted = [one for one in normal if one["kind"] == "tool"]
    for one, step in zip(wanted, [step for step in steps if step.kind == "tool"], strict=True):
        event = adapter(step.agent).event(dict(step.payload), "")
        yield from [*_of_call(one, event, folder)] or ["agrees"]


def _of_call(one: dict[str, Any], event: Event, folder: str) -> Iterator[str]:
    """In what the call differs, and why as far as can be told from the two."""
    wanted, paths = one.get("paths") or [], [relative(touch.path, event.cwd, folder) for touch in event.touches]
    if one["tool"] == "shell":
        wanted_command, command = (one["cmd"] or "").strip()[:_LONGEST], event.command.strip()[:_LONGEST]
        if wanted_command != command:
            yield "a command that the other does not see" if not wanted_command else "another command"
    elif paths != wanted:
        yield _about_paths(one["tool"], wanted, paths)
    if one["exit"] != event.exit_code:
        yield f"exit {one['exit']}, here {event.exit_code}"
    if one["ok"] != event.ok:
        refused = " (refused)" if event.source == "refused" else ""
        yield f"ok {one['ok']}, here {event.ok}{refused}"


def _about_paths(tool: str, wanted: list[str], paths: list[str]) -> str:
    if wanted and paths and any(one.endswith(other.lstrip("/")) for one, other in ((wanted[0], paths[0]), (paths[0], wanted[0]))):
        return "another root"
    return "a folder or address that was searched" if wanted and not paths and tool in {"search", "read"} else "another path"
