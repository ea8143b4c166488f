"""The notes of a made-up session, as an agent has them that writes down the most part of what it should."""

import json
from collections.abc import Iterable, Iterator

from agentstate.documents.decisions import append, parse_decisions
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from benchmarks.continuation.ledger import Decided, Ledger

WRITTEN = 0.8
"""The share of what came up that the agent wrote down. What it knew before the session, it had written down."""

_MOST = 20
_DATE = "2026-05-{:02}"


def notes(ledger: Ledger) -> Tree:
    """The notes as they stand."""
    facts = "".join(f"- {fact}\n" for fact in (*ledger.facts, *_allowed(ledger)) if fact in ledger.noted)
    texts = {
        layout.STATE: "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in _state(ledger) if value),
        layout.FACTS: f"# Facts\n\n## Facts\n\n{facts}",
        layout.PROTOCOL: "# Protocol\n\n1. Read `.agent/STATE.yaml`.\n",
        layout.TODO: "# TODO\n",
    }
    sources = {path: SourceText(path, text) for path, text in texts.items()}
    return Tree().with_sources({**sources, layout.DECISIONS: _decisions(ledger.decisions, ledger.noted)})


def _allowed(ledger: Ledger) -> Iterable[str]:
    return ledger.granted.values()


def _state(ledger: Ledger) -> Iterator[tuple[str, object]]:
    def noted(texts: Iterable[str]) -> list[str]:
        return [text for text in texts if text in ledger.noted][-_MOST:]

    yield "version", 1
    yield "project", ledger.project
    yield "current_task", "".join(noted([ledger.task]))
    yield "next_action", next((step for step, status in ledger.plan.items() if status == "in_progress"), "")
    yield "do_not", noted(ledger.rules)
    yield "awaiting_approval", noted(ledger.awaited)
    yield "done", ledger.done[-_MOST // 2 :]


def _decisions(decided: Iterable[Decided], noted: set[str]) -> SourceText:
    """The log, an entry for each decision that was written down, in the order in which they were taken."""
    source, names = SourceText(layout.DECISIONS, "# Decisions\n"), dict[str, str]()
    for number, one in enumerate(decided, start=1):
        choice = one.choice
        if choice.chosen in noted:
            replaced = [names[old] for old, new in _replaced(decided) if new == choice.chosen and old in names]
            lines = render_decision(
                date=_DATE.format(min(number, 28)), title=choice.chosen, why=choice.reason, rejected=[choice.rejected], supersedes=replaced
            )
            source = append(parse_decisions(source), lines)
            names[choice.chosen] = parse_decisions(source).entries[-1].id
    return source


def _replaced(decided: Iterable[Decided]) -> Iterator[tuple[str, str]]:
    return ((one.choice.chosen, one.replaced.choice.chosen) for one in decided if one.replaced)
