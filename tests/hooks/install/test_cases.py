"""What installing makes of a settings file: `cases/AGENT/SCOPE/NAME.before` becomes `NAME.after`, or is refused as `NAME.refused` says.

A name that ends in `.toml` is the case of the TOML file. Without `.before` there is no file. Taking out gives `NAME.cleared`, or
without that file what was there before.
"""

from pathlib import Path
from typing import cast

import pytest

from agentstate.hooks.install import plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.plan import State, Take
from agentstate.hooks.install.specification import Scope, Target
from agentstate.vocabulary.errors import AgentStateError

FOLDER = Path(__file__).parent / "cases"
CALLER = Caller(("/home/jo li/bin/agentstate",))
INSTALLED = sorted(FOLDER.glob("*/*/*.after"))
REFUSED = sorted(FOLDER.glob("*/*/*.refused"))


def name(path: Path) -> str:
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def read(path: Path) -> tuple[str, Scope, Target, dict[Target, bytes]]:
    agent, scope = path.parts[-3], cast("Scope", path.parts[-2])
    targets = plan.targets(HOOKS[agent], scope)
    target = targets[-1] if path.stem.endswith(".toml") else targets[0]
    before = path.with_suffix(".before")
    return agent, scope, target, {target: before.read_bytes()} if before.exists() else {}


def applied(files: dict[Target, bytes], steps: tuple[plan.Step, ...]) -> dict[Target, bytes]:
    after = dict(files)
    for step in steps:
        if isinstance(step, Take):
            del after[step.target]
        else:
            after[step.target] = step.data
    return after


@pytest.mark.parametrize("path", INSTALLED, ids=name)
def test_installing_and_taking_out(path: Path) -> None:
    agent, scope, target, files = read(path)
    after = applied(files, plan.install(HOOKS[agent], scope, files, CALLER))
    assert after == {target: path.read_bytes()}
    assert plan.status(HOOKS[agent], scope, after, CALLER) == plan.Status(State.INSTALLED, target)
    cleared = path.with_suffix(".cleared")
    assert applied(after, plan.uninstall(HOOKS[agent], scope, after)) == ({target: cleared.read_bytes()} if cleared.exists() else files)


@pytest.mark.parametrize("path", REFUSED, ids=name)
def test_what_cannot_be_read_is_refused_and_stays(path: Path) -> None:
    agent, scope, _, files = read(path)
    message, hint = path.read_text(encoding="utf-8").splitlines()
    with pytest.raises(AgentStateError) as refused:
        plan.install(HOOKS[agent], scope, files, CALLER)
    assert (refused.value.message, refused.value.hint) == (message, hint)
    status = plan.status(HOOKS[agent], scope, files, CALLER)
    assert (status.state, status.message, status.hint) == (State.BROKEN, message, hint)


def test_there_are_cases_for_every_agent_whose_file_is_merged() -> None:
    merged = {hooks.agent for hooks in HOOKS.values() if hooks.shape in {"groups", "entries", "triggers"} and hooks.target(hooks.default)}
    assert {path.parts[-3] for path in INSTALLED} == merged
