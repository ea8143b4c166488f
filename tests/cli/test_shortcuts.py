"""A line that is run without click does what click makes of it."""

from inspect import signature
from types import ModuleType
from typing import Any

import pytest

from agentstate.cli import checking, checkpointing, recalling, resume, resuming, shortcuts, standing, status
from agentstate.cli.group import GROUP
from agentstate.cli.invocation import Invocation
from agentstate.cli.main import main
from agentstate.verbs.resume import BUDGET

COMMANDS = (resume.command, status.command)
USUAL: dict[str, Any] = {
    "paths": (),
    "fix": False,
    "select": (),
    "ignore": (),
    "staged": False,
    "archive": False,
    "base": "",
    "agents": False,
    "strict": False,
    "output": None,
}


@pytest.mark.parametrize("line", shortcuts.CHECKS)
def test_a_shortcut_is_what_click_reads(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Invocation, dict[str, Any]]] = []

    def check(invocation: Invocation, **options: Any) -> int:  # noqa: ANN401 - whatever is given
        calls.append((invocation, USUAL | options))
        return 7

    monkeypatch.setattr(checking, "check", check)
    assert GROUP.main(line.split(), "agentstate", standalone_mode=False) == 7
    monkeypatch.setattr("agentstate.cli.main._run", lambda _: pytest.fail("click was asked"))
    assert main(line.split()) == 7
    assert calls[0] == calls[1]


@pytest.mark.parametrize(("verb", "module", "name"), [("resume", resuming, "print_message"), ("status", standing, "print_screen")])
def test_a_verb_alone_is_what_click_reads(verb: str, module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Invocation, int]] = []
    monkeypatch.delenv("AGENTSTATE_LANE", raising=False)

    def act(invocation: Invocation, budget: int = BUDGET) -> int:
        calls.append((invocation, budget))
        return 7

    monkeypatch.setattr(module, name, act)
    monkeypatch.setattr(f"agentstate.cli.{verb}.{name}", act)
    assert GROUP.main([verb], "agentstate", standalone_mode=False) == 7
    monkeypatch.setattr("agentstate.cli.main._run", lambda _: 3)
    assert main([verb]) == 7
    assert calls[0] == calls[1]
    monkeypatch.setenv("AGENTSTATE_LANE", "tokens")
    assert main([verb]) == 3
    assert verb in shortcuts.ALONE


@pytest.mark.parametrize(
    "arguments",
    [
        ["checkpoint"],
        ["checkpoint", "the cache holds"],
        ["checkpoint", "", "--reason", "switch"],
        ["checkpoint", "a", "--reason", "manual"],
    ],
)
def test_a_checkpoint_is_what_click_reads(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Invocation, str, str, bool | None]] = []
    monkeypatch.delenv("AGENTSTATE_LANE", raising=False)

    def make(invocation: Invocation, message: str = "", reason: str = "manual", *, wants_commit: bool | None = None) -> int:
        calls.append((invocation, message, reason, wants_commit))
        return 7

    monkeypatch.setattr(checkpointing, "make", make)
    assert GROUP.main(arguments, "agentstate", standalone_mode=False) == 7
    monkeypatch.setattr("agentstate.cli.main._run", lambda _: 3)
    assert main(arguments) == 7
    assert calls[0] == calls[1]
    monkeypatch.setenv("AGENTSTATE_LANE", "tokens")
    assert main(arguments) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["checkpoint", "--dry-run"],
        ["checkpoint", "-q", "--reason", "manual"],
        ["checkpoint", "a", "--reason", "never"],
        ["checkpoint", "a", "--format", "json"],
        ["checkpoint", "a", "b"],
        ["checkpoint", "a\u200bb"],
        ["checkpoint", "token ghp_" + "a1B2" * 9],
        ["checkpoint", "a", "--reason", "manual", "-q"],
    ],
)
def test_other_checkpoints_are_left_to_click(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGENTSTATE_LANE", raising=False)
    monkeypatch.setattr(checkpointing, "make", lambda *_, **__: pytest.fail("a checkpoint was made"))
    monkeypatch.setattr("agentstate.cli.main._run", lambda _: 3)
    assert main(arguments) == 3


def test_what_is_usual_for_click_is_usual_for_the_check() -> None:
    assert {name: option.default for name, option in signature(checking.check).parameters.items() if name != "invocation"} == USUAL


@pytest.mark.parametrize("arguments", [[], ["check "], ["check --staged"], ["check", "--staged", "."], ["--staged", "check"], [""]])
def test_other_lines_are_left_to_click(arguments: list[str]) -> None:
    assert shortcuts.options(arguments) is None


@pytest.mark.parametrize("line", ["recall verify_token", "recall --file src/auth.py", "recall  blanks "])
def test_a_question_is_what_click_reads(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Invocation, tuple[str, ...]]] = []

    def look(invocation: Invocation, *asked: str) -> int:
        calls.append((invocation, asked))
        return 7

    monkeypatch.setattr(recalling, "look", look)
    arguments = line.split(" ", 2 if "--file" in line else 1)
    assert GROUP.main(arguments, "agentstate", standalone_mode=False) == 7
    monkeypatch.setattr("agentstate.cli.main._run", lambda _: 3)
    assert main(arguments) == 7
    assert calls[0] == calls[1]


@pytest.mark.parametrize(
    "given", [[], [""], [" "], ["--rules"], ["-x"], ["--file"], ["--file", "-q"], ["x", "y"], ["a\u202eb"], ["--", "x"]]
)
def test_other_questions_are_left_to_click(given: list[str]) -> None:
    assert shortcuts.question(["recall", *given]) is None


def test_completion_is_left_to_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_AGENTSTATE_COMPLETE", "bash_complete")
    monkeypatch.setattr("agentstate.cli.main._run", lambda _: 3)
    assert main(["check"]) == 3
