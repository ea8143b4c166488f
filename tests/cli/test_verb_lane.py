"""Lanes in real repositories: opened, worked in beside one another, committed, concluded and brought back."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.journal import reading
from agentstate.journal.journal import open_journal
from agentstate.rules.example import VALID
from agentstate.rules.rule import state_text
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entry, Text
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace import open_workspace
from tests.cli.worksite import STATE, TREE, begin_work, last_commit, plant
from tests.conftest import NOW
from tests.support.command import Result, run_here, run_process
from tests.support.repository import Repository
from tests.support.surroundings import isolate

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

LANE = ".agent/lanes/api.yaml"
CLOSED = "20261129T193000Z-switch-close-lane-api"
HALF = "20261129T193000Z-manual-half"
NO_LANE = "agentstate: error: no lane {}\nhint: open it with `agentstate task --lane {} TITLE`, or name another\n"


@pytest.fixture(scope="module")
def opened(first_commit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `site` is a copy of; made once."""
    folder = tmp_path_factory.mktemp("opened")
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("opened-home"))
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
        root = plant(Repository(shutil.copytree(first_commit, folder / "repository", symlinks=True), minutes=1))
        words = ("task", "write the client", "--next", "add the retries", "--lane", "api")
        assert run_here(*words, at=root) == Result(0, "", "opened the lane api: write the client\n")
    return root


@pytest.fixture
def site(opened: Path, repository: Repository) -> Repository:
    """A tree with work in STATE.yaml and in the lane `api`, both committed."""
    shutil.rmtree(repository.path)
    return Repository(shutil.copytree(opened, repository.path, symlinks=True), minutes=2)


def test_a_lane_is_opened_and_committed_and_the_state_beside_it_stays(repository: Repository, cli: Cli) -> None:
    plant(repository)
    theirs = begin_work(repository)
    assert cli("task", "write the client", "--lane", "api").code == 0
    assert last_commit(repository) == f"agentstate switch: write the client\n\n\nA\t{LANE}\n"
    assert repository.read(layout.STATE) == STATE
    assert repository.status() == theirs
    assert cli("check", "--select", "AS3,AS7", "--ignore", "AS337").out == (
        f"{LANE}:16:14: AS312 no-task info: next_action is not recorded\n"
        '  next_action: ""\n'
        "               ^\n"
        "  hint: run `agentstate set next_action TEXT --lane api`\n"
        "1 note\n"
    )


EDITS = [
    (("set", "next_action", "test it"), "next_action: add the retries\n", "next_action: test it\n"),
    (("add", "do_not", "call it twice"), "do_not: []\n", "do_not:\n  - call it twice\n"),
]


@pytest.mark.parametrize(("words", "before", "after"), EDITS)
@pytest.mark.parametrize("how", ["option", "variable", "option before variable"])
def test_a_verb_writes_the_lane_that_is_named(
    site: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], before: str, after: str, how: str
) -> None:
    text = site.read(LANE)
    if how != "option":
        monkeypatch.setenv("AGENTSTATE_LANE", "api" if how == "variable" else "other")
    assert cli(*words, *(() if how == "variable" else ("--lane", "api"))) == Result(0, "", "")
    later = text.replace("19:30:00Z", "19:30:01Z")  # the lane was opened in the same second
    assert site.read(LANE) == later.replace(before, after)
    assert site.status() == f" M {LANE}\n"


