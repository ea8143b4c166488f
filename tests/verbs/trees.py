"""Trees for the tests of verbs, and what a tree is once a plan was carried out."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest

from agentstate.documents.text import SourceText
from agentstate.rules.example import VALID, tree_from
from agentstate.settings import Limits
from agentstate.tree import Tree
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Remove, Step


def tree_with(files: Mapping[str, str | None]) -> Tree:
    """The smallest valid tree with these files laid over it."""
    return tree_from({path: SourceText(path, text) for path, text in {**VALID, **files}.items() if text is not None})


def after(tree: Tree, steps: Iterable[Step]) -> Tree:
    """The tree as it is read once these steps are done."""
    sources = dict(tree.sources)
    for step in steps:
        held = sources[step.path].encode() if step.path in sources else None
        assert held == step.before, f"{step.path} is planned from other bytes"
        if isinstance(step, Remove):
            del sources[step.path]
        else:
            sources[step.path] = SourceText.decode(step.path, step.data)
    return replace(tree_from(sources), settings=tree.settings, state_path=tree.state_path)


def texts(steps: Iterable[Step]) -> dict[str, str | None]:
    """The text that each step leaves at its path; None where it takes the file away."""
    return {step.path: None if isinstance(step, Remove) else step.data.decode("utf-8", "surrogateescape") for step in steps}


def limited(tree: Tree, *, auto: bool = True, **limits: int) -> Tree:
    """The tree with these limits; `auto` is whether a full log rotates by itself."""
    return replace(tree, settings=replace(tree.settings, limits=replace(Limits(), **limits), rotate_auto=auto))


@contextmanager
def refused(message: str, hint: str = "", code: int = 2) -> Iterator[None]:
    """Expects the refusal that says exactly this."""
    with pytest.raises(AgentStateError) as raised:
        yield
    assert (raised.value.message, raised.value.hint, raised.value.exit_code) == (message, hint, code)
