"""`restore` in real repositories: the list, and back to a checkpoint of the disk or of git, the present state kept first."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from tests.cli.worksite import OLD_ID, OLD_STATE, STATE, TODO, TREE, begin_work, last_commit, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

KEPT = "20261129T193000Z-restore-before-20261101t000000z-step-done-first"
SAID = f"back to {OLD_ID}; the state before is in {KEPT}\n"
MANUAL = "20261129T193000Z-manual-half-way"


def test_the_list_is_newest_first_with_reason_age_commit_and_message(repository: Repository, cli: Cli) -> None:
    plant(repository)
    planted = repository.head()
    cli("set", "next_action", "test the loop")
    assert cli("checkpoint", "half way", "--no-commit").out == f"{MANUAL}\n"
    old = f"{OLD_ID}  step-done  28 days ago  {planted[:10]}  first half\n"
    assert cli("restore") == Result(0, f"{MANUAL}  manual  just now  not committed  half way\n{old}", "")
    assert json.loads(cli("restore", "--format", "json").out) == [
        {"id": MANUAL, "reason": "manual", "message": "half way", "created": "2026-11-29T19:30:00Z", "commit": "", "automatic": False},
        {
            "id": OLD_ID,
            "reason": "step-done",
            "message": "first half",
            "created": "2026-11-01T00:00:00Z",
            "commit": planted,
            "automatic": False,
        },
    ]


@pytest.mark.parametrize(
    ("seconds", "age"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (3600, "1 hour ago"),
        (7200, "2 hours ago"),
        (86400, "1 day ago"),
    ],
)
def test_an_age_is_told_in_the_largest_unit_that_fits(
    repository: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch, seconds: int, age: str
) -> None:
    plant(repository)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1793491200 + seconds))
    assert cli("restore").out == f"{OLD_ID}  step-done  {age}  {repository.head()[:10]}  first half\n"


def test_a_tree_without_checkpoints_says_how_to_make_one(repository: Repository, cli: Cli) -> None:
    plant(repository, files={path: text for path, text in TREE.items() if OLD_ID not in path})
    assert cli("restore") == Result(0, "", "no checkpoints yet: make one with `agentstate checkpoint`\n")
    assert cli("restore", "--format", "json") == Result(0, "[]\n", "")
    refusal = 'agentstate: error: no checkpoint has the id "2026"\nhint: see `agentstate restore` for the list\n'
    assert cli("restore", "2026") == Result(2, "", refusal)


def test_the_state_goes_back_missing_items_come_back_and_nothing_else_changes(repository: Repository, cli: Cli) -> None:
    plant(repository)
    theirs = begin_work(repository)
    repository.write(layout.FACTS, "- newer\n")
    assert cli("restore", "20261101") == Result(0, f"{KEPT}\n", SAID)
    assert repository.read(layout.STATE) == OLD_STATE
    assert repository.read(layout.TODO) == f"{TODO}- [ ] create the table\n"
    assert repository.read(layout.FACTS) == "- newer\n"
    assert last_commit(repository) == (
        f"agentstate restore: back to {OLD_ID}\n\nAgentstate-Checkpoint: {KEPT}\n\n\n"
        f"M\t{layout.FACTS}\nM\t{layout.STATE}\nM\t{layout.TODO}\nA\t{layout.snapshot_path(KEPT)}\n"
    )
    assert repository.status() == theirs
    assert cli("restore", OLD_ID) == Result(0, "", f"nothing to restore: state and list are as in {OLD_ID}\n")
    assert cli("restore", KEPT).code == 0
    assert repository.read(layout.STATE) == STATE
    assert repository.read(layout.TODO) == f"{TODO}- [ ] create the table\n"


def test_what_is_kept_says_what_git_said_and_takes_the_oldest_out(repository: Repository, cli: Cli) -> None:
    names = [layout.snapshot_path(f"2026112{day}T000000Z-manual") for day in range(1, 6)]
    plant(repository, files={**TREE, **dict.fromkeys(names, TREE[layout.snapshot_path(OLD_ID)])})
    begin_work(repository)
    assert cli("restore", "20261121").code == 0
    (kept,) = (repository.path / layout.CHECKPOINTS).glob("20261129*.yaml")
    assert "\nchanged:\n  - README.md\n  - notes.txt\n  - src/service.py\n" in kept.read_text(encoding="utf-8")
    assert sorted(path.name for path in (repository.path / layout.CHECKPOINTS).glob("*.yaml")) == [
        *(f"2026112{day}T000000Z-manual.yaml" for day in range(2, 6)),
        kept.name,
    ]


def test_a_name_without_a_time_and_a_chinese_message_are_listed(repository: Repository, cli: Cli) -> None:
    odd, text = "20261399T000000Z-manual", TREE[layout.snapshot_path(OLD_ID)].replace("first half", "前半")
    plant(repository, files={layout.STATE: STATE, layout.snapshot_path(odd): "state: [", layout.snapshot_path(OLD_ID): text})
    planted = repository.head()
    listed = f"{odd}  manual  just now  {planted[:10]}\n{OLD_ID}  step-done  28 days ago  {planted[:10]}  前半\n"
    assert cli("restore") == Result(0, listed, "")
    assert cli("restore", "--format", "json").out.split("\n")[10:13] == [
        f'    "id": "{OLD_ID}",',
        '    "reason": "step-done",',
        '    "message": "前半",',
    ]


def test_a_checkpoint_that_is_only_in_git_can_be_restored(repository: Repository, cli: Cli) -> None:
    plant(repository)
    planted = repository.head()
    (repository.path / layout.snapshot_path(OLD_ID)).unlink()
    repository.commit("pruned")
    assert cli("restore") == Result(0, f"{OLD_ID}  step-done  28 days ago  {planted[:10]}  first-half\n", "")
    assert cli("restore", OLD_ID, "--no-commit") == Result(0, f"{KEPT}\n", SAID)
    assert repository.read(layout.STATE) == OLD_STATE


def test_a_broken_state_and_crlf_are_no_hindrance(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(layout.STATE, "project: [broken\r\n")
    assert cli("restore", OLD_ID) == Result(0, f"{KEPT}\n", SAID)
    assert repository.read(layout.STATE) == OLD_STATE.replace("\n", "\r\n")


def test_during_a_rebase_the_files_are_restored_without_a_commit(repository: Repository, cli: Cli) -> None:
    plant(repository)
    (repository.path / ".git/rebase-merge").mkdir()
    head = repository.head()
    assert cli("restore", OLD_ID) == Result(0, f"{KEPT}\n", f"{SAID}not committed: a rebase is under way\n")
    assert (repository.head(), repository.read(layout.STATE)) == (head, OLD_STATE)
    repository.write(layout.STATE, STATE)
    result = cli("restore", OLD_ID, "--commit", "-q")
    assert result == Result(1, f"{KEPT}-2\n", "agentstate: error: not committed: a rebase is under way\n")


def test_outside_a_repository_what_is_on_the_disk_can_be_restored(tmp_path: Path, cli: Cli) -> None:
    for path, text in TREE.items():
        (tmp_path / "plain" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "plain" / path).write_text(text, encoding="utf-8")
    listed = f"{OLD_ID}  step-done  28 days ago  not committed  first half\n"
    assert cli("restore", at=tmp_path / "plain") == Result(0, listed, "")
    assert cli("restore", OLD_ID, at=tmp_path / "plain") == Result(0, f"{KEPT}\n", f"{SAID}not committed: not a git repository\n")


def test_a_shallow_clone_says_that_the_list_may_lack_some(repository: Repository, cli: Cli, tmp_path: Path) -> None:
    plant(repository)
    repository.commit("more")
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.path}", str(tmp_path / "shallow"))
    result = cli("restore", at=tmp_path / "shallow")
    assert (result.code, result.err) == (0, "checkpoints that are only in git may be missing: the clone is shallow\n")
    assert result.out.startswith(f"{OLD_ID}  step-done  28 days ago  ")


@pytest.mark.parametrize(("text", "place"), [("reason: [\n", ":1:10: "), ("reason: manual\n", ":1:1: ")])
def test_a_broken_checkpoint_is_refused_at_its_place(repository: Repository, cli: Cli, text: str, place: str) -> None:
    plant(repository)
    path = layout.snapshot_path("20261102T000000Z-manual")
    repository.write(path, text)
    result = cli("restore", "20261102")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"agentstate: error: {path}{place}")
    assert result.err.endswith("\nhint: choose another checkpoint\n")
    assert result.err.count("\n") == 2
    assert repository.status() == f"?? {path}\n"


def test_snapshots_that_hooks_made_are_listed_as_such_and_restored(repository: Repository, cli: Cli) -> None:
    plant(repository)
    name = "20261128T193000Z-switch-before-a-compaction"
    text = repository.read(layout.snapshot_path(OLD_ID)).replace(OLD_ID, name).replace("first half", "before a compaction")
    text = text.replace("step-done", "switch").replace("2026-11-01T00:00:00Z", "2026-11-28T19:30:00Z")
    repository.write(f"{layout.AUTOMATIC}/{name}.yaml", f"{text}journal:\n  agent: codex\n")
    repository.write(f"{layout.AUTOMATIC}/{OLD_ID}.yaml", "one of the same name")
    repository.write(f"{layout.AUTOMATIC}/notes.txt", "no snapshot")
    old = f"{OLD_ID}  step-done  28 days ago  {repository.head()[:10]}  first half"
    assert cli("restore").out == f"{name}  switch  1 day ago  automatic  before a compaction\n{old}\n"
    assert [one["automatic"] for one in json.loads(cli("restore", "--format", "json").out)] == [True, False]
    assert cli("restore", name[:9]).code == 0
    assert repository.read(layout.STATE) == OLD_STATE


def test_a_broken_snapshot_of_a_hook_is_named_by_its_path(repository: Repository, cli: Cli) -> None:
    plant(repository)
    path = f"{layout.AUTOMATIC}/20261128T193000Z-switch.yaml"
    repository.write(path, "state: [")
    said = cli("restore", "20261128")
    assert said.code == 2
    assert said.err.startswith(f"agentstate: error: {path}:1:")
