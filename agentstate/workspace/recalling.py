"""What a journal remembers of a symbol, a file or some words: found by name first, then one hop further, and held against the disk."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from agentstate.journal import hearing, reading, recalling
from agentstate.journal.journal import Journal, find_journal
from agentstate.journal.values import Command, Engram, File, Saying
from agentstate.verbs import recall as verb
from agentstate.verbs.recall import LEAST, Memory
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import quoted
from agentstate.workspace.disk import Disk
from agentstate.workspace.places import places
from agentstate.workspace.traces import Traces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.tree import Tree
    from agentstate.workspace.noted import Notes

LISTED = 200
"""How many files, commands and sayings a list of them holds."""

_PARTS = 4
"""So many times the engrams that are shown are looked at."""

_NEWEST = 5_000
"""Among so many of the entities that were of use last words are looked for first; all are read only where that yields too little."""

_READ = 40
"""In how many of the files touched last a symbol is looked for that the journal does not know."""


@dataclass(frozen=True)
class Recall:
    """What was found, the best first, at which step of the journal, and why the journal was not asked ("": it was)."""

    found: tuple[Memory, ...]
    step: int = 0
    problem: str = ""


@dataclass(frozen=True)
class Lists:
    """What a journal holds of each kind, the newest first, but rules as they were heard and commands with unresolved failures first;
    of plans and prompts the newest."""

    files: tuple[File, ...] = ()
    commands: tuple[Command, ...] = ()
    rules: tuple[Saying, ...] = ()
    said: tuple[Saying, ...] = ()
    plan: tuple[Saying, ...] = ()
    prompt: tuple[Saying, ...] = ()
    problem: str = ""


def recall(root: Path, notes: "Notes | Tree", query: str = "", *, path: str = "", folder: str = "") -> Recall:
    """What is remembered of `query`, a symbol, a path, a command or words, or of the file `path`, both written in `folder` ("": the root).

    The decisions of `notes` are included, and the decisions, dead ends and rules that were said and hold all the words.
    First what has exactly this name; where that is little, what stands one hop from it, and where it is nothing, what has the words.
    The first `recall.engrams` of config.yaml, by confidence, age and use. A journal that is missing or cannot be read is no error.
    """
    try:
        journal = find_journal(root)
        if journal is None:
            return Recall(_decided(notes, query or path), problem="there is no journal: nothing was recorded here")
        try:
            return _recalled(journal, notes, root, query.strip(), path, folder)
        finally:
            journal.close()
    except AgentStateError as error:
        return Recall(_decided(notes, query or path), problem=error.message)


def lists(root: Path) -> Lists:
    """Everything that can be listed; empty with its reason where the journal is missing or cannot be read."""
    try:
        journal = find_journal(root)
        if journal is None:
            return Lists(problem="there is no journal: nothing was recorded here")
        try:
            return _lists(journal, Disk(root))
        finally:
            journal.close()
    except AgentStateError as error:
        return Lists(problem=error.message)


def _recalled(journal: Journal, notes: "Notes | Tree", root: Path, query: str, path: str, folder: str) -> Recall:
    disk = Disk(root)
    meant = places(journal, disk, root, path or query, folder) if path or " " not in query else ()
    if path and len(meant) > 1:
        return Recall((), reading.step(journal), f"{quoted(path)} can be any of: {', '.join(meant)}")
    return recalled(journal, notes, disk, query, path=meant[0] if len(meant) == 1 else path)


def recalled(journal: Journal, notes: "Notes | Tree", disk: Disk, query: str = "", *, path: str = "") -> Recall:
    """As `recall`, of an open journal and a path from the root. What was asked for by its name was of use now, and counts more the next
    time."""
    limits, step, files = notes.settings.recall, reading.step(journal), Held(disk)
    name = query or path.rpartition("/")[2]
    exact = files.held(_exact(journal, disk, query, path)[: _PARTS * limits.engrams])
    exact = [*(exact or _defined(journal, disk, query or path)), *hearing.ran_exactly(journal, query)]
    found = [*_memories(exact, "exact", step, limits.half_life), *verb.decided(notes.decision_sources, query or path, step)]
    found += _by_words(_spoken(journal, name), name, step, limits.half_life)
    if exact and len(found) < limits.engrams:
        for seed in exact:
            near = _near(journal, seed)[: _PARTS * limits.engrams]
            found += _memories(near, "near", step, limits.half_life, verb.HOP * verb.seed_weight(seed))
    if not exact and query:
        bearing = _bearing(journal, disk, files, query, limits.engrams)
        found += _by_words(bearing, query, step, limits.half_life)
    chosen = tuple(islice(_present(verb.ranked(found), files), limits.engrams))
    with suppress(AgentStateError):
        journal.recalled(files.news, [memory.engram.id for memory in chosen if memory.way == "exact" and memory.engram.id])
    return Recall(chosen, step)


class Held:
    """Engrams as their files have them; `news` is what the journal should learn of it: the content by id, None where it is gone."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.news: dict[int, str | None] = {}

    def held(self, engrams: Iterable[Engram]) -> list[Engram]:
        """The engrams as their files have them now, those that are gone left out."""
        held = []
        for engram in engrams:
            now = self._disk.corrected(engram)
            if now != engram and engram.id:
                self.news[engram.id] = None if now.gone else now.content
            if not now.gone:
                held.append(now)
        return held


