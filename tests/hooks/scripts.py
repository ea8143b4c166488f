"""Sessions of each agent as payloads in their order, played to the command in a repository where work is under way."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from agentstate.agents import adapter
from agentstate.cli.hooking import process
from agentstate.vocabulary import layout
from tests.support.command import run_here
from tests.support.repository import Repository
from tests.support.templates import Templates

PAYLOADS = Path(__file__).parent / "payloads"
WORKPLACE = "/workspace/demo"
"""The folder that the payloads name."""

_KEYS = ("additionalContext", "additional_context", "context", "contextModification")
_TREE = {
    layout.PROTOCOL: "# Boot protocol\n\n1. Read STATE.yaml.\n",
    layout.FACTS: "# Facts\n\n## Build\n- tests run with `python -m pytest -q`\n",
    layout.STATE: (
        "project: demo\ncurrent_task: make add() add\nnext_action: run the tests\n"
        "do_not:\n  - touch src/legacy\nhypotheses:\n  - the sign is wrong\nnewest_instruction: Make the failing test pass.\n"
    ),
    layout.DECISIONS: "# Decisions\n\n## [2026-11-02] Keep floats\n- Decision: no decimals\n- Why: speed\n",
    layout.TODO: "# TODO\n\n- [ ] P1 write the notes\n",
    layout.ATTRIBUTES: "",
    ".gitignore": "",
    "src/calc.py": "def add(a, b):\n    return a - b\n",
}

SESSIONS: Mapping[str, Sequence[str]] = {
    "claude-code": (
        *("sessionstart-startup", "userpromptsubmit-chinese", "posttooluse-read", "posttooluse-edit", "posttoolusefailure-bash-exit1"),
        *("posttooluse-todowrite", "posttooluse-bash-subagent", "precompact-auto-subagent", "posttooluse-read-parallel-a"),
        *("precompact-auto-null", "posttooluse-read-parallel-b", "sessionstart-compact", "sessionstart-compact", "postcompact-auto"),
        *("posttooluse-bash-success", "stop-basic", "stop-hookactive", "stop-basic", "precompact-manual", "sessionstart-compact"),
        *("sessionend-other", "sessionstart-resume", "sessionstart-clear-nomodel"),
    ),
    "codex": (
        *("sessionstart-startup", "userpromptsubmit-basic", "posttooluse-apply-patch", "posttooluse-bash-exitcode-text"),
        *("posttooluse-update-plan", "precompact-subagent", "posttooluse-mcp", "precompact-auto", "sessionstart-compact"),
        *("sessionstart-compact", "posttooluse-bash-read", "stop-basic", "sessionend-other", "sessionstart-resume", "sessionstart-clear"),
    ),
    "opencode": (
        *("event-session.created", "chat.message-typed", "tool.execute.after-read", "tool.execute.after-edit", "tool.execute.after-bash"),
        *("tool.execute.after-todowrite", "event-session.created-child", "experimental.session.compacting-basic"),
        *("event-session.compacted", "event-session.compacted", "tool.execute.after-write", "event-session.idle", "event-session.idle"),
        "event-session.deleted",
    ),
    "cursor": (
        *("sessionstart-basic", "beforesubmitprompt-basic", "posttooluse-read", "posttooluse-write", "posttooluse-shell-exit1"),
        *("posttooluse-todowrite", "precompact-auto", "posttooluse-task", "posttooluse-grep-file", "posttooluse-shell", "stop-completed"),
        *("precompact-manual", "posttooluse-mcp", "sessionend-completed"),
    ),
    "copilot-cli": (
        *("sessionstart-new", "userpromptsubmitted-basic", "posttooluse-view", "posttooluse-edit", "posttooluse-bash-exit1"),
        *("precompact-auto", "posttooluse-create", "posttooluse-bash", "agentstop-basic", "sessionend-complete", "sessionstart-resume"),
    ),
    "vscode-copilot": (
        *("sessionstart-new", "userpromptsubmit-basic", "posttooluse-readfile", "posttooluse-editfiles", "precompact-auto"),
        *("posttooluse-terminal", "posttooluse-todos"),
    ),
    "qwen-code": (
        *("sessionstart-startup", "userpromptsubmit-chinese", "posttooluse-edit-creates", "posttooluse-shell-exit1"),
        *("posttooluse-shell-subagent", "precompact-auto", "sessionstart-compact", "postcompact-auto", "posttooluse-shell", "stop-basic"),
        *("sessionend-other", "sessionstart-branch"),
    ),
    "gemini-cli": (
        *("sessionstart-startup", "beforeagent-basic", "precompress-auto", "aftertool-read-file", "aftertool-replace"),
        *("aftertool-shell-exit1", "precompress-auto", "aftertool-write-file", "precompress-manual", "aftertool-shell-success"),
        *("aftertool-write-todos", "afteragent-basic", "sessionend-exit", "sessionstart-resume", "sessionstart-clear"),
    ),
    "kiro": (
        *("agentspawn-basic", "userpromptsubmit-basic", "posttooluse-fs_read", "posttooluse-execute_bash-exit1", "stop-basic"),
        *("v3-sessionstart", "v3-posttooluse-trigger", "v3-precompact-auto", "v3-postcompact-summary", "v3-postcompact-summary"),
        "v3-posttooluse-delete",
    ),
    "cline": (
        *("taskstart-basic", "userpromptsubmit-basic", "posttooluse-read-several", "posttooluse-execute", "precompact-unwired"),
        *("posttooluse-replace-nonascii", "posttooluse-search-file", "taskcomplete-said", "taskresume-basic"),
    ),
    "windsurf": ("pre_user_prompt-basic", "post_write_code-edit", "post_run_command-basic", "post_cascade_response-basic"),
}
"""For each agent what happens, with a compaction and what comes after it."""

LOSSES: Mapping[str, Sequence[str]] = {
    "claude-code": ("posttooluse-edit", "precompact-auto-null", "sessionstart-compact", "sessionstart-startup"),
    "codex": ("posttooluse-apply-patch", "precompact-auto", "sessionstart-compact"),
    "opencode": ("tool.execute.after-edit", "experimental.session.compacting-basic", "event-session.compacted"),
    "cursor": ("posttooluse-write", "precompact-auto", "posttooluse-read"),
    "copilot-cli": ("posttooluse-edit", "precompact-auto", "posttooluse-bash"),
    "vscode-copilot": ("posttooluse-editfiles", "precompact-auto", "posttooluse-readfile"),
    "qwen-code": ("posttooluse-edit-creates", "precompact-auto", "sessionstart-compact"),
    "gemini-cli": ("aftertool-replace", "precompress-manual", "aftertool-read-file"),
    "kiro": ("v3-posttooluse-trigger", "v3-precompact-auto", "v3-postcompact-summary"),
    "cline": ("posttooluse-replace-nonascii", "precompact-unwired", "posttooluse-search-file"),
}
"""For each agent that can be told something: work, a compaction, and the event after it."""


@pytest.fixture
def workplace(repository: Repository, templates: Templates, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with a tree, and one change of code that is not committed; a hook may take as long there as it likes."""
    monkeypatch.setattr(process, "SECONDS", 1e6)
    monkeypatch.setattr(process, "END_SECONDS", 1e6)
    return templates.after(_begin_work, repository)


