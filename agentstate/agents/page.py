"""The page that says what each agent loads: made from the agents themselves."""

from collections.abc import Iterator

from agentstate.agents.agent import Agent, Condition, Place
from agentstate.agents.known import AGENTS

_HEAD = """\
# Agents

Which files each coding agent loads without being asked, as far as `agentstate` knows, and so whether it sees the protocol.
`agentstate check --agents` shows it for a repository, `agentstate check` reports each agent in use that does not see it (AS121 to AS126).

- An agent is in use where one of its marks is in the folder of the tree or above it, up to the top of the repository; or where `agents` in
  `.agent/config.yaml` names it: then those count that are named there, and no others.
- Files are looked for in each folder from the top of the repository down to the folder of the tree. What is in somebody's home folder, or
  in the settings of an organisation, is not looked at.
- An agent sees the protocol where a file that it loads in every session, or one that such a file imports, names `.agent/PROTOCOL.md` before
  the cut-off. In a file above the tree the path is the whole one, `packages/a/.agent/PROTOCOL.md`.
- A file that git ignores reaches one clone only and does not count, unless the tree itself is ignored.

This page is made from the agents' modules, where the sources are named.

"""


def document() -> str:
    """The text of docs/agents.md."""
    return _HEAD + "\n".join(line for agent in AGENTS.values() for line in _section(agent)).rstrip("\n") + "\n"


def _section(agent: Agent) -> Iterator[str]:
    yield from (f"## {agent.title}", "", f"`{agent.name}` in `agents` and `init --agents`. Marks: {_listed(agent.marks)}.", "")
    yield from ("| loads, in this order | when |", "| --- | --- |")
    yield from (f"| {_where(place)} | {_when(place)} |" for place in agent.loads)
    yield from ("", " ".join(_remarks(agent)), "")


def _where(place: Place) -> str:
    if not place.path.endswith("/"):
        return f"`{place.path}`"
    return f"`{place.path}{'**/' if place.deep else ''}*{place.suffix}`"


def _when(place: Place) -> str:
    if place.hidden_by:
        return f"where there is no {_listed(place.hidden_by, 'or')} {'beside or above it' if place.hidden_anywhere else 'beside it'}"
    return _condition(place.condition) if place.condition else "always"


def _condition(condition: Condition) -> str:
    values = _listed(tuple(f"{condition.name}: {value}" for value in condition.values), "or")
    if not values:
        return f"where its front matter has no `{condition.name}`"
    return f"where its front matter says {values}" + (f", or has no `{condition.name}`" if condition.absent else "")


def _remarks(agent: Agent) -> Iterator[str]:
    yield f"`@path` imports are followed, {agent.hops} in a row." if agent.hops else "Imports are not followed."
    if not agent.show_comments:
        yield "HTML comments that begin a line are taken out."
    if agent.total_bytes:
        yield f"All files together are cut off after {agent.total_bytes:,} bytes."
    cut = [place for place in agent.loads if place.characters]
    if cut:
        files = _listed(tuple(place.path for place in cut))
        yield f"{files}: each file is cut off after {cut[0].characters:,} characters."
    if not agent.total_bytes and not cut:
        yield "No cut-off."
    if agent.settings:
        yield f"What it loads may be changed in {_listed(agent.settings, 'or')}."


def _listed(names: tuple[str, ...], word: str = "and") -> str:
    shown = [f"`{name}`" for name in names]
    return f" {word} ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
