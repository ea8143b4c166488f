"""The tree as it was read, in one immutable value: what rules and verbs look at instead of the disk."""

from collections.abc import Mapping
from functools import cached_property

from agentstate.documents.decisions import DecisionLog, parse_decisions
from agentstate.documents.facts import FactList, parse_facts
from agentstate.documents.instructions import Instructions
from agentstate.documents.likely_paths import likely_path
from agentstate.documents.mentions import Mention, mentions
from agentstate.documents.passages import Passage, decision_passages, fact_passages, state_passages, todo_passages
from agentstate.documents.protocol import Protocol, parse_protocol
from agentstate.documents.state import StateDocument, parse_state
from agentstate.documents.text import SourceText
from agentstate.documents.todo import TodoList, parse_todo
from agentstate.settings import Settings
from agentstate.vocabulary import layout
from agentstate.vocabulary.annotations import Any
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.lanes import lane_names, stated_lane
from agentstate.vocabulary.values import dataclass, field, replace


@dataclass(frozen=True)
class Tree:
    """All that was read of one `.agent/` tree and the instruction files beside it. Paths are relative to the folder that holds it.

    `prefix` is that folder relative to the top of the repository ("" or "packages/a/"). `sources` holds each file that could be
    read, `unreadable` a fault for each that is there and could not; a missing file is in neither. `names` are all paths present
    under `.agent/` (without `local/`), and `kinds` says for each path a state names: file, folder, missing, outside or other; and
    the same for what a note mentions, or "ignored" where git ignores what is missing, where the reader asked for them.
    Archive volumes, snapshots and lanes that are not in use are in `sources` only where the reader asked for them. `links` says for an
    instruction file that is a link which file it leads to; that file is in `sources`, the link is not. `code` holds the files that a
    note names together with a symbol, as far as they could be read. `instructions` is what the agents in use are instructed by, from
    the top of the repository down to this tree; None where nobody asked for it.
    """

    prefix: str = ""
    sources: Mapping[str, SourceText] = field(default_factory=dict)
    unreadable: Mapping[str, Fault] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    code: Mapping[str, SourceText] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    state_path: str = layout.STATE
    instructions: Instructions | None = None

    def has(self, path: str) -> bool:
        """Whether the file was read."""
        return path in self.sources

    def source(self, path: str) -> SourceText:
        """The text of a file; of one that was not read, an empty one."""
        return self.sources.get(path) or SourceText(path, "")

    def before(self, path: str) -> bytes | None:
        """The bytes a plan expects to find at `path`; None where there is no file."""
        return self.sources[path].encode() if path in self.sources else None

    def with_sources(self, sources: Mapping[str, SourceText]) -> "Tree":
        """The tree as it would be with these files written."""
        added = {path for path in sources if path.startswith(f"{layout.FOLDER}/")}
        beside = {self.prefix + path: source for path, source in sources.items() if path not in added}
        instructions = self.instructions.written(beside) if self.instructions else None
        return replace(self, sources={**self.sources, **sources}, names=self.names | added, instructions=instructions)

    def surrounded(self, **known: Any) -> "Tree":  # noqa: ANN401 - as dataclasses.replace
        """The tree with other values of fields that say what is around it (`kinds`, `code`, `instructions`, files beside `.agent/`);
        what was parsed of its own files is not parsed again."""
        tree = replace(self, **known)
        tree.__dict__.update((name, self.__dict__[name]) for name in _PARSED if name in self.__dict__)
        return tree

    def deepened(self, volumes: Mapping[str, SourceText], unreadable: Mapping[str, Fault]) -> "Tree":
        """The tree with further volumes of the archive; what was parsed of its other files is not parsed again."""
        if not volumes and not unreadable:
            return self
        tree = replace(self, sources={**self.sources, **volumes}, unreadable={**self.unreadable, **unreadable})
        tree.__dict__.update((name, self.__dict__[name]) for name in _PARSED if name in self.__dict__ and name not in _OF_ARCHIVE)
        return tree

    @cached_property
    def derived(self) -> dict[str, Any]:
        """What the rooms above worked out from this tree, by name: several rules ask for it, and it is worked out once."""
        return {}

    @property
    def lane(self) -> str:
        """The name of the lane whose state this is; "" for the default one."""
        found = layout.LANE_NAME.fullmatch(self.state_path)
        return found["name"] if found else ""

    @property
    def lanes(self) -> tuple[str, ...]:
        """The names of all lanes but the default one, read or not, sorted."""
        return lane_names(self.names)

    @cached_property
    def state(self) -> StateDocument:
        """Where the work stands now."""
        return parse_state(self.source(self.state_path))

    @cached_property
    def states(self) -> tuple[StateDocument, ...]:
        """The state in use and, where they were read, the state file and the lanes beside it, in the order of their paths."""
        lanes = {path for path in self.sources if layout.LANE_NAME.fullmatch(path)}
        paths = sorted({layout.STATE, self.state_path, *lanes} & set(self.sources))
        return tuple(self.state if path == self.state_path else parse_state(self.sources[path]) for path in paths)

    @cached_property
    def decisions(self) -> DecisionLog:
        """The log of decisions, without what was rotated out."""
        return parse_decisions(self.source(layout.DECISIONS))

    @cached_property
    def facts(self) -> FactList:
        """The permanent facts."""
        return parse_facts(self.source(layout.FACTS))

    @cached_property
    def todo(self) -> TodoList:
        """What is left to do."""
        return parse_todo(self.source(layout.TODO))

    @cached_property
    def protocol(self) -> Protocol:
        """The boot protocol."""
        return parse_protocol(self.source(layout.PROTOCOL))

    @cached_property
    def archives(self) -> tuple[DecisionLog, ...]:
        """The archive volumes that were read, oldest first."""
        return tuple(parse_decisions(self.sources[path]) for path in self.archive_paths if path in self.sources)

    @property
    def decision_sources(self) -> tuple[SourceText, ...]:
        """The archive volumes that were read, oldest first, and the log of decisions."""
        return (*(self.sources[path] for path in self.archive_paths if path in self.sources), self.source(layout.DECISIONS))

    @cached_property
    def archive_paths(self) -> tuple[str, ...]:
        """The paths of all archive volumes present, oldest first, read or not."""
        found = [(int(match["number"]), name) for name in self.names if (match := layout.ARCHIVE_NAME.fullmatch(name))]
        return tuple(name for _, name in sorted(found))

    @cached_property
    def snapshots(self) -> tuple[str, ...]:
        """The ids of the snapshots present, oldest first (a name starts with its time)."""
        return tuple(sorted(match["id"] for name in self.names if (match := layout.SNAPSHOT_NAME.fullmatch(name))))

    @cached_property
    def lane_snapshots(self) -> tuple[str, ...]:
        """The ids of the snapshots present without those that were read and hold the state of another lane, oldest first."""
        read = ((identifier, self.sources.get(layout.snapshot_path(identifier))) for identifier in self.snapshots)
        return tuple(identifier for identifier, source in read if source is None or stated_lane(source.text) == self.lane)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The pieces of the notes that speak of the code: state, facts, decisions in force, items that are not done."""
        return (
            *(passage for state in self.states for passage in state_passages(state)),
            *fact_passages(self.facts),
            *decision_passages(self.decisions, self.archives),
            *todo_passages(self.todo),
        )

    @cached_property
    def mentions(self) -> tuple[tuple[Passage, Mention], ...]:
        """Every file that a passage names in backquotes, with the passage."""
        return tuple((passage, mention) for passage in self.passages for mention in mentions(passage.text))


_PARSED = (
    *("state", "states", "decisions", "facts", "todo", "protocol", "archives", "archive_paths"),
    *("snapshots", "lane_snapshots", "passages", "mentions"),
)
"""What depends on nothing but the tree's own files."""

_OF_ARCHIVE = ("archives", "passages", "mentions")
"""What of it depends on the volumes of the archive that were read."""


def missing_paths(tree: Tree) -> tuple[str, ...]:
    """The paths that only a note mentions and where nothing is, each once: git may ignore them, so that other clones have them."""
    named = {path for state in tree.states for path in state.items("files_to_load")}
    found = dict.fromkeys(mention.path for _, mention in tree.mentions if likely_path(mention.path, tree.kinds))
    return tuple(path for path in found if tree.kinds.get(path) == "missing" and path not in named)


def mentioned_names(tree: Tree) -> tuple[str, ...]:
    """The file names and paths that a note mentions and that nothing beside `.agent/` bears, sorted, each once: git knows which files
    they could mean, or which folder a path was written from."""
    bare = {mention.path for _, mention in tree.mentions if mention.bare or likely_path(mention.path, tree.kinds)}
    listed = {path for state in tree.states for path in state.items("files_to_load") if "/" not in path}
    return tuple(sorted(name for name in bare | listed if tree.kinds.get(name) == "missing"))
