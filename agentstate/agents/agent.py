"""What a coding agent is to this project: what in a repository shows that it is used, and which files instruct it without being asked."""

from agentstate.vocabulary.values import dataclass

TYPE_CHECKING = False  # a hook, which loads one agent, does not pay for it
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True)
class Condition:
    """What front matter a file must have to be loaded always: `name` with one of `values`, or, where `absent`, without the name."""

    name: str
    values: tuple[str, ...] = ()
    absent: bool = False


@dataclass(frozen=True)
class Place:
    """Where instructions are loaded from: a file, or with "/" at the end each file with `suffix` in a folder (`deep`: and below it).

    The path is relative to each folder from the top of the repository down to the one the agent works in. It is not loaded where one
    of `hidden_by` is in the same folder, or with `hidden_anywhere` in any of those folders. Of each file at most `characters` are
    loaded (0: all).
    """

    path: str
    suffix: str = ".md"
    deep: bool = False
    condition: Condition | None = None
    hidden_by: tuple[str, ...] = ()
    hidden_anywhere: bool = False
    characters: int = 0


@dataclass(frozen=True)
class Agent:
    """One coding agent.

    `instructions` is the file that `init` writes to; `also_reads` are others that it looks at. `marks` are paths whose presence shows
    that people use this agent here. A missing instruction file is made only for an agent that would not be reached by AGENTS.md: with
    an import of it where `imports_shared` says that the agent follows one, or below what `front` names (a template in
    templates/shared/). These paths are relative to the folder that holds the tree.

    `loads` is what it loads, in order; all files together are cut after `total_bytes` (0: never). `@path` imports are followed for
    `hops` files in a row (0: not at all), and HTML comments are taken out where it does not `show_comments`. `configured` says what it
    loads where one of the JSON files `settings` is there.
    """

    name: str
    title: str
    instructions: str
    also_reads: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    imports_shared: bool = False
    front: str = ""
    loads: tuple[Place, ...] = (Place("AGENTS.md"),)
    total_bytes: int = 0
    hops: int = 0
    show_comments: bool = True
    settings: tuple[str, ...] = ()
    configured: "Callable[[Mapping[str, object]], tuple[Place, ...]] | None" = None
