"""The doctor's judgement from literals: what events show, what is said of each agent, and the table of symptoms."""

from dataclasses import replace

import pytest

from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.plan import State
from agentstate.hooks.install.specification import Scope, Target
from agentstate.hooks.switches import Switches
from agentstate.journal.values import Happening, Saying, Session
from agentstate.verbs.doctor import signs
from agentstate.verbs.doctor.diagnosis import diagnose
from agentstate.verbs.doctor.examination import Call, Examination, Finding, Level, Notes, Record
from agentstate.verbs.doctor.page import document
from agentstate.verbs.doctor.report import as_json, as_text, problems
from agentstate.verbs.doctor.switches import files, switched_off
from agentstate.verbs.doctor.symptoms import SYMPTOMS
from agentstate.verbs.hooks import Standing
from agentstate.vocabulary.entries import RECORDED

EVENT = Happening(1, "s", "codex", 1, 0, "tool", "shell", "", tests=False, exit_code=None, ok=True, subagent="", touches=())
SESSION = Session("s", "codex", 9, 0, 0, 9, pending=False, delivered=None, compacted=None, prompt="")
OK, NOTE, PROBLEM = Level.OK, Level.NOTE, Level.PROBLEM
NONE = Finding(NOTE, "journal", "there is none yet: no hook has been heard", "work on with an agent whose hooks are installed")


def trail(*events: Happening) -> tuple[Happening, ...]:
    return tuple(replace(event, id=number, step=number) for number, event in enumerate(events, 1))


def touched(path: str, operation: str = "read", session: str = "s") -> Happening:
    return replace(EVENT, touches=((path, operation),), session=session)


def ran(command: str, *, ok: bool | None, tests: bool = False) -> Happening:
    return replace(EVENT, command=command, ok=ok, tests=tests)


def test_a_file_is_read_too_often_only_without_a_change_to_it_and_by_one_session() -> None:
    often = [touched("a.py")] * 4
    assert signs.rereads(trail(*often)) == (("a.py", 4),)
    assert signs.rereads(trail(*often[:3], touched("a.py", "edit"), *often[:3])) == ()
    assert signs.rereads(trail(*often[:2], touched("a.py", session="t"), touched("a.py", session="t"), touched("a.py", session="t"))) == ()
    assert signs.rereads(trail(touched("b.py", "edit"), *often, *[touched("b.py")] * 5)) == (("b.py", 5), ("a.py", 4))


def test_a_passed_test_is_run_too_often_only_without_a_change_of_any_file() -> None:
    passed = ran("pytest", ok=True, tests=True)
    assert signs.reruns(trail(passed, touched("a.py"), passed, passed)) == (("pytest", 3),)
    assert signs.reruns(trail(passed, passed, touched("a.py", "edit"), passed)) == ()
    assert signs.reruns(trail(passed, passed, ran("pytest", ok=False, tests=True), passed)) == ()
    assert signs.reruns(trail(*[ran("ls", ok=True)] * 9, *[ran("pytest", ok=None, tests=True)] * 9)) == ()


def test_a_failure_is_repeated_only_without_a_change_of_any_file() -> None:
    failed = ran("make", ok=False)
    assert signs.retries(trail(failed, failed, failed)) == (("make", 3),)
    assert signs.retries(trail(failed, failed, touched("a.py", "create"), failed)) == ()
    assert signs.retries(trail(*[ran("make", ok=None)] * 9)) == ()


def test_files_of_one_name_that_one_session_changed_are_namesakes() -> None:
    both = touched("api/config.py", "edit"), touched("web/Config.py", "edit")
    assert signs.namesakes(trail(*both)) == (("api/config.py", "web/Config.py"),)
    assert signs.namesakes(trail(both[0], touched("web/config.py"))) == ()
    assert signs.namesakes(trail(both[0], touched("web/config.py", "edit", session="t"))) == ()
    assert signs.namesakes(trail(touched("a/__init__.py", "edit"), touched("b/__init__.py", "edit"))) == ()


