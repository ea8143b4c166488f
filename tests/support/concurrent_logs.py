"""Two branches that write the log of decisions at once, and the merge of them that git makes line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.losses import texts
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout
from tests.support.repository import Repository

ARCHIVE = layout.archive_path(1)
_REASONS = ("several instances run", "several instances run", "the service is small")
_SAME = ("- Rejected: nothing", "- Keep: permanent", "", "It was said in a meeting.", "  goes on here")


@dataclass
class Side:
    """A log and its archive as one branch has them; `edited` are the texts that it has in other words now."""

    log: list[str]
    archive: list[str] = field(default_factory=list)
    edited: set[str] = field(default_factory=set)

    @property
    def entries(self) -> set[str]:
        """Everything that the branch says was decided."""
        return {*self.log, *self.archive}

    def files(self) -> dict[str, str]:
        """The files that hold it."""
        found = {layout.DECISIONS: "\n".join(["# Decisions\n", *(f"{entry}\n" for entry in self.log)])}
        if self.archive:
            found[ARCHIVE] = "\n".join(["# Decisions, archive volume 1\n", *(f"{entry}\n" for entry in self.archive)])
        return found


@dataclass(frozen=True)
class Pair:
    """What two branches made of the same log."""

    base: Side
    ours: Side
    theirs: Side

    def lost(self, merged: set[str]) -> set[str]:
        """The entries of either branch that are not in the merge, but for what one of them had put in other words."""
        reworded = (self.ours.edited - self.ours.entries) | (self.theirs.edited - self.theirs.entries)
        return (self.ours.entries | self.theirs.entries) - merged - reworded


def pair(random: Random) -> Pair:
    """Two branches that append, and now and then put an entry between others, reword one, or rotate."""
    log = [_entry(random, f"base {number}", day=number + 1) for number in range(random.randint(0, 4))]
    sides = [Side(list(log)) for _ in range(2)]
    for name, side in zip(("ours", "theirs"), sides, strict=True):
        for number in range(random.randint(1, 3)):
            _act(random, side, log, f"{random.choice((name, 'same'))} {number}")
    return Pair(Side(log), *sides)


def _act(random: Random, side: Side, base: Sequence[str], title: str) -> None:
    action = random.random()
    if action < 0.8 or not side.log:
        side.log.append(_entry(random, title, day=random.randint(6, 8)))
    elif action < 0.87:
        side.log.insert(random.randrange(len(side.log) + 1), _entry(random, title, day=5))
    elif action < 0.95:
        place = random.randrange(len(side.log))
        old = side.log[place]
        side.log[place] = old.replace("- Decision:", f"- Decision: {title},", 1)
        side.edited |= {old} & set(base)
    else:
        count = random.randint(1, len(side.log))
        side.archive += side.log[:count]
        del side.log[:count]


def _entry(random: Random, title: str, *, day: int) -> str:
    lines = [f"- Decision: {random.choice(('as the title says', title, 'yes'))}", f"- Why: {random.choice(_REASONS)}"]
    lines += random.sample(_SAME, random.randint(1, 3))
    return "\n".join([f"## [2026-11-{day:02d}] {title}", *lines]).rstrip("\n")


def plant(repository: Repository, found: Pair) -> None:
    """The branches `base` on top of `main`, and `ours` and `theirs` on top of it; `ours` is checked out."""
    stream = []
    for name, side, parent in (("base", found.base, "main"), ("ours", found.ours, "base"), ("theirs", found.theirs, "base")):
        about = f"committer n <n@example.org> 1770000000 +0000\n{_data(name)}from refs/heads/{parent}\n"
        stream.append(f"commit refs/heads/{name}\n{about}")
        stream += [f"M 100644 inline {path}\n{_data(text)}" for path, text in side.files().items()]
    repository.git("fast-import", "--quiet", "--force", stdin="".join(stream))
    repository.git("checkout", "--quiet", "--force", "ours")


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"


def merge_by_lines(repository: Repository, *, union: bool) -> set[str]:
    """Merges `theirs`, by `merge=union` or by accepting both sides of every conflict; returns the entries that the merge holds."""
    repository.write(".git/info/attributes", "*.md merge=union\n" if union else "")
    repository.git("merge", "--quiet", "--no-ff", "--no-edit", "theirs", check=False)
    if repository.status():
        for path in (layout.DECISIONS, ARCHIVE):
            if (repository.path / path).exists():
                repository.write(path, "".join(_both(repository.read(path))))
        repository.git("add", "--all")
        repository.git("commit", "--quiet", "--no-edit")
    return entries(repository)


def _both(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        if not line.startswith(("<<<<<<< ", ">>>>>>> ")) and line != "=======":
            yield f"{line}\n"


def entries(repository: Repository) -> set[str]:
    """The texts of all entries that the log and the archive on the disk hold."""
    paths = [path for path in (layout.DECISIONS, ARCHIVE) if (repository.path / path).exists()]
    return set(texts(parse_decisions(SourceText(path, repository.read(path))) for path in paths))
