"""A message held against the ledger: what stands in it word for word, and what can be read in it that is not true."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agentstate.message.frame import defused, unseal
from agentstate.message.wording import ENGLISH
from agentstate.replay.holding import holds
from agentstate.replay.interval import of_share
from agentstate.replay.stop import MESSAGE, Stop
from agentstate.vocabulary.visible import visible
from benchmarks.continuation.ledger import Entry
from benchmarks.continuation.session import Made, Moment

NOTED = "noted"
"""The message with the notes of the session; replay.stop.MESSAGE is the one without any."""

_TITLES = {label: name for name, label in ENGLISH.labels.items()}
_CHOSEN = ("decisions", "reasons", "facts")
_NOT_CHOSEN = ("instead of {}", "而不是{}", "rejected: {}", "RULED OUT: {}", "走不通：{}")

Lines = Sequence[tuple[str, str]]
"""The lines of a message, each with the name of the field that it stands in."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A compaction after it was looked at. `held` says of each entry in which (source, room) it stands, `read` of what must not be read in
    which messages it can be; `captured` are the user's sentences that the journal took for rules."""

    session: Made
    moment: Moment
    held: tuple[tuple[Entry, frozenset[tuple[str, int]]], ...]
    read: tuple[tuple[Entry, frozenset[tuple[str, int]]], ...]
    captured: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many; between `low` and `high` with 95 %, None where fewer than two compactions had any."""

    found: int
    wanted: int
    low: float | None = None
    high: float | None = None


def looked(session: Made, moment: Moment, bare: Stop, noted: Stop) -> Looked:
    """The compaction, from the same stop of two replays: without notes, and with them in every room."""
    texts = {(NOTED if source == MESSAGE else source, room): text for room, told in noted.texts.items() for source, text in told.items()}
    texts |= {(MESSAGE, room): told[MESSAGE] for room, told in bare.texts.items()}
    messages = {place: lines(text) for place, text in texts.items() if place[0] in {NOTED, MESSAGE}}
    return Looked(
        session,
        moment,
        tuple((entry, frozenset(place for place, text in texts.items() if holds(text, entry.want))) for entry in moment.entries),
        tuple((entry, frozenset(place for place, told in messages.items() if _WRONG[entry.kind](entry, told))) for entry in moment.wrong),
        noted.captured,
    )


def lines(message: str) -> Lines:
    """The lines of a message with the fields that they stand in; what stands before the first one stands in ""."""
    return tuple(_lines(unseal(message) or message))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    field = ""
    for line in text.split("\n"):
        label, colon, _ = line.partition(":")
        field = _TITLES.get(label.removesuffix(", continued"), field) if colon else field
        yield field, line


def _with(told: Lines, text: str, *fields: str) -> list[str]:
    """The lines that hold the text, in these fields, or in any."""
    wanted = defused(visible(text))
    return [line for field, line in told if wanted in line and (not fields or field in fields)]


def _as_chosen(entry: Entry, told: Lines) -> bool:
    """Elsewhere than among failed attempts, without a word that says that it was not chosen."""
    said = [line for field, line in told if field != "failed_attempts" and entry.text in line]
    return any(not any(form.format(entry.text) in line for form in _NOT_CHOSEN) for line in said)


def _as_in_force(entry: Entry, told: Lines) -> bool:
    if _with(told, entry.text, *_CHOSEN):
        return True
    return bool(_with(told, entry.text, "said")) and not _with(told, entry.other)


def _as_granted(entry: Entry, told: Lines) -> bool:
    return any(entry.text in line for field, line in told if field != "awaiting_approval")


def _as_run(entry: Entry, told: Lines) -> bool:
    return any(ENGLISH.phrases["refused"] not in line for line in _with(told, entry.text, "commands", "failures"))


def _as_failed(entry: Entry, told: Lines) -> bool:
    """The whole of a line: a command may be the beginning of another one."""
    listed = {
        line.removeprefix("- ").removeprefix(f"{ENGLISH.labels['failures']}: ").rpartition(" [")[0]
        for field, line in told
        if field == "failures"
    }
    return any(form in listed for form in entry.forms)


_WRONG: Mapping[str, Callable[[Entry, Lines], bool]] = {
    "rejected as chosen": _as_chosen,
    "replaced as in force": _as_in_force,
    "awaited as granted": _as_granted,
    "refused as run": _as_run,
    "resolved as failed": _as_failed,
}


def share(stops: Sequence[Looked], kind: str, source: str, room: int) -> Share:
    """Of the entries of this kind, those that the source holds."""
    return _share([[(source, room) in places for entry, places in stop.held if entry.kind == kind] for stop in stops])


def read(stops: Sequence[Looked], kind: str, source: str, room: int) -> Share:
    """Of what must not be read, what can be."""
    return _share([[(source, room) in places for entry, places in stop.read if entry.kind == kind] for stop in stops])


def _share(answers: Sequence[Sequence[bool]]) -> Share:
    found, wanted = [sum(one) for one in answers if one], [len(one) for one in answers if one]
    low, high = of_share(found, wanted) or (None, None)
    return Share(sum(found), sum(wanted), low, high)


def captured_for_each(stops: Sequence[Looked]) -> float:
    """Captured sentences for each true rule among them, each once in its session."""
    rules = {(stop.session.name, entry.text) for stop in stops for entry, _ in stop.held if entry.kind in {"rules", "granted"}}
    caught = {(stop.session.name, text) for stop in stops for text in stop.captured}
    return len(caught) / max(1, sum(any(name == other and text in said for other, said in caught) for name, text in rules))
