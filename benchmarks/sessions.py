"""What a message holds that is made at the real compactions of recorded sessions: `python -m benchmarks.sessions FOLDER`.

FOLDER holds `sessions/` and `constraints.tsv` (session, step, sentence; labelled by hand); the folder `sessions/` in it may be named as
well. Each session goes through the adapter of its agent into a scratch journal; at each compaction the message is made from the journal
alone, and looked through for what the session did next and what its user had said before. Failures are counted twice: as the journal
knows them, and as the recording itself tells them. The head is looked at in a second message, with notes in every field of it
(benchmarks/notes.py). Sessions are split in two by a hash of the repository's name, so that nobody mends for those of the second half.
These figures say what is there for an agent to use, not what it uses.
"""

import argparse
import hashlib
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentstate.agents import adapter
from agentstate.hooks.clean import Ground, entry
from agentstate.journal import reading
from agentstate.journal.journal import Journal, open_journal
from agentstate.journal.values import Engram
from agentstate.message.compose import HEAD_CHARACTERS
from agentstate.message.fields import HEAD
from agentstate.message.frame import defused
from agentstate.message.section import Section, whole
from agentstate.message.wording import ENGLISH
from agentstate.tree import Tree
from agentstate.verbs.resume import BUDGET, Message, resume
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible
from agentstate.workspace.disk import Disk
from agentstate.workspace.remembering import remembered
from benchmarks.notes import Notes, notes
from benchmarks.recordings import Recording, recordings
from benchmarks.sentences import LABELS
from benchmarks.sentences import recordings as recordings_folder

HORIZON = 20
"""So many tool calls after a compaction are what the agent really did next."""

RECENT_STEPS = 50
"""Failures of so many tool calls before a compaction must be told."""

LEAST_BEFORE, LEAST_AFTER = 10, 3
"""A compaction with fewer tool calls before or after it says nothing."""

FAILED, REFUSED = "failed commands, by the recording", "commands that the user refused, by the recording"

HALVES = ("looked at", "held out")


class Everything(Disk):
    """A disk on which every file is, and none can be read: the repositories of the recordings are not here."""

    def is_missing(self, path: str) -> bool:
        """No."""
        del path
        return False

    def is_file(self, path: str) -> bool:
        """Yes."""
        del path
        return True

    def corrected(self, engram: Engram) -> Engram:
        """As it was."""
        return engram


@dataclass
class Figures:
    """Counts over one half: found and wanted of each kind, and the sizes of the messages."""

    found: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wanted: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    lengths: list[int] = field(default_factory=list)
    captured: set[str] = field(default_factory=set)
    true: set[str] = field(default_factory=set)
    missed: list[str] = field(default_factory=list)

    def count(self, kind: str, name: str, *, there: bool) -> None:
        """One more that was wanted; `name` is kept where it is not there."""
        self.wanted[kind] += 1
        self.found[kind] += there
        if not there:
            self.missed.append(f"{kind}: {name}")


@dataclass(frozen=True)
class Moment:
    """A compaction: the paths touched before by how long ago, those touched next, the rows of labels heard before, and the steps."""

    earlier: Mapping[str, int]
    following: frozenset[str]
    labels: tuple[str, ...]
    steps: Sequence[Mapping[str, Any]]


def measure(folder: Path, only: Sequence[str] = ()) -> dict[str, Figures]:
    """The figures of each half; of the sessions whose name holds one of `only`, where some are given."""
    labels, figures = _labels(folder / LABELS), {half: Figures() for half in HALVES}
    for recording in recordings(folder / "sessions"):
        if not only or any(part in recording.name for part in only):
            _measure_one(recording, labels.get(recording.name, {}), figures[half_of(recording.name)])
    return figures


def half_of(name: str) -> str:
    """The half that a session belongs to, by its repository."""
    return HALVES[hashlib.sha256(name.partition("/")[0].encode()).digest()[0] % 2]


