"""Trees for the tests of exports: full ones, fresh ones, and what a fresh one is once an export was imported."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from agentstate import resources
from agentstate.exchange import sources
from agentstate.exchange.placing import place
from agentstate.exchange.targets import target
from agentstate.exchange.targets.target import Exported, Rendered
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.verbs.trees import after, tree_with

GIT = GitFacts(head="7b3f9c2d", branch="main", prefix="")
NOW = "2026-11-29T19:30:00Z"
CASES = Path(os.environ.get("AGENTSTATE_CASES", "") or Path(__file__).parents[4] / "shared/cases/other-systems")
"""Examples of other systems, which are not in this repository."""


def fresh() -> Tree:
    """What `init` writes."""
    values = {"schema": "local/state.schema.json", "project": "shop", "goal": '""', "task": '""', "next_action": '""'}
    state = resources.read_text("templates", "en/STATE.yaml").replace("$$", "$")
    for name, value in values.items():
        state = state.replace(f"${name}", value)
    empty = {f".agent/{name}.md": resources.read_text("templates", f"en/{name}.md") for name in ("FACTS", "DECISIONS", "TODO")}
    return tree_with({**empty, layout.STATE: state})


def rendered(name: str, tree: Tree, git: GitFacts = GIT) -> Rendered:
    return target(name).render(Exported(tree, git))


def imported(files: Mapping[str, str]) -> Tree:
    """A fresh tree into which these files were imported."""
    tree = fresh()
    return after(tree, place(tree, sources.read(files), {}, NOW).plan.steps)


def cases(name: str) -> str:
    """An example of a foreign format."""
    path = CASES / name
    if not path.is_file():
        pytest.skip("the examples of other systems are not on this machine; AGENTSTATE_CASES names their folder")
    return path.read_text(encoding="utf-8")
