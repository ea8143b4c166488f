"""Which files an agent loads without being asked, in which order, and which of them it leaves out and why."""

from collections.abc import Iterator, Sequence

from agentstate.agents.agent import Agent, Condition, Place
from agentstate.agents.known import AGENTS
from agentstate.documents.instructions import Instructions, front_matter_value
from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Candidate:
    """A file that the agent looks at: where it belongs to, and what keeps it from being loaded always ("" where nothing does)."""

    path: str
    folder: str
    place: Place
    hidden_by: str = ""
    condition: str = ""

    @property
    def loaded(self) -> bool:
        """Whether it is loaded in every session."""
        return not self.hidden_by and not self.condition


def folders_down_to(prefix: str) -> tuple[str, ...]:
    """The folders from the top of the repository ("") down to `prefix`, each with "/" at its end."""
    parts = prefix.split("/")[:-1]
    return ("", *("/".join(parts[: depth + 1]) + "/" for depth in range(len(parts))))


def agents_in_use(named: Sequence[str] | None, marks: frozenset[str], prefix: str) -> tuple[Agent, ...]:
    """The agents that the settings name; where they name none, those that a mark in one of the folders down to `prefix` shows."""
    if named is not None:
        return tuple(agent for name, agent in AGENTS.items() if name in named)
    folders = folders_down_to(prefix)
    return tuple(agent for agent in AGENTS.values() if any(folder + mark in marks for mark in agent.marks for folder in folders))


def places(agent: Agent, instructions: Instructions, prefix: str) -> tuple[Place, ...]:
    """Where the agent loads from under its own settings, those nearest to the tree."""
    for folder in reversed(folders_down_to(prefix)):
        for name in agent.settings:
            if agent.configured and (source := instructions.files.get(folder + name)):
                from agentstate.agents.settings_file import read_settings

                return agent.configured(read_settings(source.text))
    return agent.loads


def candidates(agent: Agent, instructions: Instructions, prefix: str) -> Iterator[Candidate]:
    """Every file that the agent looks at in the folders down to `prefix`, in the order in which it loads them."""
    folders = folders_down_to(prefix)
    for folder in folders:
        for place in places(agent, instructions, prefix):
            for path in _files(place, folder, instructions):
                hider = _hider(place, folders if place.hidden_anywhere else (folder,), instructions)
                condition = _unmet(place.condition, instructions.files[path]) if place.condition else ""
                yield Candidate(path, folder, place, hider, condition)


def _files(place: Place, folder: str, instructions: Instructions) -> Iterator[str]:
    whole = folder + place.path
    if not place.path.endswith("/"):
        yield from [whole] if whole in instructions.files else []
        return
    for path in sorted(instructions.files):
        rest = path.removeprefix(whole)
        if path.startswith(whole) and path.endswith(place.suffix) and (place.deep or "/" not in rest):
            yield path


def _hider(place: Place, folders: Sequence[str], instructions: Instructions) -> str:
    there = (folder + name for folder in folders for name in place.hidden_by)
    return next((path for path in there if path in instructions.files or path in instructions.unread), "")


def _unmet(condition: Condition, source: SourceText) -> str:
    """What the front matter lacks, or has too much of; "" where the file is always loaded."""
    value = front_matter_value(source, condition.name)
    if value is None:
        return "" if condition.absent else f'its front matter does not say "{condition.name}: {condition.values[0]}"'
    if value.casefold() in condition.values:
        return ""
    return f'its front matter says "{condition.name}: {value}"' if value else f'its front matter has "{condition.name}"'
