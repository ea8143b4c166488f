"""`agentstate check --base COMMIT`: what the trees are compared with, in branches, and where there is nothing to compare with."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.rules.example import VALID
from agentstate.vocabulary.layout import DECISIONS, STATE, TODO
from agentstate.vocabulary.repository import GitFacts
from agentstate.workspace.discovery import find_forests
from tests.support.command import Result
from tests.support.repository import Repository

OK = "ok: 6 files, 1 tree\n"


def facts(path: Path, base: str = "", *, staged: bool = False) -> list[GitFacts]:
    return [git for forest in find_forests([path], staged=staged) for _, git in forest.read(archives=8, named=base).trees]


@pytest.fixture
def branched(repository: Repository) -> Repository:
    """A tree on main that has moved on since a branch left it; the branch changed TODO.md and took DECISIONS.md out."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("tree")
    repository.git("checkout", "--quiet", "-b", "work")
    repository.write(TODO, "- [ ] of the branch\n")
    (repository.path / DECISIONS).unlink()
    repository.commit("on the branch")
    repository.git("checkout", "--quiet", "main")
    repository.write(STATE, VALID[STATE] + "# main\n")
    repository.commit("on main")
    repository.git("checkout", "--quiet", "work")
    return repository


def test_without_a_base_the_trees_are_compared_with_head(branched: Repository) -> None:
    [found] = facts(branched.path)
    assert (found.base, found.before) == (branched.head(), {})
    branched.write(STATE, "edited: 1\n")
    branched.write(".agent/checkpoints/DECISIONS.archive-0001.md", "new\n")
    branched.write("src/service.py", "edited\n")
    [found] = facts(branched.path)
    assert found.before == {STATE: VALID[STATE].encode(), ".agent/checkpoints/DECISIONS.archive-0001.md": None}
    branched.git("add", ".agent/checkpoints")
    [found] = facts(branched.path)
    assert found.before == {STATE: VALID[STATE].encode(), ".agent/checkpoints/DECISIONS.archive-0001.md": None}


def test_the_base_is_where_the_branch_left_the_commit_that_is_named(branched: Repository) -> None:
    left = branched.git("merge-base", "main", "work").strip()
    [found] = facts(branched.path, "main")
    assert (found.base, found.before) == (left, {TODO: VALID[TODO].encode(), DECISIONS: VALID[DECISIONS].encode()})
    branched.write(TODO, VALID[TODO])
    [found] = facts(branched.path, "main")
    assert found.before == {DECISIONS: VALID[DECISIONS].encode()}


def test_line_ends_are_no_difference_and_what_is_staged_counts_when_it_is_judged(branched: Repository) -> None:
    branched.write(STATE, VALID[STATE].replace("\n", "\r\n"))
    assert facts(branched.path)[0].before == {}
    branched.write(STATE, "staged: 1\n")
    branched.git("add", STATE)
    branched.write(STATE, VALID[STATE])
    assert facts(branched.path)[0].before == {}
    assert facts(branched.path, staged=True)[0].before == {STATE: VALID[STATE].encode()}


def test_a_tree_that_the_base_does_not_hold(repository: Repository) -> None:
    for path, text in VALID.items():
        repository.write(path, text)
    [found] = facts(repository.path)
    assert set(found.before) == {path for path in VALID if path in {STATE, TODO, DECISIONS, ".agent/FACTS.md"}}
    assert set(found.before.values()) == {None}


def test_the_files_that_bear_a_name(branched: Repository) -> None:
    branched.write("src/a/[odd].py", "x\n")
    branched.write("src/b/[odd].py", "x\n")
    branched.write("src/o.py", "x\n")
    branched.git("add", "src")
    branched.write("src/c/[odd].py", "not tracked\n")
    branched.write(TODO, "- [ ] mend `[odd].py` and `nobody.py` and `service.py`\n")
    [found] = facts(branched.path)
    assert found.namesakes == {"[odd].py": ("src/a/[odd].py", "src/b/[odd].py"), "nobody.py": (), "service.py": ("src/service.py",)}
    branched.write(TODO, "- [ ] mend " + ", ".join(f"`n{number}.py`" for number in range(20)) + " and `[odd].py`\n")
    [found] = facts(branched.path)
    assert found.namesakes["[odd].py"] == ("src/a/[odd].py", "src/b/[odd].py")
    assert found.namesakes["n7.py"] == ()


@pytest.mark.usefixtures("branched")
def test_a_commit_that_is_none(cli: Callable[..., Result]) -> None:
    for named in ("nowhere", "--all", "HEAD^{tree}"):
        error = f'agentstate: error: no commit "{named}"\nhint: name a commit, branch or tag of this clone\n'
        assert cli("check", "--base", named) == Result(2, "", error)


def test_histories_without_a_common_commit_are_said_and_fail_nothing(branched: Repository, cli: Callable[..., Result]) -> None:
    branched.git("checkout", "--quiet", "-f", "main")
    branched.git("checkout", "--quiet", "--orphan", "other")
    branched.commit("first of another history")
    said = 'nothing is compared with "main": their histories have nothing in common\n'
    assert cli("check", "--base", "main") == Result(0, OK, said)
    assert facts(branched.path, "main")[0].base == ""


def test_a_shallow_clone_is_told_from_a_change(branched: Repository, cli: Callable[..., Result], tmp_path: Path) -> None:
    branched.git("checkout", "--quiet", "main")
    branched.git("clone", "--quiet", "--depth=1", "--no-single-branch", f"file://{branched.path}", str(tmp_path / "clone"))
    found = cli("check", "--base", "origin/work", at=tmp_path / "clone")
    assert found.err == 'nothing is compared with "origin/work": the clone is shallow; fetch with depth 0\n'
    assert found.code == 0
    error = f'agentstate: error: no commit "{branched.git("rev-parse", "main~1").strip()}"\nhint: fetch it with its history (depth 0)\n'
    assert cli("check", "--base", branched.git("rev-parse", "main~1").strip(), at=tmp_path / "clone") == Result(2, "", error)


def test_without_a_repository_there_is_nothing_to_compare_with(cli: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "plain/.agent").mkdir(parents=True)
    error = "agentstate: error: not a git repository\nhint: leave --base out\n"
    assert cli("check", "--base", "main", at=tmp_path / "plain") == Result(2, "", error)
