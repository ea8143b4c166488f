"""The trees that one check looks at: found together, read together, and asked about in git together."""

from collections.abc import Sequence

from agentstate.git.base import Base, find_base
from agentstate.git.failure import GitError
from agentstate.git.freshness import FreshnessQuestion
from agentstate.git.passages import Passages
from agentstate.git.repository import Repository
from agentstate.git.survey import Inquiry, Survey
from agentstate.tree import Tree, mentioned_names, missing_paths
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import Freshness, GitFacts, Mingled
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.losing import Losses, Read, losses
from agentstate.workspace.reading import MARKDOWN_BYTES, SEARCHED, Files, FilesOnDisk
from agentstate.workspace.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.workspace.staging import Stage


@dataclass(frozen=True)
class Forest:
    """Trees of one repository in the order of their folders, or one tree without a repository (then `repository` says why).

    `sites` are the same trees one by one: on the disk, or as they are staged. `lost` are the folders of trees that git holds, and the
    disk does not.
    """

    repository: Repository | str
    sites: "tuple[Workspace | Stage, ...]"
    lost: tuple[str, ...] = ()

    def read(self, *, archives: int, named: str = "") -> "Harvest":
        """All trees, what git knows about each, and what they are compared with: HEAD, or where HEAD left the commit `named`. Of an archive
        so many of the newest volumes are read, and those that changed or that something names; without git more of the newest."""
        if isinstance(self.repository, str):
            if named:
                raise AgentStateError(self.repository, "leave --base out")
            trees = _trees(self, max(archives, SEARCHED))
            return Harvest(tuple((tree, GitFacts(reason=self.repository)) for tree in trees))
        base = _base(self.repository, named)
        if not self.sites:
            return Harvest((), base.reason if named else "")
        folders = [site.prefix for site in self.sites]
        staged = not all(isinstance(site, Workspace) for site in self.sites)
        try:
            survey = Survey(self.repository, folders, self.sites[0].state_path, staged=staged)
        except GitError as failure:
            if not failure.is_about_objects:
                raise
            unknown = GitFacts(reason=failure.message, freshness=Freshness(None, "", failure.message))
            return Harvest(tuple((tree, replace(unknown, prefix=tree.prefix)) for tree in _trees(self, max(archives, SEARCHED))))
        trees = _trees(self, archives)
        facts = survey.facts([_inquiry(tree) for tree in trees], base)
        trees, facts = _deepened(self, trees, facts)
        passages = Passages(self.repository, base)
        found = self._losses(self.repository, passages, trees)
        known = [
            replace(about, lost=one.found, unseen=one.unseen, mingled=_mingled(self.repository, passages, tree, about))
            for about, one, tree in zip(facts, found, trees, strict=True)
        ]
        return Harvest(tuple(zip(trees, known, strict=True)), base.reason if named else "")

    def _losses(self, repository: Repository, passages: Passages, trees: Sequence[Tree]) -> list[Losses]:
        """What the commits lost of each tree; where there are several, most of what is read for it is read for all at once."""
        if not trees[1:]:
            return [losses(repository, passages, tree, _reader(site)) for tree, site in zip(trees, self.sites, strict=True)]
        from agentstate.workspace.foreseeing import Foreseen

        foreseen = Foreseen(repository, passages, [tree.prefix for tree in trees])
        return [
            losses(repository, passages, tree, _reader(site), blobs=foreseen.of(tree.prefix))
            for tree, site in zip(trees, self.sites, strict=True)
        ]


@dataclass(frozen=True)
class Harvest:
    """Each tree with what git knows about it, and why there is nothing to compare it with ("" where there is)."""

    trees: tuple[tuple[Tree, GitFacts], ...]
    incomparable: str = ""


