"""What is exported, and what an export is."""

from collections.abc import Callable, Mapping

from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Exported:
    """A tree that was read with its archive, its lanes, its snapshots and its import records, and what git says about it."""

    tree: Tree
    git: GitFacts


@dataclass(frozen=True)
class Rendered:
    """The files of an export, by name; one without a name where the format is a single file.

    `left` names what the tree says and the format has no place for, such as `constraints (2)` or `FACTS.md (3)`.
    """

    files: Mapping[str, str]
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Target:
    """A format that can be written. `is_folder`: it is several files; `is_json`: characters that do not show are escapes of JSON."""

    name: str
    title: str
    render: Callable[[Exported], Rendered]
    is_folder: bool = False
    is_json: bool = False
