"""GitFacts of real repositories."""

from pathlib import Path

import pytest

from agentstate.git import facts
from agentstate.git.facts import collect
from agentstate.git.freshness import FreshnessQuestion
from agentstate.git.runner import Git, Running
from agentstate.vocabulary.repository import Change, Freshness, GitFacts
from tests.git.door import STATE, door, user_work
from tests.support.repository import Repository

QUESTION = FreshnessQuestion(STATE)


def test_everything_about_a_users_work(worktree: Repository) -> None:
    user_work(worktree)
    worktree.write(STATE, "edited\n")
    worktree.write(".agent/local/journal", "x\n")
    worktree.write("src/image.bin", b"\0\1")
    worktree.git("add", "src/image.bin")
    assert collect(door(worktree), diff_stat=True, state=QUESTION) == GitFacts(
        prefix="",
        head=worktree.head(),
        branch="main",
        operation="",
        shallow=False,
        changes=(
            Change(".agent/STATE.yaml", "modified", staged=False, unstaged=True),
            Change("src/gone.txt", "deleted", staged=True, unstaged=False),
            Change("src/image.bin", "added", staged=True, unstaged=False),
            Change("src/intended.txt", "added", staged=False, unstaged=True),
            Change("src/new.txt", "added", staged=True, unstaged=False),
            Change("src/partly.txt", "modified", staged=True, unstaged=True),
            Change("src/renamed.py", "renamed", staged=True, unstaged=False),
            Change("src/untracked.txt", "untracked", staged=False, unstaged=True),
        ),
        diff_stat=(
            " src/gone.txt | +0 -1\n"
            " src/image.bin | binary\n"
            " src/intended.txt | +1 -0\n"
            " src/new.txt | +1 -0\n"
            " src/partly.txt | +2 -2\n"
            " src/renamed.py | +2 -0\n"
            " src/service.py | +0 -2\n"
            " 7 files changed, +6 -5"
        ),
        freshness=Freshness(0, worktree.head()),
    )


def test_a_tree_below_the_top_sees_its_own_folder(worktree: Repository) -> None:
    worktree.write("packages/a/.agent/STATE.yaml", "a\n")
    worktree.write("packages/a/code.py", "1\n")
    worktree.commit("a")
    user_work(worktree)
    worktree.write("packages/a/code.py", "2\n")
    worktree.write("packages/a/.agent/local/x", "x\n")
    found = collect(door(worktree, "packages/a"), diff_stat=True, state=QUESTION)
    assert found.prefix == "packages/a/"
    assert found.changes == (Change("code.py", "modified", staged=False, unstaged=True),)
    assert found.diff_stat == " code.py | +1 -1\n 1 file changed, +1 -1"
    assert found.freshness == Freshness(1, worktree.head())


def test_what_is_not_asked_for_is_not_looked_at(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, verbs, start = door(worktree), list[str](), Git.start

    def starting(self: Git, *arguments: str, **options: object) -> Running:
        verbs.append(arguments[0])
        return start(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Git, "start", starting)
    assert collect(seen, status=False) == GitFacts(head=worktree.head(), branch="main")
    assert verbs == []
    collect(seen)
    assert verbs == ["config", "status"]
    verbs.clear()
    assert collect(seen, status=False, state=QUESTION).changes == ()
    assert verbs == ["config", "status", "rev-list"]


def test_an_unborn_branch(tmp_path: Path) -> None:
    worktree = Repository.create(tmp_path / "new")
    worktree.write(STATE, "x\n")
    worktree.write("a.py", "1\n2\n")
    worktree.git("add", "a.py")
    assert collect(door(worktree), diff_stat=True, state=QUESTION) == GitFacts(
        branch="main",
        changes=(
            Change("a.py", "added", staged=True, unstaged=False),
            Change(".agent/", "untracked", staged=False, unstaged=True),
        ),
        diff_stat=" a.py | +2 -0\n 1 file changed, +2 -0",
        freshness=Freshness(0),
    )


def test_an_operation_under_way_and_a_conflict(worktree: Repository) -> None:
    worktree.git("checkout", "--quiet", "-b", "side")
    worktree.write("src/partly.txt", "theirs\n")
    worktree.commit("theirs")
    worktree.git("checkout", "--quiet", "main")
    worktree.write("src/partly.txt", "ours\n")
    worktree.commit("ours")
    worktree.git("merge", "side", check=False)
    found = collect(door(worktree), diff_stat=True, state=QUESTION)
    assert found.operation == "merge"
    assert found.changes == (Change("src/partly.txt", "unmerged", staged=True, unstaged=True),)
    assert found.diff_stat.startswith(" src/partly.txt | +")
    assert found.freshness.commits == 2


def test_no_repository() -> None:
    assert collect("not a git repository") == GitFacts(reason="not a git repository", freshness=Freshness(None, "", "not a git repository"))


def test_a_question_git_cannot_answer_leaves_the_rest(worktree: Repository) -> None:
    seen = door(worktree)
    (worktree.path / ".git/index").write_bytes(b"nonsense")
    found = collect(seen, state=QUESTION)
    reason = ".git/index: index file smaller than expected"
    assert found == GitFacts(reason=reason, head=seen.head, branch="main", freshness=Freshness(None, "", reason))


def test_a_great_difference_is_cut(worktree: Repository) -> None:
    for number in range(facts.STAT_LINES + 2):
        worktree.write(f"many/{number:02}.txt", "x\n")
    worktree.git("add", "many")
    text = collect(door(worktree), diff_stat=True).diff_stat.split("\n")
    assert text[-2:] == [" … and 2 more", f" {facts.STAT_LINES + 2} files changed, +{facts.STAT_LINES + 2} -0"]
    assert len(text) == facts.STAT_LINES + 2


def test_names_that_git_would_quote(worktree: Repository) -> None:
    for name in ("new\nline", "-rf", 'q"uote', "tab\tname", "bad\udcff", "é"):
        worktree.write(f"odd/{name}", "x\n")
    worktree.git("add", "odd")
    found = collect(door(worktree), diff_stat=True)
    names = ["-rf", "bad\udcff", "new\nline", 'q"uote', "tab\tname", "é"]
    assert sorted(change.path for change in found.changes) == sorted(f"odd/{name}" for name in names)
    assert " odd/bad\\xff | +1 -0\n odd/new\\x0aline | +1 -0\n" in found.diff_stat
