"""What the index holds for the commit that is being made, and how fresh its state is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.git.base import Base
from agentstate.git.freshness import FreshnessQuestion
from agentstate.git.staged import StagedFiles, with_staged_index
from agentstate.git.survey import Inquiry, Survey
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.repository import Freshness
from tests.git.door import STATE, door
from tests.support.repository import Repository

LIMIT = 100


def unreadable(message: str, hint: str = "put a regular file in its place") -> Fault:
    return Fault("unreadable", 1, 1, message, hint)


def staged(worktree: Repository, folder: str = "") -> StagedFiles:
    return StagedFiles(with_staged_index(door(worktree, folder)))


def judged(worktree: Repository, *ignore: str) -> Freshness:
    survey = Survey(with_staged_index(door(worktree)), [""], STATE, staged=True)
    question = FreshnessQuestion(STATE, ignore)
    return survey.facts([Inquiry("", question, (), (), lambda _: None)], Base(""))[0].freshness


def test_content_is_that_of_the_index_and_not_of_the_disk(worktree: Repository) -> None:
    worktree.write(STATE, b"staged: \xff\r\n")
    worktree.write("a\nb", "")
    worktree.git("add", STATE, "a\nb")
    worktree.write(STATE, "on the disk\n")
    worktree.write("untracked", "x\n")
    found = staged(worktree).read({STATE: LIMIT, "a\nb": LIMIT, ".agent/TODO.md": LIMIT, "untracked": LIMIT, ".agent": LIMIT})
    assert found == {STATE: b"staged: \xff\r\n", "a\nb": b"", ".agent/TODO.md": b"- [ ] one\n"}


def test_what_is_no_small_file_is_refused(worktree: Repository) -> None:
    worktree.write("fits", "x" * LIMIT)
    worktree.write("large", "x" * (LIMIT + 1))
    (worktree.path / "link").symlink_to("fits")
    worktree.git("add", "fits", "large", "link")
    head = worktree.head()
    worktree.git("update-index", "--add", "--cacheinfo", f"160000,{head},module", "--cacheinfo", f"100644,{'1' * 40},lost")
    assert staged(worktree).read(dict.fromkeys(("fits", "large", "link", "module", "lost"), LIMIT)) == {
        "fits": b"x" * LIMIT,
        "large": unreadable('"large" is 101 bytes, the limit is 100 bytes', "shorten the file and stage it again"),
        "link": unreadable('"link" is a symbolic link, not a regular file'),
        "module": unreadable('"module" is a submodule, not a regular file'),
        "lost": unreadable('"lost" is not in the repository\'s objects', "run `git fsck`"),
    }


def test_an_unmerged_file_is_refused(worktree: Repository) -> None:
    worktree.git("branch", "other")
    worktree.write(STATE, "ours\n")
    worktree.commit("ours")
    worktree.git("checkout", "--quiet", "other")
    worktree.write(STATE, "theirs\n")
    worktree.commit("theirs")
    worktree.git("merge", "main", check=False)
    fault = unreadable('".agent/STATE.yaml" is unmerged', "resolve the conflict and stage the file")
    assert staged(worktree).read({STATE: LIMIT}) == {STATE: fault}
    assert staged(worktree).names(".agent") == [STATE, ".agent/TODO.md"]


def test_a_file_that_is_only_announced_is_not_staged(worktree: Repository) -> None:
    worktree.write("src/empty", "")
    worktree.commit("an empty file")
    worktree.write("src/new-and-empty", "")
    worktree.git("add", "src/new-and-empty")
    worktree.write("src/announced", "x\n")
    worktree.write("far/announced", "x\n")
    worktree.git("add", "--intent-to-add", "src/announced", "far/announced")
    files = staged(worktree)
    assert files.read(dict.fromkeys(("src/empty", "src/new-and-empty", "src/announced"), LIMIT)) == {
        "src/empty": b"",
        "src/new-and-empty": b"",
    }
    assert files.follow("far") == ("missing", "far")


def test_names_are_those_right_in_a_folder(worktree: Repository) -> None:
    worktree.write(".agent/checkpoints/a.yaml", "x\n")
    (worktree.path / ".agent/link").symlink_to("TODO.md")
    worktree.git("add", ".agent")
    (worktree.path / ".agent/checkpoints/a.yaml").unlink()
    worktree.write(".agent/more", "x\n")
    assert staged(worktree).names(".agent") == [STATE, ".agent/TODO.md"]
    assert staged(worktree).names(".agent/checkpoints") == [".agent/checkpoints/a.yaml"]


LINKS = {
    "file": "src/service.py",
    "src/up": "../src/service.py",
    "folder": "src",
    "top": ".",
    "far": "../../etc/passwd",
    "absolute": "/etc/passwd",
    "round": "about",
    "about": "round",
    "broken": "nowhere",
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("src/service.py", ("file", "src/service.py")),
        ("src", ("folder", "src")),
        ("sr", ("missing", "sr")),
        ("src/service.py/more", ("missing", "src/service.py/more")),
        ("", ("folder", "")),
        ("file", ("file", "src/service.py")),
        ("src/up", ("file", "src/service.py")),
        ("folder/up", ("file", "src/service.py")),
        ("folder", ("folder", "src")),
        ("top", ("folder", ".")),
        ("top/top/src", ("folder", "src")),
        ("far", ("outside", "")),
        ("absolute", ("outside", "")),
        ("round", ("other", "")),
        ("broken", ("missing", "nowhere")),
        ("module", ("folder", "module")),
        ("module/inside.py", ("file", "module/inside.py")),
    ],
)
def test_where_a_path_leads_in_the_index(worktree: Repository, path: str, found: tuple[str, str]) -> None:
    for name, target in LINKS.items():
        (worktree.path / name).symlink_to(target)
    worktree.git("add", *LINKS)
    worktree.git("update-index", "--add", "--cacheinfo", f"160000,{worktree.head()},module")
    for name in LINKS:
        (worktree.path / name).unlink()
    assert staged(worktree).follow(path) == found


def test_paths_are_relative_to_the_folder_of_the_tree(worktree: Repository) -> None:
    worktree.write(f"packages/a/{STATE}", "a\n")
    worktree.write("packages/a/code.py", "a\n")
    worktree.git("add", "packages")
    files = staged(worktree, "packages/a")
    assert files.read({STATE: LIMIT}) == {STATE: b"a\n"}
    assert sorted(files.entries) == [STATE, "code.py"]


def test_the_index_of_a_commit_under_way_counts_and_that_of_another_repository_does_not(
    worktree: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository.create(tmp_path / "other")
    other.write("theirs", "x\n")
    other.git("add", "theirs")
    git_dir = worktree.path / ".git"
    (git_dir / "next-index-1.lock").write_bytes((git_dir / "index").read_bytes())
    (git_dir / "leads-away").symlink_to(other.path / ".git/index")
    chosen: dict[str, Path | None] = {
        ".git/next-index-1.lock": git_dir / "next-index-1.lock",
        str(git_dir / "index.lock"): git_dir / "index.lock",
        str(other.path / ".git/index"): None,
        ".git/../../other/.git/index": None,
        ".git/leads-away": None,
        ".git/modules/inner/index": None,
        ".git/worktrees/linked/index": None,
        "src/index": None,
        "": None,
    }
    found = {}
    for name in chosen:
        monkeypatch.setenv("GIT_INDEX_FILE", name)
        found[name] = with_staged_index(door(worktree)).index
    assert found == chosen


def code(path: str = "src/service.py", text: str = "x\n") -> Callable[[Repository], object]:
    def act(worktree: Repository) -> None:
        worktree.write(path, text)
        worktree.git("add", path)

    return act


def unstaged(worktree: Repository) -> None:
    worktree.write("src/service.py", "x\n")
    worktree.write("new.py", "x\n")
    worktree.write(STATE, "x\n")


@pytest.mark.parametrize(
    ("acts", "commits"),
    [
        ([], 2),
        ([unstaged], 2),
        ([code()], 3),
        ([code(), code("src/more.py"), unstaged], 3),
        ([code(STATE)], 0),
        ([code(STATE), code()], 0),
        ([code(".agent/TODO.md")], 2),
        ([code("poetry.lock")], 2),
        ([code(f"sub/{STATE}"), code("sub/code.py")], 2),
        ([lambda worktree: worktree.git("mv", "src/service.py", "src/moved.py")], 3),
        ([lambda worktree: worktree.git("rm", "--quiet", "--cached", "src/service.py")], 3),
        ([lambda worktree: worktree.git("rm", "--quiet", "--cached", STATE)], 0),
    ],
)
def test_only_what_is_staged_makes_the_commit_stale(worktree: Repository, acts: list[Callable[[Repository], object]], commits: int) -> None:
    since = worktree.head()
    for number in range(2):
        worktree.write("src/code.py", f"{number}\n")
        worktree.commit("code")
    for act in acts:
        act(worktree)
    assert judged(worktree, "*.lock") == Freshness(commits, since)


def test_the_first_commit_of_all_is_fresh(tmp_path: Path) -> None:
    worktree = Repository.create(tmp_path / "new")
    code(STATE)(worktree)
    assert judged(worktree) == Freshness(0)
    assert staged(worktree).read({STATE: LIMIT}) == {STATE: b"x\n"}
