"""opencode.

From its documentation ("Instructions"): AGENTS.md, or else CLAUDE.md, of each folder from the working one up to the top of the project;
and the files and patterns that `instructions` in opencode.json names. No imports, no cut-off.
"""

from collections.abc import Mapping

from agentstate.agents.agent import Agent, Place

_LOADS = (Place("AGENTS.md"), Place("CLAUDE.md", hidden_by=("AGENTS.md",)))


def _configured(settings: Mapping[str, object]) -> tuple[Place, ...]:
    given = settings.get("instructions")
    names = [name.removeprefix("./") for name in given if isinstance(name, str)] if isinstance(given, list) else []
    return (*_LOADS, *map(_place, names))


def _place(pattern: str) -> Place:
    """The place that a path or a pattern means; a star counts in the name of the file, two stars for any folders before it."""
    folder, _, name = pattern.rpartition("/")
    if "*" not in pattern:
        return Place(pattern)
    deep = folder.endswith("**")
    return Place(f"{folder.removesuffix('**').rstrip('/')}/".lstrip("/"), suffix=name.rpartition("*")[2], deep=deep)


AGENT = Agent(
    "opencode",
    "opencode",
    "AGENTS.md",
    also_reads=("CLAUDE.md",),
    marks=(".opencode", "opencode.json", "opencode.jsonc"),
    loads=_LOADS,
    settings=("opencode.json", "opencode.jsonc", ".opencode/opencode.json"),
    configured=_configured,
)
