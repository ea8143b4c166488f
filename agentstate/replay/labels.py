"""The sentences that a person labelled as rules in recorded sessions."""

from collections.abc import Iterator, Mapping, Sequence

from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError

Labels = Mapping[str, Mapping[int, tuple[str, ...]]]
"""Sentences by session and step (from 0)."""

_ENDING = ".norm.jsonl"
_COLUMNS = 3


def parse_labels(source: SourceText) -> Labels:
    """The labels of a table with session, step and sentence, parted by tabs, below a line of headings.

    AgentStateError for a line that has other columns.
    """
    found: dict[str, dict[int, tuple[str, ...]]] = {}
    for number, line in enumerate(source.lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != _COLUMNS or not cells[1].isascii() or not cells[1].isdigit():
            raise AgentStateError(f'"{source.path}" line {number} is no label', "write session, step and sentence, parted by tabs")
        steps = found.setdefault(cells[0].removesuffix(_ENDING), {})
        steps[int(cells[1])] = (*steps.get(int(cells[1]), ()), cells[2])
    return found


def labels_of(labels: Labels, path: str) -> Mapping[int, tuple[str, ...]]:
    """The labels of the recording at `path`: of the session whose name ends as the path does, whichever of the two is longer."""
    parts = path.replace("\\", "/").split("/")
    return next((steps for session, steps in labels.items() if _is_same(session.split("/"), parts)), {})


def _is_same(one: Sequence[str], other: Sequence[str]) -> bool:
    shorter = min(len(one), len(other))
    return list(one[-shorter:]) == list(other[-shorter:])


def heard(labels: Mapping[int, Sequence[str]], step: int) -> Iterator[str]:
    """The sentences that were said up to this step, each once."""
    yield from dict.fromkeys(sentence for said, sentences in sorted(labels.items()) if said <= step for sentence in sentences)
