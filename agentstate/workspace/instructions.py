"""What the agents in use are instructed by, read from the top of the repository down to a tree."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from agentstate.agents.gathering import gather
from agentstate.agents.known import AGENTS
from agentstate.documents.instructions import Instructions, protocol_of
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.reading import MARKDOWN_BYTES, Files

_SIGNS = (layout.PROTOCOL, "agentstate:", "<!--", "</", "](http")
"""One of these is in whatever a rule may find in an instruction file: the protocol, a block, something that is not seen when rendered."""

Ignored = Callable[[Sequence[str]], frozenset[str]]
"""Which of these paths from the top git is told to ignore."""


def with_instructions(tree: Tree, files: Files, ignored: Ignored) -> Tree:
    """The tree with its `instructions`; `files` are those of the whole repository, and `ignored` asks git, once and only if need be.

    A file below the tree's folder that names the protocol or holds a block is among the tree's `sources`, too, so that rules see it.
    """
    found = gather(_Texts(files), tree.prefix, tree.settings.agents)
    if any(layout.PROTOCOL in source.text for source in found.files.values()):
        found = replace(found, ignored=ignored([*found.files, protocol_of(tree.prefix)]))
    return tree.surrounded(instructions=found, sources={**_own(found, tree.prefix), **tree.sources})


def with_all_instructions(tree: Tree, files: Files, ignored: Ignored) -> Tree:
    """The same for every agent there is, used here or not, with all their files below the tree's folder among its `sources`."""
    found = gather(_Texts(files), tree.prefix, tuple(AGENTS))
    found = replace(found, ignored=ignored([*found.files, protocol_of(tree.prefix)]))
    return tree.surrounded(instructions=found, sources={**_below(found, tree.prefix), **tree.sources})


def _own(found: Instructions, prefix: str) -> dict[str, SourceText]:
    below = _below(found, prefix)
    return {path: source for path, source in below.items() if any(sign in source.text for sign in _SIGNS)}


def _below(found: Instructions, prefix: str) -> dict[str, SourceText]:
    """The files below a folder that are no links, by their path from there, but for the tree's own."""
    own = {path.removeprefix(prefix): source for path, source in found.files.items() if path.startswith(prefix) and path == source.path}
    return {path: replace(source, path=path) for path, source in own.items() if not path.startswith(f"{layout.FOLDER}/")}


@dataclass(frozen=True)
class _Texts:
    """The files of a repository as `gather` asks for them."""

    files: Files

    def kind(self, path: str) -> str:
        """See gathering.Files."""
        return self.files.kind(path)

    def below(self, folder: str, *, deep: bool) -> Sequence[str]:
        """See gathering.Files."""
        return self.files.below(folder, deep=deep)

    def texts(self, paths: Iterable[str]) -> Mapping[str, SourceText]:
        """See gathering.Files."""
        real = {path: target for path in paths if (target := self.files.resolve(path)) is not None}
        data = self.files.read(dict.fromkeys(real.values(), MARKDOWN_BYTES)) if real else {}
        found = {path: SourceText.decode(path, content) for path, content in data.items() if not isinstance(content, Fault)}
        return {path: found[target] for path, target in real.items() if target in found}
