"""What a journal remembers of a symbol, a file or some words: found by name first, then one hop further, and held against the disk."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from agentstate.journal import hearing, reading, recalling
from agentstate.journal.journal import Journal, find_journal
from agentstate.journal.values import Engram, File
from agentstate.verbs import recall as verb
from agentstate.verbs.recall import Memory
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import quoted
from agentstate.workspace.disk import Disk, Held
from agentstate.workspace.places import places
from agentstate.workspace.traces import Ran, Traces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.tree import Tree
    from agentstate.workspace.noted import Notes

_PARTS = 4
"""So many times the engrams that are shown are looked at."""

_NEWEST = 5_000
"""Among so many of the entities that were of use last words are looked for first; all are read only where that yields too little."""

_READ = 40
"""In how many of the files touched last a symbol is looked for that the journal does not know."""


_SAID = 100
"""So many sayings are looked at for one that holds all the words."""

_FOUND, _READ_ONCE, _HELD = range(3)
"""What is known of a memory: what the journal has of it, what its file may still have of it, and what its file has."""


@dataclass(frozen=True)
class Recall:
    """What was found, the best first, at which step of the journal, and why the journal was not asked ("": it was)."""

    found: tuple[Memory, ...]
    step: int = 0
    problem: str = ""


def recall(root: Path, notes: "Notes | Tree", query: str = "", *, path: str = "", folder: str = "") -> Recall:
    """What is remembered of `query`, a symbol, a path, a command or words, or of the file `path`, both written in `folder` ("": the root).

    The decisions of `notes` are included, and the decisions, dead ends and rules that were said and hold all the words.
    First what has exactly this name; where that is little, what stands one hop from it, and where it is nothing, what has the words.
    The first `recall.engrams` of config.yaml, by confidence, age and use. A journal that is missing or cannot be read is no error.
    """
    asking = Asking(root, notes, query, path=path, folder=folder)
    try:
        asking.learn()
        return asking.answer
    finally:
        asking.close()


class Asking:
    """One question as `recall` takes it: its `answer`, and what the journal learns by it, which nobody needs to wait for."""

    def __init__(self, root: Path, notes: "Notes | Tree", query: str = "", *, path: str = "", folder: str = "") -> None:
        self._asked: _Asked | None = None
        self._journal: Journal | None = None
        try:
            self._journal = find_journal(root)
            if self._journal is None:
                self.answer = Recall(_decided(notes, query or path), problem="there is no journal: nothing was recorded here")
            else:
                asked = _Asked(self._journal, notes, root, query.strip(), path)
                self.answer = _recalled(asked, root, folder)
                self._asked = asked
        except AgentStateError as error:
            self.answer = Recall(_decided(notes, query or path), problem=error.message)
        except BaseException:
            self.close()
            raise

    def learn(self) -> None:
        """What was news, and that what was asked for by its name was of use, is kept for the next time, as far as it can be."""
        if self._asked:
            with suppress(AgentStateError):
                self._asked.journal.recalled(self._asked.files.news, self._asked.used)

    def close(self) -> None:
        """The journal is closed: what is in its log goes to the file proper."""
        if self._journal:
            self._journal.close()

    def leave(self) -> None:
        """Instead of `close`, where the process ends now: nobody waits for that."""
        if self._journal:
            self._journal.leave()


def _recalled(asked: "_Asked", root: Path, folder: str) -> Recall:
    path, query = asked.path, asked.query
    meant = places(asked.journal, asked.disk, root, path or query, folder, asked.ran) if path or " " not in query else ()
    if path and len(meant) > 1:
        return Recall((), asked.step, f"{quoted(path)} can be any of: {', '.join(meant)}")
    asked.path = meant[0] if len(meant) == 1 else path
    return _found(asked)


class _Asked:
    """A question to an open journal, with what several ways to an answer look at and what is learnt on them.

    `used`: the ids of what was asked for by its name; it was of use now, and counts more the next time. `said`: the first _SAID sayings
    with any of the words, where they are known.
    """

    def __init__(self, journal: Journal, notes: "Notes | Tree", root: Path, query: str, path: str) -> None:
        self.journal = journal
        self.notes = notes
        self.query = query
        self.path = path
        self.disk = Disk(root)
        self.files = Held(self.disk)
        self.ran = Ran(journal)
        self.used: list[int] = []
        self.step = reading.step(journal)
        self.words = verb.words_of(query)
        self.said: tuple[Engram, ...] | None = None


def _found(asked: _Asked) -> Recall:
    query, path = asked.query, asked.path
    limits, step, files = asked.notes.settings.recall, asked.step, asked.files
    name = query or path.rpartition("/")[2]
    exact = files.held(_exact(asked)[: _PARTS * limits.engrams])
    exact = [*(exact or _defined(asked, query or path)), *hearing.ran_exactly(asked.journal, query)]
    found = [*_memories(exact, "exact", step, limits.half_life), *verb.decided(asked.notes.decision_sources, query or path, step)]
    found += _by_words(_spoken(asked, name), name, step, limits.half_life)
    if exact and len(found) < limits.engrams:
        for seed in exact:
            near = _near(asked.journal, seed)[: _PARTS * limits.engrams]
            found += _memories(near, "near", step, limits.half_life, verb.HOP * verb.seed_weight(seed))
    heard, others = _bearing(asked, limits.engrams) if query and not exact else ([], [])
    found += _by_words(others, query, step, limits.half_life)
    likely = [memory for memory in _memories(heard, "words", step, limits.half_life) if memory.engram.confidence >= verb.LEAST]
    chosen = tuple(islice(_present([*verb.ranked(found), *likely], asked), limits.engrams))
    asked.used = [memory.engram.id for memory in chosen if memory.way == "exact" and memory.engram.id]
    return Recall(chosen, step)


def _present(memories: Iterable[Memory], asked: _Asked) -> Iterator[Memory]:
    """The memories, the best first, as their files have them.

    What was found by its surroundings or by words is held against its file only when its turn comes: most of it is never shown. By words
    it counts as if it had all of them until its file was read, and as if it had all that the file has until that was taken apart.
    """
    waiting = sorted(((verb.order(memory), number, _FOUND, memory) for number, memory in enumerate(memories)), reverse=True)
    shown = set[tuple[str, str, str]]()
    while waiting:
        _, number, known, memory = waiting.pop()
        engram = memory.engram
        key = engram.kind, engram.scope, engram.symbol
        if known != _HELD and engram.id and memory.way != "exact":
            waiting += [(verb.order(now), number, more, now) for more, now in _more(memory, known, asked)]
            waiting.sort(reverse=True)
        elif key not in shown:
            shown.add(key)
            yield memory


def _more(memory: Memory, known: int, asked: _Asked) -> Iterator[tuple[int, Memory]]:
    """The memory with what the next look at its file tells; nothing where it is gone."""
    engram, weight = memory.engram, verb.weighed(memory.engram, asked.step, asked.notes.settings.recall.half_life)
    if memory.way == "words" and known == _FOUND:
        yield _READ_ONCE, replace(memory, score=len(asked.disk.may_hold(engram, asked.words)) / len(asked.words) * weight)
        return
    for now in asked.files.held([engram]):
        yield _HELD, replace(memory, engram=now, score=verb.share(now, asked.words) * weight if memory.way == "words" else memory.score)


def _exact(asked: _Asked) -> list[Engram]:
    """The entities of exactly this name or this file, and what is known of the file itself."""
    own = [*recalling.named(asked.journal, asked.query)] if asked.query else []
    place = asked.path or asked.query
    traces = Traces(asked.journal, asked.disk, [place], asked.ran)
    about = [_artifact(file) for file in traces.known([place]) if not file.deleted]
    return [*own, *about, *recalling.in_file(asked.journal, place)]


def _artifact(file: File) -> Engram:
    """A file as an engram: what was done to it, and whether tests have passed since it was changed."""
    done = [f"{what} {count}" for what, count in (("read", file.reads), ("edited", file.edits)) if count]
    kind = "artifact" if file.changed is None else "progress"
    state = [] if file.changed is None else ["verified: tests have passed since its last edit" if file.verified else "not verified since"]
    note = ", ".join([*done, *state])
    return Engram(0, kind, file.path, file.path, note, "journal", 0.95, file.first, file.last, file.reads + file.edits, gone=False)


def _defined(asked: _Asked, symbol: str) -> list[Engram]:
    """A symbol that the journal does not know, from the files touched last: `put` is also `Cache.put`."""
    recent = Traces(asked.journal, asked.disk, ran=asked.ran).latest(-1, _READ)[:_READ]
    every = (found for file in asked.disk.defining(recent, symbol) for found in asked.disk.definitions(file))
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


def _spoken(asked: _Asked, query: str) -> list[Engram]:
    """What was said that holds all the words of the query."""
    words = verb.words_of(query)
    least = len(words) if all(map(str.isascii, words)) else 1
    said = hearing.said(asked.journal, words, _SAID, least=least)
    asked.said = said if words == asked.words and least == 1 else None
    return [one for one in said if verb.share(one, words) == 1]


def _bearing(asked: _Asked, wanted: int) -> tuple[Sequence[Engram], list[Engram]]:
    """What holds words of the query: entities, not yet held against their files, and what was said and run, and files by their paths."""
    journal, words, most = asked.journal, asked.words, _PARTS * wanted
    heard = recalling.bearing(journal, words, most, newest=_NEWEST, enough=wanted)
    relevant = reading.relevant_files(journal, words, wanted)
    about = Traces(journal, asked.disk, [file.path for file in relevant], asked.ran).held(relevant) if relevant else ()
    said = hearing.said(journal, words, most) if asked.said is None or most > _SAID else asked.said[:most]
    spoken = (*said, *hearing.ran(journal, words, most))
    return heard, [*spoken, *(_artifact(file) for file in about)]


def _by_words(engrams: Iterable[Engram], query: str, step: int, half_life: int) -> list[Memory]:
    """What was found by words, the more of them the better."""
    words = verb.words_of(query)
    return [memory for engram in engrams for memory in _memories([engram], "words", step, half_life, verb.share(engram, words))]


def _memories(engrams: Sequence[Engram], way: str, step: int, half_life: int, part: float = 1.0) -> list[Memory]:
    return [Memory(engram, way, part * verb.weighed(engram, step, half_life)) for engram in engrams]


def _decided(notes: "Notes | Tree", query: str) -> tuple[Memory, ...]:
    return verb.ranked(verb.decided(notes.decision_sources, query, 0), notes.settings.recall.engrams)
