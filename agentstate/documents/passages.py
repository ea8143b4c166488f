"""The pieces of a tree's notes that speak of the code: each a text, where it stands, and whether it says what is or what is to be."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from agentstate.documents.decisions import DecisionLog, Standing, standings
from agentstate.documents.facts import FactList
from agentstate.documents.state import StateDocument
from agentstate.documents.text import SourceText
from agentstate.documents.todo import TodoList
from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import Path, Value

Tense = Literal["is", "must", "plan"]
"""What a text says: what is now; what has to be; or what is meant to be, which need not be there yet. A decision is a plan, too: it was
taken before the code was written, and is never edited after."""

STATE_FIELDS: Mapping[str, Tense] = MappingProxyType(
    {
        **dict.fromkeys(("goal", "acceptance", "current_stage", "current_task", "next_action", "then", "hypotheses"), "plan"),
        **dict.fromkeys(("constraints", "do_not"), "must"),
        **dict.fromkeys(("done", "verified", "recent_findings"), "is"),
    }
)
"""The fields of the state that speak of the code now. What failed, or waits for approval, may name anything."""


@dataclass(frozen=True)
class Passage:
    """A text in the file at `path`, in its lines `line` to `end` (from 1, exclusive)."""

    path: str
    text: str
    line: int
    end: int
    tense: Tense

    def place(self, source: SourceText, text: str) -> tuple[int, int]:
        """Line and column of a piece of the passage in its file; its first line where the piece is not in one line as it is."""
        found = ((line, source.lines[line - 1].find(text) + 1) for line in range(self.line, min(self.end, len(source.lines) + 1)))
        return next(((line, column) for line, column in found if column), (self.line, 1))


def state_passages(document: StateDocument) -> Iterator[Passage]:
    """Every text in the fields of a state that speak of the code."""
    for field, tense in STATE_FIELDS.items():
        for path, text in texts(document.data.get(field), (field,)):
            mark = document.yaml.marks[path]
            end = mark.line + document.source.text.count("\n", mark.start, mark.end) + 1
            yield Passage(document.source.path, text, mark.line, end, tense)


def fact_passages(facts: FactList) -> Iterator[Passage]:
    """Every fact."""
    return (Passage(facts.source.path, fact.text, fact.line, fact.end, "must") for fact in facts.facts)


def decision_passages(log: DecisionLog, archives: Sequence[DecisionLog]) -> Iterator[Passage]:
    """What each decision of the log that is in force decided: its title and its `Decision`."""
    standing = standings([entry for each in (*archives, log) for entry in each.entries])
    for entry in log.entries:
        if standing[entry.id] is Standing.ACTIVE:
            yield Passage(log.source.path, entry.title, entry.line, entry.line + 1, "plan")
            for key, line, value in entry.fields:
                if key == "Decision":
                    yield Passage(log.source.path, value, line, line + value.count("\n") + 1, "plan")


def todo_passages(todo: TodoList) -> Iterator[Passage]:
    """Every item that is not done."""
    return (Passage(todo.source.path, item.text, item.line, item.line + 1, "plan") for item in todo.items if item.state != "done")


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