def test_calls_are_counted_from_the_last_change_and_from_the_message() -> None:
    events = trail(touched("a.py"), touched("a.py", "edit"), touched("b.py"), touched("c.py"), touched("b.py", "edit"), touched("d.py"))
    assert signs.calls_without_change(events, [SESSION]) == 1
    assert signs.calls_without_change(events[:1], [SESSION]) == 1
    assert signs.calls_without_change(events, []) == 0
    assert signs.calls_to_change(events, [replace(SESSION, delivered=2)]) == 2
    assert signs.calls_to_change(events, [replace(SESSION, delivered=5)]) == 0
    assert signs.calls_to_change(events, [SESSION]) == 0
    assert signs.calls_to_change(events[3:], [replace(SESSION, delivered=1)]) == 0, "the trail does not reach back to the message"


SEEN = {
    "rereads": Record(exists=True, trail=trail(*[touched("a.py")] * 4)),
    "reruns": Record(exists=True, trail=trail(*[ran("pytest -q", ok=True, tests=True)] * 3)),
    "namesakes": Record(exists=True, trail=trail(touched("a/x.py", "edit"), touched("b/x.py", "edit"))),
    "rules": Record(exists=True, rules=(Saying("rule", "do not\npush", "prompt", 0.9, "s", 1, 2, 2),)),
    "retries": Record(exists=True, trail=trail(*[ran("make", ok=False)] * 3)),
    "journal": Record(exists=True, size=46_000_000, limit=50_000_000),
    "timid": Record(exists=True, trail=trail(*[EVENT] * 40), sessions=(SESSION,)),
    "slow": Record(exists=True, trail=trail(*[EVENT] * 22, touched("a.py", "edit")), sessions=(replace(SESSION, delivered=1),)),
}
WHAT = {
    "rereads": 'It reads the same file again and again: "a.py" 4 times',
    "reruns": 'It runs a test again that has passed: "pytest -q" 3 times passed',
    "namesakes": 'It edits the wrong file of the same name: "a/x.py" and "b/x.py"',
    "rules": 'It forgets a rule: "do not push" 2 times said',
    "retries": 'It tries again what was ruled out: "make" 3 times failed',
    "journal": "The journal grows: 46,000,000 of 50,000,000 bytes",
    "timid": "It is too timid to edit: 40 tool calls in the newest session without a change",
    "slow": "Recovery is slow: 21 tool calls between the last message and the first change",
}


@pytest.mark.parametrize("name", SEEN)
def test_a_symptom_is_a_note_with_what_was_seen(name: str) -> None:
    found = [one for one in diagnose(Examination(record=SEEN[name])) if one.about == name and one.message != SEEN[name].failure]
    remedy = next(one.remedy for one in SYMPTOMS if one.name == name)
    assert [one for one in found if one.hint == remedy] == [Finding(NOTE, name, WHAT[name], remedy)]


def test_what_git_and_the_tree_show_are_symptoms_too() -> None:
    notes = Notes(behind=11, allowed=10, full=((".agent/DECISIONS.md", 12_000, 12_288),))
    found = {one.about: one.message for one in diagnose(Examination(notes=notes))}
    assert found["lag"] == "The state lags behind the code: 11 commits of code since the state was written"
    assert found["log"] == "The log is too long to read: .agent/DECISIONS.md: 12,000 of 12,288 bytes"
    assert [one.about for one in diagnose(Examination(notes=Notes(behind=10, allowed=10)))] == ["hooks", "journal"]


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        (Notes(errors=1), "1 error in the files of the tree"),
        (Notes(errors=2), "2 errors in the files of the tree"),
        (Notes(unchecked="git not found"), "cannot be checked: git not found"),
    ],
)
def test_notes_that_cannot_be_relied_on_are_a_problem(notes: Notes, message: str) -> None:
    found = [one for one in diagnose(Examination(notes=notes)) if one.about == "notes"]
    assert found == [Finding(PROBLEM, "notes", message, "run `agentstate check`")]


def silent(agent: str, *scopes: Scope) -> Finding:
    return Finding(NOTE, agent, "nothing was heard of it in the newest sessions here", " ".join(HOOKS[agent].still(*scopes)))


