"""What git knows about many trees of one repository: whatever is the same for all is asked once, the rest side by side."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from agentstate.git.base import Base
from agentstate.git.before import changed_since, contents_at, same, watched
from agentstate.git.configuration import read_configuration
from agentstate.git.failure import GitError
from agentstate.git.freshness import Edited, FreshnessQuestion, freshness, start_since
from agentstate.git.objects import folders_above
from agentstate.git.repository import Repository, operation
from agentstate.git.runner import Completed, Running
from agentstate.git.sorted_paths import SortedPaths
from agentstate.git.status import StatusLine, parse_staged, parse_status, start_staged, start_status
from agentstate.git.trees import tree_files_in_index
from agentstate.vocabulary.lanes import lane_names
from agentstate.vocabulary.layout import LOCAL
from agentstate.vocabulary.repository import Freshness, GitFacts
from agentstate.vocabulary.values import dataclass, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.git.descent import Descent

AHEAD = 8
"""How many questions about single trees run side by side; of more trees, all are asked about in one walk through history."""


_Before = dict[str, bytes | None]


@dataclass(frozen=True)
class Inquiry:
    """What is to be known about the tree in `folder` ("" or "packages/a/").

    `freshness` is the question how fresh its state is, `names` are the bare file names that its notes mention. `own` are its own files
    that are there (paths relative to the folder) and `now` says what each holds, None for one that is not there.
    """

    folder: str
    freshness: FreshnessQuestion
    names: Collection[str]
    own: Collection[str]
    now: Callable[[str], bytes | None]


class Survey:
    """Git at work, since this was made, on the trees in `folders`. `repository` has the index that counts."""

    def __init__(self, repository: Repository, folders: Sequence[str], state_path: str, *, staged: bool) -> None:
        self._repository = repository
        self._staged = staged
        self._scope = common_folder(folders)
        git = repository.git
        if staged:
            self._status = start_staged(git, self._scope, repository.head)
        else:
            self._status = start_status(git.with_blanked(read_configuration(git).blanks), self._scope)
        self._since = _Since(repository, folders if repository.head else (), FreshnessQuestion(state_path, lanes=True))

    def facts(self, inquiries: Sequence[Inquiry], base: Base) -> list[GitFacts]:
        """The facts about each of the trees, in the order of the folders; `base` is the commit they are compared with."""
        known = _known(self._repository)
        try:
            changes = _Changes((parse_staged if self._staged else parse_status)(self._status.result().fields))
            before = self._before(inquiries, base, changes)
            found = self._namesakes({name for inquiry in inquiries for name in inquiry.names})
            bearers = {name: SortedPaths(paths) for name, paths in found.items()}
            verdicts = self._freshness(inquiries, changes)
            files = tree_files_in_index(self._repository.git)
        except GitError as failure:
            if not failure.is_about_objects:
                raise
            unknown = replace(known, reason=failure.message, freshness=Freshness(None, "", failure.message))
            return [replace(unknown, prefix=inquiry.folder) for inquiry in inquiries]
        own = [_inside(inquiry.folder, files) for inquiry in inquiries]
        return [
            replace(
                known,
                prefix=inquiry.folder,
                freshness=fresh,
                base=base.commit,
                before=older,
                opaque=opaque,
                namesakes={name: _inside(inquiry.folder, bearers[name]) for name in inquiry.names},
                local=tuple(path for path in held if path.startswith(f"{LOCAL}/")),
                lanes=lane_names(held),
            )
            for inquiry, held, (older, opaque), fresh in zip(inquiries, own, before, verdicts, strict=True)
        ]

    def _namesakes(self, names: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        if not names:
            return {}
        from agentstate.git.namesakes import namesakes

        return namesakes(self._repository.git, self._scope, names)

    def _freshness(self, inquiries: Sequence[Inquiry], changes: "_Changes") -> list[Freshness]:
        """How fresh each state is. Where they were written in different commits, history is read once for all of them."""
        answers: Sequence[Completed | GitError | None] = self._since.answers() or [None] * len(inquiries)
        sinces = {answer.text for answer in answers if isinstance(answer, Completed)} - {"", self._repository.head}
        descent = _descent(self._repository, sorted(sinces), [inquiry.folder for inquiry in inquiries]) if len(sinces) > 1 else None
        edited = Edited(self._repository, changes.lines)
        here = [replace(self._repository, prefix=inquiry.folder) for inquiry in inquiries]
        return [
            freshness(one, inquiry.freshness, answer, changes.about(one.prefix), descent, edited)
            for one, inquiry, answer in zip(here, inquiries, answers, strict=True)
        ]

    def _before(self, inquiries: Sequence[Inquiry], base: Base, changes: "_Changes") -> list[tuple[_Before, tuple[str, ...]]]:
        """What the base holds of the own files of each tree that are other now, and those of which it holds no small file."""
        if not base.commit:
            return [({}, ()) for _ in inquiries]
        moved = SortedPaths([*changes.paths.paths, *changed_since(self._repository, base)])
        asked = [sorted(_candidates(inquiry, moved, changes)) for inquiry in inquiries]
        paths = {inquiry.folder + path for inquiry, own in zip(inquiries, asked, strict=True) for path in own}
        held = contents_at(self._repository.git, base.commit, paths) if paths else {}
        return [_parted(inquiry, own, held) for inquiry, own in zip(inquiries, asked, strict=True)]


class _Changes:
    """The lines of a status, found by folder."""

    def __init__(self, lines: Iterable[StatusLine]) -> None:
        self._lines: dict[str, list[StatusLine]] = {}
        for line in lines:
            for path in line.paths:
                self._lines.setdefault(path, []).append(line)
        self.paths = SortedPaths(self._lines)
        self.lines = tuple(dict.fromkeys(line for found in self._lines.values() for line in found))

    def about(self, folder: str) -> list[StatusLine]:
        """The lines that say something about a path in `folder`: git names an untracked folder in place of all that is in it."""
        places = [*self.paths.below(folder), *self._around(folder)]
        return list(dict.fromkeys(line for place in places for line in self._lines[place]))

    def covers(self, path: str) -> bool:
        """Whether an untracked folder around `path` is named in its place."""
        return bool(self._around(path))

    def _around(self, path: str) -> list[str]:
        return [folder for folder in folders_above(path) if folder in self._lines]


class _Since:
    """In which commits the states in `folders` were last written: asked side by side where they are few, otherwise by one walk."""

    def __init__(self, repository: Repository, folders: Sequence[str], question: FreshnessQuestion) -> None:
        self._repository, self._folders, self._question = repository, folders, question
        self._running = self._started() if len(folders) <= AHEAD else []

    def answers(self) -> Sequence[Completed | GitError]:
        """The answer of `start_since` for each of the folders."""
        if self._running or not self._folders:
            return [running.answer() for running in self._running]
        from agentstate.git.written import last_written

        try:
            found = last_written(self._repository, self._folders, self._question.places)
        except GitError:  # about one of them: the others have their answers all the same
            return [answer for start in range(0, len(self._folders), AHEAD) for answer in self._some(start)]
        return [Completed(0, commit.encode(), b"") for commit in found]

    def _some(self, start: int) -> list[Completed | GitError]:
        return [running.answer() for running in self._started(start)]

    def _started(self, start: int = 0) -> list[Running]:
        some = self._folders[start : start + AHEAD]
        return [start_since(replace(self._repository, prefix=folder), self._question) for folder in some]


def _descent(repository: Repository, sinces: Sequence[str], folders: Sequence[str]) -> "Descent":
    from agentstate.git.descent import Descent

    return Descent(repository, sinces, folders)


def common_folder(folders: Sequence[str]) -> str:
    """The nearest folder that holds all of `folders`: "" or "packages/"."""
    lowest, highest = min(folders), max(folders)
    return max((above for above in folders_above(lowest) if highest.startswith(above)), key=len)


def _known(repository: Repository) -> GitFacts:
    return GitFacts(head=repository.head, branch=repository.branch, operation=operation(repository), shallow=repository.shallow)


def _candidates(inquiry: Inquiry, moved: SortedPaths, changes: _Changes) -> set[str]:
    """The own files of the tree that may be other than they were, relative to its folder."""
    state, length = inquiry.freshness.state_path, len(inquiry.folder)
    named = {path[length:] for path in moved.below(inquiry.folder)}
    unnamed = {path for path in inquiry.own if changes.covers(inquiry.folder + path)}
    return {path for path in named | unnamed if watched(path, state)}


def _parted(inquiry: Inquiry, own: Sequence[str], held: Mapping[str, bytes | None]) -> tuple[_Before, tuple[str, ...]]:
    known = {path: held[full] for path in own if (full := inquiry.folder + path) in held}
    before = {path: data for path, data in known.items() if not same(data, inquiry.now(path))}
    return before, tuple(path for path in own if path not in known)


def _inside(folder: str, paths: SortedPaths) -> tuple[str, ...]:
    return tuple(path[len(folder) :] for path in paths.below(folder))
