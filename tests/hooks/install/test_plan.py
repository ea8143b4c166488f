"""Which file takes the hooks, what is refused, and the forms that never change."""

import hashlib

import pytest

from agentstate.hooks.install import owned, plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.handlers import wanted
from agentstate.hooks.install.plan import Put, State, Status, Take
from agentstate.hooks.install.specification import SCOPES, Hooks, Target
from agentstate.vocabulary.errors import AgentStateError

HERE = Caller(("/home/jo/bin/agentstate",))
CODEX = HOOKS["codex"]
JSON, TOML = plan.targets(CODEX, "user")
OURS = b'[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "/old/agentstate hook codex || exit 0"\ntimeout = 10\n'
FOREIGN = b'[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "make"\n'


def test_no_agent_is_called_before_a_tool() -> None:
    names = {moment.event.lower() for hooks in HOOKS.values() for moment in hooks.moments}
    assert not {name for name in names if name.startswith(("pre", "before")) and "tool" in name}
    assert not {name for name in names if name.startswith("pre_")}


def test_every_agent_says_what_its_user_must_do_and_names_no_event_twice() -> None:
    for hooks in HOOKS.values():
        events = [moment.event for moment in hooks.moments]
        assert hooks.still(*SCOPES) or hooks.note
        assert len(set(events)) == len(events) > 0


def test_the_default_is_the_narrowest_scope_that_others_do_not_share() -> None:
    assert {agent: hooks.default for agent, hooks in HOOKS.items() if hooks.target(hooks.default)} == {
        "claude-code": "local",
        "codex": "user",
        "opencode": "user",
        "cursor": "user",
        "copilot-cli": "user",
        "qwen-code": "user",
        "gemini-cli": "user",
        "kiro": "project",
        "cline": "user",
        "windsurf": "user",
    }


COMMITTED = {
    "claude-code": "agentstate hook claude-code || exit 0",
    "codex": "agentstate hook codex || exit 0",
    "cursor": "agentstate hook cursor || exit 0",
    "qwen-code": "agentstate hook qwen-code || exit 0",
    "gemini-cli": "agentstate hook gemini-cli || exit 0",
    "kiro": "agentstate hook kiro || exit 0",
    "windsurf": "agentstate hook windsurf || exit 0",
}


@pytest.mark.parametrize("agent", COMMITTED)
def test_the_committed_command_never_changes(agent: str) -> None:
    """Codex asks its user again to trust a command that changed; and a team whose machines disagreed would commit back and forth."""
    handlers = [one.handler for one in wanted(HOOKS[agent], Caller())]
    commands = {(handler if "command" in handler else handler["action"])["command"] for handler in handlers}  # type: ignore[index]
    assert commands == {COMMITTED[agent]}


def test_the_committed_commands_of_copilot_never_change() -> None:
    commands = [(str(one.handler["bash"]), str(one.handler["powershell"])) for one in wanted(HOOKS["copilot-cli"], Caller())]
    names = ("sessionStart", "userPromptSubmitted", "postToolUse", "postToolUseFailure", "preCompact", "agentStop", "sessionEnd")
    assert commands == [
        (
            f"agentstate hook copilot-cli --event {name} || exit 0",
            f"if (Get-Command 'agentstate' -ErrorAction Ignore) {{ & 'agentstate' hook copilot-cli --event {name} }}; exit 0",
        )
        for name in names
    ]


@pytest.mark.parametrize("agent", [agent for agent, hooks in HOOKS.items() if hooks.project])
def test_what_is_committed_does_not_depend_on_the_machine(agent: str) -> None:
    here, there = (plan.install(HOOKS[agent], "project", {}, caller) for caller in (HERE, Caller(("C:\\x\\agentstate.exe",))))
    assert here == there
    assert not any(isinstance(step, Put) and b"/home" in step.data for step in here)


def test_the_committed_files_of_our_own_are_those_of_earlier_releases() -> None:
    """A new digest here makes every committed copy out of date: change these files only for a reason that is worth it."""
    held = [
        step.data for agent in ("cline", "opencode") for step in plan.install(HOOKS[agent], "project", {}, HERE) if isinstance(step, Put)
    ]
    assert [hashlib.sha256(data).hexdigest()[:16] for data in dict.fromkeys(held)] == ["b4e0776eab4c3051", "0a4569e3d29a38e4"]
    assert all(owned.is_ours(data) for data in held)


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({}, JSON),
        ({TOML: b"model = 'x'\n"}, JSON),
        ({TOML: b"[hooks.state]\na = 1\n"}, JSON),
        ({TOML: FOREIGN}, TOML),
        ({TOML: FOREIGN, JSON: b"{}"}, JSON),
    ],
)
def test_codex_has_its_hooks_in_one_file(files: dict[Target, bytes], place: Target) -> None:
    assert [step.target for step in plan.install(CODEX, "user", files, HERE)] == [place]


def test_hooks_in_the_other_file_move() -> None:
    files = {JSON: b"{}", TOML: OURS + FOREIGN}
    first, second = plan.install(CODEX, "user", files, HERE)
    assert (first.target, second) == (JSON, Put(TOML, FOREIGN, OURS + FOREIGN))
    assert plan.status(CODEX, "user", files, HERE) == Status(State.OUTDATED, JSON)


