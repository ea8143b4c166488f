"""Where faults are tried: a repository with a tree, work of the user's beside it, and what must still be there afterwards."""

import contextlib
import io
import shutil
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.facts import parse_facts
from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.documents.todo import parse_todo
from agentstate.vocabulary import layout
from tests.cli.worksite import OLD_ID, TREE, begin_work
from tests.support.repository import Repository, files_below
from tests.support.surroundings import isolate

NOW = "1796009400"
LANE = ".agent/lanes/api.yaml"
CONFIG = "limits: {decisions_entries: 3}\n"
ENTRY = "\n## [2026-11-{day}] Choice {number}\n- Decision: part {number}\n- Why: reason {number}\n"
SNAPSHOT_IDS = tuple(f"202611{day:02}T000000Z-step-done-older" for day in range(2, 9))


@dataclass(frozen=True)
class Said:
    """How a run in this process ended; `raised` is the traceback of what nobody expected."""

    code: int
    out: str
    err: str
    raised: str = ""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder, and surroundings of its own: home, git configuration, a clock that stands still."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, Path(name))
        monkeypatch.setenv("SOURCE_DATE_EPOCH", NOW)
        yield Path(name)


def planted(folder: Path) -> Path:
    """A repository whose log is over its limit and whose tree has more than git holds: notes of this hour, and a user's staged work."""
    repository = Repository.create(folder)
    files = {**TREE, layout.CONFIG: CONFIG, "src/service.py": "def answer() -> int:\n    return 42\n"}
    old = files[layout.snapshot_path(OLD_ID)]
    files |= {layout.snapshot_path(each): old.replace(OLD_ID, each) for each in SNAPSHOT_IDS}
    for path, text in files.items():
        repository.write(path, text)
    repository.commit("tree")
    log = repository.read(layout.DECISIONS) + "".join(ENTRY.format(day=20 + number, number=number) for number in range(1, 5))
    repository.write(layout.DECISIONS, log + "- Permanent: yes\n")
    repository.write(layout.FACTS, repository.read(layout.FACTS) + "- a fact of this hour\n")
    repository.write(layout.TODO, repository.read(layout.TODO) + "- [ ] an item of this hour\n")
    repository.write(layout.STATE, repository.read(layout.STATE) + "constraints:\n  - a limit of this hour\n")
    repository.write(LANE, "project: shop\ncurrent_task: the client\nnext_action: write it\n")
    begin_work(repository)
    return folder


def conflicted(folder: Path) -> Path:
    """A repository in the middle of a merge that git could not make: both sides decided, added and went on."""
    repository = Repository.create(folder)
    for path, text in {**TREE, "src/service.py": "def answer() -> int:\n    return 42\n"}.items():
        repository.write(path, text)
    repository.commit("tree")
    for side in ("theirs", "ours"):
        repository.git("checkout", "--quiet", *(("-b", side) if side == "theirs" else ("main",)))
        repository.write(layout.DECISIONS, repository.read(layout.DECISIONS) + ENTRY.format(day=21, number=side))
        repository.write(layout.TODO, repository.read(layout.TODO) + f"- [ ] an item of {side}\n")
        repository.write(layout.FACTS, repository.read(layout.FACTS) + f"- a fact of {side}\n")
        repository.commit(side)
    repository.git("merge", "--quiet", "theirs", check=False)
    return folder


def copied(template: Path, folder: Path) -> Path:
    """A copy of the repository, file times included, in place of whatever was in `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(template, folder, symlinks=True))


def run(*words: str, at: Path) -> Said:
    """The result of `agentstate WORDS` in this process."""
    from tests.support.command import run_here

    try:
        result = run_here(*words, at=at)
    except Exception:  # noqa: BLE001 - exactly that is what must not happen
        return Said(1, "", "", traceback.format_exc())
    return Said(result.code, result.out, result.err)


@contextmanager
def silent() -> Iterator[None]:
    """Nothing that is printed inside gets out."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def tree_files(root: Path) -> dict[str, bytes]:
    """Every file of the tree, `local/` left out."""
    found = files_below(root / layout.FOLDER)
    return {f"{layout.FOLDER}/{name}": data for name, data in found.items() if not name.startswith("local/")}


def leftovers(root: Path) -> list[str]:
    """Our temporary files."""
    return [str(path.relative_to(root)) for path in root.rglob(".agentstate-*.tmp")]


@dataclass(frozen=True)
class Notes:
    """What a person would miss: decisions by their text, facts, items, and states, which go on in snapshots."""

    decisions: frozenset[str]
    facts: frozenset[str]
    items: frozenset[str]
    states: frozenset[str]

    def missing(self, later: "Notes", *, state: bool) -> list[str]:
        """What of these notes the later ones lack; of the state only where the verb is to keep the old one."""
        gone = [*(self.decisions - later.decisions), *(self.facts - later.facts), *(self.items - later.items)]
        return gone + (sorted(self.states - later.states) if state else [])


def notes(root: Path) -> Notes:
    """Every note below `root`, wherever it stands; items count as kept where git has them."""
    files = {path: (data,) for path, data in tree_files(root).items()} | _versions(root)
    logs = [path for path in files if path == layout.DECISIONS or layout.ARCHIVE_NAME.fullmatch(path)]
    decisions = (entry.text for path in logs for source in _sources(files, path) for entry in parse_decisions(source).entries)
    old = "\n".join(line[1:] for line in Repository(root).git("log", "-p", "--format=", "--", layout.TODO).split("\n"))
    items = {item.text for source in (*_sources(files, layout.TODO), SourceText(layout.TODO, old)) for item in parse_todo(source).items}
    facts = {fact.text for source in _sources(files, layout.FACTS) for fact in parse_facts(source).facts}
    return Notes(frozenset(decisions), frozenset(facts), frozenset(items), frozenset(_states(files)))


def _versions(root: Path) -> dict[str, tuple[bytes, ...]]:
    """The two sides of each file that git could not merge; what is on the disk has both in one, with markers."""
    repository = Repository(root)
    unmerged = [line.split("\t")[1] for line in repository.git("ls-files", "--unmerged", "-z").split("\0")[:-1]]
    return {path: tuple(repository.git("show", f":{stage}:{path}", check=False).encode() for stage in (2, 3)) for path in unmerged}


def _sources(files: Mapping[str, tuple[bytes, ...]], path: str) -> list[SourceText]:
    return [SourceText.decode(path, data) for data in files.get(path, ())]


def _states(files: Mapping[str, tuple[bytes, ...]]) -> Iterator[str]:
    """The text of each state: the present ones, and those in snapshots."""
    for path in files:
        for source in _sources(files, path):
            if path == layout.STATE or layout.LANE_NAME.fullmatch(path):
                yield source.text
            snapshot = parse_snapshot(source) if layout.SNAPSHOT_NAME.fullmatch(path) else None
            if isinstance(snapshot, Snapshot):
                yield snapshot.state


def outside(root: Path) -> tuple[str, dict[str, bytes]]:
    """The index entries and files that are not the tree's: the user's, which nothing may touch."""
    others = {name: data for name, data in files_below(root).items() if not name.startswith(layout.FOLDER)}
    listed = Repository(root).git("ls-files", "--stage", "-v", "--", ".", f":!{layout.FOLDER}")
    return listed, others
