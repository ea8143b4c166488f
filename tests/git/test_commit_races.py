"""What happens when somebody else commits, pulls or switches between two steps of a checkpoint."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from agentstate.git import commit as committing
from agentstate.git.commit import Committed, NotCommitted, NothingToCommit
from agentstate.git.runner import Git, Running
from tests.git.door import CHECKPOINT, SNAPSHOT, STATE, USER_STATUS, assert_committed, changed_by, checkpoint, entries, user_work
from tests.support.repository import Repository

Act = Callable[[], object]


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, Act, int], None]]:
    """`before(verb, act, times)`: run `act` before each of the first `times` calls of `git verb`."""
    acts: dict[str, list[Act]] = {}
    start = Git.start

    def starting(self: Git, *arguments: str, **options: object) -> Running:
        if acts.get(arguments[0]):
            acts[arguments[0]].pop()()
        return start(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Git, "start", starting)

    def plan(verb: str, act: Act, times: int = 1) -> None:
        acts[verb] = [act] * times

    yield plan
    assert not any(acts.values()), "an act was never run"


def test_a_commit_of_other_files_in_between_is_built_upon(worktree: Repository, before: Callable[..., None]) -> None:
    user_work(worktree)

    def commit_elsewhere() -> None:
        worktree.write("src/new.txt", "new\n")
        worktree.git("commit", "--quiet", "--only", "--message", "theirs", "--", "src/new.txt")

    before("update-ref", commit_elsewhere)
    made = assert_committed(worktree, checkpoint(worktree))
    assert worktree.git("log", "-3", "--format=%s") == "Checkpoint: manual\ntheirs\na tree\n"
    assert changed_by(worktree, made) == [STATE, SNAPSHOT]
    assert worktree.status() == USER_STATUS.replace("A  src/new.txt\n", "")


def test_the_users_own_commit_of_everything_in_between_already_carries_the_checkpoint(
    worktree: Repository, before: Callable[..., None]
) -> None:
    before("update-ref", lambda: worktree.git("commit", "--quiet", "--message", "theirs"))
    assert checkpoint(worktree, read=lambda: CHECKPOINT) == NothingToCommit(worktree.head())
    assert changed_by(worktree, "HEAD") == [STATE, SNAPSHOT]
    assert worktree.status() == ""


def commit_other_state(worktree: Repository) -> Callable[[], None]:
    """As another checkout would push and this one pull: HEAD, index and disk hold another state."""

    def act() -> None:
        worktree.write(STATE, "project: demo\nnext_action: theirs\n")
        worktree.git("commit", "--quiet", "--only", "--message", "theirs", "--", STATE)

    return act


def test_other_state_in_between_is_not_overwritten(worktree: Repository, before: Callable[..., None]) -> None:
    user_work(worktree)
    others = entries(worktree)
    before("update-ref", commit_other_state(worktree))
    assert checkpoint(worktree) == NotCommitted("HEAD moved meanwhile and holds other state")
    assert worktree.git("log", "-1", "--format=%s") == "theirs\n"
    assert entries(worktree) == others
    assert worktree.status() == USER_STATUS.replace("?? ", f"?? {SNAPSHOT}\n?? ")


def test_other_state_in_between_is_read_anew_and_built_upon(worktree: Repository, before: Callable[..., None]) -> None:
    before("update-ref", commit_other_state(worktree))
    read = [CHECKPOINT, {STATE: b"project: demo\nnext_action: theirs, then ours\n", SNAPSHOT: CHECKPOINT[SNAPSHOT]}]
    files = read[-1]

    def reading() -> Mapping[str, bytes | None]:
        for path, data in read[0].items():
            worktree.write(path, data)
        return read.pop(0)

    assert_committed(worktree, checkpoint(worktree, read=reading), files)
    assert read == []
    assert worktree.git("log", "-2", "--format=%s") == "Checkpoint: manual\ntheirs\n"


def test_files_are_read_after_head_was_noted(worktree: Repository, before: Callable[..., None]) -> None:
    """Read earlier, they would take back what a pull in between has brought."""
    before("config", commit_other_state(worktree))
    outcome = checkpoint(worktree, read=lambda: {STATE: (worktree.path / STATE).read_bytes()})
    assert outcome == NothingToCommit(worktree.head())
    assert worktree.git("log", "-1", "--format=%s") == "theirs\n"


def test_a_branch_that_never_stands_still_is_given_up_and_the_index_put_back(
    worktree: Repository, before: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committing, "TRIES", 3)
    user_work(worktree)
    staged = worktree.git("ls-files", "--stage")
    before(
        "update-ref",
        lambda: worktree.git("update-ref", "HEAD", worktree.git("commit-tree", "-p", "HEAD", "-m", "x", "HEAD^{tree}").strip()),
        3,
    )
    assert checkpoint(worktree) == NotCommitted("HEAD was moved by others 3 times in a row")
    assert worktree.git("ls-files", "--stage") == staged
    assert committing.TRIES == 3


def test_fifty_tries_are_made() -> None:
    assert committing.TRIES == 50


def test_a_rebase_begun_in_between_is_not_committed_into(worktree: Repository, before: Callable[..., None]) -> None:
    staged = worktree.git("ls-files", "--stage")

    def begin() -> None:
        worktree.git("update-ref", "HEAD", worktree.git("commit-tree", "-p", "HEAD", "-m", "x", "HEAD^{tree}").strip())
        (worktree.path / ".git/rebase-merge").mkdir()

    before("update-ref", begin)
    assert checkpoint(worktree) == NotCommitted("a rebase is under way")
    assert worktree.git("ls-files", "--stage") == staged


def test_what_somebody_else_staged_of_the_own_files_in_between_is_not_put_back(worktree: Repository, before: Callable[..., None]) -> None:
    blob = worktree.git("hash-object", "-w", "--stdin", stdin="theirs\n").strip()

    def act() -> None:
        worktree.git("update-index", "--cacheinfo", f"100644,{blob},{STATE}")
        (worktree.path / ".git/rebase-merge").mkdir()
        worktree.git("update-ref", "HEAD", worktree.git("commit-tree", "-p", "HEAD", "-m", "x", "HEAD^{tree}").strip())

    before("update-ref", act)
    assert isinstance(checkpoint(worktree), NotCommitted)
    assert worktree.git("ls-files", "--stage", STATE) == f"100644 {blob} 0\t{STATE}\n"
    assert worktree.git("ls-files", "--stage", SNAPSHOT) == ""


def test_an_interruption_puts_the_index_back(worktree: Repository, before: Callable[..., None]) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    staged = worktree.git("ls-files", "--stage")
    before("commit-tree", interrupt)
    with pytest.raises(KeyboardInterrupt):
        checkpoint(worktree)
    assert worktree.git("ls-files", "--stage") == staged


def test_what_cannot_be_put_back_is_said(worktree: Repository, before: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    from agentstate.git import index

    monkeypatch.setattr(index, "LOCK_PAUSES", ())
    lock = worktree.path / ".git/index.lock"

    def fail() -> None:
        lock.touch()
        (worktree.path / ".git/objects").rename(worktree.path / ".git/elsewhere")

    before("commit-tree", fail)
    outcome = checkpoint(worktree)
    assert isinstance(outcome, NotCommitted)
    assert outcome.reason.startswith("not a git repository")
    assert "; the index could not be put back: " in outcome.reason


def test_an_index_that_cannot_be_written_for_another_reason_than_its_lock(worktree: Repository, before: Callable[..., None]) -> None:
    before("update-index", lambda: (worktree.path / ".git/index").write_bytes(b"nonsense"))
    outcome = checkpoint(worktree)
    reason = ".git/index: index file smaller than expected"
    assert outcome == NotCommitted(f"{reason}; the index could not be put back: {reason}", failed=True)


def test_the_index_is_written_before_the_branch(worktree: Repository, before: Callable[..., None]) -> None:
    """Killed between the two, the user's next commit carries the new state instead of taking it back."""
    seen: list[str] = []
    before("update-ref", lambda: seen.append(worktree.git("diff", "--cached", "--name-only")))
    checkpoint(worktree)
    assert seen == [f"{STATE}\n{SNAPSHOT}\n"]


def test_no_call_is_made_that_is_not_needed(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint(worktree)
    worktree.write(STATE, "third\n")
    verbs: list[str] = []
    start = Git.start

    def starting(self: Git, *arguments: str, **options: object) -> Running:
        verbs.append(arguments[0])
        return start(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Git, "start", starting)
    newer = ".agent/checkpoints/20261129T200000Z-manual.yaml"
    assert isinstance(checkpoint(worktree, files={STATE: b"third\n", newer: b"x\n"}), Committed)
    look = ["rev-parse", "config", "rev-parse", "ls-tree", "ls-tree", "ls-files", "check-attr"]
    assert verbs == [*look, "unpack-objects", "update-index", "unpack-objects", "commit-tree", "update-ref"]
    assert Path(worktree.path, ".git/index.lock").exists() is False
