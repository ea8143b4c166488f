"""Every way to write hooks in TOML is merged into or refused in one line; nothing else comes of it, and nothing foreign changes."""

import tomllib
from itertools import product

import pytest

from agentstate.hooks.install import plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.vocabulary.errors import AgentStateError

CALLER = Caller(("/home/jo/bin/agentstate",))
CODEX = HOOKS["codex"]
TOML = plan.targets(CODEX, "user")[-1]

HANDLER = '{type = "command", command = "%s"}'
GROUPS = f"[{{hooks = [{HANDLER}]}}]"
SPELLINGS = {
    "inline table": f"hooks = {{Stop = {GROUPS}}}\n",
    "inline table without blanks": f"hooks={{Stop={GROUPS}}}".replace(" ", ""),
    "dotted key": f"hooks.Stop = {GROUPS}\n",
    "quoted dotted key": f"\"hooks\".'Stop' = {GROUPS}\n",
    "empty list": "hooks.Stop = []\n",
    "empty inline table": "hooks = {}\n",
    "no table": "hooks = 1\n",
    "list": f"hooks = [{GROUPS}]\n",
    "list in a table": f"[hooks]\nStop = {GROUPS}\n",
    "list in a quoted table": f'["hooks"]\n"Stop" = {GROUPS}\n',
    "list over lines": f"[hooks]\nStop = [\n  # [[hooks.Stop]]\n  {{hooks = [{HANDLER}]}},\n]\n",
    "list of handlers": f"[[hooks.Stop]]\nhooks = [{HANDLER}]\n",
    "text instead of a group": 'hooks.Stop = ["%s"]\n',
    "table instead of a list": '[hooks.Stop]\ncommand = "%s"\n',
    "tables": '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "%s"\n',
    "quoted tables": '[["hooks".\'Stop\']]\n[[ hooks . "Stop" . hooks ]] # here\ntype = "command"\n"command" = \'%s\'\n',
    "tables with a dotted key": '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "%s"\nextra.inner = [1, 2]\n',
    "a table below": '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "%s"\n[hooks.Stop.hooks.extra]\na = 1\n',
    "text with headers": 'note = """\n[[hooks.Stop]]\n"""\nhooks.Stop = []\n',
}
COMMANDS = ("make", "/old/agentstate hook codex")


def attempt(before: bytes, *, installs: bool) -> tuple[tuple[plan.Step, ...], str]:
    """The steps, or why there are none."""
    held = {TOML: before}
    try:
        return (plan.install(CODEX, "user", held, CALLER) if installs else plan.uninstall(CODEX, "user", held)), ""
    except AgentStateError as error:
        return (), error.message


@pytest.mark.parametrize(("spelling", "command"), [*product(SPELLINGS, COMMANDS)])
def test_hooks_are_merged_or_refused_in_one_line(spelling: str, command: str) -> None:
    text = SPELLINGS[spelling]
    before = (text % command if "%s" in text else text).encode()
    foreign = tomllib.loads(before.decode()).get("note")
    for installs in (True, False):
        steps, refused = attempt(before, installs=installs)
        assert not refused or (refused.startswith("~/.codex/config.toml:") and "\n" not in refused)
        for step in steps:
            data = step.data if isinstance(step, plan.Put) else b""
            assert step.target != TOML or tomllib.loads(data.decode()).get("note") == foreign
    assert plan.status(CODEX, "user", {TOML: before}, CALLER).state in plan.State


def test_a_file_without_a_table_is_one_without_ours() -> None:
    before = (SPELLINGS["inline table"] % "make").encode()
    assert plan.uninstall(CODEX, "user", {TOML: before}) == ()
    found = plan.status(CODEX, "user", {TOML: before}, CALLER)
    assert (found.state, found.message) == (
        plan.State.BROKEN,
        "~/.codex/config.toml:1:1: the hooks stand inside a value, to which nothing can be added",
    )
