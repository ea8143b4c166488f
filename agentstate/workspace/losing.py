"""Which decisions the commits on the way to HEAD lost: git is asked what they changed, and more only where an entry left the log."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import dropwhile

from agentstate.documents.decisions import Decision, DecisionLog, parse_decisions
from agentstate.documents.losses import Change, Missing, Texts, is_elsewhere, lost, removed, text_of, texts
from agentstate.documents.text import SourceText
from agentstate.git.blobs import Blobs
from agentstate.git.failure import GitError
from agentstate.git.passages import (
    Files,
    Part,
    Passage,
    Passages,
    arrived_trees,
    being_merged,
    commits_of,
    held_at,
    is_log,
    logs_at,
    merge_bases,
    staged,
)
from agentstate.git.repository import Repository
from agentstate.rules.kept import recorded_log
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.repository import Loss
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.reading import MARKDOWN_BYTES

_AT_ONCE = 30
"""Of how many commits the contents are held at a time."""

Read = Callable[[str], bytes | Fault | None]
"""What is at a path of the tree now; a fault where it cannot be read."""


@dataclass(frozen=True)
class Losses:
    """Decisions that were lost, and why others may not be seen ("" where all were looked for)."""

    found: tuple[Loss, ...] = ()
    unseen: str = ""


def losses(
    repository: Repository, passages: Passages, tree: Tree, read: Read, *, pending: bool = False, blobs: Blobs | None = None
) -> Losses:
    """What the commits lost of the decisions of a tree, as far as it is in no file of the tree now, the first loss first.

    A merge under way is one of the commits, as far as HEAD is not what it lost; with `pending` whatever is not committed is one. `read`
    gives the volumes of the archive that the tree was not read with: they are looked at one by one, and only for what left the log.
    `blobs` may hold contents that were read already.
    """
    now = _Now(tree)
    if layout.DECISIONS in tree.unreadable:
        return Losses()
    try:
        history = _History(repository, tree.prefix, blobs)
        found = _recorded(history, passages, now)
        found |= _not_committed(history, being_merged(repository), now, pending=pending)
        unseen = passages.cut
    except GitError as failure:
        if not failure.is_about_objects:
            raise
        return Losses((), failure.message)
    left, unread = _not_in_archive(found, tree, read)
    return Losses((), unread) if unread else Losses(left, unseen)


class _Now:
    """What is in the files of the tree."""

    def __init__(self, tree: Tree) -> None:
        logs = (tree.decisions, *tree.archives)
        self.texts = texts(logs)
        self._ids = removed(logs)

    def has(self, text: str, entry: Decision) -> bool:
        """Whether the entry is there, or may be gone: another one says so. A fact that names it is no entry: it has neither its title nor
        what was rejected, and rotation leaves the entry in the archive."""
        return text in self.texts or entry.id in self._ids


@dataclass(frozen=True)
class _Side:
    """A parent, the logs that it has otherwise than the commit, and what the commit changed of their entries."""

    parent: str
    logs: Sequence[DecisionLog]
    change: Change


class _History:
    """The logs of one tree as commits hold them; what was read once is kept for a while."""

    def __init__(self, repository: Repository, folder: str, blobs: Blobs | None = None) -> None:
        self.head, self.folder, self.git = repository.head, folder, repository.git
        self._common: dict[tuple[str, str], frozenset[str]] = {}
        self._blobs = blobs or Blobs(self.git)
        self._logs: dict[tuple[str, str], DecisionLog] = {}

    def forget(self) -> None:
        """Keeps no content that was read."""
        self._blobs = Blobs(self.git)
        self._logs = {}

    def own(self, part: Part) -> Files:
        """What of a part is about the logs of this tree."""
        return {path: held for path, held in part.of(self.folder).items() if is_log(path, self.folder)}

    def prefetch(self, parts: Iterable[Files]) -> None:
        """Reads all contents at once."""
        identifiers = _identifiers(parts)
        if identifiers:
            self._blobs.read(dict.fromkeys(identifiers, MARKDOWN_BYTES))

    def side(self, parent: str, part: Files) -> _Side:
        """What a part of a passage says about this tree."""
        before, after = ([self._log(path, held[place]) for path, held in sorted(part.items()) if held[place]] for place in (0, 1))
        return _Side(parent, before, Change(texts(before), texts(after)))

    def logs_at(self, commit: str) -> list[DecisionLog]:
        """All logs of the tree that a commit holds."""
        held = logs_at(self.git, commit, self.folder)
        self.prefetch([{path: (identifier, "") for path, identifier in held.items()}])
        return [self._log(path, identifier) for path, identifier in sorted(held.items())]

    def common(self, parents: Sequence[str], one: int, other: int) -> frozenset[str]:
        """The texts of the entries that the nearest common ancestors of two parents hold."""
        pair = (parents[one], parents[other])
        if pair not in self._common:
            self._common[pair] = frozenset(text for base in merge_bases(self.git, *pair) for text in texts(self.logs_at(base)))
        return self._common[pair]

    def took_tree_away(self, passage: Passage) -> bool:
        """Whether a commit holds no file that makes a tree any more: then nothing was lost from a log that goes on."""
        if all(part.get(self.folder + layout.DECISIONS, ("", "x"))[1] for part in passage.parts):
            return False
        found = held_at(self.git, passage.commit, [f"{self.folder}{layout.FOLDER}/"])
        return not any(self.folder + path in found for path in layout.REQUIRED)

    def is_of_another(self, parent: str, here: Texts, part: Files) -> bool:
        """Whether the log that a parent has in the folder of this tree is that of a tree which is elsewhere now (`git subtree`, a folder
        that was moved), `here` being what the log of this tree holds; `part` is what changed of all logs for this parent."""
        trees = arrived_trees(part)
        if not trees:
            return False
        self.prefetch([part])
        before = texts(self.logs_at(parent))
        return is_elsewhere(before, here, [texts(self._log(path, part[path][1]) for path in paths) for paths in trees])

    def aligned(self, passage: Passage) -> Iterator[_Side]:
        """What a commit changed for each of its parents that had this tree: for those with all logs as the commit has them, nothing."""
        waiting = list(passage.parts)
        is_whole = len(passage.parts) == len(passage.parents)
        for parent in passage.parents:
            part = waiting.pop(0) if waiting and (is_whole or self._held(parent, waiting[0])) else Part()
            if not (arrived_trees(part) and self.is_of_another(parent, texts(self.logs_at(passage.commit)), part)):
                yield self.side(parent, self.own(part))

    def _held(self, commit: str, part: Files) -> bool:
        """Whether a commit holds what a part says was there before."""
        held = held_at(self.git, commit, list(part))
        return all(held.get(path, "") == before for path, (before, _) in part.items())

    def _log(self, path: str, identifier: str) -> DecisionLog:
        if (path, identifier) not in self._logs:
            data = self._blobs.read({identifier: MARKDOWN_BYTES}).get(identifier)
            if not isinstance(data, bytes):
                what = "is not here" if data is None else f"has {data} bytes, at most {MARKDOWN_BYTES} are read"
                raise GitError(f"object {identifier}, a version of {path}, {what}")
            self._logs[path, identifier] = recorded_log(SourceText.decode(path.removeprefix(self.folder), data))
        return self._logs[path, identifier]


def _recorded(history: _History, passages: Passages, now: _Now) -> dict[str, Loss]:
    """What commits lost, by its text, and no later one brought back."""
    mine = _mine(history, passages)
    found: dict[str, Loss] = {}
    for number, passage in enumerate(mine):
        if number % _AT_ONCE == 0:
            if number:
                history.forget()
            history.prefetch(history.own(part) for near in mine[number : number + _AT_ONCE] for part in near.parts)
        changes = [history.side("", history.own(part)).change for part in passage.parts]
        for text in [text for change in changes for text in change.arrived]:
            found.pop(text, None)
        gone = [(text, entry) for change in changes for text, entry in change.left.items()]
        if all(now.has(text, entry) for text, entry in gone) or history.took_tree_away(passage):
            continue
        sides = list(history.aligned(passage))
        own = [side.parent for side in sides]
        if found and len(own) < len(passage.parents):
            foreign = commits_of(history.git, set(passage.parents) - set(own), own)
            found = {text: loss for text, loss in found.items() if loss.commit not in foreign}
        for missing in lost([side.change for side in sides], partial(history.common, own)):
            if not now.has(missing.text, missing.entry):
                loss = _loss(missing, sides[missing.parent])
                found.setdefault(missing.text, replace(loss, commit=passage.commit, subject=passage.subject))
    return found


def _mine(history: _History, passages: Passages) -> list[Passage]:
    """The commits that changed the logs of a tree, from the first on that found any."""
    touching = [passage for passage in passages.of(history.folder) if any(map(history.own, passage.parts))]
    return list(dropwhile(lambda passage: not any(_before(history.own(part)) for part in passage.parts), touching))


def contents_first(repository: Repository, passages: Passages, folder: str) -> frozenset[str]:
    """The objects that `losses` looks into first for the tree in `folder`, so many as it holds at a time."""
    history = _History(repository, folder)
    return _identifiers(history.own(part) for passage in _mine(history, passages)[:_AT_ONCE] for part in passage.parts)


def _identifiers(parts: Iterable[Files]) -> frozenset[str]:
    return frozenset(identifier for part in parts for held in part.values() for identifier in held if identifier)


def _before(part: Files) -> bool:
    """Whether there was a log before; where there was none, nothing can be lost."""
    return any(before for before, _ in part.values())


def _not_committed(history: _History, merged: Sequence[str], now: _Now, *, pending: bool) -> dict[str, Loss]:
    """What is lost by what is not committed, by its text; without `pending` only of what a merge under way brings in."""
    if not history.head or not (merged or pending):
        return {}
    parents = (history.head, *(one for one in merged if not history.is_of_another(one, now.texts, staged(history.git, one))))
    logs = [history.logs_at(parent) for parent in parents]
    sides = [_Side(parent, before, Change(texts(before), now.texts)) for parent, before in zip(parents, logs, strict=True)]
    gone = lost([side.change for side in sides], partial(history.common, parents))
    return {
        missing.text: _loss(missing, sides[missing.parent])
        for missing in gone
        if not now.has(missing.text, missing.entry) and (pending or missing.parent)
    }


def _loss(missing: Missing, side: _Side) -> Loss:
    entry = missing.entry
    log = next(log for log in side.logs if any(entry is other for other in log.entries))
    below = tuple(other.id for other in log.entries if other.line > entry.line)
    return Loss(
        identifier=entry.id,
        date=entry.date,
        title=entry.title,
        text=entry.text,
        left=text_of(missing.left) if missing.left else "",
        lines=missing.lines,
        kept=side.parent,
        path=log.source.path,
        below=below,
    )


def _not_in_archive(found: dict[str, Loss], tree: Tree, read: Read) -> tuple[tuple[Loss, ...], str]:
    """Those that no volume of the archive holds which the tree was not read with, and why one of these cannot be read ("")."""
    left = dict(found)
    for path in reversed(tree.archive_paths):
        if left and not tree.has(path):
            data = read(path)
            if isinstance(data, Fault):
                return (), data.message
            source = SourceText.decode(path, data or b"")
            log = parse_decisions(source) if _may_account_for(left.values(), source.text) else DecisionLog(source, ())
            there, may_go = texts([log]), removed([log])
            left = {text: loss for text, loss in left.items() if text not in there and loss.identifier not in may_go}
    return tuple(left.values()), ""


def _may_account_for(lost: Iterable[Loss], text: str) -> bool:
    """Whether the log that has this text may hold one of the entries that were lost, or say that one is removed."""
    from agentstate.documents.whereabouts import may_name, may_remove

    return may_name([loss.identifier for loss in lost], text) or may_remove(text)