def test_of_an_agent_is_said_how_its_hooks_stand_and_how_to_mend_that() -> None:
    seen = Examination(
        used=("claude-code", "kiro"),
        standings=(
            Standing("claude-code", "local", State.OUTDATED, "l"),
            Standing("claude-code", "user", State.BROKEN, "u", "u:1:1: not JSON", "mend it"),
            Standing("claude-code", "project", State.ABSENT, "p"),
            Standing("codex", "project", State.OUTDATED, "c"),
            Standing("kiro", "project", State.ABSENT, "k"),
            Standing("cursor", "user", State.ABSENT, "r"),
            Standing("gemini-cli", "user", State.BROKEN, "g", "g:1:1: not JSON", "mend it"),
        ),
        off=(("claude-code", "~/.claude/settings.json", "disableAllHooks = true"), ("gemini-cli", "x", "y")),
    )
    assert diagnose(seen) == (
        Finding(PROBLEM, "claude-code", "hooks in l are not as they are installed now", "run `agentstate hooks install claude-code`"),
        Finding(PROBLEM, "claude-code", "hooks in u cannot work: u:1:1: not JSON", "mend it"),
        Finding(
            PROBLEM,
            "claude-code",
            "~/.claude/settings.json says disableAllHooks = true: no hook of Claude Code runs",
            "take the setting out",
        ),
        silent("claude-code", "local", "user"),
        Finding(PROBLEM, "codex", "hooks in c are not as they are installed now", "run `agentstate hooks install codex --project`"),
        silent("codex", "project"),
        Finding(PROBLEM, "kiro", "is in use here, and does not call agentstate", "run `agentstate hooks install kiro`"),
        Finding(NOTE, "gemini-cli", "g cannot be read: g:1:1: not JSON", "mend it"),
        NONE,
    )


@pytest.mark.parametrize(
    ("session", "level", "message"),
    [
        (replace(SESSION, compacted=5, delivered=5), OK, "the last compaction, at step 5, was followed by the message"),
        (replace(SESSION, compacted=5, delivered=7, pending=True), OK, "the last compaction, at step 5, was followed by the message"),
        (replace(SESSION, compacted=5, delivered=4), PROBLEM, "the last compaction, at step 5, was not followed by the message"),
        (replace(SESSION, compacted=5, pending=True), PROBLEM, "the last compaction, at step 5, was not followed by the message"),
        (replace(SESSION, compacted=9, pending=True), NOTE, "the last compaction, at step 9, waits for the session's next event"),
    ],
)
def test_a_compaction_without_a_message_is_a_problem_once_the_session_went_on(session: Session, level: Level, message: str) -> None:
    installed = Standing("codex", "user", State.INSTALLED, "c")
    record = Record(exists=True, limit=1, sessions=(replace(SESSION, session="new"), session, replace(session, compacted=1, delivered=1)))
    found = [one for one in diagnose(Examination(standings=(installed,), record=record)) if one.about == "codex"]
    assert [(one.level, one.message) for one in found] == [(OK, "hooks are installed in c"), (level, message)]


def test_an_agent_that_takes_no_text_is_not_asked_for_its_message() -> None:
    record = Record(exists=True, limit=1, sessions=(replace(SESSION, agent="windsurf", compacted=5),))
    found = diagnose(Examination(standings=(Standing("windsurf", "user", State.INSTALLED, "w"),), record=record))
    assert [one.message for one in found if one.about == "windsurf"] == ["hooks are installed in w"]


def test_a_command_answers_or_is_late_or_does_not_answer() -> None:
    calls = (Call("codex", "a hook codex"), Call("codex", "b hook codex", 1.25), Call("codex", "c hook codex", failure="ends with 3"))
    found = diagnose(Examination(standings=(Standing("codex", "user", State.INSTALLED, "c"),), calls=calls))
    assert found[1:-2] == (
        Finding(OK, "codex", "`a hook codex` answers"),
        Finding(
            NOTE,
            "codex",
            "`b hook codex` answers only after 1.2 s: events at the end of a session may be lost",
            "look for a slow disk, or a slow start of Python",
        ),
        Finding(PROBLEM, "codex", "`c hook codex` ends with 3", "run `agentstate hooks install codex` again"),
    )


def test_of_the_journal_are_said_its_size_its_last_event_and_what_is_wrong() -> None:
    record = Record(exists=True, size=1_000, limit=50_000_000, damaged=("journal.damaged-1.db",), trail=trail(touched("a")))
    assert diagnose(Examination(record=record, log=("a line",)))[1:] == (
        Finding(OK, "journal", "1,000 of 50,000,000 bytes, last event of codex at step 1"),
        Finding(NOTE, "journal", "a damaged one was set aside as journal.damaged-1.db", "`agentstate journal purge --yes` removes it, too"),
        Finding(NOTE, "hook.log", "a line"),
    )
    assert diagnose(Examination(record=Record(exists=True, failure="it is newer")))[1] == Finding(
        PROBLEM, "journal", "nothing can be recorded: it is newer", "see docs/journal.md"
    )


