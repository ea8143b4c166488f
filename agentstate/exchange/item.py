"""What a foreign file says, by the place that it has in a tree."""

from collections.abc import Callable, Mapping

from agentstate.vocabulary.values import dataclass, field

KINDS = (
    *("project", "goal", "task", "stage", "next", "confidence", "updated"),
    *("acceptance", "constraint", "do_not", "awaiting_approval", "done", "verified", "failed", "hypothesis", "blocked"),
    *("file", "touched", "checked"),
    *("fact", "decision", "todo"),
)
"""What an item is: a field of the state, an item of one of its lists, a fact, a decision or an item of TODO.md."""


@dataclass(frozen=True)
class Item:
    """One thing that was said at `path`, lines `line` to before `end` (from 1), word for word in `text`.

    `fields` are its parts by name. Of a decision: title, date, decision, why, rejected, status, supersedes (ids with blanks between
    them), keep ("permanent"); of a todo: state ("open", "doing", or why nothing is left to do: "done"), priority, blocked; of a fact:
    section; of a failed attempt: because; of what is verified: how, at, commit. The second "next" is what comes after the first, and
    further ones are work that is left.
    """

    kind: str
    text: str
    path: str
    line: int
    end: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Passage:
    """Lines of a source that have no place in a tree, verbatim."""

    text: str
    path: str
    line: int


@dataclass(frozen=True)
class Imported:
    """What one source holds: its items in their order, and all of the rest."""

    source: str
    items: tuple[Item, ...] = ()
    remainder: tuple[Passage, ...] = ()
    problems: tuple[str, ...] = ()
    """Files that could not be read, one line each: path, line, what is wrong."""


@dataclass(frozen=True)
class Source:
    """A foreign format. `takes` says which of the files (path to text) are its own, by their shape; `read` gets those."""

    name: str
    title: str
    takes: Callable[[Mapping[str, str]], tuple[str, ...]]
    read: Callable[[Mapping[str, str]], Imported]
