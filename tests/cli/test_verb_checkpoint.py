"""`checkpoint` in real repositories: one commit of the tree's own files, whatever else is going on, and the reason where there is none."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout
from tests.cli.worksite import OUTBOX_ID, STATE, TREE, begin_work, last_commit, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

ID = "20261129T193000Z-step-done-loop-passes"
SNAPSHOT = layout.snapshot_path(ID)
CALL = ("checkpoint", "loop passes", "--reason", "step-done")
NOTHING = "nothing to record: state, list, decisions and facts are as in the last commit\n"


def change(repository: Repository, folder: str = "") -> str:
    """The new text of the state."""
    text = STATE.replace("add the loop", "test the loop")
    repository.write(folder + layout.STATE, text)
    return text


def kept(repository: Repository, path: str = SNAPSHOT) -> Snapshot:
    snapshot = parse_snapshot(SourceText(path, repository.read(path)))
    assert isinstance(snapshot, Snapshot)
    return snapshot


UNSOUND = "2 errors are recorded as they stand: see `agentstate check`\n"
"""Where the two files to load are not in the repository."""


def test_the_commit_holds_the_own_files_and_what_the_user_is_doing_stays_as_it_is(repository: Repository, cli: Cli) -> None:
    plant(repository)
    theirs, head = begin_work(repository), repository.head()
    staged = repository.git("diff", "--cached")
    repository.write(".agent/notes.md", "of another tool\n")
    text = change(repository)
    assert cli(*CALL) == Result(0, f"{ID}\n", "")
    assert last_commit(repository) == (
        f"agentstate step-done: loop passes\n\nAgentstate-Checkpoint: {ID}\n\n\nM\t{layout.STATE}\nA\t{SNAPSHOT}\n"
    )
    author = repository.git("show", "--no-patch", "--format=%P %an <%ae> %cn <%ce>").strip()
    assert author == f"{head} Test Author <author@example.org> Test Author <author@example.org>"
    untracked = theirs.replace("?? notes", "?? .agent/notes.md\n?? notes")
    assert (repository.status(), repository.git("diff", "--cached")) == (untracked, staged)
    snapshot = kept(repository)
    assert (snapshot.state, snapshot.commit, snapshot.branch) == (text, head, "main")
    assert snapshot.changed == (".agent/STATE.yaml", ".agent/notes.md", "README.md", "notes.txt", "src/service.py")
    assert snapshot.diff_stat == " README.md | +3 -1\n src/service.py | +1 -1\n 2 files changed, +4 -2"
    assert snapshot.decisions[1:] == (OUTBOX_ID,)
    assert snapshot.open_items == ("- [ ] P1 wire the controller", "- [ ] measure it — blocked: staging")
    assert cli(*CALL) == Result(0, "", NOTHING)
    assert cli(*CALL, "-q") == Result(0, "", "")
    assert repository.status() == untracked


def test_json_names_the_commit(repository: Repository, cli: Cli) -> None:
    plant(repository)
    change(repository)
    result = cli(*CALL, "--format", "json")
    data = json.loads(result.out)
    assert (result.code, result.err, data["result"]) == (0, "", ID)
    assert data["commit"] == {"subject": "agentstate step-done: loop passes", "id": repository.head(), "reason": ""}
    assert [(step["action"], step["path"]) for step in data["steps"]] == [("create", SNAPSHOT)]


def test_without_a_commit_the_snapshot_is_kept(repository: Repository, cli: Cli) -> None:
    plant(repository)
    change(repository)
    head = repository.head()
    assert cli(*CALL, "--no-commit") == Result(0, f"{ID}\n", "")
    assert (repository.head(), repository.status()) == (head, f" M {layout.STATE}\n?? {SNAPSHOT}\n")
    assert cli(*CALL, "--commit") == Result(0, f"{ID}-2\n", "")
    assert repository.status() == ""


def test_the_settings_can_ask_for_no_commits(repository: Repository, cli: Cli) -> None:
    plant(repository, files={**TREE, layout.CONFIG: "checkpoint: {commit: never}\n"})
    change(repository)
    assert cli(*CALL) == Result(0, f"{ID}\n", "")
    assert repository.status() == f" M {layout.STATE}\n?? {SNAPSHOT}\n"


def test_a_dry_run_shows_the_snapshot_and_the_commit(repository: Repository, cli: Cli) -> None:
    plant(repository)
    change(repository)
    result = cli(*CALL, "--dry-run")
    first, last = result.out.split("\n", 1)
    assert (result.code, result.err, last) == (0, "", "commit agentstate step-done: loop passes\n")
    assert first.startswith(f"create {SNAPSHOT} (")
    assert repository.status() == f" M {layout.STATE}\n"


def begin_merge(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "-b", "other")
    repository.write("README.md", "theirs\n")
    repository.commit("theirs")
    repository.git("checkout", "--quiet", "main")
    repository.write("README.md", "ours\n")
    repository.commit("ours")
    repository.git("merge", "other", check=False)


def test_during_a_merge_the_snapshot_is_kept_and_one_line_says_why_there_is_no_commit(repository: Repository, cli: Cli) -> None:
    plant(repository)
    begin_merge(repository)
    change(repository)
    head = repository.head()
    assert cli(*CALL) == Result(0, f"{ID}\n", "not committed: a merge is under way\n")
    assert (repository.head(), repository.status()) == (head, f" M {layout.STATE}\nUU README.md\n?? {SNAPSHOT}\n")
    data = json.loads(cli(*CALL, "--format", "json").out)
    assert data["commit"] == {"subject": "agentstate step-done: loop passes", "id": "", "reason": "a merge is under way"}
    assert cli(*CALL, "--commit", "-q") == Result(1, f"{ID}-3\n", "agentstate: error: not committed: a merge is under way\n")


KEPT = "; what was written is kept, and the next commit takes it along\n"


@pytest.mark.parametrize("part", ["rev-parse", "config", "unpack-objects", "update-index", "commit-tree", "update-ref"])
def test_where_git_fails_to_commit_the_snapshot_is_kept_and_the_exit_code_says_so(
    repository: Repository, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    plant(repository)
    change(repository)
    head, full = repository.head(), "No space left on device"
    failing = tmp_path / "bin/git"
    failing.parent.mkdir()
    script = f'case " $* " in *" {part} "*) echo "error: {full}" >&2; exit 128;; esac\nexec "{shutil.which("git")}" "$@"\n'
    failing.write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    failing.chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{failing.parent}:{os.environ['PATH']}")
        result = cli(*CALL)
    said = f"agentstate: error: not committed: {full}{KEPT}"
    assert (result.code, result.out, result.err) == (1, f"{ID}\n", said)
    assert (repository.head(), repository.status()) == (head, f" M {layout.STATE}\n?? {SNAPSHOT}\n")


def test_a_folder_whose_git_file_leads_to_another_repository_commits_nothing_there(
    repository: Repository, cli: Cli, tmp_path: Path
) -> None:
    victim = Repository.create(tmp_path / "victim")
    head = victim.commit("theirs")
    plant(repository)
    shutil.rmtree(repository.path / ".git")
    repository.write(".git", f"gitdir: {victim.path}/.git\n")
    said = f"agentstate: error: not committed: the .git here leads to another repository's{KEPT}"
    result = cli(*CALL)
    assert (result.code, result.out, result.err) == (1, f"{ID}\n", said)
    assert (victim.head(), victim.git("ls-files", "--stage"), (repository.path / SNAPSHOT).is_file()) == (head, "", True)


def test_outside_a_repository_the_snapshot_is_kept(tmp_path: Path, cli: Cli) -> None:
    folder = tmp_path / "plain"
    for path, text in TREE.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    assert cli(*CALL, at=folder) == Result(0, f"{ID}\n", f"{UNSOUND}not committed: not a git repository\n")
    assert (folder / SNAPSHOT).is_file()
    assert cli(*CALL, "--commit", at=folder) == Result(1, f"{ID}-2\n", f"{UNSOUND}agentstate: error: not committed: not a git repository\n")


def test_on_an_unborn_branch_the_first_commit_is_made(tmp_path: Path, cli: Cli) -> None:
    repository = Repository.create(tmp_path / "new")
    for path, text in TREE.items():
        repository.write(path, text)
    assert cli(*CALL, at=repository.path) == Result(0, f"{ID}\n", UNSOUND)
    assert repository.git("log", "--format=%s") == "agentstate step-done: loop passes\n"
    assert repository.status() == "?? AGENTS.md\n"
    assert kept(repository).commit == ""


def test_in_a_linked_worktree_the_commit_is_on_its_branch(repository: Repository, cli: Cli, tmp_path: Path) -> None:
    plant(repository)
    repository.git("worktree", "add", "--quiet", "-b", "linked", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    change(linked)
    main = repository.head()
    assert cli(*CALL, at=linked.path) == Result(0, f"{ID}\n", "")
    assert (linked.status(), repository.head(), repository.status()) == ("", main, "")
    assert linked.git("log", "--format=%s", "-1") == "agentstate step-done: loop passes\n"
    assert kept(linked).branch == "linked"


def test_the_tree_of_a_package_is_committed_alone(repository: Repository, cli: Cli) -> None:
    plant(repository)
    plant(repository, "packages/a/")
    change(repository)
    change(repository, "packages/a/")
    below = repository.write("packages/a/src/code.py", "pass\n").parent
    assert cli(*CALL, at=below) == Result(0, f"{ID}\n", UNSOUND)
    assert last_commit(repository).endswith(f"\n\nM\tpackages/a/{layout.STATE}\nA\tpackages/a/{SNAPSHOT}\n")
    assert repository.status() == f" M {layout.STATE}\n?? packages/a/src/code.py\n"
    assert kept(repository, f"packages/a/{SNAPSHOT}").changed == (layout.STATE, "src/")


def test_another_repository_in_the_environment_changes_nothing(
    repository: Repository, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(repository)
    change(repository)
    other = Repository.create(tmp_path / "other")
    other.commit("theirs")
    before = other.head()
    for name, value in {"GIT_DIR": ".git", "GIT_WORK_TREE": ".", "GIT_INDEX_FILE": ".git/index"}.items():
        monkeypatch.setenv(name, str(other.path / value))
    result = cli(*CALL)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name)
    assert result == Result(0, f"{ID}\n", "")
    assert (other.head(), other.status(), repository.status()) == (before, "", "")
    assert repository.git("log", "--format=%s", "-1") == "agentstate step-done: loop passes\n"


def test_a_tree_that_git_ignores_stays_private(repository: Repository, cli: Cli) -> None:
    repository.write(".gitignore", ".agent/\n")
    repository.commit("ignore")
    for path, text in TREE.items():
        repository.write(path, text)
    refused = f'not committed: "{layout.DECISIONS}" is ignored by git\n'
    assert cli(*CALL) == Result(0, f"{ID}\n", refused)
    assert repository.status() == "?? AGENTS.md\n"


def test_a_conflict_that_was_left_in_the_tree_is_refused_at_its_place(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(layout.TODO, "- [ ] a\n<<<<<<< ours\n- [ ] b\n=======\n- [ ] c\n>>>>>>> theirs\n")
    result = cli(*CALL)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("agentstate: error: .agent/TODO.md:2:1: AS701 ")
    assert result.err.count("\n") == 2
    assert repository.status() == f" M {layout.TODO}\n"


def test_the_sixth_snapshot_takes_the_oldest_out_of_the_tree(repository: Repository, cli: Cli) -> None:
    names = [layout.snapshot_path(f"2026112{day}T000000Z-manual") for day in range(1, 6)]
    plant(repository, files={**TREE, **dict.fromkeys(names, "reason: manual\n")})
    change(repository)
    cli(*CALL)
    gone = [layout.snapshot_path("20261101T000000Z-step-done-first-half"), names[0]]
    assert last_commit(repository).split("\n\n\n")[1] == f"M\t{layout.STATE}\nD\t{gone[0]}\nD\t{gone[1]}\nA\t{SNAPSHOT}\n"
    assert not any((repository.path / path).exists() for path in gone)


def test_an_unknown_reason_is_refused(repository: Repository, cli: Cli) -> None:
    plant(repository)
    result = cli("checkpoint", "--reason", "restore")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        'agentstate: error: invalid value for "--reason": "restore" is not one of "before-change", "root-cause", "switch", "step-done", '
        '"manual"\nhint: see `agentstate checkpoint --help`\n'
    )
