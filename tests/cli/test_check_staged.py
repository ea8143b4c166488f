"""`agentstate check --staged` as a pre-commit hook of a real repository: what git is about to commit is judged, never the disk."""

import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.rules.example import VALID
from agentstate.rules.rule import state_text
from agentstate.vocabulary.layout import CONFIG, FACTS, STATE, TODO
from tests.support.command import Result, process_environment
from tests.support.repository import Repository
from tests.support.surroundings import isolate

BAD = "current_task: [\n"
GOOD = VALID[STATE].replace("\n", "\n# edited\n", 1)
OK = "ok: 6 files, 1 tree\n"
NOTHING = "no .agent/ in this commit: nothing to check\nok: 0 files, 0 trees\n"
UNSTAGED = """\
.agent/STATE.yaml:4:17: AS321 missing-path error: no such file "src/new.py"
  files_to_load: [src/new.py, src/none.py]
                  ^
  hint: run `git add src/new.py`
.agent/STATE.yaml:4:29: AS321 missing-path error: no such file "src/none.py"
  files_to_load: [src/new.py, src/none.py]
                              ^
  hint: correct the path, or drop it from the list
.agent/TODO.md:1:1: AS101 missing-file error: the file is missing
  hint: run `git add .agent/TODO.md`
3 errors
"""
CODE = "src/service.py"
WRITTEN = "the check wrote a file"
HOOK = """\
#!/bin/sh
seen() {{ find {everything} -type f ! -name said -exec cksum {{}} +; }}
before=$(seen)
PYTHONPATH={path} {python} -m agentstate check --staged >{said} 2>&1
code=$?
test "$before" = "$(seen)" || {{ echo "{written}" >>{said}; exit 9; }}
exit $code
"""
"""Beside judging the commit it sees that no file of any repository of the test is other than before: index, refs, objects, work tree."""


