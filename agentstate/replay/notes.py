"""Notes as an agent would have kept them in a recorded session: what the head of a message is measured with.

Task, goal and decisions are what the session itself says, word for word, where it says it; the constraints are the user's rules. What it
does not say is made up, the same for every session, so that no field of the head is empty. Nothing is taken from after the moment.
"""

import json
from collections.abc import Iterable, Mapping

from agentstate.documents.text import SourceText
from agentstate.extraction.prose import sentences
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.values import dataclass

LONGEST = 160
"""Characters of a note that was taken from a session: what somebody would have typed."""

_SHORTEST = 8
_MOST = 3

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


@dataclass(frozen=True)
class Notes:
    """What stands in the notes by the name of the field in the message, and the tree that holds them."""

    texts: Mapping[str, tuple[str, ...]]
    tree: Tree


def notes(session: str, prompts: tuple[str, str], decided: Iterable[str], rules: Iterable[str]) -> Notes:
    """The notes of a `session` (its folder and its file) with these first and newest sentences of `prompts`, what was `decided`, the newest
    first, and `rules`. The project is called as the folder is, behind an owner and two lines where it has one."""
    goal, task = prompts
    own = {
        "project": (session.partition("/")[0].rpartition("__")[2],),
        "goal": (goal,),
        "task": (task,),
        "constraints": short(rules),
        "decisions": short(decided)[:2],
    }
    texts = {**MADE_UP, **{name: said for name, given in own.items() if (said := tuple(filter(None, given)))}}
    return Notes(texts, Tree(sources={layout.STATE: _state(texts), layout.DECISIONS: _decisions(texts)}))


def first_sentence(prompt: str) -> str:
    """The first sentence of a prompt that is short enough for a note; "" where there is none."""
    return next(iter(short(sentences(prompt))), "")


def short(texts: Iterable[str]) -> tuple[str, ...]:
    """The first three that are as long as notes are."""
    return tuple(dict.fromkeys(text for text in texts if _SHORTEST <= len(text) <= LONGEST))[:_MOST]


def _decisions(texts: Mapping[str, tuple[str, ...]]) -> SourceText:
    entries = "".join(f"\n## [2026-11-{20 + number}] {title}\n- Decision: yes\n" for number, title in enumerate(texts["decisions"]))
    return SourceText(layout.DECISIONS, f"# Decisions\n{entries}")


def _state(texts: Mapping[str, tuple[str, ...]]) -> SourceText:
    listed = ("acceptance", "constraints", "do_not", "awaiting_approval", "done")
    names = {"task": "current_task", "stage": "current_stage"}
    values = {names.get(name, name): list(said) if name in listed else said[0] for name, said in texts.items() if name != "decisions"}
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
    return SourceText(layout.STATE, f"version: 1\n{''.join(lines)}")
