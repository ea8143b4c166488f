"""How much of the journal the message lists, written into config.yaml."""

from collections.abc import Mapping

from agentstate.documents.configuration import with_numbers
from agentstate.tree import Tree
from agentstate.verbs.steps import refuse_unreadable, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Plan


def tune(tree: Tree, numbers: Mapping[str, int]) -> Plan:
    """Sets these numbers in `recall` of config.yaml; nothing where it holds them all, or there are none.

    Raises AgentStateError where the file cannot be read or changed.
    """
    if not numbers:
        return Plan(result="config.yaml stays as it is: too little was recorded to say how many to list")
    refuse_unreadable(tree, layout.CONFIG)
    steps = writes(tree, with_numbers(tree.source(layout.CONFIG), "recall", numbers))
    listed = ", ".join(f"{name} {number}" for name, number in numbers.items())
    return Plan(steps, result=f"set recall in {layout.CONFIG}: {listed}" if steps else f"{layout.CONFIG} says so already: {listed}")
