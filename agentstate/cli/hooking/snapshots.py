"""Snapshots that nobody asked for: in `local/`, in the form of a checkpoint, with what the journal knows beside it."""

from datetime import datetime
from pathlib import Path

from agentstate.documents.snapshot import render_snapshot, snapshot_id
from agentstate.files.read import list_folder
from agentstate.files.write import remove, write_atomic
from agentstate.hooks.event import Event
from agentstate.journal import reading
from agentstate.journal.journal import Journal
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion, snapshot_of
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import Value, dump

FOLDER = layout.AUTOMATIC
MOST = 20
"""How many are kept; the oldest goes first."""

_REASON = "switch"
_LISTED, _LONGEST = 20, 500
"""Of each list how many items, and how many characters of each."""


@dataclass(frozen=True)
class Content:
    """What a snapshot is of."""

    tree: Tree
    git: GitFacts
    journal: Journal | None


def keep(root: Path, content: Content, occasion: str, now: datetime, event: Event) -> None:
    """One more snapshot; AgentStateError where it cannot be written."""
    found = list_folder(root, FOLDER)
    names = [] if isinstance(found, Fault) else [name.removesuffix(".yaml") for name in found if name.endswith(".yaml")]
    identifier = snapshot_id(now, _REASON, occasion, names)
    text = render_snapshot(snapshot_of(content.tree, content.git, Occasion(_REASON, now, occasion), identifier))
    if content.journal:
        text += dump({"journal": _facts(content.journal, event)})
    write_atomic(root, f"{FOLDER}/{identifier}.yaml", text.encode("utf-8", "replace"))
    for old in sorted([*names, identifier])[:-MOST]:
        remove(root, f"{FOLDER}/{old}.yaml")


def _facts(journal: Journal, event: Event) -> dict[str, Value]:
    instruction, plan = reading.newest(journal, "prompt"), reading.newest(journal, "plan")
    return {
        "agent": event.agent,
        "session": event.session[:_LONGEST],
        "step": reading.step(journal),
        "newest_instruction": instruction.text[:_LONGEST] if instruction else "",
        "plan": plan.text[: 4 * _LONGEST] if plan else "",
        "rules": [rule.text[:_LONGEST] for rule in reading.rules(journal)[:_LISTED]],
        "unresolved": [command.command[:_LONGEST] for command in reading.unresolved(journal)[:_LISTED]],
        "files": [file.path[:_LONGEST] for file in reading.recent_files(journal, _LISTED)],
    }
