"""`check --agents`: which agents see the protocol of a tree, and why."""

from collections.abc import Iterator, Sequence

from agentstate.agents.loading import agents_in_use
from agentstate.agents.reach import Reach, reach_of
from agentstate.tree import Tree
from agentstate.vocabulary.visible import visible

__all__ = ["Reach", "reach", "reach_table"]


def reach(tree: Tree) -> tuple[Reach, ...]:
    """For each agent in use whether it sees the protocol; none where the instruction files were not read."""
    if "reach" not in tree.derived:
        tree.derived["reach"] = tuple(_reaches(tree))
    found: tuple[Reach, ...] = tree.derived["reach"]
    return found


def _reaches(tree: Tree) -> Iterator[Reach]:
    if tree.instructions:
        agents = agents_in_use(tree.settings.agents, tree.instructions.marks, tree.prefix)
        yield from (reach_of(agent, tree.instructions, tree.prefix) for agent in agents)


def reach_table(reaches: Sequence[Reach]) -> str:
    """The agents, a line each: name, whether it sees the protocol, why, and where. Says so where none is in use."""
    if not reaches:
        return "no agent shows in this repository, and config.yaml names none\n"
    rows = [("agent", "sees the protocol", "because", "where")]
    rows += [(found.title, "yes" if found.sees else "no", found.because, f"{found.path}:{found.line}") for found in reaches]
    shown = [tuple(visible(cell, keep="") for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return "".join(f"{'  '.join(map(str.ljust, row, widths)).rstrip()}\n" for row in shown)