def corrected(journal: Journal, disk: Disk, engrams: Iterable[Engram]) -> list[Engram]:
    """The engrams as their files have them, those that are gone left out; where that is news, the journal learns it if it can."""
    files = Held(disk)
    held = files.held(engrams)
    with suppress(AgentStateError):
        journal.correct(files.news)
    return held


def _present(memories: Iterable[Memory], files: Held) -> Iterator[Memory]:
    """What was found by its surroundings is held against its file only when its turn comes: most of it is never shown."""
    for memory in memories:
        for engram in files.held([memory.engram]) if memory.way == "near" else [memory.engram]:
            yield replace(memory, engram=engram)


def _exact(journal: Journal, disk: Disk, query: str, path: str) -> list[Engram]:
    """The entities of exactly this name or this file, and what is known of the file itself."""
    own = [*recalling.named(journal, query)] if query else []
    place = path or query
    about = [_artifact(file) for file in Traces(journal, disk, [place]).known([place]) if not file.deleted]
    return [*own, *about, *recalling.in_file(journal, place)]


def _artifact(file: File) -> Engram:
    """A file as an engram: what was done to it, and whether tests have passed since it was changed."""
    done = [f"{what} {count}" for what, count in (("read", file.reads), ("edited", file.edits)) if count]
    kind = "artifact" if file.changed is None else "progress"
    state = [] if file.changed is None else ["verified: tests have passed since its last edit" if file.verified else "not verified since"]
    note = ", ".join([*done, *state])
    return Engram(0, kind, file.path, file.path, note, "journal", 0.95, file.first, file.last, file.reads + file.edits, gone=False)


def _defined(journal: Journal, disk: Disk, symbol: str) -> list[Engram]:
    """A symbol that the journal does not know, from the files touched last: `put` is also `Cache.put`."""
    recent = Traces(journal, disk).touched(-1, _READ)[:_READ]
    every = (found for file in recent for found in disk.definitions(file))
    return [found for found in every if symbol in {found.symbol, found.symbol.rpartition(".")[2]}]


def _near(journal: Journal, seed: Engram) -> list[Engram]:
    """What is one hop away, by each way that does not lead everywhere: the same file, the same family of names, the same time."""
    apart, begins = replace(seed, scope=""), verb.prefix(seed.symbol) if seed.kind == "fact" else ""
    ways = [
        recalling.neighbours(journal, seed, near=0) if seed.scope else (),
        recalling.neighbours(journal, apart, begins, near=0) if begins else (),
        recalling.neighbours(journal, apart) if seed.id else (),
    ]
    return list({found.id: found for way in ways for found in way}.values())


def _spoken(journal: Journal, query: str) -> list[Engram]:
    """What was said that holds all the words of the query."""
    words = verb.words_of(query)
    return [said for said in hearing.said(journal, words) if verb.share(said, words) == 1]


def _bearing(journal: Journal, disk: Disk, files: Held, query: str, wanted: int) -> list[Engram]:
    """What holds words of the query: entities, what was said and run, and files by their paths."""
    words, most = verb.words_of(query), _PARTS * wanted
    heard = recalling.bearing(journal, words, most, newest=_NEWEST)
    if len(heard) < wanted:
        heard = recalling.bearing(journal, words, most)
    relevant = reading.relevant_files(journal, words, wanted)
    about = Traces(journal, disk, [file.path for file in relevant]).held(relevant) if relevant else ()
    spoken = (*hearing.said(journal, words, most), *hearing.ran(journal, words, most))
    return [*files.held(heard), *spoken, *(_artifact(file) for file in about)]


def _by_words(engrams: Iterable[Engram], query: str, step: int, half_life: int) -> list[Memory]:
    """What was found by words, the more of them the better."""
    words = verb.words_of(query)
    return [memory for engram in engrams for memory in _memories([engram], "words", step, half_life, verb.share(engram, words))]


def _memories(engrams: Sequence[Engram], way: str, step: int, half_life: int, part: float = 1.0) -> list[Memory]:
    return [Memory(engram, way, part * verb.weighed(engram, step, half_life)) for engram in engrams]


def _decided(notes: "Notes | Tree", query: str) -> tuple[Memory, ...]:
    return verb.ranked(verb.decided(notes.decision_sources, query, 0), notes.settings.recall.engrams)


def _lists(journal: Journal, disk: Disk) -> Lists:
    kinds = ("decision", "dead-end")
    return Lists(
        files=Traces(journal, disk).touched(-1, LISTED)[:LISTED],
        commands=reading.commands(journal, LISTED),
        rules=tuple(rule for rule in reading.rules(journal) if rule.confidence >= LEAST),
        said=tuple(one for kind in kinds for one in reading.sayings(journal, kind, LISTED, least=LEAST)),
        plan=tuple(filter(None, [reading.newest(journal, "plan")])),
        prompt=tuple(filter(None, [reading.newest(journal, "prompt")])),
    )
