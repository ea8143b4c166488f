"""What an import would say of the code that is not so: a fact that names a file which is gone is an error of `check` from its first day."""

from collections.abc import Iterable, Iterator, Mapping

from agentstate.documents.mentions import Mention, mentions
from agentstate.documents.passages import Passage, Tense
from agentstate.exchange.item import Imported, Item
from agentstate.exchange.text import in_one_line
from agentstate.rules.mentions import unfound
from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts

_TENSES: Mapping[str, Tense] = {"fact": "must", "constraint": "must", "do_not": "must", "done": "is", "verified": "is"}
"""Kinds of items whose place speaks of the code as it is now."""

Stale = Mapping[tuple[str, str], str]
"""What is not there, by the kind of an item and a text in it."""


def named(imported: Iterable[Imported]) -> tuple[Mention, ...]:
    """Every file that such an item names, each once."""
    found = (mention for item in _items(imported) for text in _texts(item) for mention in mentions(text))
    return tuple({(mention.path, mention.symbol): mention for mention in found}.values())


def stale(imported: Iterable[Imported], around: Tree, git: GitFacts) -> Stale:
    """The items that name what is not there; `around` says what is at each path that they name, and holds the code that they name."""
    found = {}
    for item in _items(imported):
        for text in _texts(item):
            passage = Passage(item.path, text, item.line, item.line + 1, _TENSES[item.kind])
            reason = next(filter(None, (unfound(around, git, passage, mention) for mention in mentions(text))), "")
            if reason:
                found[item.kind, text] = reason
    return found


def staleness(item: Item, known: Stale) -> str:
    """Why an item does not go to its place, "" where it may."""
    return next((known[item.kind, text] for text in _texts(item) if (item.kind, text) in known), "")


def _items(imported: Iterable[Imported]) -> Iterator[Item]:
    return (item for one in imported for item in one.items if item.kind in _TENSES)


def _texts(item: Item) -> Iterator[str]:
    return (in_one_line(text) for text in (item.text, item.fields.get("how", "")) if "`" in text)
