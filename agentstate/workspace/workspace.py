"""One tree on the disk, and all that is done with it: read, asked about in git, locked, written, committed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from agentstate import resources
from agentstate.documents.text import SourceText
from agentstate.files.resolve import kind_of
from agentstate.git.repository import Repository, discover
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.lanes import lane_names, refuse_missing, state_path
from agentstate.vocabulary.repository import GitFacts, RecordedFile
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace import recording
from agentstate.workspace.instructions import Ignored, with_all_instructions, with_instructions
from agentstate.workspace.place import find_root, no_tree
from agentstate.workspace.reading import Extent, FilesOnDisk, names_below, read_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.vocabulary.plan import Plan
    from agentstate.workspace.losing import Losses


def open_workspace(start: Path, lane: str = "", *, may_be_new: bool = False) -> "Workspace":
    """The workspace of the nearest tree at or above `start`, for the work in a lane ("": the default one); AgentStateError where there
    is none, or no lane can have the name. Whether the lane is there shows when the tree is read, unless it `may_be_new`."""
    root = find_root(start)
    if root is None:
        raise no_tree(start)
    return Workspace(root, state_path(lane), may_be_new=may_be_new)


def lanes_near(start: Path) -> tuple[str, ...]:
    """The names of the lanes of the nearest tree at or above `start`, sorted; none where there is no tree."""
    root = find_root(start)
    return () if root is None else lane_names(names_below(root)[0])


@dataclass(frozen=True)
class Workspace:
    """One tree on the disk. `root` is the folder that holds it; `known` is the repository around it, where that was asked already;
    `may_be_new` says that the lane need not be there yet."""

    root: Path
    state_path: str = layout.STATE
    known: Repository | str | None = None
    may_be_new: bool = False

    @cached_property
    def repository(self) -> Repository | str:
        """The repository around the tree, or why there is none."""
        return discover(self.root) if self.known is None else self.known

    @property
    def prefix(self) -> str:
        """The root relative to the top of the repository: "" or "packages/a/"."""
        return self.repository.prefix if isinstance(self.repository, Repository) else ""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes while this is held."""
        from agentstate.files.lock import locked

        with locked(self.root):
            self._offer_schemas()
            yield

    def _offer_schemas(self) -> None:
        """Each schema that an editor may look for, in `local/`: STATE.yaml and config.yaml name it there, so no network is needed."""
        from agentstate.files.write import write_atomic

        for name in ("state", "config"):
            path = f"{layout.LOCAL}/{name}.schema.json"
            if kind_of(self.root, path) == "missing":
                write_atomic(self.root, path, resources.read_text("schemas", f"{name}.schema.json").encode())

    def dismantle(self) -> None:
        """The folders of a tree that was taken out are gone, as far as they are empty. The caller does not hold the lock."""
        from agentstate.files.dismantle import dismantle

        dismantle(self.root)

    def tree(
        self,
        *,
        archives: int = 0,
        snapshots: bool = False,
        also: Sequence[str] = (),
        code: bool = False,
        whole: bool = False,
        lanes: bool = False,
        agents: bool = False,
        ignored: Ignored | None = None,
    ) -> Tree:
        """The tree as it is on the disk now, with so many of the newest archive volumes, further files, and if asked for snapshots, the
        code that notes name, all that a check judges, the other lanes, and what agents are instructed by; `ignored` answers in place of
        git. AgentStateError where the lane in use is not there: it is looked for with each reading, under the lock too."""
        tree = read_tree(self.root, self.prefix, self.state_path, Extent(archives, snapshots, also, code, whole, lanes))
        if not self.may_be_new:
            refuse_missing(tree.lane, tree.lanes)
        return with_instructions(tree, FilesOnDisk(self._top), ignored or self._ignored_from_top) if agents else tree

    def instructed(self, tree: Tree) -> Tree:
        """The tree with what every agent would be instructed by, used here or not."""
        return with_all_instructions(tree, FilesOnDisk(self._top), self._ignored_from_top)

    @property
    def _top(self) -> Path:
        return self.root if isinstance(self.repository, str) else self.repository.top

    def _ignored_from_top(self, paths: Sequence[str]) -> frozenset[str]:
        return recording.ignored_from_top(self.repository, paths)

    def git_facts(
        self, tree: Tree, *, status: bool = False, freshness: bool = False, committed: bool = False, volumes: bool = False
    ) -> GitFacts:
        """What git knows about the repository now; the costly answers only where they are asked for. `committed` asks which files HEAD
        holds, `volumes` whether those of the archive are among them."""
        if isinstance(self.repository, str):
            return GitFacts(reason=self.repository)
        from agentstate.git.facts import collect
        from agentstate.git.freshness import FreshnessQuestion

        settings = tree.settings.freshness
        wanted = FreshnessQuestion(self.state_path, settings.ignore) if freshness else None
        facts = collect(self.repository, status=status, diff_stat=status, state=wanted)
        beside = [path for path in tree.sources if not layout.is_own(path)]
        return replace(facts, committed=recording.recorded(self.root, self.repository, beside, volumes=volumes)) if committed else facts

    def refuse_hidden(self, beside: Sequence[str]) -> None:
        """AgentStateError where git holds a file of the tree, or one of `beside`, that a sparse checkout keeps off the disk: what is
        written in its place would take the place of it in git, too."""
        hidden = sorted(recording.hidden(self.repository, beside))
        if hidden:
            more = f" and {len(hidden) - 1} more" if len(hidden) > 1 else ""
            message = f'git holds "{hidden[0]}"{more}, and a sparse checkout keeps it off the disk'
            raise AgentStateError(message, "bring it back with `git sparse-checkout add .agent` or `git sparse-checkout disable`")

    def ignored(self, paths: Sequence[str]) -> frozenset[str]:
        """Those of the paths that git does not hold and is told to ignore."""
        return recording.ignored(self.repository, paths)

    def namesakes(self, names: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """For each name of a file or folder the tracked files that bear it, seen from the root; none where git cannot tell."""
        return recording.namesakes(self.repository, names)

    def hooks_by(self) -> str:
        """The program that git calls before a commit, where it is one that reads a gate of ours; else ""."""
        from agentstate.git.hooks import hooks_by

        return "" if isinstance(self.repository, str) else hooks_by(self.repository)

    def losses(self, tree: Tree, named: str = "") -> "Losses":
        """The decisions that HEAD, or a commit since HEAD left the one `named`, lost, or what is not committed yet; AgentStateError where
        there is nothing to compare with."""
        from agentstate.git.base import find_base
        from agentstate.git.passages import Passages
        from agentstate.workspace.losing import losses

        if isinstance(self.repository, str):
            raise AgentStateError(self.repository, "run it where git has the history of the tree")
        base = find_base(self.repository, named)
        if named and not base.commit:
            raise AgentStateError(f'nothing can be compared with "{named}": {base.reason}', "leave --base out")
        return losses(self.repository, Passages(self.repository, base), tree, lambda _: None, pending=True)

    def recorded_snapshots(self) -> tuple[tuple[RecordedFile, ...], str]:
        """Every snapshot that git's history holds, newest first, and why others may be missing ("" where none is)."""
        from agentstate.workspace import past

        return past.recorded_snapshots(self.repository)

    def automatic_snapshots(self) -> tuple[SourceText, ...]:
        """The snapshots that hooks made, oldest first."""
        from agentstate.workspace import past

        return past.automatic_snapshots(self.root)

    def recorded_text(self, commit: str, path: str) -> SourceText:
        """The text of a file as a commit holds it; AgentStateError where it cannot be had."""
        from agentstate.workspace import past

        return past.recorded_text(self.repository, commit, path)

    def apply(self, plan: "Plan") -> recording.Outcome:
        """Carries out the plan: its steps, then its commit. The caller holds the lock."""
        from agentstate.files.apply import apply

        apply(self.root, plan)
        if plan.commit is None:
            return recording.Outcome()
        from agentstate.vocabulary.plan import Remove

        removed = [step.path for step in plan.steps if isinstance(step, Remove)]
        outcome = recording.record(self.root, self.repository, plan.commit, removed)
        if not plan.commit.staged or not outcome.reason or isinstance(self.repository, str):
            return outcome
        from agentstate.workspace.concluding import handed_over

        said = handed_over(self.repository, plan.steps)
        return replace(outcome, reason=f"{outcome.reason}; {said}") if said else outcome