def _trees(forest: Forest, archives: int) -> list[Tree]:
    """All trees, read. What git is told to ignore is asked once for all of them."""
    asked: dict[str, None] = {}

    def later(paths: Sequence[str]) -> frozenset[str]:
        asked.update(dict.fromkeys(paths))
        return frozenset()

    def read(site: "Workspace | Stage") -> Tree:
        if isinstance(site, Workspace):
            return site.tree(archives=archives, code=True, whole=True, agents=True, ignored=later)
        return site.tree(archives=archives, code=True, whole=True, agents=True)

    trees = _with_ignored([read(site) for site in forest.sites], forest.repository)
    ignored = _ignored(forest.repository, [list(asked)])
    return [tree.surrounded(instructions=replace(tree.instructions, ignored=ignored)) if tree.instructions else tree for tree in trees]


def _deepened(forest: Forest, trees: Sequence[Tree], facts: Sequence[GitFacts]) -> tuple[list[Tree], list[GitFacts]]:
    """The trees with the volumes of the archive that are to be judged, or searched, beside those that were read."""
    if not any(tree.archive_paths for tree in trees):
        return list(trees), list(facts)
    from agentstate.workspace.volumes import with_changed, with_named

    found = [with_changed(tree, about, _files(site).read) for site, tree, about in zip(forest.sites, trees, facts, strict=True)]
    named = [with_named(tree, about, _files(site).read) for site, (tree, about) in zip(forest.sites, found, strict=True)]
    return named, [about for _, about in found]


def _mingled(repository: Repository, passages: Passages, tree: Tree, about: GitFacts) -> tuple[Mingled, ...]:
    """The lanes into which a merge put what belongs to another; where there are no lanes nobody has to look."""
    if not about.lanes and not tree.lanes:
        return ()
    from agentstate.workspace.mingling import mingled

    return mingled(repository, passages, tree)


def _with_ignored(trees: Sequence[Tree], repository: Repository | str) -> list[Tree]:
    """The trees with what is missing of the paths that a note mentions told apart: what git ignores may be there in other clones."""
    missing = [{tree.prefix + path: path for path in missing_paths(tree)} for tree in trees]
    ignored = _ignored(repository, [list(paths) for paths in missing if paths])
    return [_knowing(tree, [path for full, path in paths.items() if full in ignored]) for tree, paths in zip(trees, missing, strict=True)]


def _ignored(repository: Repository | str, asked: Sequence[Sequence[str]]) -> frozenset[str]:
    """Those of the paths that git is told to ignore: asked in one call, or tree by tree where git cannot tell of one of them."""
    if isinstance(repository, str) or not any(asked):
        return frozenset()
    from agentstate.git.ignored import ignored_paths
    from agentstate.workspace.recording import ignored_from_top

    try:
        return ignored_paths(repository, [path for paths in asked for path in paths])
    except GitError:
        return frozenset().union(*(ignored_from_top(repository, paths) for paths in asked))


def _knowing(tree: Tree, ignored: Sequence[str]) -> Tree:
    return tree.surrounded(kinds={**tree.kinds, **dict.fromkeys(ignored, "ignored")}) if ignored else tree


def _reader(site: "Workspace | Stage") -> Read:
    """What reads one further file of a tree."""
    return lambda path: _files(site).read({path: MARKDOWN_BYTES}).get(path)


def _files(site: "Workspace | Stage") -> Files:
    return FilesOnDisk(site.root) if isinstance(site, Workspace) else site.files


def _base(repository: Repository, named: str) -> Base:
    try:
        return find_base(repository, named)
    except GitError as failure:
        if not failure.is_about_objects:
            raise
        return Base("", failure.message)


def _inquiry(tree: Tree) -> Inquiry:
    question = FreshnessQuestion(tree.state_path, tree.settings.freshness.ignore, lanes=True)
    own = {*tree.sources, *tree.archive_paths}

    def now(path: str) -> bytes | None:
        return b"" if path in own and not tree.has(path) else tree.before(path)  # what was not read may be anything

    return Inquiry(tree.prefix, question, mentioned_names(tree), tuple(own), now)
