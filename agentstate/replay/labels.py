"""The sentences that a person labelled as rules in recorded sessions."""

import textwrap
from collections.abc import Collection, Mapping, Sequence

from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError

Labels = Mapping[str, Mapping[int, tuple[str, ...]]]
"""Sentences by session and step (from 0)."""

_ENDING = ".norm.jsonl"
_COLUMNS = 3

_TOLD = 80
"""Characters of a sentence in a warning."""


def parse_labels(source: SourceText) -> Labels:
    """The labels of a table with session, step and sentence, parted by tabs, below a line of headings.

    AgentStateError for a line that has other columns.
    """
    found: dict[str, dict[int, tuple[str, ...]]] = {}
    for number, line in enumerate(source.lines[1:], start=2):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != _COLUMNS or not cells[1].isascii() or not cells[1].isdigit():
            raise AgentStateError(f'"{source.path}" line {number} is no label', "write session, step and sentence, parted by tabs")
        steps = found.setdefault(cells[0].removesuffix(_ENDING), {})
        steps[int(cells[1])] = (*steps.get(int(cells[1]), ()), cells[2])
    return found


def session_of(labels: Labels, path: str) -> str | None:
    """The labelled session that the recording at `path` is: whose name ends as the path does, whichever of the two is longer."""
    parts = path.replace("\\", "/").split("/")
    return next((session for session in labels if _is_same(session.split("/"), parts)), None)


class Unmatched:
    """The labels that have met no session and no step of one yet."""

    def __init__(self, labels: Labels) -> None:
        self._labels = {(session, step, text): None for session, steps in labels.items() for step, texts in steps.items() for text in texts}

    def met(self, session: str, sentences: Collection[str] | None) -> None:
        """These sentences of the session came in its recording; None: it was not read to its end, and any of them might have."""
        self._labels = {
            label: None for label in self._labels if label[0] != session or (sentences is not None and label[2] not in sentences)
        }

    @property
    def warning(self) -> str:
        """How many are left, and which is the first; "" where none is."""
        if not self._labels:
            return ""
        session, step, sentence = next(iter(self._labels))
        told = textwrap.shorten(sentence, _TOLD, placeholder="…")
        return f'labels that match no session or no step, left out: {len(self._labels)}, the first of "{session}", step {step}: {told}'


def _is_same(one: Sequence[str], other: Sequence[str]) -> bool:
    shorter = min(len(one), len(other))
    return list(one[-shorter:]) == list(other[-shorter:])


class Heard:
    """Which of a session's labelled sentences were said up to now: a prompt held them, whatever white space stood between the words, or
    their step has come. Formats differ in what they count as a step, so that the words count first."""

    def __init__(self, labels: Mapping[int, Sequence[str]]) -> None:
        self._steps = {sentence: step for step in sorted(labels, reverse=True) for sentence in labels[step]}
        self._said: dict[str, None] = {}

    def prompted(self, text: str) -> None:
        """A prompt came."""
        folded = " ".join(text.split())
        self._said |= {sentence: None for sentence in self._steps if sentence in folded}

    def at(self, step: int) -> tuple[str, ...]:
        """Those said by the prompts up to this step, each once."""
        come = sorted((number, sentence) for sentence, number in self._steps.items() if number <= step)
        return tuple(dict.fromkeys([*self._said, *(sentence for _, sentence in come)]))