def _measure_one(recording: Recording, labels: Mapping[int, Sequence[str]], figures: Figures) -> None:
    """Plays a session and looks at each message; at its end, once more at the labels."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / ".agent").mkdir()
        journal = open_journal(scratch)
        heard: list[str] = []
        for number, payload in recording.payloads():
            step = recording.steps[number]
            heard += labels.get(step["i"], ())
            if step["kind"] == "compaction" and not step.get("initial"):
                moment = _moment(recording.steps, number, tuple(heard))
                if moment:
                    _look(journal, recording, moment, figures)
            _keep(journal, recording, payload, number)
        _look_at_labels(journal, recording.root, heard, "labels at the end of a session", figures)
        journal.close()


def _keep(journal: Journal, recording: Recording, payload: dict[str, Any], number: int) -> None:
    event = adapter(recording.agent).event(payload, "")
    ground = Ground((recording.root,), lambda path: path)
    journal.append([entry(event, ground, time=number + 1, call=event.call)])


def _look(journal: Journal, recording: Recording, moment: Moment, figures: Figures) -> None:
    """Counts of one message what it holds, and of the head of one with notes."""
    message = _message(journal, recording.root)
    figures.lengths.append(len(message.text))
    recent = sorted(moment.earlier, key=moment.earlier.__getitem__)[:HORIZON]
    for path in sorted(moment.following & set(moment.earlier)):
        figures.count("files touched again", path, there=names_path(message.text, path))
        figures.count("the same, by a bare list of the 20 most recent", path, there=path in recent)
    for command in reading.unresolved(journal, reading.step(journal) - RECENT_STEPS):
        figures.count("unresolved failed commands, by the journal", command.command, there=_is_said(message.text, command.command))
    for written, kind in failed(moment.steps).items():
        figures.count(kind, written, there=any(_is_said(message.text, way) for way in ways(written)))
    known = notes(recording.name, moment.steps, moment.labels)
    _look_at_head(_message(journal, recording.root, known.tree), known, figures)
    _look_at_labels(journal, recording.root, moment.labels, "labels at a compaction", figures)


def _message(journal: Journal, root: str, tree: Tree | None = None) -> Message:
    """The whole message, as a session would get it that has these notes."""
    known = remembered(journal, tree or Tree(), Everything(Path(root)))
    return resume(tree or Tree(), GitFacts(reason="not a git repository"), known=known)


def failed(steps: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The commands of the last steps that failed or were refused, by what the recording says of them, and did not run well afterwards."""
    found: dict[str, str] = {}
    for step in [step for step in steps if step["kind"] == "tool" and not step.get("side")][-RECENT_STEPS:]:
        command, code = str(step.get("cmd") or "").strip(), step.get("exit")
        if command and (code or (code is None and step.get("ok") is False)):
            found[command] = REFUSED if "The tool use was rejected" in str(step.get("text")) else FAILED
        elif command and (code == 0 or step.get("ok")):
            found.pop(command, None)
    return found


def ways(command: str) -> tuple[str, ...]:
    """A command as it was written, without what leads to it (comments, another folder), and without what its output was sent to."""
    lines = command.split("\n")
    while len(lines) > 1 and re.fullmatch(r"\\|#.*|cd [^;&]*|\s*", lines[0]):
        lines = lines[1:]
    bare = re.sub(r"\Acd [^\s;&]+ *(?:&&|;) *", "", "\n".join(lines))
    return command, bare, re.split(r" +[0-9]?>>?(?:&[0-9])?| +\| *(?:tail|head)\b", bare)[0].strip()


def _look_at_head(message: Message, known: Notes, figures: Figures) -> None:
    """Each field of the notes, all of its texts; and what else the message put into its head."""
    start = message.text[:HEAD_CHARACTERS]
    for name, texts in known.texts.items():
        there = all(defused(visible(text)) in start for text in texts)
        figures.count("head fields within 2,000 characters", f"{name}: {texts}", there=there)
    names = {slot.name for _, slots in HEAD for slot in slots} - set(known.texts)
    for part in message.fields:
        if part.slot.name in names and part.items:
            said = defused(whole(Section(part.escaped(), ENGLISH, below=True)))
            figures.count("head fields within 2,000 characters", part.slot.name, there=said in start)


def _look_at_labels(journal: Journal, root: str, labels: Sequence[str], kind: str, figures: Figures) -> None:
    text = _message(journal, root).text
    for label in dict.fromkeys(labels):
        figures.count(kind, label, there=_is_said(text, label))
        figures.true |= {label} if _is_said(text, label) else set()
    figures.captured |= set(_rules(journal)) if kind.endswith("session") else set()