def test_a_file_of_the_users_own_stays_and_is_named() -> None:
    cline = HOOKS["cline"]
    mine = Target("root", ".clinerules/hooks/PostToolUse")
    files = {mine: b"#!/bin/sh\necho mine\n"}
    with pytest.raises(AgentStateError) as refused:
        plan.install(cline, "project", files, HERE)
    assert refused.value.message == '".clinerules/hooks/PostToolUse" is not ours'
    assert refused.value.hint == "call `agentstate hook cline` from it, or move it"
    assert plan.status(cline, "project", files, HERE).state == State.BROKEN
    assert plan.uninstall(cline, "project", files) == ()


def test_scripts_may_be_run_and_an_older_one_is_out_of_date() -> None:
    cline = HOOKS["cline"]
    steps = plan.install(cline, "user", {}, HERE)
    assert [(step.target.shown, isinstance(step, Put) and step.executable) for step in steps] == [
        (f"~/Documents/Cline/Hooks/{moment.event}", True) for moment in cline.moments
    ]
    files = {step.target: step.data for step in steps if isinstance(step, Put)}
    assert plan.status(cline, "user", files, Caller(("/new/agentstate",))).state == State.OUTDATED
    assert plan.uninstall(cline, "user", files) == tuple(Take(target, data) for target, data in files.items())


def test_cline_runs_no_hooks_on_windows() -> None:
    with pytest.raises(AgentStateError) as refused:
        plan.install(HOOKS["cline"], "user", {}, Caller(("C:\\x\\agentstate.exe",), windows=True))
    assert (refused.value.message, refused.value.hint) == ("Cline runs no hooks on Windows", "use `agentstate resume` there")


@pytest.mark.parametrize(
    ("agent", "scope", "message", "hint"),
    [
        ("codex", "local", 'Codex CLI has no file for hooks of the scope "local"', 'take the scope "user" or "project"'),
        ("kiro", "user", 'Kiro has no file for hooks of the scope "user"', 'take the scope "project"'),
        (
            "vscode-copilot",
            "user",
            'VS Code agent has no file for hooks of the scope "user"',
            "install the hooks of Claude Code, which it runs too",
        ),
    ],
)
def test_a_scope_that_an_agent_does_not_know(agent: str, scope: str, message: str, hint: str) -> None:
    found = next(one for one in SCOPES if one == scope)
    with pytest.raises(AgentStateError) as refused:
        plan.install(HOOKS[agent], found, {}, HERE)
    with pytest.raises(AgentStateError) as refused_too:
        plan.uninstall(HOOKS[agent], found, {})
    assert [(one.value.message, one.value.hint) for one in (refused, refused_too)] == [(message, hint)] * 2
    assert plan.targets(HOOKS[agent], found) == ()
    assert plan.status(HOOKS[agent], found, {}, HERE) == Status(State.UNSUPPORTED, None)


@pytest.mark.parametrize("hooks", HOOKS.values(), ids=HOOKS)
def test_seconds_are_told_in_the_agents_own_unit(hooks: Hooks) -> None:
    if not hooks.timeout or hooks.shape in {"plugin", "scripts"}:
        return
    expected = {"qwen-code": 1000, "gemini-cli": 1000}.get(hooks.agent, 1)
    told = [one.handler[hooks.timeout] for one in wanted(hooks, HERE)]
    assert told == [moment.seconds * expected for moment in hooks.moments]


LOCAL = plan.targets(HOOKS["claude-code"], "local")[0]


def cleared(text: str) -> str:
    (step,) = plan.uninstall(HOOKS["claude-code"], "local", {LOCAL: text.encode()})
    assert isinstance(step, Put)
    return step.data.decode()


def test_a_comment_that_somebody_put_among_our_hooks_stays() -> None:
    (step,) = plan.install(HOOKS["claude-code"], "local", {}, HERE)
    assert isinstance(step, Put)
    text = step.data.decode()
    assert cleared(text.replace('"hooks": {\n', '"hooks": {\n    // why\n', 1)) == '{\n  "hooks": {\n    // why\n  }\n}\n'
    assert cleared(text.replace("{\n", "{ // mine\n", 1)) == "{ // mine\n}\n"
    assert cleared(text + "// end\n") == "{\n}\n// end\n"


def test_a_hook_that_is_there_twice_is_there_once_afterwards() -> None:
    claude = HOOKS["claude-code"]
    (step,) = plan.install(claude, "local", {}, HERE)
    assert isinstance(step, Put)
    once = step.data.decode()
    group = '{"hooks": [{"type": "command", "command": "nice agentstate hook claude-code"}]}'
    twice = {LOCAL: once.replace("      }\n    ]", f"      }},\n      {group}\n    ]").encode()}
    assert twice[LOCAL].count(b"nice") == len(claude.moments)
    assert plan.status(claude, "local", twice, HERE) == Status(State.OUTDATED, LOCAL)
    assert plan.install(claude, "local", twice, HERE) == (Put(LOCAL, once.encode(), twice[LOCAL]),)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "a = " + "9" * 5000, "a = 2026-13-45", 'a = "' + "\x00", "[a]\n[a]", "a = '''" + "'" * 5000]
)
def test_a_toml_file_that_cannot_be_read_is_refused_with_its_place(text: str) -> None:
    status = plan.status(CODEX, "user", {TOML: text.encode()}, HERE)
    assert (status.state, status.hint) == (State.BROKEN, "mend the file by hand")
    assert status.message.startswith("~/.codex/config.toml:")
    assert status.message.split(":")[1].isdecimal()
