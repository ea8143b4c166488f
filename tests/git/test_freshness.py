"""How far the code is ahead of the state: the same answer in every clone, whatever clocks and file times say."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentstate.git.facts import collect
from agentstate.git.freshness import SHALLOW, FreshnessQuestion, parse_commits
from agentstate.vocabulary.repository import Freshness
from tests.git.door import STATE, door
from tests.support.laws import law
from tests.support.repository import Repository

Act = Callable[[Repository], object]
QUESTION = FreshnessQuestion(STATE, ("*.lock", "**/CHANGELOG*"))


def freshness(worktree: Repository, folder: str = "", question: FreshnessQuestion = QUESTION) -> Freshness:
    return collect(door(worktree, folder), status=False, state=question).freshness


def code(worktree: Repository, number: int = 1, path: str = "src/code.py") -> None:
    for count in range(number):
        worktree.write(path, f"{worktree.minutes} {count}\n")
        worktree.commit(f"code {count}", path)


def then(*acts: Act) -> Act:
    """These acts, one after the other."""

    def act(worktree: Repository) -> None:
        for one in acts:
            one(worktree)

    return act


def coded(number: int = 1, path: str = "src/code.py") -> Act:
    """So many commits of one path."""
    return lambda worktree: code(worktree, number, path)


def git(*words: str) -> Act:
    return lambda worktree: worktree.git(*words)


def wrote(path: str) -> Act:
    return lambda worktree: worktree.write(path, "x\n")


def removed(path: str) -> Act:
    def act(worktree: Repository) -> None:
        (worktree.path / path).unlink()

    return act


def executable(worktree: Repository) -> None:
    (worktree.path / "README.md").chmod(0o755)


def committed(worktree: Repository) -> None:
    worktree.commit()


def clone(worktree: Repository, *options: str) -> Repository:
    there = worktree.path.parent / "clone"
    worktree.git("clone", "--quiet", *options, f"file://{worktree.path}", str(there))
    return Repository(there, minutes=500)


def branched(*options: str) -> Act:
    """A branch with two code commits, merged into main, which has one of its own since."""
    side = then(git("checkout", "--quiet", "-b", "side"), coded(2, "src/side.py"), git("checkout", "--quiet", "main"))
    return then(side, coded(), git("merge", "--quiet", "--no-edit", *options, "side"))


# Work that began before the state was written knows nothing of it, so it is no sign that the state is behind.
OLD_BRANCH = then(
    git("checkout", "--quiet", "-b", "old", "HEAD~1"),
    coded(3, "src/old.py"),
    git("checkout", "--quiet", "main"),
    git("merge", "--quiet", "--no-edit", "old"),
)

CASES: dict[str, tuple[int, Act]] = {
    "nothing since": (0, then()),
    "one commit of code": (1, coded()),
    "ten commits of code": (10, coded(10)),
    "ignored paths only": (0, then(coded(2, "Cargo.lock"), coded(1, "docs/CHANGELOG.md"))),
    "ignored and code in one commit": (1, then(wrote("x.lock"), wrote("x.py"), committed)),
    "other files of the tree": (0, coded(2, ".agent/TODO.md")),
    "a tree of its own below": (1, then(coded(1, "sub/.agent/STATE.yaml"), coded(2, "sub/x.py"), coded())),
    "empty commits": (0, then(committed, committed)),
    "a mode change": (1, then(executable, committed)),
    "a deletion": (1, then(removed("README.md"), committed)),
    "code moved to an ignored name": (1, then(git("mv", "README.md", "README.lock"), committed)),
    "a folder renamed": (1, then(git("mv", "src", "lib"), committed)),
    "a branch merged": (3, branched()),
    "a branch merged without its content": (3, branched("--strategy=ours")),
    "a branch squashed": (2, then(branched("--squash"), git("commit", "--quiet", "--message", "squashed"))),
    "an old branch merged": (0, OLD_BRANCH),
    "the state reverted": (0, then(coded(2), git("revert", "--no-edit", "HEAD~2"))),
    "code reverted": (2, then(coded(), git("revert", "--no-edit", "HEAD"))),
    "another branch and back": (0, then(git("checkout", "--quiet", "-b", "other", "HEAD~2"), git("checkout", "--quiet", "main"))),
    "a commit reworded": (0, git("commit", "--quiet", "--amend", "--message", "reworded")),
    "detached": (1, then(git("checkout", "--quiet", "--detach"), coded(), git("branch", "--force", "main"))),
    "a name with a line feed first": (1, coded(1, "\nodd")),
    "a name like a commit id": (1, coded(1, "4b825dc642cb6eb9a060e54bf8d69288fbee4904")),
}


@pytest.mark.parametrize("case", CASES)
def test_commits_are_counted_and_a_clone_with_new_file_times_agrees(written: Repository, case: str) -> None:
    expected, act = CASES[case]
    act(written)
    since = written.git("log", "-1", "--format=%H", "HEAD", "--", STATE).strip()
    assert freshness(written) == Freshness(expected, since)
    there = clone(written, "--branch", "main")
    for path in there.path.rglob("*"):
        if ".git" not in path.parts:
            os.utime(path, (1, 1), follow_symlinks=False)
    assert freshness(there) == Freshness(expected, since)


DIRTY: dict[str, tuple[int, Act]] = {
    "edited": (2, wrote("src/code.py")),
    "staged": (2, then(wrote("src/code.py"), git("add", "src/code.py"))),
    "many edited": (2, then(wrote("src/code.py"), wrote("README.md"))),
    "removed": (2, removed("README.md")),
    "a new file staged": (2, then(wrote("new.py"), git("add", "new.py"))),
    "code moved to an ignored name": (2, git("mv", "README.md", "README.lock")),
    "untracked only": (1, wrote("new.py")),
    "ignored paths only": (1, then(wrote("new.lock"), git("add", "new.lock"))),
    "other files of the tree": (1, wrote(".agent/TODO.md")),
    "a tree of its own below": (1, then(wrote("sub/.agent/STATE.yaml"), wrote("sub/x.py"), git("add", "sub/"))),
    "touched only": (1, lambda worktree: os.utime(worktree.path / "src/code.py", (1, 1))),
    "stashed": (1, then(wrote("src/code.py"), git("stash", "--quiet"))),
    "the state edited": (0, then(wrote(STATE), wrote("src/code.py"))),
    "the state staged": (0, then(wrote(STATE), git("add", STATE))),
    "the state removed": (0, removed(STATE)),
    "the state renamed": (0, git("mv", STATE, ".agent/OLD.yaml")),
}


@pytest.mark.parametrize("case", DIRTY)
def test_uncommitted_code_counts_as_one_and_an_edited_state_as_fresh(written: Repository, case: str) -> None:
    code(written)
    expected, act = DIRTY[case]
    act(written)
    assert freshness(written).commits == expected


def test_a_state_that_was_never_committed_is_fresh(repository: Repository) -> None:
    assert freshness(repository) == Freshness(0)
    repository.write(STATE, "x\n")
    assert freshness(repository) == Freshness(0)


def test_a_state_that_git_no_longer_holds_is_not_as_in_head(written: Repository) -> None:
    written.git("rm", "--quiet", "-r", "--cached", ".agent")
    written.git("commit", "--quiet", "--message", "untracked from now on")
    code(written, 2)
    assert written.status().startswith("?? .agent/")
    assert freshness(written).commits == 0


def test_a_shallow_clone_that_ends_at_the_state_cannot_say(written: Repository) -> None:
    assert freshness(clone(written, "--depth=1")) == Freshness(None, written.head(), SHALLOW)
    assert SHALLOW == "shallow clone; fetch with depth 0"


def test_a_shallow_clone_that_reaches_back_far_enough_can(written: Repository) -> None:
    since = written.head()
    code(written, 2)
    assert freshness(clone(written, "--depth=4")) == Freshness(2, since)


def test_a_clone_without_blobs_can_say(written: Repository) -> None:
    since = written.head()
    code(written, 2)
    written.git("config", "uploadpack.allowFilter", "true")
    assert freshness(clone(written, "--filter=blob:none")) == Freshness(2, since)


def test_a_clone_without_trees_cannot_and_asks_nobody(written: Repository) -> None:
    code(written, 2)
    written.git("config", "uploadpack.allowFilter", "true")
    there = clone(written, "--filter=tree:0")
    written.path.rename(written.path.with_name("gone"))
    found = freshness(there)
    assert (found.commits, found.reason.split(":")[0]) == (None, "objects are missing or damaged")


def test_a_lane_has_an_age_of_its_own(written: Repository) -> None:
    written.write(".agent/lanes/second.yaml", "x\n")
    lane = written.commit("lane")
    code(written)
    assert freshness(written, question=FreshnessQuestion(".agent/lanes/second.yaml")) == Freshness(1, lane)


ALL = FreshnessQuestion(STATE, QUESTION.ignore, lanes=True)
API = ".agent/lanes/api.yaml"


def test_where_all_lanes_count_the_one_written_last_does(written: Repository) -> None:
    code(written, 2)
    written.write(API, "x\n")
    lane = written.commit("lane")
    code(written)
    assert freshness(written, question=ALL) == Freshness(1, lane)
    written.write(STATE, "y\n")
    state = written.commit("state")
    code(written, 2)
    assert freshness(written, question=ALL) == Freshness(2, state)
    (written.path / API).unlink()
    closed = written.commit("closed")
    code(written)
    assert freshness(written, question=ALL) == Freshness(1, closed)


@pytest.mark.parametrize(
    ("act", "commits"),
    [
        pytest.param(wrote(API), 0, id="a first lane, not committed"),
        pytest.param(then(wrote(API), git("add", API)), 0, id="a first lane, staged"),
        pytest.param(wrote(".agent/lanes.yaml"), 2, id="another file beside the folder"),
        pytest.param(then(), 2, id="nothing"),
    ],
)
def test_a_lane_that_is_being_written_counts_as_written(written: Repository, act: Act, commits: int) -> None:
    since = written.head()
    code(written, 2)
    act(written)
    assert freshness(written, question=ALL) == Freshness(commits, since)
    assert freshness(written) == Freshness(2, since)


def test_lanes_that_both_sides_of_a_merge_wrote(written: Repository) -> None:
    written.git("switch", "--quiet", "--create", "topic")
    code(written, 2, "src/topic.py")
    written.write(API, "x\n")
    written.commit("lane")
    code(written, 1, "src/topic.py")
    written.git("switch", "--quiet", "main")
    code(written, 3, "src/main.py")
    written.minutes += 1
    written.git("merge", "--quiet", "--no-edit", "topic")
    assert freshness(written, question=ALL).commits == 1


def test_replacements_and_grafts_are_not_part_of_history(written: Repository) -> None:
    since = written.head()
    code(written, 3)
    written.git("replace", "--graft", "HEAD", since)
    (written.path / ".git/info").mkdir(exist_ok=True)
    (written.path / ".git/info/grafts").write_text(f"{written.git('rev-parse', 'HEAD').strip()} {since}\n", encoding="utf-8")
    assert freshness(written) == Freshness(3, since)


@pytest.mark.parametrize("shape", ["linked work tree", "submodule", "below the top"])
def test_wherever_the_tree_is(written: Repository, tmp_path: Path, shape: str) -> None:
    since = written.head()
    if shape == "linked work tree":
        written.git("worktree", "add", "--quiet", "-b", "side", "../linked")
        there = Repository(tmp_path / "linked", minutes=50)
        code(there, 2)
        assert freshness(there) == Freshness(2, since)
    elif shape == "submodule":
        outer = Repository.create(tmp_path / "outer")
        outer.git("submodule", "--quiet", "add", str(written.path), "inner")
        inner = Repository(outer.path / "inner", minutes=50)
        code(inner, 2)
        assert freshness(inner) == Freshness(2, since)
    else:
        written.write("packages/a/.agent/STATE.yaml", "a\n")
        below = written.commit("a")
        code(written, 2)
        code(written, 3, "packages/a/code.py")
        code(written, 1, "packages/ab/code.py")
        assert freshness(written, "packages/a") == Freshness(3, below)
        assert freshness(written) == Freshness(3, since)


def test_the_names_of_commits() -> None:
    fields = ["", "", "\na", "b", "", "", "", "", "\n\nc", "", ""]
    assert list(parse_commits(fields)) == [["a", "b"], ["\nc"]]


WHAT = {"code": ["a.py"], "state": [STATE], "both": ["b/c.py", STATE], "lock": ["x.lock"], "none": [], "nested": [f"n/{STATE}", "n/x"]}
STEPS = st.lists(st.tuples(st.sampled_from(sorted(WHAT)), st.integers(0, 3), st.integers(0, 3)), max_size=9)


@settings(law(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_history(repository: Repository, steps: list[tuple[str, int, int]]) -> None:
    """Commits with one parent or two, compared with the definition worked out from the graph."""
    made = [Made("both", [], {"b/c.py": "0", STATE: "0"})]
    for what, *back in steps:
        parents = list(dict.fromkeys(max(0, len(made) - 1 - index) for index in back))
        made.append(Made(what, parents, {**made[parents[0]].files, **dict.fromkeys(WHAT[what], str(len(made)))}))
    ids = imported(repository, made)
    repository.git("reset", "--quiet", "--hard", ids[-1])
    since = repository.git("log", "-1", "--format=%H", "HEAD", "--", STATE).strip()
    assert freshness(repository) == Freshness(behind(made, ids.index(since)), since)


@dataclass(frozen=True)
class Made:
    """One commit of a made-up history: what it changed, its parents by number, and its files."""

    what: str
    parents: list[int]
    files: dict[str, str]


def imported(repository: Repository, made: list[Made]) -> list[str]:
    """The ids of the commits, written by one process."""
    stream = "feature done\n"
    for number, commit in enumerate(made):
        stream += f"commit refs/heads/made\nmark :{number + 1}\ncommitter T <t@example.org> {number} +0000\ndata 0\n"
        stream += "".join(f"{word} :{parent + 1}\n" for word, parent in zip(("from", "merge"), commit.parents, strict=False))
        stream += "deleteall\n" + "".join(f"M 100644 inline {path}\ndata 1\n{text}\n" for path, text in commit.files.items())
    stream += "".join(f"get-mark :{number + 1}\n" for number in range(len(made))) + "done\n"
    return repository.git("fast-import", "--quiet", "--force", stdin=stream).split()


def behind(made: list[Made], since: int) -> int:
    """Freshness by its definition."""
    nested = f"n/{STATE}" in made[-1].files
    descends, above = {since}, {len(made) - 1}
    for number, commit in enumerate(made):
        if descends.intersection(commit.parents):
            descends.add(number)
    for number in reversed(range(len(made))):
        if number in above:
            above.update(made[number].parents)
    counted = {"code", "both"} if nested else {"code", "both", "nested"}
    between = (descends & above) - {since}
    return sum(made[number].what in counted and len(made[number].parents) == 1 for number in between)
