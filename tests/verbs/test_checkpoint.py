"""`checkpoint`: what a snapshot holds, when there is none, what its commit says, and which old snapshots make room."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentstate.documents.snapshot import parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.rules.engine import run
from agentstate.verbs.checkpoint import SNAPSHOT_BYTES, SUBJECT_LENGTH, Occasion, checkpoint
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.plan import Commit, Plan, Remove, Write
from agentstate.vocabulary.repository import Change, Freshness, GitFacts
from agentstate.workspace.reading import YAML_BYTES
from tests.verbs.trees import refused, texts, tree_with

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
OCCASION = Occasion("step-done", NOW, "loop passes")
ID = "20261129T193000Z-step-done-loop-passes"
STATE = "# by hand\nproject: shop\ncurrent_task: the outbox\nnext_action: add the loop # now\n"
TODO = "- [ ] P1 wire it — blocked: key\n- [x] write it\n  - [~] test it\n"
DECISIONS = """\
## [2026-11-01] a
- Why: x

## [2026-11-02] b
- Why: x
- Supersedes: 2026-11-01

## [2026-11-03] c
- Why: x
- Status: pending
"""
FILES = {layout.STATE: STATE, layout.TODO: TODO, layout.DECISIONS: DECISIONS}
GIT = GitFacts(
    head="1" * 40,
    branch="main",
    changes=(Change("src/b.py", "modified", staged=False, unstaged=True), Change("src/a.py", "added", staged=True, unstaged=False)),
    diff_stat=" src/b.py | 2 +-\n",
)
COMMIT = Commit("agentstate step-done: loop passes", f"Agentstate-Checkpoint: {ID}")
RECORDED = GitFacts(committed=frozenset(layout.WORK))


def test_a_branch_or_a_file_that_is_named_after_a_credential_is_kept_without_it() -> None:
    key = "ghp_" + "3fT9xQ2mL7wB5kZ8vN4cR6yH1jD0sG2aPq4E"
    change = Change(f"src/{key}.py", "modified", staged=False, unstaged=True)
    git = GitFacts(head="1" * 40, branch=f"fix/{key}", changes=(change,), diff_stat=f" src/{key}.py | 2 +-\n")
    written = texts(checkpoint(tree_with(FILES), git, OCCASION).steps)[layout.snapshot_path(ID)] or ""
    lines = [line for line in written.split("\n") if "redacted" in line]
    mark = "[redacted:github-token]"
    assert lines == [f"branch: fix/{mark}", f"  - src/{mark}.py", f"   src/{mark}.py | 2 +-"]
    assert key not in written


def test_a_snapshot_holds_the_state_to_the_letter_and_what_git_and_the_notes_say() -> None:
    plan = checkpoint(tree_with(FILES), GIT, OCCASION)
    assert (plan.result, plan.messages) == (ID, ())
    assert texts(plan.steps) == {
        layout.snapshot_path(ID): f"""\
reason: step-done
message: loop passes
lane: ""
created: "2026-11-29T19:30:00Z"
commit: "{"1" * 40}"
branch: main
changed:
  - src/a.py
  - src/b.py
changed_more: 0
diff_stat: |2
   src/b.py | 2 +-
decisions:
  - "2026-11-02-b-5591"
open_items:
  - "- [ ] P1 wire it — blocked: key"
  - "  - [~] test it"
state: |
  # by hand
  project: shop
  current_task: the outbox
  next_action: add the loop # now
