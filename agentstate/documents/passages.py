"""The pieces of a tree's notes that speak of the code: each a text, where it stands, and whether it says what is or what is to be."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agentstate.documents.decisions import DecisionLog, Standing, standings
from agentstate.documents.facts import FactList
from agentstate.documents.state import StateDocument
from agentstate.documents.text import SourceText
from agentstate.documents.todo import TodoList
from agentstate.yaml import Path, Value

CLAIMS = ("constraints", "do_not", "done", "verified", "recent_findings")
"""Fields of the state that say what is."""

PLANS = ("goal", "acceptance", "current_stage", "current_task", "next_action", "then", "hypotheses")
"""Fields of the state that say what is to be, or may be: what they name need not be there yet."""


class Passage(NamedTuple):
    """A text in the file at `path`, in its lines `line` to `end` (from 1, exclusive). `is_claim`: it says what is now, and its author can
    still mend it; a plan may name what is not there yet, and a decision is never edited."""

    path: str
    text: str
    line: int
    end: int
    is_claim: bool

    def place(self, source: SourceText, text: str) -> tuple[int, int]:
        """Line and column of a piece of the passage in its file; its first line where the piece is not in one line as it is."""
        found = ((line, source.lines[line - 1].find(text) + 1) for line in range(self.line, min(self.end, len(source.lines) + 1)))
        return next(((line, column) for line, column in found if column), (self.line, 1))


def state_passages(document: StateDocument) -> Iterator[Passage]:
    """Every text in the fields of a state that speak of the code."""
    for fields, is_claim in ((CLAIMS, True), (PLANS, False)):
        for field in fields:
            for path, text in texts(document.data.get(field), (field,)):
                mark = document.yaml.marks[path]
                end = mark.line + document.source.text.count("\n", mark.start, mark.end) + 1
                yield Passage(document.source.path, text, mark.line, end, is_claim)


def fact_passages(facts: FactList) -> Iterator[Passage]:
    """Every fact."""
    return (Passage(facts.source.path, fact.text, fact.line, fact.end, is_claim=True) for fact in facts.facts)


def decision_passages(log: DecisionLog, archives: Sequence[DecisionLog]) -> Iterator[Passage]:
    """What each decision of the log that is in force decided: its title and its `Decision`."""
    standing = standings([entry for each in (*archives, log) for entry in each.entries])
    for entry in log.entries:
        if standing[entry.id] is Standing.ACTIVE:
            yield Passage(log.source.path, entry.title, entry.line, entry.line + 1, is_claim=False)
            for key, line, value in entry.fields:
                if key == "Decision":
                    yield Passage(log.source.path, value, line, line + value.count("\n") + 1, is_claim=False)


def todo_passages(todo: TodoList) -> Iterator[Passage]:
    """Every item that is not done."""
    return (Passage(todo.source.path, item.text, item.line, item.line + 1, is_claim=False) for item in todo.items if item.state != "done")


def texts(value: Value, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text in a value with the way to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, (*path, key))