@pytest.fixture(scope="module")
def planted(first_commit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `hooked` is a copy of; made once."""
    repository = Repository(shutil.copytree(first_commit, tmp_path_factory.mktemp("planted") / "repository", symlinks=True), minutes=1)
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("planted-home"))
        for path, text in VALID.items():
            repository.write(path, text)
        repository.commit("tree")
    return repository.path


@pytest.fixture
def hooked(planted: Path, repository: Repository) -> Repository:
    """A repository with a valid tree whose every commit is judged."""
    shutil.rmtree(repository.path)
    copy = Repository(shutil.copytree(planted, repository.path, symlinks=True), minutes=2)
    copy.git("update-index", "--refresh")
    return hook(copy)


def hook(repository: Repository) -> Repository:
    """The same repository, its every commit judged; what the check says is kept beside it."""
    words = {
        "everything": repository.path.parent,
        "path": process_environment()["PYTHONPATH"],
        "python": sys.executable,
        "said": repository.path.parent / "said",
    }
    text = HOOK.format(written=WRITTEN, **{name: shlex.quote(str(word)) for name, word in words.items()})
    hooks = Path(repository.path, repository.git("rev-parse", "--git-path", "hooks").strip())
    hooks.mkdir(exist_ok=True)
    (hooks / "pre-commit").write_text(text, encoding="utf-8")
    (hooks / "pre-commit").chmod(0o755)
    return repository


def commits(repository: Repository, *arguments: str) -> bool:
    """Whether `git commit` with these arguments made a commit, a minute after the one before."""
    before = repository.head()
    repository.minutes += 1
    repository.git("commit", "--quiet", "--message", "work", *arguments, check=False)
    return repository.head() != before


def said(repository: Repository) -> str:
    """What the last check said, less its summary where it found something."""
    return (repository.path.parent / "said").read_text(encoding="utf-8")


def codes(repository: Repository) -> list[str]:
    """What the last check found, as "path CODE"."""
    lines = [line.split(" ") for line in said(repository).split("\n") if line.startswith((".agent/", "packages/"))]
    return [f"{place.partition(':')[0]} {code}" for place, code, *_ in lines]


def stage(repository: Repository, path: str, text: str) -> None:
    """`text` is staged at `path`; the disk keeps what it has."""
    blob = repository.git("hash-object", "-w", "--stdin", stdin=text).strip()
    repository.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")


def edit(repository: Repository, path: str = CODE) -> None:
    """A change of code, staged."""
    repository.write(path, f"{repository.minutes}\n")
    repository.git("add", "--sparse", path)


def limited(repository: Repository, text: str = "freshness:\n  require_update: error\n") -> None:
    """Code may change once, then the state has to be written."""
    repository.write(CONFIG, text)
    repository.write(STATE, GOOD)
    repository.git("add", CONFIG, STATE)
    repository.git("commit", "--quiet", "--no-verify", "--message", "settings")


def test_a_bad_staged_state_stops_the_commit_whatever_is_on_the_disk(hooked: Repository) -> None:
    stage(hooked, STATE, BAD)
    hooked.write(STATE, GOOD)
    assert not commits(hooked)
    assert codes(hooked) == [".agent/STATE.yaml AS301"]


def test_a_good_staged_state_passes_whatever_is_on_the_disk(hooked: Repository) -> None:
    stage(hooked, STATE, GOOD)
    hooked.write(STATE, BAD)
    (hooked.path / TODO).unlink()
    hooked.write(CONFIG, BAD)
    assert commits(hooked)
    assert said(hooked) == OK
    assert hooked.git("show", f"HEAD:{STATE}") == GOOD


def test_commit_all_is_judged_with_all(hooked: Repository) -> None:
    hooked.write(STATE, BAD)
    assert not commits(hooked, "--all")
    hooked.write(STATE, GOOD)
    assert commits(hooked, "--all")


def test_commit_of_a_path_is_judged_with_that_path_alone(hooked: Repository) -> None:
    hooked.write(TODO, "-[ ] crooked\n")
    hooked.git("add", TODO)
    hooked.write(STATE, GOOD)
    assert commits(hooked, "--", STATE)
    assert not commits(hooked, "--", TODO)
    hooked.write(CODE, "x\n")
    assert not commits(hooked)
    assert commits(hooked, "--", CODE)


def test_commit_of_a_path_beside_what_is_staged(hooked: Repository) -> None:
    stage(hooked, STATE, BAD)
    hooked.write(CODE, "x\n")
    hooked.git("add", CODE)
    assert not commits(hooked, "--include", "--", CODE)
    hooked.write(STATE, GOOD)
    assert commits(hooked, "--include", "--", STATE)


def test_the_first_commit_of_all(hooked: Repository) -> None:
    hooked.git("checkout", "--quiet", "--orphan", "apart")
    stage(hooked, STATE, BAD)
    hooked.git("commit", "--quiet", "--message", "first", check=False)
    assert codes(hooked) == [".agent/STATE.yaml AS301"]
    stage(hooked, STATE, GOOD)
    hooked.git("commit", "--quiet", "--message", "first")
    assert said(hooked) == OK


# An amended commit takes the place of HEAD, so what counts is what HEAD stands on.


def test_amending_is_judged_with_what_is_added(hooked: Repository) -> None:
    stage(hooked, STATE, BAD)
    assert not commits(hooked, "--amend")
    stage(hooked, STATE, GOOD)
    assert commits(hooked, "--amend")


def test_more_code_in_the_same_commit_is_one_change_of_code(hooked: Repository) -> None:
    limited(hooked)
    edit(hooked)
    assert commits(hooked)
    edit(hooked)
    assert commits(hooked, "--amend")
    assert commits(hooked, "--amend", "--message", "better")
    edit(hooked)
    assert not commits(hooked)
    assert codes(hooked) == [".agent/STATE.yaml AS203"]


def test_an_amend_that_takes_the_state_out_again_leaves_the_code_behind_it(hooked: Repository) -> None:
    limited(hooked)
    edit(hooked)
    assert commits(hooked)
    edit(hooked)
    stage(hooked, STATE, VALID[STATE])
    assert commits(hooked)
    hooked.git("reset", "--quiet", "HEAD~1", "--", STATE)
    assert not commits(hooked, "--amend")
    assert codes(hooked) == [".agent/STATE.yaml AS203"]
    stage(hooked, STATE, VALID[STATE])
    assert commits(hooked, "--amend")


def test_code_amended_into_a_checkpoint_counts_as_written_with_it(hooked: Repository) -> None:
    limited(hooked, "freshness:\n  max_commits: 1\n")
    edit(hooked)
    assert commits(hooked, "--amend")


def test_the_first_commit_of_all_amended(hooked: Repository) -> None:
    limited(hooked)
    hooked.git("checkout", "--quiet", "--orphan", "apart")
    hooked.git("commit", "--quiet", "--no-verify", "--message", "first")
    edit(hooked)
    assert commits(hooked, "--amend")
    stage(hooked, STATE, BAD)
    assert not commits(hooked, "--amend")


def test_an_amend_that_changes_author_or_date_is_judged_as_a_further_commit(hooked: Repository) -> None:
    limited(hooked)
    edit(hooked)
    assert commits(hooked)
    edit(hooked)
    options = ("--reset-author", "--date=2026-01-02T00:00:00Z", "--author=Other <o@example.org>")
    assert [option for option in options if commits(hooked, "--amend", option)] == []
    assert codes(hooked) == [".agent/STATE.yaml AS203"]


def test_a_merge_is_judged_and_amended_as_one_more_change(hooked: Repository) -> None:
    limited(hooked)
    hooked.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    edit(hooked, "src/side.py")
    assert commits(hooked, "--no-verify")
    hooked.git("checkout", "--quiet", "main")
    hooked.git("merge", "--quiet", "--no-commit", "--no-ff", "side")
    assert commits(hooked)
    edit(hooked)
    assert commits(hooked, "--amend")


# Wherever the commit is made.


def test_a_linked_work_tree_is_judged_by_its_own_index(hooked: Repository, tmp_path: Path) -> None:
    hooked.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked", minutes=9)
    stage(hooked, STATE, BAD)
    linked.write(STATE, GOOD)
    assert commits(linked, "--all")
    linked.write(STATE, BAD)
    assert not commits(linked, "--", STATE)
    linked.git("add", STATE)
    assert not commits(linked)


def test_a_submodule_is_judged_by_its_own_index(hooked: Repository, tmp_path: Path) -> None:
    outer = Repository.create(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", str(hooked.path), "inner")
    outer.write(STATE, BAD)
    outer.git("add", STATE)
    inner = hook(Repository(outer.path / "inner", minutes=9))
    stage(inner, STATE, GOOD)
    inner.write(STATE, BAD)
    assert commits(inner)
    assert not commits(inner, "--all")
    assert codes(inner) == [".agent/STATE.yaml AS301"]


def test_the_index_of_a_submodule_is_not_that_of_the_repository_around_it(
    hooked: Repository, tmp_path: Path, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    outer = Repository.create(tmp_path / "outer")
    for path, text in VALID.items():
        outer.write(path, text)
    outer.git("submodule", "--quiet", "add", str(hooked.path), "inner")
    outer.git("add", ".")
    inner = Repository(outer.path / "inner")
    stage(inner, STATE, BAD)
    for index in (inner.git("rev-parse", "--git-path", "index").strip(), str(outer.path / ".git/modules/inner/index")):
        monkeypatch.setenv("GIT_INDEX_FILE", index)
        assert cli("check", "--staged", at=outer.path) == Result(0, OK, "")
        assert cli("check", "--staged", at=inner.path).code == 1


@pytest.mark.parametrize("index", ["--sparse-index", "--no-sparse-index"])
def test_a_sparse_checkout_is_judged_with_what_it_leaves_out(hooked: Repository, index: str) -> None:
    hooked.git("sparse-checkout", "set", "--cone", index, "docs")
    assert not (hooked.path / STATE).exists()
    assert not (hooked.path / CODE).exists()
    stage(hooked, STATE, state_text(files_to_load=f"[{CODE}]"))
    assert commits(hooked)
    stage(hooked, STATE, state_text(files_to_load="[src/more.py]"))
    assert not commits(hooked)
    assert 'no such file "src/more.py"' in said(hooked)


def test_each_tree_is_judged_by_its_own_code(hooked: Repository) -> None:
    limited(hooked)
    for path, text in VALID.items():
        hooked.write(f"packages/a/{path}", text)
    hooked.git("add", "packages")
    assert commits(hooked)
    assert said(hooked) == "ok: 13 files, 2 trees\n"
    for _ in range(2):
        edit(hooked, "packages/a/code.py")
        assert commits(hooked)
    stage(hooked, f"packages/a/{STATE}", BAD)
    assert not commits(hooked)
    assert codes(hooked) == ["packages/a/.agent/STATE.yaml AS301"]


def test_a_tree_that_only_the_index_holds_is_judged(hooked: Repository) -> None:
    for path in VALID:
        (hooked.path / path).unlink()
    edit(hooked)
    assert commits(hooked)
    assert said(hooked) == OK
    stage(hooked, STATE, BAD)
    assert not commits(hooked)


def test_a_commit_may_take_a_tree_away_as_a_whole_and_not_in_part(hooked: Repository) -> None:
    hooked.git("rm", "--quiet", "--cached", FACTS)
    assert not commits(hooked)
    assert codes(hooked) == [".agent/FACTS.md AS101"]
    hooked.git("rm", "--quiet", "-r", "--cached", ".agent")
    assert commits(hooked)
    assert said(hooked) == NOTHING
    edit(hooked)
    assert commits(hooked)
    assert said(hooked) == NOTHING


def test_on_a_branch_from_before_the_tree_there_is_nothing_to_check(hooked: Repository) -> None:
    hooked.git("checkout", "--quiet", "-b", "old", "HEAD~1")
    edit(hooked)
    assert commits(hooked)
    assert said(hooked) == NOTHING


def test_what_is_on_the_disk_and_not_staged_is_to_be_staged(hooked: Repository) -> None:
    hooked.git("rm", "--quiet", "--cached", TODO)
    hooked.write("src/new.py", "x\n")
    hooked.write(STATE, state_text(files_to_load="[src/new.py, src/none.py]"))
    hooked.git("add", STATE)
    assert not commits(hooked)
    assert said(hooked) == UNSTAGED


def test_a_path_that_is_not_staged_is_missing(hooked: Repository) -> None:
    hooked.write(STATE, state_text(files_to_load="[src/new.py]"))
    hooked.git("add", STATE)
    hooked.write("src/new.py", "x\n")
    assert not commits(hooked)
    assert 'no such file "src/new.py"' in said(hooked)
    hooked.git("add", "src/new.py")
    (hooked.path / "src/new.py").unlink()
    assert commits(hooked)


def test_settings_are_those_that_are_staged(hooked: Repository) -> None:
    limited(hooked, "freshness:\n  max_commits: 1\n")
    edit(hooked)
    assert commits(hooked)
    edit(hooked)
    hooked.write(CONFIG, "freshness:\n  max_commits: 50\n")
    assert not commits(hooked)
    assert codes(hooked) == [".agent/STATE.yaml AS201"]
    hooked.git("add", CONFIG)
    hooked.write(CONFIG, "freshness:\n  max_commits: 1\n")
    assert commits(hooked)


def test_code_that_is_not_staged_does_not_make_the_commit_stale(hooked: Repository) -> None:
    limited(hooked)
    edit(hooked)
    assert commits(hooked)
    hooked.write(CODE, "not staged\n")
    stage(hooked, TODO, "# TODO\n")
    assert commits(hooked)
    hooked.git("add", CODE)
    assert not commits(hooked)


def test_an_instruction_file_may_be_a_link(hooked: Repository) -> None:
    (hooked.path / "CLAUDE.md").symlink_to("AGENTS.md")
    hooked.git("add", "CLAUDE.md")
    (hooked.path / "CLAUDE.md").unlink()
    assert commits(hooked)
    assert said(hooked) == OK


def test_the_index_of_another_repository_does_not_count(
    hooked: Repository, tmp_path: Path, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository.create(tmp_path / "other")
    other.write(STATE, BAD)
    other.git("add", STATE)
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
    assert cli("check", "--staged", at=hooked.path) == Result(0, OK, "")


def test_a_check_that_wrote_would_be_seen(hooked: Repository) -> None:
    program = hooked.path / ".git/hooks/pre-commit"
    program.write_text(program.read_text(encoding="utf-8").replace("\ncode=$?", "\ncode=$?; touch .git/trace"), encoding="utf-8")
    assert not commits(hooked)
    assert said(hooked) == f"{OK}{WRITTEN}\n"


def test_it_mends_nothing(hooked: Repository, cli: Callable[..., Result]) -> None:
    error = "agentstate: error: --staged judges a commit, it mends nothing\nhint: leave one of --staged and --fix out\n"
    assert cli("check", "--staged", "--fix", at=hooked.path) == Result(2, "", error)


def test_outside_a_repository_no_commit_can_be_judged(tmp_path: Path, cli: Callable[..., Result]) -> None:
    folder = tmp_path / "plain"
    (folder / ".agent").mkdir(parents=True)
    error = "agentstate: error: not a git repository\nhint: leave --staged out, or run it where a commit can be made\n"
    assert cli("check", "--staged", at=folder) == Result(2, "", error)
