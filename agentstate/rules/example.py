"""The smallest valid tree, and the examples of rules laid over it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from agentstate.agents.gathering import gather
from agentstate.documents.text import SourceText
from agentstate.rules.addresses import tidy
from agentstate.rules.documents import states
from agentstate.rules.rule import Example, state_text
from agentstate.settings import parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.values import dataclass, replace

VALID: Mapping[str, str] = MappingProxyType(
    {
        layout.PROTOCOL: (
            "# Boot protocol\n\n"
            "1. Read FACTS.md and STATE.yaml.\n"
            "2. Read the last 20 decisions.\n"
            "3. Read the first ten open items of TODO.md.\n"
            "4. Open `files_to_load` and compare with `git status`.\n"
            "5. If still unsure, ask. Do not guess.\n"
        ),
        layout.FACTS: "# Facts\n\n## Architecture\n- All data access goes through the repository layer\n",
        layout.STATE: state_text(),
        layout.DECISIONS: (
            "# Decisions\n\n"
            "## [2026-11-29] Cache in Redis\n"
            "- Decision: all caching goes through Redis\n"
            "- Why: several instances run, and a cache in the process would disagree between them\n"
        ),
        layout.TODO: "# TODO\n\n- [ ] P1 wire the controller\n",
        "AGENTS.md": "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n",
    }
)
"""A tree that no rule finds anything in, by path."""


def tree_of(example: Example) -> Tree:
    """The smallest valid tree with what the example changes; every file that is named exists in the repository."""
    laid = {path: text for path, text in {**VALID, **example.files}.items() if text is not None and path not in example.unreadable}
    return tree_from({path: SourceText(path, text) for path, text in laid.items()}, example.unreadable, example.ignored)


def tree_from(
    sources: Mapping[str, SourceText], unreadable: Mapping[str, Fault] = MappingProxyType({}), ignored: Sequence[str] = ()
) -> Tree:
    """The tree that these files are, in a repository that holds no others and ignores some of them."""
    settings, _ = parse_settings(sources.get(layout.CONFIG) or SourceText(layout.CONFIG, ""))
    names = frozenset(path for path in sources if path.startswith(f"{layout.FOLDER}/"))
    tree = Tree(sources=sources, unreadable=dict(unreadable), names=names, settings=settings)
    code = {mention.path: sources[mention.path] for _, mention in tree.mentions if mention.symbol and mention.path in sources}
    instructions = replace(gather(Laid(sources), "", settings.agents), ignored=frozenset(ignored))
    return replace(tree, kinds=_kinds(tree), code=code, instructions=instructions)


@dataclass(frozen=True)
class Laid:
    """The files of an example, as `gather` asks for them."""

    sources: Mapping[str, SourceText]

    def kind(self, path: str) -> str:
        """See gathering.Files."""
        return "file" if path in self.sources else "folder" if self.below(path, deep=True) else "missing"

    def below(self, folder: str, *, deep: bool) -> Sequence[str]:
        """See gathering.Files."""
        start = f"{folder}/"
        return sorted(path for path in self.sources if path.startswith(start) and (deep or "/" not in path[len(start) :]))

    def texts(self, paths: Iterable[str]) -> Mapping[str, SourceText]:
        """See gathering.Files."""
        return {path: self.sources[path] for path in paths if path in self.sources}


def _kinds(tree: Tree) -> dict[str, str]:
    """What stands in the repository at each path the state names, and at those that a note mentions."""
    named = {path for state in states(tree) for path in state.items("files_to_load")} | {
        path for _, mention in tree.mentions for path in (mention.path, mention.path.partition("/")[0])
    }
    folders = {"/".join(parts[:depth]) for parts in (path.split("/") for path in tree.sources) for depth in range(1, len(parts))}
    return {path: "file" if tidy(path) in tree.sources else "folder" if tidy(path) in folders else "missing" for path in named}
