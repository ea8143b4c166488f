"""A verb made up by a test, called through the real command line."""

import sys
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from agentstate.cli.group import COMMANDS
from agentstate.cli.options import verb


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts `function` behind `agentstate trial`, as a verb that writes and reports."""

    def put(function: Callable[..., int], formats: Sequence[str] = ("text", "json")) -> None:
        module = ModuleType("trial")
        module.__dict__["command"] = verb(example="agentstate trial", writes=True, formats=formats)(function)
        monkeypatch.setitem(sys.modules, "trial", module)
        monkeypatch.setitem(COMMANDS, "trial", ("trial", "A verb of a test."))

    return put