"""
    }
    assert plan.commit == COMMIT


def test_without_git_the_snapshot_is_made_all_the_same() -> None:
    plan = checkpoint(tree_with(FILES), GitFacts(reason="not a git repository"), OCCASION)
    (text,) = texts(plan.steps).values()
    snapshot = parse_snapshot(SourceText(layout.snapshot_path(ID), text or ""))
    assert not isinstance(snapshot, tuple)
    assert (snapshot.commit, snapshot.branch, snapshot.changed, snapshot.state) == ("", "", (), STATE)


@pytest.mark.parametrize("state", [STATE.replace("\n", "\r\n"), STATE.removesuffix("\n"), STATE + "\n\n", "\ufeff" + STATE])
def test_line_ends_become_lf_and_every_other_character_of_the_state_is_kept(state: str) -> None:
    source = SourceText.decode(layout.STATE, state.encode())
    plan = checkpoint(tree_with(FILES).with_sources({layout.STATE: source}), GIT, OCCASION)
    (text,) = texts(plan.steps).values()
    snapshot = parse_snapshot(SourceText(layout.snapshot_path(ID), text or ""))
    assert not isinstance(snapshot, tuple)
    assert snapshot.state == state.removeprefix("\ufeff").replace("\r\n", "\n")


def test_a_lane_is_named() -> None:
    lane = ".agent/lanes/api.yaml"
    tree = replace(tree_with({**FILES, lane: "project: shop\ncurrent_task: the api\nnext_action: a\n"}), state_path=lane)
    plan = checkpoint(tree, RECORDED, replace(OCCASION, message=""))
    written = texts(plan.steps)["".join(texts(plan.steps))] or ""
    assert "\nlane: api\n" in written
    assert "\n  current_task: the api\n" in written
    assert plan.commit
    assert plan.commit.subject == "agentstate step-done: the api"


def test_nothing_is_made_where_head_holds_everything() -> None:
    nothing = Plan(messages=("nothing to record: state, list, decisions and facts are as in the last commit",))
    assert checkpoint(tree_with(FILES), RECORDED, OCCASION) == nothing
    for path in layout.WORK:
        assert checkpoint(tree_with(FILES), replace(RECORDED, committed=RECORDED.committed - {path}), OCCASION).result == ID


@pytest.mark.parametrize(
    ("required", "commits", "more"),
    [
        ("off", 10, ""),
        ("off", 11, ", 11 code changes ago: bring next_action and done up to date with `agentstate set` and `agentstate add` first"),
        ("warn", 1, ""),
        ("warn", 2, ", 2 code changes ago: bring next_action and done up to date with `agentstate set` and `agentstate add` first"),
    ],
)
def test_a_state_that_is_behind_must_be_written_before_it_can_be_recorded(required: str, commits: int, more: str) -> None:
    tree = tree_with(FILES)
    tree = replace(tree, settings=replace(tree.settings, freshness=replace(tree.settings.freshness, require_update=required)))
    said = f"nothing to record: state, list, decisions and facts are as in the last commit{more}"
    assert checkpoint(tree, replace(RECORDED, freshness=Freshness(commits)), OCCASION) == Plan(messages=(said,))


def test_a_file_that_neither_the_disk_nor_head_holds_is_nothing_to_record() -> None:
    tree = tree_with({**FILES, layout.FACTS: None})
    git = GitFacts(committed=frozenset(layout.WORK) - {layout.FACTS})
    assert checkpoint(tree, git, OCCASION).steps == ()
    deleted = replace(git, changes=(Change(layout.FACTS, "deleted", staged=False, unstaged=True),))
    assert checkpoint(tree, deleted, OCCASION).result == ID


@pytest.mark.parametrize(
    ("files", "code", "place", "more"),
    [
        ({layout.STATE: "project: shop\ncurrent_task: a\n"}, "AS303", ".agent/STATE.yaml:1:1", ""),
        (
            {layout.STATE: "project: [shop]\ncurrent_task: a\nnext_action: a\n", layout.TODO: "- [ ] a\n<<<<<<< ours\n"},
            "AS304",
            ".agent/STATE.yaml:1:10",
            " (1 more)",
        ),
        ({layout.STATE: "project: shop: x\n"}, "AS301", ".agent/STATE.yaml:1:14", ""),
        ({layout.STATE: "project: shop\n<<<<<<< a\ngoal: a\n=======\ngoal: b\n>>>>>>> b\n"}, "AS701", ".agent/STATE.yaml:2:1", ""),
        ({layout.TODO: "- [ ] a\n<<<<<<< ours\n- [ ] b\n=======\n- [ ] c\n>>>>>>> theirs\n"}, "AS701", ".agent/TODO.md:2:1", ""),
    ],
)
def test_a_tree_that_would_be_worthless_as_a_snapshot_is_refused_at_its_place(
    files: dict[str, str], code: str, place: str, more: str
) -> None:
    tree = tree_with({**FILES, **files})
    found = run(tree, GitFacts(), [code])[0]
    exit_code = 2 if code == "AS301" else 1
    with refused(f"{place}: {code} {found.message}{more}", found.hint, exit_code):
        checkpoint(tree, GIT, OCCASION)
    with refused(f"packages/a/{place}: {code} {found.message}{more}", found.hint, exit_code):
        checkpoint(replace(tree, prefix="packages/a/"), GIT, OCCASION)


def test_a_finding_that_does_not_spoil_the_snapshot_does_not_stop_the_work() -> None:
    files = {
        **FILES,
        layout.DECISIONS: "## [2026-11-01] no reason\n",
        layout.TODO: "-[ ] no item\n",
        layout.FACTS: None,
        layout.CONFIG: "limits: [\n",
        ".agent/lanes/other.yaml": "- no state\n",
    }
    fault = Fault("unreadable", 1, 1, "it is a symbolic link, not a regular file", "put a regular file in its place")
    tree = replace(tree_with(files), unreadable={layout.FACTS: fault}, prefix="packages/a/")
    assert checkpoint(tree, GIT, OCCASION).result == ID


def test_what_is_missing_or_wrong_and_recorded_as_it_stands_is_said() -> None:
    missing = tuple(f"{path} is missing on the disk; the commit leaves it as it was" for path in (layout.PROTOCOL, layout.FACTS))
    assert checkpoint(tree_with({**FILES, layout.FACTS: None, layout.PROTOCOL: None}), GIT, OCCASION).messages == missing
    one = "1 error is recorded as it stands: see `agentstate check`"
    two = "2 errors are recorded as they stand: see `agentstate check`"
    assert checkpoint(tree_with({**FILES, layout.TODO: "-[ ] no item\n"}), GIT, OCCASION).messages == (one,)
    assert checkpoint(tree_with({**FILES, layout.TODO: "-[ ] no item\n-[ ] none\n"}), GIT, OCCASION).messages == (two,)
    hidden = replace(tree_with({**FILES, layout.FACTS: None}), unreadable={layout.FACTS: Fault("unreadable", 1, 1, "a link", "a file")})
    assert checkpoint(hidden, GIT, OCCASION).messages == (one,)


def test_a_state_that_is_missing_or_cannot_be_read_is_refused() -> None:
    bare = tree_with({**FILES, layout.STATE: None})
    with refused(".agent/STATE.yaml is missing", "run `agentstate init`", 1):
        checkpoint(bare, GIT, OCCASION)
    fault = Fault("unreadable", 1, 1, "it is a folder, not a regular file", "put a regular file in its place")
    for path in (layout.STATE, layout.TODO, layout.DECISIONS):
        with refused(fault.message, fault.hint):
            checkpoint(replace(tree_with({**FILES, path: None}), unreadable={path: fault}), GIT, OCCASION)


def test_a_snapshot_that_could_not_be_read_again_is_refused() -> None:
    assert SNAPSHOT_BYTES == YAML_BYTES
    long = "".join(f"- [ ] item {number} {'x' * 60}\n" for number in range(900))
    with refused(
        "the checkpoint would be 74063 bytes, and at most 65536 could be read again", "shorten .agent/STATE.yaml or .agent/TODO.md", 1
    ):
        checkpoint(tree_with({**FILES, layout.TODO: long}), GIT, OCCASION)


@pytest.mark.parametrize(
    ("occasion", "setting", "commit"),
    [
        (OCCASION, "never", None),
        (replace(OCCASION, wants_commit=False), "always", None),
        (
            replace(OCCASION, wants_commit=True),
            "never",
            Commit("agentstate step-done: loop passes", f"Agentstate-Checkpoint: {ID}", required=True),
        ),
    ],
)
def test_there_is_a_commit_as_asked_for_or_else_as_the_settings_say(occasion: Occasion, setting: str, commit: Commit | None) -> None:
    tree = tree_with({**FILES, layout.CONFIG: f"checkpoint:\n  commit: {setting}\n"})
    plan = checkpoint(tree, GIT, occasion)
    assert (plan.commit, plan.result) == (commit, ID)


@pytest.mark.parametrize(
    ("message", "subject", "body"),
    [
        ("", "agentstate step-done: the outbox", ""),
        ("   ", "agentstate step-done: the outbox", ""),
        ("m" * 50, f"agentstate step-done: {'m' * 50}", ""),
        ("m" * 51, f"agentstate step-done: {'m' * 49}…", f"{'m' * 51}\n\n"),
    ],
)
def test_a_long_message_is_shortened_in_the_subject_and_whole_in_the_body(message: str, subject: str, body: str) -> None:
    plan = checkpoint(tree_with(FILES), GIT, replace(OCCASION, message=message))
    assert plan.commit == Commit(subject, f"{body}Agentstate-Checkpoint: {plan.result}")
    assert len(subject) <= SUBJECT_LENGTH


@pytest.mark.parametrize(
    ("task", "subject"),
    [
        ("", "agentstate step-done: checkpoint"),
        ('"a\\u202eb"', "agentstate step-done: a\\u202eb"),
        (f'"{"t" * 60}"', f"agentstate step-done: {'t' * 49}…"),
    ],
)
def test_without_a_message_the_subject_names_the_task_and_nothing_invisible(task: str, subject: str) -> None:
    tree = tree_with({**FILES, layout.STATE: f"project: shop\ncurrent_task: {task}\nnext_action: a\n"})
    plan = checkpoint(tree, GIT, replace(OCCASION, message=""))
    assert plan.commit == Commit(subject, f"Agentstate-Checkpoint: {plan.result}")


def test_two_checkpoints_in_one_second_have_two_names() -> None:
    tree = tree_with({**FILES, layout.snapshot_path(ID): "x: 1\n"})
    assert checkpoint(tree, GIT, OCCASION).result == f"{ID}-2"


def test_the_oldest_snapshots_make_room_once_git_has_them() -> None:
    names = [layout.snapshot_path(f"2026112{day}T000000Z-manual") for day in range(1, 7)]
    tree = tree_with({**FILES, **dict.fromkeys(names, "x: 1\n")})
    assert [type(step) for step in checkpoint(tree, GIT, OCCASION).steps] == [Write]
    plan = checkpoint(tree, replace(GIT, committed=frozenset({names[1], *names[3:]})), OCCASION)
    assert [step.path for step in plan.steps] == [layout.snapshot_path(ID), names[1]]
    plan = checkpoint(tree, replace(GIT, committed=frozenset(names)), OCCASION)
    assert plan.steps[1:] == (Remove(names[0], b"x: 1\n"), Remove(names[1], b"x: 1\n"))
