"""How often a law is tried: a part of its number in each run of the suite, all of it and more in the long run (CONTRIBUTING.md)."""

import os

from hypothesis import settings

LEAST = 20
"""Examples that a short run is not below, unless the law has fewer."""

TIMES = float(os.environ.get("AGENTSTATE_LAWS", "0.15"))
"""How many times its number of examples a law is tried with; a seventh keeps the suite within minutes."""


def law(examples: int) -> settings:
    """The settings of a law for which `examples` examples are a thorough search."""
    return settings(max_examples=max(round(examples * TIMES), min(examples, LEAST)), deadline=None)