def _rules(journal: Journal) -> tuple[str, ...]:
    return remembered(journal, Tree(), Everything(Path())).rules


def _moment(steps: Sequence[Mapping[str, Any]], place: int, labels: tuple[str, ...]) -> Moment | None:
    """What came before and after the compaction at `place`, without subagents; None where that is too little."""
    before = [step for step in steps[:place] if step["kind"] == "tool" and not step.get("side")]
    after = list(_following(steps[place + 1 :]))[:HORIZON]
    if len(before) < LEAST_BEFORE or len(after) < LEAST_AFTER:
        return None
    earlier = {path: len(before) - age for age, step in enumerate(before) for path in step.get("paths") or ()}
    return Moment(earlier, frozenset(path for step in after for path in step.get("paths") or ()), labels, steps[:place])


def _following(steps: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The tool calls up to the next compaction."""
    for step in steps:
        if step["kind"] == "compaction" and not step.get("initial"):
            return
        if step["kind"] == "tool" and not step.get("side"):
            yield step


def names_path(text: str, path: str) -> bool:
    """Whether the text names the path: as it is, at the end of an absolute one, or, of a folder, as the folder of a file."""
    for match in re.finditer(re.escape(visible(path)), text):
        before = re.split(r"[\s`'\"=(]", text[: match.start()])[-1]
        if (not before or before.startswith(("/", "~"))) and not re.match(r"[\w-]", text[match.end() :]):
            return True
    return False


def _is_said(text: str, wanted: str) -> bool:
    """Whether it stands there word for word; the lines of an item are indented."""
    return defused(visible(wanted)).replace("\n", "\n  ") in text


def _labels(path: Path) -> dict[str, dict[int, list[str]]]:
    """The labelled sentences by session and step."""
    found: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for line in path.read_text(encoding="utf-8").split("\n")[1:]:
        if line:
            session, step, sentence = line.split("\t")
            found[session.removeprefix("sessions/").removesuffix(".norm.jsonl")][int(step)].append(sentence)
    return found


def report(figures: Mapping[str, Figures], *, misses: bool = False) -> str:
    """A table, and with `misses` what was missing in the half that may be looked at."""
    kinds = dict.fromkeys(kind for one in figures.values() for kind in one.wanted)
    lines = [f"| figure | {' | '.join(figures)} | together |", f"|---|{'---:|' * (len(figures) + 1)}"]
    for kind in kinds:
        pairs = [(one.found[kind], one.wanted[kind]) for one in figures.values()]
        pairs.append((sum(found for found, _ in pairs), sum(wanted for _, wanted in pairs)))
        lines.append(f"| {kind} | {' | '.join(_share(*pair) for pair in pairs)} |")
    captured = [f"{len(one.captured) / max(1, len(one.true)):.2f}" for one in figures.values()]
    every = sum(len(one.captured) for one in figures.values()) / max(1, sum(len(one.true) for one in figures.values()))
    lines.append(f"| captured rules for each true one | {' | '.join(captured)} | {every:.2f} |")
    lengths = [f"{sum(one.lengths) // max(1, len(one.lengths))}, {max(one.lengths, default=0)}" for one in figures.values()]
    lines.append(f"| characters of a message: mean, most (of {BUDGET}) | {' | '.join(lengths)} | |")
    counts = [len(one.lengths) for one in figures.values()]
    lines.append(f"| messages | {' | '.join(map(str, counts))} | {sum(counts)} |")
    return "\n".join([*lines, *(f"missed: {miss}" for miss in figures[HALVES[0]].missed if misses)])


def _share(found: int, wanted: int) -> str:
    return f"{found} of {wanted} ({found / wanted:.1%})" if wanted else "-"


def main(arguments: Sequence[str]) -> int:
    """Measures the folder that is named, and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=recordings_folder())
    parser.add_argument("--only", action="append", default=[], help="only sessions whose name holds this")
    parser.add_argument("--misses", action="store_true", help="what was missing in the first half")
    given = parser.parse_args(arguments)
    if given.folder is None:
        parser.error("no recordings: name their folder")
    folder = given.folder if (given.folder / LABELS).is_file() else given.folder.parent
    if not (folder / LABELS).is_file():
        parser.error(f"neither {given.folder} nor the folder above it has a {LABELS}")
    sys.stdout.write(report(measure(folder, given.only), misses=given.misses) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