def test_the_default_lane_is_named_by_nothing(site: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    assert cli("set", "next_action", "test the loop", "--lane", "").code == 0
    monkeypatch.setenv("AGENTSTATE_LANE", "")
    assert cli("add", "done", "the table").code == 0
    assert site.status() == f" M {layout.STATE}\n"


@pytest.mark.usefixtures("site")
def test_every_verb_that_is_about_a_state_reads_the_lane(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    assert cli("status").out.split("\n")[1] == "task         write the client"
    assert cli("resume").out.split("\n")[1] == "Your task: write the client"
    assert cli("add", "files_to_load", "README.md").code == 0
    assert cli("drop", "files_to_load", "README.md") == Result(0, "README.md\n", "")


VERBS = [
    *(("set", "goal", "x"), ("add", "done", "x"), ("drop", "done", "x"), ("resume",), ("status",)),
    *(("checkpoint",), ("restore",), ("restore", "2026")),
]


@pytest.mark.parametrize("name", ["API", "gone", "api.yaml"])
def test_a_lane_that_is_not_there_is_refused_and_nothing_is_written(site: Repository, cli: Cli, name: str) -> None:
    before = site.snapshot()
    refused = Result(2, "", NO_LANE.format(f'"{name}": the only lane here is api', name))
    assert {words: cli(*words, "--lane", name) for words in VERBS} == dict.fromkeys(VERBS, refused)
    assert {path: data for path, data in site.snapshot().items() if not path.startswith(layout.LOCAL)} == {
        path: data for path, data in before.items() if not path.startswith(layout.LOCAL)
    }


@pytest.mark.parametrize("name", ["../STATE", "/etc/passwd", "..", "-x", "a/b"])
def test_a_name_that_leads_elsewhere_is_no_path(site: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", name)
    hint = "hint: take letters, digits, `.`, `_` and `-`, and begin with a letter or a digit\n"
    refused, verbs = f'agentstate: error: "{name}" is no name of a lane\n{hint}', (*VERBS, ("task", "x"), ("lane",), ("lane", "list"))
    assert {words: cli(*words) for words in verbs} == dict.fromkeys(verbs, Result(2, "", refused))
    assert site.status() == ""


@pytest.mark.usefixtures("site")
def test_a_variable_that_does_not_show_is_refused_in_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", "a\u202eb\x1b[2J")
    result = cli("resume")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 2)
    assert "\u202e" not in result.err
    assert "\x1b" not in result.err


@pytest.mark.usefixtures("site")
def test_verbs_about_what_is_shared_do_not_ask_for_the_lane(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", "gone")
    for words in (("decide", "Retry", "--why", "it fails"), ("fact", "the port is 80"), ("todo", "add", "x"), ("todo", "list"), ("check",)):
        assert cli(*words).code == 0, words


def test_the_checkpoints_of_lanes_are_kept_apart(site: Repository, cli: Cli) -> None:
    assert cli("add", "done", "the table").code == 0
    assert cli("set", "next_action", "test it", "--lane", "api").code == 0
    assert cli("checkpoint", "half", "--lane", "api") == Result(0, f"{HALF}\n", "")
    assert last_commit(site).endswith(f"\nM\t{layout.STATE}\nA\t{layout.snapshot_path(HALF)}\nM\t{LANE}\n")
    assert cli("checkpoint", "half") == Result(0, f"{HALF}-2\n", "")
    assert [line.split()[0] for line in cli("restore", "--lane", "api").out.splitlines()] == [HALF]
    assert [line.split()[0] for line in cli("restore").out.splitlines()] == [f"{HALF}-2", "20261101T000000Z-step-done-first-half"]
    hint = "hint: add `--lane api`\n"
    assert cli("restore", HALF) == Result(2, "", f'agentstate: error: checkpoint "{HALF}" is of the lane "api"\n{hint}')
    default = site.read(layout.STATE)
    assert cli("set", "next_action", "give up", "--lane", "api").code == 0
    assert cli("restore", "20261129", "--lane", "api").code == 0
    assert "next_action: test it\n" in site.read(LANE)
    assert site.read(layout.STATE) == default
    nothing = "nothing to record: state, list, decisions and facts are as in the last commit\n"
    assert cli("checkpoint") == Result(0, "", nothing)


def test_a_lane_that_only_git_holds_is_known_by_its_snapshots_there(site: Repository, cli: Cli) -> None:
    assert cli("lane", "close", "api").code == 0
    (site.path / layout.snapshot_path(CLOSED)).unlink()
    site.commit("snapshots pruned")
    assert (
        cli("restore", "--lane", "api").out
        == f"{CLOSED}  switch  just now  {site.git('rev-parse', 'HEAD~').strip()[:10]}  close lane api\n"
    )
    assert CLOSED not in cli("restore").out
    said = f"back to {CLOSED}; there was no state before\n"
    assert cli("restore", CLOSED, "--lane", "api") == Result(0, "", said)
    assert "next_action: add the retries\n" in site.read(LANE)
    assert site.status() == ""


def test_a_lane_is_closed_in_one_commit_and_what_it_left_open_is_said(site: Repository, cli: Cli) -> None:
    theirs = begin_work(site)
    cli("set", "blocked", "no key", "--lane", "api")
    cli("add", "failed_attempts", "a longer timeout", "--because", "no cause", "--lane", "api")
    said = f"left open, now in TODO.md: add the retries — blocked: no key\nkept in the checkpoint {CLOSED} alone: 1 failed attempt\n"
    assert cli("lane", "close", "api", "--conclude", "the client is shipped") == Result(0, f"{CLOSED}\n", said)
    changed = f"M\t{layout.DECISIONS}\nM\t{layout.TODO}\nA\t{layout.snapshot_path(CLOSED)}\nD\t{LANE}\n"
    assert last_commit(site) == f"agentstate switch: close lane api\n\nAgentstate-Checkpoint: {CLOSED}\n\n\n{changed}"
    assert site.read(layout.STATE) == STATE
    assert site.status() == theirs
    assert cli("lane", "close", "api") == Result(2, "", NO_LANE.format('"api": there are none here', "api"))


def test_a_lane_that_was_never_committed_is_closed_too(site: Repository, cli: Cli) -> None:
    assert cli("task", "draw the form", "--lane", "ui", "--no-commit").code == 0
    assert cli("lane", "close", "ui", "--no-commit") == Result(0, "20261129T193000Z-switch-close-lane-ui\n", "")
    assert site.status() == "?? .agent/checkpoints/20261129T193000Z-switch-close-lane-ui.yaml\n"


def test_a_dry_run_closes_nothing(site: Repository, cli: Cli) -> None:
    data = json.loads(cli("lane", "close", "api", "--dry-run", "--format", "json").out)
    assert [(step["action"], step["path"]) for step in data["steps"]] == [
        ("create", layout.snapshot_path(CLOSED)),
        ("change", layout.TODO),
        ("remove", LANE),
    ]
    assert site.status() == ""


LIST = """\
* (default)  the outbox
             next: add the loop
  api        write the client
             next: add the retries
"""


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("words", [("lane",), ("lane", "list")])
def test_the_lanes_are_listed(cli: Cli, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    assert cli(*words) == Result(0, LIST, "")
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    assert cli(*words).out == LIST.replace("* (", "  (").replace("  api", "* api")
    monkeypatch.setenv("AGENTSTATE_LANE", "gone")
    assert cli(*words).out == LIST.replace("* (", "  (")
    assert cli("-C", "src", *words).code == 0


SLOW = "".join(f"k{number}: {{a: [b, 'c'], e: [[[[1]]]]}}\n" for number in range(9))


def test_many_lanes_that_are_slow_to_read_are_read_up_to_a_bound(site: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentstate.workspace.reading.YAML_BYTES", 4 * len(SLOW))
    for number in range(8):
        site.write(f".agent/lanes/l{number:02}.yaml", SLOW)
    site.write(".agent/lanes/zz.yaml", state_text(current_task="the last"))
    what = f"lanes beside the one in use have more than {4 * len(SLOW)} bytes that are slow to read: this one and others are not read"
    assert f"Problems found on reading: .agent/lanes/l04.yaml [{what}; nothing of this file could be read]\n" in cli("resume").out
    assert f".agent/lanes/l04.yaml:1:1: AS102 unreadable error: {what}\n" in cli("check", "--select", "AS102").out
    assert "  zz         the last\n" in cli("lane").out


def test_a_lane_that_was_closed_meanwhile_is_not_written_anew(site: Repository, cli: Cli) -> None:
    workspace = open_workspace(site.path, "api")
    assert cli("lane", "close", "api").code == 0
    with workspace.locked(), pytest.raises(AgentStateError, match='no lane "api": there are none here'):
        workspace.tree()


@pytest.mark.usefixtures("site")
def test_a_file_that_two_lanes_change_is_said_everywhere(cli: Cli) -> None:
    cli("set", "last_file_edited", "src/service.py")
    cli("add", "files_touched", "src/service.py", "--lane", "api")
    assert cli("lane").err == "src/service.py is worked on in (default) and api\n"
    assert "- src/service.py [worked on in your lane and api at the same time]\n" in cli("resume").out
    assert "- src/service.py [worked on in your lane and the default lane at the same time]\n" in cli("resume", "--lane", "api").out
    report = cli("check", "--select", "AS341")
    assert (report.code, report.out.split("\n")[0]) == (
        0,
        f'{LANE}:24:5: AS341 edited-in-two-lanes warning: "src/service.py" is worked on at the same time in .agent/STATE.yaml, line 10',
    )


def test_what_git_sees_changed_is_shared_by_lanes_that_only_load_it(site: Repository, cli: Cli) -> None:
    cli("add", "files_to_load", "src/service.py", "--lane", "api")
    assert "worked on in" not in cli("resume").out
    site.write("src/service.py", "def answer() -> int:\n    return 43\n")
    assert "- src/service.py [worked on in your lane and api at the same time]\n" in cli("resume").out


def test_a_check_is_fresh_where_any_lane_was_written_and_a_lane_has_an_age_of_its_own(repository: Repository, cli: Cli) -> None:
    config = "freshness: {max_commits: 1}\n"
    plant(repository, files={**VALID, layout.CONFIG: config})
    for number in range(3):
        repository.write("src/service.py", f"{number}\n")
        repository.commit("code")
    assert cli("check", "--select", "AS201").code == 1
    assert cli("task", "write the client", "--lane", "api").code == 0
    assert cli("check", "--select", "AS201").code == 0
    assert [cli("status", *lane).out.split("\n")[3].split(" ", 1)[1].strip().split(" ")[0] for lane in ((), ("--lane", "api"))] == [
        "stale:",
        "no",
    ]


def test_rules_that_were_heard_stay_while_other_lanes_are_at_work(site: Repository, cli: Cli) -> None:
    journal = open_journal(site.path)
    journal.append([Entry(session="s", kind="prompt", time=1, texts=(Text("rule", "never touch legacy", "prompt"),))])
    assert cli("task", "rate limiting").code == 0
    assert len(reading.rules(journal)) == 1
    assert cli("lane", "close", "api").code == 0
    assert cli("task", "cache").code == 0
    assert len(reading.rules(journal)) == 0
    journal.close()


@pytest.mark.usefixtures("site")
def test_the_anchor_of_a_lane_is_held_and_a_closed_one_is_not_missed(cli: Cli) -> None:
    cli("set", "goal", "no order is lost", "--lane", "api")
    cli("checkpoint", "--lane", "api")
    cli("set", "goal", "orders are fast", "--lane", "api")
    report = cli("check", "--select", "AS336").out.split("\n")[0]
    assert report == (
        f'{LANE}:9:7: AS336 anchor-changed warning: goal no longer says "no order is lost", though neither the task nor a decision is new'
    )
    assert cli("lane", "close", "api", "--no-commit").code == 0
    assert cli("check", "--select", "AS336").out == "ok: 9 files, 1 tree\n"


def test_a_decision_that_a_lane_cites_goes_on_as_a_fact(site: Repository, cli: Cli) -> None:
    cli("add", "recent_findings", "see 2026-11-20-outbox-table", "--lane", "api")
    site.write(layout.CONFIG, "limits: {decisions_entries: 2}\n")
    assert cli("decide", "Retry twice", "--why", "one call in a thousand fails").code == 0
    assert cli("decide", "Retry thrice", "--why", "two calls in a thousand fail").code == 0
    assert cli("decide", "Retry forever", "--why", "three calls in a thousand fail").code == 0
    assert "one row for each order — because: the same transaction [2026-11-20-outbox-table-a485]\n" in site.read(layout.FACTS)


@pytest.mark.parametrize("kind", ["link", "folder link"])
def test_a_lane_that_is_a_link_is_not_followed(site: Repository, cli: Cli, kind: str) -> None:
    outside = site.path.parent / "outside.yaml"
    outside.write_text(TREE[layout.STATE], encoding="utf-8")
    (site.path / LANE).unlink()
    if kind == "link":
        (site.path / LANE).symlink_to(outside)
    else:
        (site.path / layout.LANES).rmdir()
        (site.path / layout.LANES).symlink_to(outside.parent)
    result = cli("set", "goal", "x", "--lane", "api")
    assert (result.code, result.out) == (2, "")
    assert outside.read_text(encoding="utf-8") == TREE[layout.STATE]
    assert cli("resume").code == 0


def test_no_more_lanes_than_may_be_are_opened(site: Repository, cli: Cli) -> None:
    for number in range(99):
        site.write(f".agent/lanes/l{number:02}.yaml", VALID[layout.STATE])
    refusal = "there are 100 lanes, at most 100 may be\nhint: conclude some with `agentstate lane close NAME`\n"
    assert cli("task", "one more", "--lane", "more") == Result(1, "", f"agentstate: error: {refusal}")
    assert cli("resume").code == 0


def test_names_of_lanes_are_completed(site: Repository) -> None:
    site.write(".agent/lanes/ui.yaml", VALID[layout.STATE])
    for words in ("agentstate resume --lane a", "agentstate lane close a"):
        asked = {"_AGENTSTATE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "3"}
        assert run_process(at=site.path, environment=asked).out == "plain,api\n"


def test_a_lane_that_somebody_took_away_is_said_by_every_checkpoint(site: Repository, cli: Cli) -> None:
    (site.path / LANE).unlink()
    ways = f"`git restore -- {LANE}` brings it back, `agentstate lane close api` ends the lane then"
    said = f"{LANE} is missing on the disk; the commit leaves it as it was: {ways}\n"
    assert cli("checkpoint", "x").err.split("\n")[-2] + "\n" == said
    cli("set", "next_action", "test the loop")
    assert cli("checkpoint", "y").err.split("\n")[0] + "\n" == said
    site.git("restore", "--", LANE)
    assert cli("lane", "close", "api").code == 0


def test_what_stands_in_the_place_of_a_lane_is_found(site: Repository, cli: Cli) -> None:
    (site.path / ".agent/lanes/sym.yaml").symlink_to("/etc/passwd")
    (site.path / ".agent/lanes/dir.yaml").mkdir()
    found = [line for line in cli("check", "--select", "AS102").out.split("\n") if "AS102" in line]
    assert found == [
        f'.agent/lanes/{name}.yaml:1:1: AS102 unreadable error: ".agent/lanes/{name}.yaml" is no regular file, and so no lane'
        for name in ("dir", "sym")
    ]
