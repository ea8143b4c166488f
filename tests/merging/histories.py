"""Histories as several agents make them: branches that decide, rotate and merge one another, and what all of them come to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from random import Random

from agentstate.documents.text import SourceText
from agentstate.merging import merge
from agentstate.merging.log import entry_keys
from agentstate.vocabulary import layout

ARCHIVE = layout.archive_path(1)
Tree = dict[str, SourceText]


@dataclass
class History:
    """Commits by number: what each holds, and those it comes from."""

    random: Random
    trees: list[Tree] = field(default_factory=list)
    parents: list[tuple[int, ...]] = field(default_factory=list)
    decided: set[str] = field(default_factory=set)

    def add(self, tree: Tree, *parents: int) -> int:
        self.trees.append(tree)
        self.parents.append(parents)
        return len(self.trees) - 1

    def decide(self, commit: int) -> int:
        name = f"{self.random.getrandbits(48):012x}"
        key = f"## [2026-11-{self.random.randint(1, 9):02}] {name}\n- Decision: take {name}\n- Why: because"
        self.decided.add(key)
        log = self.trees[commit][layout.DECISIONS]
        todo = self.trees[commit][layout.TODO]
        return self.add(
            {
                **self.trees[commit],
                layout.DECISIONS: log.with_text(f"{log.text}\n{key}\n"),
                layout.TODO: todo.with_text(f"{todo.text}- [ ] {name}\n"),
            },
            commit,
        )

    def rotate(self, commit: int) -> int:
        tree = self.trees[commit]
        keys = entry_keys(tree[layout.DECISIONS])
        gone, left = keys[: len(keys) // 2], keys[len(keys) // 2 :]
        volume = entry_keys(tree[ARCHIVE]) if ARCHIVE in tree else []
        return self.add({**tree, layout.DECISIONS: log(left), ARCHIVE: volume_of([*volume, *gone])} if gone else tree, commit)

    def ancestors(self, commit: int) -> set[int]:
        found, left = set[int](), [commit]
        while left:
            one = left.pop()
            if one not in found:
                found.add(one)
                left += self.parents[one]
        return found

    def base(self, one: int, other: int) -> Tree:
        """The tree at which two commits parted; where there are several, these merged, as git does it."""
        common = self.ancestors(one) & self.ancestors(other)
        best = sorted(commit for commit in common if not any(commit in self.ancestors(later) - {later} for later in common))
        trees = [(commit, self.trees[commit]) for commit in best]
        return reduce(lambda left, right: (right[0], merged(self.base(left[0], right[0]), left[1], right[1])), trees)[1]

    def merge(self, one: int, other: int) -> int:
        return self.add(merged(self.base(one, other), self.trees[one], self.trees[other]), one, other)


def log(keys: Sequence[str]) -> SourceText:
    return SourceText(layout.DECISIONS, "# Decisions\n" + "".join(f"\n{key}\n" for key in keys))


def volume_of(keys: Sequence[str]) -> SourceText:
    return SourceText(ARCHIVE, "# Decisions, archive volume 1\n" + "".join(f"\n{key}\n" for key in keys))


def merged(base: Tree, ours: Tree, theirs: Tree) -> Tree:
    """The trees as `resolve` merges them: the archive first."""
    found: Tree = {}
    for path in (ARCHIVE, layout.DECISIONS, layout.TODO):
        if path in ours or path in theirs:
            archived = set(entry_keys(found.get(ARCHIVE)))
            done = merge(path, base.get(path), ours.get(path), theirs.get(path), "", archived)
            assert not done.conflicts
            found[path] = done.source
    return found


def begun(seed: str) -> tuple[History, list[int]]:
    """A history with two to four branches that recorded, rotated and merged at random, and the last commit of each."""
    random = Random(seed)  # noqa: S311 - the same history for the same seed
    history = History(random)
    start = history.add({layout.DECISIONS: log([]), layout.TODO: SourceText(layout.TODO, "# TODO\n\n")})
    for _ in range(random.randint(0, 3)):
        start = history.decide(start)
    branches = [start] * random.randint(2, 4)
    for _ in range(random.randint(4, 14)):
        place = random.randrange(len(branches))
        what = random.random()
        if what < 0.6:
            branches[place] = history.decide(branches[place])
        elif what < 0.75:
            branches[place] = history.rotate(branches[place])
        else:
            branches[place] = history.merge(branches[place], random.choice(branches))
    return history, branches


def check_history(seed: str) -> None:
    """All that was ever decided is there once, in the log or in the archive, and in which order branches are merged does not matter."""
    history, branches = begun(seed)
    ends = []
    for _ in range(3):
        order = history.random.sample(branches, len(branches))
        tree = history.trees[reduce(history.merge, order)]
        held = [*entry_keys(tree[layout.DECISIONS]), *entry_keys(tree.get(ARCHIVE))]
        assert sorted(held) == sorted(history.decided), seed
        items = [line for line in tree[layout.TODO].lines if line.startswith("- [ ]")]
        assert sorted(items) == sorted(f"- [ ] {key.partition('] ')[2].partition(chr(10))[0]}" for key in history.decided), seed
        ends.append((set(entry_keys(tree[layout.DECISIONS])), set(entry_keys(tree.get(ARCHIVE)))))
    assert ends[0] == ends[1] == ends[2], seed