def _begin_work(repository: Repository) -> None:
    for path, text in _TREE.items():
        repository.write(path, text)
    repository.commit("tree")
    repository.write("src/calc.py", "def add(a, b):\n    return a + b\n")


def payload(agent: str, name: str, place: Path) -> str:
    """What the agent hands over, as if it had happened in this folder."""
    text = (PAYLOADS / agent / f"{name}.json").read_text(encoding="utf-8")
    return text.replace(WORKPLACE, place.as_posix())


def call(agent: str, name: str, place: Path) -> str:
    """What the command prints; it ends with 0 and says nothing on stderr, whatever happens."""
    done = run_here("hook", agent, at=place, stdin=payload(agent, name, place))
    assert (done.code, done.err) == (0, "")
    return done.out


def played(agent: str, names: Sequence[str], place: Path) -> Iterator[str]:
    """The session as lines: each event, and the text that the agent's model was given."""
    for name in names:
        reply = call(agent, name, place)
        event = adapter(agent).event(json.loads(payload(agent, name, place)), "")
        text = given_text(reply)
        assert reply == adapter(agent).reply(event, text), "the reply is not one that the agent accepts"
        yield f"==> {name}"
        yield from text.removesuffix("\n").split("\n") if text else ()


def given_text(reply: str) -> str:
    """The text for the model in a reply: a value of a known key, or all of it where it is no JSON."""
    if not reply.startswith("{"):
        return reply
    found = json.loads(reply)
    found = found.get("hookSpecificOutput", found)
    return next((found[key] for key in _KEYS if key in found), "")
