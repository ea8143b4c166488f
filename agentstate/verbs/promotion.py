"""Which decisions go on in FACTS.md when they leave the log, and what becomes of facts whose decision was superseded."""

from collections.abc import Iterable, Mapping

from agentstate.documents.decisions import Decision, Standing
from agentstate.documents.facts import Fact, FactList, add_fact, parse_facts, replace_fact
from agentstate.documents.text import SourceText
from agentstate.documents.wording import is_prohibition
from agentstate.settings import Language
from agentstate.tree import Tree
from agentstate.vocabulary.errors import AgentStateError

_SECTION: Mapping[Language, str] = {"en": "Decisions", "zh": "决策"}
_BECAUSE: Mapping[Language, str] = {"en": " — because: ", "zh": "——因为："}


def is_lasting(entry: Decision, tree: Tree, standings: Mapping[str, Standing]) -> bool:
    """Whether an active entry goes on as a fact: it is `Keep: permanent`, or forbids something, or is cited by a state, a TODO item
    or a later decision in force."""
    if entry.withdraws:
        return False
    return entry.permanent or is_prohibition(f"{entry.title}\n{entry.decision}") or _is_cited(entry, tree, standings)


def _is_cited(entry: Decision, tree: Tree, standings: Mapping[str, Standing]) -> bool:
    """Whether the id stands somewhere, in full or without its four digits of hash."""
    stem = entry.id.rpartition("-")[0]
    later = (other.text for other in tree.decisions.entries if other.line > entry.line and standings[other.id] is Standing.ACTIVE)
    return any(stem in text for text in (*(state.source.text for state in tree.states), tree.todo.source.text, *later))


def promote(facts: FactList, entries: Iterable[Decision], language: Language, limit: int) -> tuple[FactList, tuple[Decision, ...]]:
    """The facts with `entries` added, in place of those they supersede, and the entries that could not be added: `limit` bytes left
    no room, or their text cannot stand as a fact."""
    refused: list[Decision] = []
    for entry in entries:
        changed = _with_entry(facts, entry, language)
        if changed is None or len(changed.encode()) > max(limit, len(facts.source.encode())):
            refused.append(entry)
        else:
            facts = parse_facts(changed)
    return facts, tuple(refused)


def settled(facts: FactList, entry: Decision, language: Language) -> SourceText:
    """The facts once a new decision is in force: one that came from a decision which it supersedes says the new one now, and goes
    where the new one only withdraws it."""
    source = facts.source
    for place, fact in enumerate(reversed(_superseded(facts, entry))):
        renewed = None if place or entry.withdraws else _with_entry(facts, entry, language)
        source = renewed or source.with_lines(fact.line - 1, fact.end - 1, ())
    return source


def _with_entry(facts: FactList, entry: Decision, language: Language) -> SourceText | None:
    """The facts with the entry as one of them; None where its text cannot stand as a fact."""
    if any(fact.source_id == entry.id for fact in facts.facts):
        return facts.source
    replaced = _superseded(facts, entry)
    text = _wording(entry, language)
    try:
        if replaced:
            return replace_fact(facts, replaced[-1], text, entry.id)
        return add_fact(facts, text, _SECTION[language], entry.id)
    except AgentStateError:
        return None


def _superseded(facts: FactList, entry: Decision) -> list[Fact]:
    """The facts that came from a decision which the entry supersedes."""
    return [fact for fact in facts.facts if fact.source_id and any(fact.source_id.startswith(named) for named in entry.supersedes)]


def _wording(entry: Decision, language: Language) -> str:
    """What was decided and why, each as written, on one line."""
    decision, why = (" ".join(text.split("\n")) for text in (_said(entry), entry.why))
    return f"{decision}{_BECAUSE[language]}{why}" if why else decision


def _said(entry: Decision) -> str:
    """The decision; with its title where only that says what is forbidden."""
    if not entry.decision:
        return entry.title
    return f"{entry.title}: {entry.decision}" if is_prohibition(entry.title) and not is_prohibition(entry.decision) else entry.decision
