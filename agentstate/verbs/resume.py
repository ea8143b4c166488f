"""The recovery message: what an agent needs that has lost its memory, from the tracked files, git, and the journal where there is one."""

import json
from collections.abc import Iterator

from agentstate.message.compose import compose
from agentstate.message.disagreements import disagreements, problems
from agentstate.message.fields import Evidence, Field, Item, gather
from agentstate.message.journal import leading, observed, slots, tested
from agentstate.message.lanes import lanes
from agentstate.message.notes import notes
from agentstate.message.recollection import Recollection
from agentstate.message.repository import Observed, repository, short
from agentstate.message.wording import WORDINGS, Wording
from agentstate.tree import Tree
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass

BUDGET = 8000
"""The default ceiling of a message, in characters (docs/recovery.md)."""

LEAST_BUDGET = 600
"""Below this not even the frame and the fields that are always there have room."""


@dataclass(frozen=True)
class Message:
    """What is known, field by field and uncut, and `text`: the same as it is given to an agent, within the budget."""

    fields: tuple[Field, ...]
    text: str


def resume(tree: Tree, git: GitFacts, *, budget: int = BUDGET, known: Recollection | None = None) -> Message:
    """The recovery message in at most `budget` characters and 9,500 bytes of UTF-8; the same input gives the same bytes.

    `known` is what the journal remembers; without one the message is made of the tracked files and git alone.
    Raises AgentStateError for a budget below `LEAST_BUDGET`. A tree that cannot be read is no error: the message says so.
    """
    if budget < LEAST_BUDGET:
        raise AgentStateError(f'budget "{budget}" is too small for a message', f"give {LEAST_BUDGET} or more")
    words = WORDINGS[tree.settings.language]
    fields = _fields(tree, git, words) if known is None else _fields_with_journal(tree, git, words, known)
    return Message(fields, compose(fields, words, budget))


def _fields(tree: Tree, git: GitFacts, words: Wording) -> tuple[Field, ...]:
    sources = (notes(tree, git, words), repository(tree, git, words), _reality(tree, git, words), lanes(tree, git, words))
    return gather(*sources, state=tree.state_path)


def _fields_with_journal(tree: Tree, git: GitFacts, words: Wording, known: Recollection) -> tuple[Field, ...]:
    seen = repository(tree, git, words, Observed(tested(known), known.moved, known.undone))
    sources = (leading(known, tree, words), notes(tree, git, words), seen, _reality(tree, git, words), observed(known, tree, words))
    return gather(*sources, lanes(tree, git, words), instead=slots(tree), state=tree.state_path)


def as_json(message: Message) -> str:
    """The message as JSON: its fields with all of their items, and its text."""
    fields = [_value(field) for field in message.fields if field.printed]
    return json.dumps({"version": 1, "fields": fields, "text": message.text}, ensure_ascii=False, indent=2) + "\n"


def _value(field: Field) -> dict[str, object]:
    items = [{"text": item.text, "note": item.note} for item in field.items]
    return {"name": field.slot.name, "required": field.slot.required, "items": items, "hidden": field.hidden}


def _reality(tree: Tree, git: GitFacts, words: Wording) -> Evidence:
    """What the message itself has to say: what it is, what it could not read, what does not fit, and where there is more."""
    doubts = disagreements(tree, git, words)
    return {
        "about": [Item(line) for line in (words.say("about_loss"), _origin(git, words), words.say("about_done"))],
        "confidence": _confidence(tree, words, doubted=bool(doubts) or not tree.state.data),
        "problems": problems(tree, words),
        "disagreements": doubts,
        "read_more": [Item(line) for line in _read_more(tree, words)],
    }


def _origin(git: GitFacts, words: Wording) -> str:
    if git.reason:
        return words.say("about_no_git", reason=git.reason)
    return words.say("about_git", commit=short(git.head)) if git.head else words.say("about_no_commit")


def _confidence(tree: Tree, words: Wording, *, doubted: bool) -> Iterator[Item]:
    confidence = tree.state.text("confidence")
    if confidence:
        yield Item(confidence, words.say("confidence_low") if confidence == "low" else "")
    elif doubted:
        yield Item("", words.say("confidence_unset"))


def _read_more(tree: Tree, words: Wording) -> Iterator[str]:
    yield words.say("log", entries=len(tree.decisions.entries), volumes=len(tree.archive_paths))
    if tree.lane_snapshots:
        yield words.say("checkpoint", checkpoint=tree.lane_snapshots[-1])
    yield words.say("protocol")
