"""Notes as an agent would have kept them in a recorded session, on a disk of their own: what the head of a message is measured with.

Task, goal and decisions are what the session itself says, word for word, where it says it; the constraints are the labelled rules. What
it does not say is made up, the same for every session, so that no field of the head is empty. Nothing is taken from after the moment.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentstate.extraction.prose import sentences
from agentstate.extraction.sentences import statements
from agentstate.tree import Tree
from agentstate.workspace import open_workspace

LONGEST = 160
"""Characters of a note that was taken from a session: what somebody would have typed."""

MADE_UP: Mapping[str, tuple[str, ...]] = {
    "acceptance": ("`make check` ends with 0",),
    "constraints": ("the public names stay as they are", "no new dependency"),
    "do_not": ("never run `make deploy` from a laptop",),
    "awaiting_approval": ("delete the branch `old-layout`",),
    "stage": ("second of three steps",),
    "next_action": ("finish the step that was begun and look at its result",),
    "then": ("write the entry of the change log",),
    "blocked": ("the staging machine is down until Monday",),
    "done": ("the first step is finished and was looked at",),
    "decisions": ("Keep one process",),
}


@dataclass(frozen=True, slots=True)
class Notes:
    """What stands in the notes by the name of the field in the message, and the tree that was read from them."""

    texts: Mapping[str, tuple[str, ...]]
    tree: Tree


def notes(name: str, steps: Sequence[Mapping[str, Any]], rules: Sequence[str]) -> Notes:
    """The notes of the session `name` after these steps, in which these rules were heard."""
    prompts = [step["text"] for step in steps if step["kind"] == "user"]
    answers = [step["text"] for step in steps if step["kind"] == "assistant"]
    decided = [said.text for answer in answers for said in statements(answer) if said.kind == "decision" and said.confidence > 0.5]
    own = {
        "project": (name.partition("/")[0].rpartition("__")[2],),
        "goal": _first(prompts),
        "task": _first(reversed(prompts)),
        "constraints": _short(rules),
        "decisions": _short(reversed(decided))[:2],
    }
    texts = {**MADE_UP, **{field: said for field, said in own.items() if said}}
    return Notes(texts, _written(texts))


def _first(prompts: Iterable[str]) -> tuple[str, ...]:
    """The first sentence of the first prompt that has a short one."""
    return _short(sentence for prompt in prompts for sentence in sentences(prompt))[:1]


def _short(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if 8 <= len(text) <= LONGEST))[:3]


def _written(texts: Mapping[str, tuple[str, ...]]) -> Tree:
    """The tree as it is read from a disk."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / ".agent"
        folder.mkdir()
        (folder / "STATE.yaml").write_text(_state(texts), encoding="utf-8")
        entries = "".join(f"\n## [2026-11-{20 + number}] {title}\n- Decision: yes\n" for number, title in enumerate(texts["decisions"]))
        (folder / "DECISIONS.md").write_text(f"# Decisions\n{entries}", encoding="utf-8")
        return open_workspace(Path(scratch)).tree()


def _state(texts: Mapping[str, tuple[str, ...]]) -> str:
    listed = ("acceptance", "constraints", "do_not", "awaiting_approval", "done")
    names = {"task": "current_task", "stage": "current_stage"}
    values = {names.get(name, name): list(said) if name in listed else said[0] for name, said in texts.items() if name != "decisions"}
    return "version: 1\n" + "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