@pytest.mark.parametrize(
    ("recording", "finding"),
    [
        (Switches(frozenset(RECORDED)), Finding(NOTE, "journal", "config.yaml switches recording off")),
        (
            Switches(frozenset({"said", "prompts"})),
            Finding(NOTE, "journal", "config.yaml switches off the recording of: prompts, said"),
        ),
        (
            Switches(frozenset({"said"}), '"journal.said" is neither on nor off'),
            Finding(
                PROBLEM,
                "journal",
                'config.yaml: "journal.said" is neither on nor off: not recorded: said',
                "write on or off there, for all or for each of files, commands, prompts, rules, said, plans",
            ),
        ),
    ],
)
def test_what_config_yaml_keeps_out_of_the_journal_is_said(recording: Switches, finding: Finding) -> None:
    installed = Standing("codex", "user", State.INSTALLED, "c")
    found = diagnose(Examination(standings=(installed,), recording=recording))
    assert finding in found
    assert (len(found) == 2) == recording.off.issuperset(RECORDED), "nothing is missed where nothing is to be recorded"


def test_a_log_that_cannot_be_read_is_a_problem_unless_the_journal_is_one_already() -> None:
    seen = Examination(log_failure='"hook.log" is a folder')
    assert diagnose(seen)[-1] == Finding(
        PROBLEM, "hook.log", 'what goes wrong is not written down: "hook.log" is a folder', "take it out of the way"
    )
    assert diagnose(replace(seen, record=Record(exists=True, failure="closed")))[-1].about == "journal"


def test_a_setting_switches_off_all_hooks_whatever_stands_around_it() -> None:
    held = {
        Target("root", ".claude/settings.json"): b'{"disableAllHooks": true, // all\n}',
        Target("root", ".claude/settings.local.json"): b'{"disableAllHooks": false}',
        Target("home", ".claude/settings.json", "CLAUDE_CONFIG_DIR"): b"{",
        Target("root", ".codex/config.toml"): b"[features]\nhooks = false\n",
        Target("home", ".codex/config.toml", "CODEX_HOME"): b"[features\n",
        Target("root", ".gemini/settings.json"): b'{"hooksConfig": {"enabled": false}}',
        Target("home", ".gemini/settings.json"): b'{"hooksConfig": []}',
    }
    assert set(held) == set(files())
    assert [(agent, target.shown, setting) for agent, target, setting in switched_off(held)] == [
        ("claude-code", ".claude/settings.json", "disableAllHooks = true"),
        ("codex", ".codex/config.toml", "features.hooks = false"),
        ("gemini-cli", ".gemini/settings.json", "hooksConfig.enabled = false"),
    ]


def test_a_report_has_a_line_for_each_finding_and_counts_the_problems() -> None:
    findings = (Finding(OK, "codex", "answers"), Finding(PROBLEM, "journal", "is lost", "look for it"))
    assert as_text(findings) == "ok       codex: answers\nproblem  journal: is lost\n         hint: look for it\n1 problem\n"
    assert as_text(findings[:1]) == "ok       codex: answers\nno problems\n"
    assert problems(findings) == 1
    assert as_json(findings[1:]) == (
        '{\n  "version": 1,\n  "problems": 1,\n  "findings": [\n    {\n      "level": "problem",\n      "about": "journal",\n'
        '      "message": "is lost",\n      "hint": "look for it"\n    }\n  ]\n}\n'
    )


def test_the_page_has_every_symptom_with_all_that_is_to_be_said_of_it() -> None:
    sections = document().split("\n## ")[1:]
    assert [section.split("\n")[0] for section in sections] == [one.title for one in SYMPTOMS]
    assert [one.name for one in SYMPTOMS] == [
        *("rereads", "reruns", "namesakes", "rules", "ignores", "retries", "journal", "lag", "log", "timid", "slow"),
    ]
    for one, section in zip(SYMPTOMS, sections, strict=True):
        assert section.rstrip("\n") == (
            f"{one.title}\n\n`{one.name}`. {one.looks}\n\n- **Likely cause.** {one.cause}\n- **How doctor sees it.** {one.sees}\n"
            f"- **What to do.** {one.remedy}"
        )
