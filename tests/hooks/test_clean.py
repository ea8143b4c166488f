"""What the journal is given of an event."""

import pytest

from agentstate.hooks.clean import Ground, entry
from agentstate.hooks.event import REFUSED, Event, Touch
from agentstate.vocabulary.entries import Entry, Text

GROUND = Ground(("/link", "/real"), lambda path: {"src/way.py": "src/real.py"}.get(path, path))
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def kept(event: Event, ground: Ground = GROUND) -> Entry:
    return entry(event, ground, time=7, call="c1")


def test_a_tool_call_is_kept_with_paths_from_the_root() -> None:
    touches = (Touch("/link/src/a.py", "read"), Touch("b.py", "move", "../way.py"), Touch("/etc/hosts", "read"), Touch("/real", "read"))
    event = Event("codex", "PostToolUse", "tool", session="s", turn="t", cwd="/real/src/in", tool="read", touches=touches, ok=True)
    assert kept(event) == Entry(
        session="s",
        kind="tool",
        time=7,
        agent="codex",
        call="c1",
        turn="t",
        tool="read",
        touches=(("src/a.py", "read", ""), ("src/in/b.py", "move", "src/real.py"), ("/etc/hosts", "read", "")),
        ok=True,
    )


COMMANDS = [
    ("cd /real/src && ls -l 2>&1", 0, True, "", ("ls -l", "", "src", False, 0, True)),
    ("cd /real/src && ls -l 2>&1 | tail -3", 0, True, "", ("ls -l", "ls -l 2>&1 | tail -3", "src", False, None, None)),
    ("ls nope", 2, True, "", ("ls nope", "", "in", False, 2, False)),
    ("ls nope", None, False, "", ("ls nope", "", "in", False, None, False)),
    ("sleep 9 &", None, None, "", ("sleep 9 &", "", "in", False, None, None)),
    ("npm run dev &", 0, True, "", ("npm run dev &", "", "in", False, None, None)),
    ("make lint  |  tail -5", 0, True, "make: *** [lint] Error 2", ("make lint", "make lint | tail -5", "in", False, None, None)),
    ("make lint | tail -5", None, True, "", ("make lint", "make lint | tail -5", "in", False, None, None)),
    ("sed -n 1p a.py | cat -A", 1, False, "", ("sed -n 1p a.py | cat -A", "", "in", False, 1, False)),
    ("set -o pipefail; make | tee log", 0, True, "", ("set -o pipefail; make", "", "in", False, 0, True)),
    ("make lint || true", 0, True, "", ("make lint || true", "", "in", False, 0, True)),
    ("pytest -q", 0, True, "", ("pytest -q", "", "in", True, 0, True)),
    ("pytest -q", 1, False, "", ("pytest -q", "", "in", True, 1, False)),
    ("pytest -q | tail -2", 0, True, "== 2 failed, 3 passed in 1s ==", ("pytest -q", "pytest -q | tail -2", "in", True, None, False)),
    ("pytest -q | tail -2", 0, True, "3 passed in 1s", ("pytest -q", "pytest -q | tail -2", "in", True, None, True)),
    ("pytest -q | tail -2", 0, True, "E  assert 0", ("pytest -q", "pytest -q | tail -2", "in", True, None, None)),
    ("pytest -q && ruff .", 1, False, "3 passed in 1s", ("pytest -q && ruff .", "", "in", True, 1, False)),
    ("pytest -q || true", 0, True, "", ("pytest -q || true", "", "in", True, 0, None)),
    ("pytest -q &", 0, True, "", ("pytest -q &", "", "in", True, None, None)),
    (f"curl -H 'Authorization: Bearer {TOKEN}' https://x.example | tail", 0, True, "", None),
]


@pytest.mark.parametrize(("command", "code", "ok", "output", "expected"), COMMANDS)
def test_a_command_is_kept_as_what_it_does(
    command: str, code: int | None, ok: bool | None, output: str, expected: tuple[str, str, str, bool, int | None, bool | None] | None
) -> None:
    event = Event("codex", kind="tool", session="s", cwd="/link/in", tool="shell", command=command, exit_code=code, ok=ok, excerpt=output)
    found = kept(event)
    assert TOKEN not in str(found)
    assert expected is None or (found.command, found.piped, found.cwd, found.tests, found.exit_code, found.ok) == expected


def test_what_the_user_refused_is_kept_as_words_and_not_as_a_run() -> None:
    event = Event("codex", kind="tool", session="s", source=REFUSED, tool="shell", cwd="/real", command="cd a && git push | tail")
    found = kept(event)
    assert (found.command, found.ok, found.exit_code, found.texts) == ("", None, None, (Text("refused", "git push", "user"),))
    edit = Event("codex", kind="tool", session="s", source=REFUSED, tool="edit", touches=(Touch("/real/a.py", "edit"),))
    assert (kept(edit).touches, kept(edit).texts) == ((), ())


def test_a_prompt_is_kept_with_its_rules_and_without_its_secrets() -> None:
    event = Event("codex", kind="prompt", session="s", text=f"Use {TOKEN} for now. Never touch the legacy module.")
    assert kept(event).texts == (
        Text("prompt", "Use [redacted:github-token] for now. Never touch the legacy module.", "prompt"),
        Text("rule", "Never touch the legacy module.", "prompt", 0.7),
    )


def test_an_answer_is_kept_as_what_it_decided() -> None:
    text = "All done.\n\nDECISION: one table BECAUSE: two disagree\n"
    assert kept(Event("codex", kind="turn_end", session="s", text=text)).texts == (
        Text("decision", "one table BECAUSE: two disagree", "answer", 0.7),
    )


def test_a_plan_is_kept_whole() -> None:
    event = Event("codex", kind="tool", session="s", tool="plan", tool_name="update_plan", text="[x] a\n[ ] b")
    assert kept(event).texts == (Text("plan", "[x] a\n[ ] b", "update_plan"),)


def test_what_a_subagent_says_and_forgets_is_not_the_sessions() -> None:
    assert kept(Event("codex", kind="prompt", session="s", subagent="a", text="Never rest.")).texts == ()
    assert kept(Event("codex", kind="compact_before", session="s", subagent="a")).kind == "other"
    assert kept(Event("codex", kind="compact_before", session="s")).kind == "compact_before"


SWITCHED = [
    ("files", Event("codex", kind="tool", touches=(Touch("/real/a", "read"),)), Event("codex", kind="tool")),
    ("commands", Event("codex", kind="tool", tool="shell", command="ls", cwd="/real"), Event("codex", kind="tool", tool="shell")),
    ("prompts", Event("codex", kind="prompt", text="Fix the parser"), Event("codex", kind="prompt")),
    ("rules", Event("codex", kind="prompt", text="Never push."), None),
    ("commands", Event("codex", kind="tool", tool="shell", source=REFUSED, command="ls"), Event("codex", kind="tool", tool="shell")),
    ("said", Event("codex", kind="turn_end", text="DECISION: a BECAUSE: b"), Event("codex", kind="turn_end")),
    ("plans", Event("codex", kind="tool", tool="plan", text="[ ] a"), Event("codex", kind="tool", tool="plan")),
]


@pytest.mark.parametrize(("switch", "event", "same"), SWITCHED)
def test_what_is_switched_off_is_not_kept(switch: str, event: Event, same: Event | None) -> None:
    found = kept(event, Ground(GROUND.roots, GROUND.placed, frozenset({switch})))
    assert found != kept(event)
    assert found == kept(same) if same else {text.kind for text in found.texts} == {"prompt"}
