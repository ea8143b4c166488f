"""AS413, AS414 and `repair` in real repositories: whatever took a decision away is named, and what took none away is not."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.rules.example import VALID
from agentstate.vocabulary import layout
from tests.support.command import Result
from tests.support.repository import Repository

Cli = Callable[..., Result]
LOG, FACTS, ARCHIVE = layout.DECISIONS, layout.FACTS, layout.archive_path(1)
HEAD = "# Decisions\n\n"
FIRST = "## [2026-11-20] First\n- Decision: one\n- Why: it came first\n"
CACHE = "## [2026-11-28] Cache\n- Decision: Redis\n- Why: several instances run\n"
RETRY = "## [2026-11-29] Retry\n- Decision: twice\n- Why: one in a thousand times out\n"
AGAIN = "## [2026-11-29] Again\n- Decision: thrice\n- Why: twice was not enough\n"
SAME = "## [2026-11-29] Retry\n- Decision: twice\n- Why: several instances run\n"
FIRST_ID, CACHE_ID, RETRY_ID, SAME_ID = (parse_decisions(SourceText(LOG, text)).entries[0].id for text in (FIRST, CACHE, RETRY, SAME))
OK = "no decision is lost\n"


def log(*entries: str) -> str:
    return HEAD + "\n".join(entries)


@pytest.fixture
def worktree(repository: Repository) -> Repository:
    """A repository with a tree, whose log holds one decision."""
    for path, text in {**VALID, LOG: log(FIRST)}.items():
        repository.write(path, text)
    repository.commit("tree")
    return repository


def write(worktree: Repository, *entries: str, message: str = "work", archived: tuple[str, ...] = ()) -> str:
    """A commit in which the log, and the archive where there is one, hold these entries."""
    worktree.write(LOG, log(*entries))
    if archived:
        worktree.write(ARCHIVE, "# Decisions, archive volume 1\n\n" + "\n".join(archived))
    return worktree.commit(message)


def branches(worktree: Repository, ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, str]:
    """The commits of two branches, `main` and `theirs`, with such logs; `main` is checked out."""
    worktree.git("checkout", "--quiet", "-b", "theirs")
    their = write(worktree, *theirs, message="theirs")
    worktree.git("checkout", "--quiet", "main")
    return write(worktree, *ours, message="ours"), their


def found(cli: Cli, *options: str, at: Path | None = None) -> list[str]:
    """What the rules about history say, and that about facts whose decision is not there."""
    report = json.loads(cli("check", "--select", "AS411,AS413,AS414,AS513", "--format", "json", *options, at=at).out)
    return [f"{one['line']} {one['code']} {one['message']}" for one in report["diagnostics"]]


def lost(commit: str, subject: str, title: str, identifier: str, *, line: int, what: str = "") -> str:
    return f'{line} AS413 commit {commit[:12]} "{subject}" lost {what}decision "{title}" ({identifier})'


def brought_back(identifier: str, kept: str, commit: str, subject: str, what: str = "") -> str:
    return f'brought back {what}{identifier} from commit {kept[:12]}; commit {commit[:12]} "{subject}" had lost it\n'


def test_the_whole_finding(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE, message="cache")
    commit = write(worktree, FIRST, message="tidy up")
    finding = f"""\
.agent/DECISIONS.md:1:1: AS413 decision-lost error: commit {commit[:12]} "tidy up" lost decision "Cache" ({CACHE_ID})
  # Decisions
  ^
  hint: run `agentstate repair`
1 error
"""
    assert cli("check") == Result(1, finding, "")


def test_a_revert_of_the_newest_commit(worktree: Repository, cli: Cli) -> None:
    kept = write(worktree, FIRST, CACHE, message="cache")
    worktree.git("revert", "--no-edit", "HEAD")
    commit, subject = worktree.head(), 'Revert "cache"'
    assert found(cli) == [lost(commit, subject, "Cache", CACHE_ID, line=1)]
    assert cli("repair") == Result(0, brought_back(CACHE_ID, kept, commit, subject), "")
    assert worktree.read(LOG) == log(FIRST, CACHE)
    assert worktree.git("log", "-1", "--format=%s") == "agentstate repair\n"
    assert worktree.status() == ""
    assert found(cli) == []
    assert cli("repair") == Result(0, OK, "")


def test_a_dry_run_writes_nothing(worktree: Repository, cli: Cli) -> None:
    kept = write(worktree, FIRST, CACHE)
    commit = write(worktree, FIRST)
    said = cli("repair", "--dry-run")
    assert said.code == 0
    assert said.out.endswith("+- Why: several instances run\ncommit agentstate repair\n")
    assert said.err == ""
    assert (worktree.head(), worktree.status()) == (commit, "")
    data = json.loads(cli("repair", "--dry-run", "--format", "json").out)
    assert data["result"] == brought_back(CACHE_ID, kept, commit, "work").rstrip("\n")


@pytest.mark.parametrize("union", [True, False])
def test_a_merge_by_line_that_took_a_line(worktree: Repository, cli: Cli, union: bool) -> None:
    ours, _ = branches(worktree, (FIRST, CACHE), (FIRST, SAME))
    worktree.write(".git/info/attributes", "*.md merge=union\n" if union else "")
    worktree.git("merge", "--quiet", "--no-edit", "theirs", check=False)
    if not union:
        both = [line for line in worktree.read(LOG).split("\n") if not line.startswith(("<<<<<<<", "=======", ">>>>>>>"))]
        worktree.write(LOG, "\n".join(both))
        worktree.commit("accept both")
    commit, subject = worktree.head(), "Merge branch 'theirs'" if union else "accept both"
    assert found(cli) == [lost(commit, subject, "Cache", CACHE_ID, line=7, what="1 line of ")]
    assert cli("repair") == Result(0, brought_back(CACHE_ID, ours, commit, subject, "1 line of "), "")
    assert worktree.read(LOG) == log(FIRST, CACHE, SAME)
    assert found(cli) == []


@pytest.mark.parametrize("strategy", [("-s", "ours"), ("-X", "ours")])
def test_a_merge_that_took_one_side(worktree: Repository, cli: Cli, strategy: tuple[str, str]) -> None:
    _, theirs = branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("merge", "--quiet", "--no-edit", *strategy, "theirs")
    commit, subject = worktree.head(), "Merge branch 'theirs'"
    assert found(cli) == [lost(commit, subject, "Retry", RETRY_ID, line=1)]
    assert cli("repair") == Result(0, brought_back(RETRY_ID, theirs, commit, subject), "")
    assert worktree.read(LOG) == log(FIRST, CACHE, RETRY)


def test_a_merge_that_lost_both_sides(worktree: Repository, cli: Cli) -> None:
    branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("merge", "--quiet", "--no-commit", "-s", "ours", "theirs")
    worktree.write(LOG, log(FIRST))
    worktree.git("add", "--all")
    worktree.git("commit", "--quiet", "--no-edit")
    commit, subject = worktree.head(), "Merge branch 'theirs'"
    assert found(cli) == [
        lost(commit, subject, "Cache", CACHE_ID, line=1),
        lost(commit, subject, "Retry", RETRY_ID, line=1),
    ]
    assert cli("repair").code == 0
    assert worktree.read(LOG) == log(FIRST, CACHE, RETRY)


def test_a_merge_of_three(worktree: Repository, cli: Cli) -> None:
    worktree.git("branch", "other")
    branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("checkout", "--quiet", "other")
    worktree.write("src/other.py", "x = 1\n")
    worktree.commit("other")
    worktree.git("checkout", "--quiet", "main")
    worktree.git("merge", "--quiet", "-s", "ours", "-m", "octopus", "other", "theirs")
    assert found(cli) == [lost(worktree.head(), "octopus", "Retry", RETRY_ID, line=1)]


def test_a_squash_by_line(worktree: Repository, cli: Cli) -> None:
    ours, _ = branches(worktree, (FIRST, CACHE), (FIRST, SAME))
    worktree.write(".git/info/attributes", "*.md merge=union\n")
    worktree.git("merge", "--quiet", "--squash", "theirs")
    commit = worktree.commit("squashed")
    assert found(cli) == [lost(commit, "squashed", "Cache", CACHE_ID, line=7, what="1 line of ")]
    assert cli("repair") == Result(0, brought_back(CACHE_ID, ours, commit, "squashed", "1 line of "), "")
    assert worktree.read(LOG) == log(FIRST, CACHE, SAME)
    assert found(cli) == []


def test_an_edit_by_its_author_is_no_loss(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE)
    write(worktree, FIRST, CACHE.replace("Redis", "Memcached"), RETRY)
    assert found(cli) == []
    write(worktree, FIRST, CACHE.replace("- Decision: Redis\n", ""), RETRY)
    assert found(cli) == []


def test_an_edit_on_one_side_goes_through_a_merge(worktree: Repository, cli: Cli) -> None:
    edited = FIRST.replace("one", "two")
    branches(worktree, (FIRST, CACHE), (edited,))
    worktree.git("merge", "--quiet", "--no-edit", "theirs")
    assert worktree.read(LOG) == log(edited, CACHE)
    assert found(cli) == []
    assert found(cli, "--base", "HEAD~2") == [f'3 AS411 decision "{FIRST_ID}" was committed, and is changed'], (
        "AS411 compares with the base, and says so"
    )


def test_a_merge_that_loses_nothing(worktree: Repository, cli: Cli) -> None:
    branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.write(".git/info/attributes", "*.md merge=union\n")
    worktree.git("merge", "--quiet", "--no-edit", "theirs")
    assert worktree.read(LOG) == log(FIRST, CACHE, RETRY).replace("run\n\n## [2026-11-29]", "run\n## [2026-11-29]")
    assert found(cli) == []
    assert cli("repair") == Result(0, OK, "")


def test_a_loss_that_was_buried_is_found_from_the_base(worktree: Repository, cli: Cli) -> None:
    worktree.git("tag", "left")
    kept = write(worktree, FIRST, CACHE)
    commit = write(worktree, FIRST, message="tidy up")
    write(worktree, FIRST, RETRY, message="later")
    assert found(cli) == []
    assert found(cli, "--base", "left") == [lost(commit, "tidy up", "Cache", CACHE_ID, line=7)]
    base = worktree.git("rev-parse", "left").strip()[:12]
    assert f"  hint: run `agentstate repair --base {base}`\n" in cli("check", "--base", "left").out
    assert cli("repair") == Result(0, OK, "")
    assert cli("repair", "--base", base) == Result(0, brought_back(CACHE_ID, kept, commit, "tidy up"), "")
    assert worktree.read(LOG) == log(FIRST, CACHE, RETRY)
    assert found(cli, "--base", "left") == []


def test_head_is_looked_at_where_it_is_the_base(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE)
    commit = write(worktree, FIRST)
    assert found(cli, "--base", "HEAD") == [lost(commit, "work", "Cache", CACHE_ID, line=1)]


def test_what_a_later_commit_brought_back_is_not_lost(worktree: Repository, cli: Cli) -> None:
    worktree.git("tag", "left")
    write(worktree, FIRST, CACHE)
    write(worktree, FIRST)
    write(worktree, FIRST, CACHE)
    assert found(cli, "--base", "left") == []
    worktree.write(LOG, log(FIRST))
    gone = f'1 AS411 decision "{CACHE_ID}" was committed, and is neither in the log nor in the archive'
    assert found(cli) == [gone]
    assert found(cli, "--base", "left") == []
    again = worktree.commit("again")
    assert found(cli, "--base", "left") == [lost(again, "again", "Cache", CACHE_ID, line=1)]


def test_what_is_taken_out_and_not_committed_comes_back(worktree: Repository, cli: Cli) -> None:
    kept = write(worktree, FIRST, CACHE)
    worktree.write(LOG, log(FIRST))
    assert cli("repair") == Result(0, f"brought back {CACHE_ID} from commit {kept[:12]}; what is not committed yet had lost it\n", "")
    assert (worktree.read(LOG), worktree.head()) == (log(FIRST, CACHE), kept)
    assert cli("repair") == Result(0, OK, "")


def test_what_is_staged_is_judged(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE)
    commit = write(worktree, FIRST)
    expected = [lost(commit, "work", "Cache", CACHE_ID, line=1)]
    worktree.write(LOG, log(FIRST, CACHE))
    assert (found(cli), found(cli, "--staged")) == ([], expected)
    worktree.git("add", LOG)
    worktree.write(LOG, log(FIRST))
    assert (found(cli), found(cli, "--staged")) == (expected, [])


@pytest.mark.parametrize("options", [(), ("--staged",)])
def test_a_merge_under_way(worktree: Repository, cli: Cli, options: tuple[str, ...]) -> None:
    _, theirs = branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("merge", "--quiet", "--no-commit", "-s", "ours", "theirs")
    assert found(cli, *options) == [f'1 AS413 the merge under way lost decision "Retry" ({RETRY_ID})']
    result = cli("repair")
    said = f"brought back {RETRY_ID} from commit {theirs[:12]}; the merge under way had lost it\n"
    assert (result.code, result.out) == (0, said)
    assert worktree.read(LOG) == log(FIRST, CACHE, RETRY)
    worktree.git("add", LOG)
    assert found(cli, *options) == []


def test_what_is_repaired_in_a_merge_is_in_the_commit_that_ends_it(worktree: Repository, cli: Cli) -> None:
    _, theirs = branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("merge", "--quiet", "theirs", check=False)
    worktree.write(LOG, log(FIRST, CACHE))
    worktree.write("README.md", "mine\n")
    worktree.git("add", "--all")
    worktree.write("README.md", "mine, and not staged\n")
    said = f"brought back {RETRY_ID} from commit {theirs[:12]}; the merge under way had lost it\n"
    assert cli("repair") == Result(0, said, "not committed: a merge is under way; what was written is staged\n")
    assert worktree.status() == f"M  {LOG}\nMM README.md\n"
    worktree.git("commit", "--quiet", "--no-edit")
    assert worktree.git("show", f"HEAD:{LOG}") == log(FIRST, CACHE, RETRY)
    assert (found(cli), worktree.git("show", "HEAD:README.md")) == ([], "mine\n")


def test_what_somebody_is_at_work_on_in_a_merge_is_not_staged(worktree: Repository, cli: Cli) -> None:
    branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("merge", "--quiet", "theirs", check=False)
    worktree.write(LOG, log(FIRST, CACHE))
    assert cli("repair").err == f"not committed: a merge is under way; `git add {LOG}` before you conclude it\n"
    assert worktree.status() == f"UU {LOG}\n"
    worktree.git("add", LOG)
    assert found(cli, "--staged") == []


def test_a_conflict_is_reported_as_one(worktree: Repository, cli: Cli) -> None:
    branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("merge", "--quiet", "theirs", check=False)
    assert found(cli) == []
    assert cli("check", "--select", "AS701").code == 1


def test_rotation_is_no_loss(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE)
    write(worktree, CACHE, archived=(FIRST,))
    assert found(cli) == []


def test_rotation_on_both_sides_is_no_loss(worktree: Repository, cli: Cli) -> None:
    worktree.git("checkout", "--quiet", "-b", "theirs")
    write(worktree, RETRY, archived=(FIRST,), message="theirs")
    worktree.git("checkout", "--quiet", "main")
    write(worktree, CACHE, archived=(FIRST,), message="ours")
    worktree.git("merge", "--quiet", "theirs", check=False)
    worktree.write(LOG, log(CACHE, RETRY))
    worktree.commit("merged")
    assert found(cli) == []
    assert found(cli, "--base", "HEAD~2") == []


def test_what_the_archive_loses_comes_back_into_it(worktree: Repository, cli: Cli) -> None:
    kept = write(worktree, CACHE, archived=(FIRST, RETRY))
    commit = write(worktree, CACHE, archived=(RETRY,), message="smaller")
    assert found(cli) == [lost(commit, "smaller", "First", FIRST_ID, line=1)]
    assert cli("repair") == Result(0, brought_back(FIRST_ID, kept, commit, "smaller"), "")
    assert worktree.read(LOG) == log(CACHE)
    assert worktree.read(ARCHIVE) == "# Decisions, archive volume 1\n\n" + f"{RETRY}\n{FIRST}"
    worktree.git("rm", "--quiet", ARCHIVE)
    worktree.commit("no archive")
    assert [finding.split(" lost ")[1] for finding in found(cli)] == [f'decision "First" ({FIRST_ID})', f'decision "Retry" ({RETRY_ID})']
    assert cli("repair").code == 0
    assert sorted(worktree.read(ARCHIVE).split("\n")) == sorted(("# Decisions, archive volume 1\n\n" + f"{RETRY}\n{FIRST}").split("\n"))
    assert found(cli) == []


def test_old_volumes_of_the_archive_are_searched(worktree: Repository, cli: Cli) -> None:
    for number in range(2, 12):
        entry = f"## [2026-10-{number:02d}] Number {number}\n- Why: because of {number}\n"
        worktree.write(layout.archive_path(number), f"# Decisions, archive volume {number}\n\n{entry}")
    worktree.write(ARCHIVE, f"# Decisions, archive volume 1\n\n{FIRST}")
    worktree.commit("archive")
    write(worktree, CACHE)
    assert found(cli) == []
    worktree.write(ARCHIVE, "x" * 300_000)
    said = found(cli)
    assert [finding for finding in said if "AS413" in finding] == []
    assert [finding for finding in said if "AS414" in finding] == [
        f'1 AS414 decisions may be lost unseen: "{ARCHIVE}" is 300000 bytes, the limit is 262144 bytes'
    ]


def test_a_fact_is_no_entry(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, RETRY, archived=(CACHE,))
    worktree.write(FACTS, f"# Facts\n\n- all caching goes through Redis [{CACHE_ID}]\n")
    promoted = worktree.commit("promoted")
    assert found(cli) == []
    worktree.write(ARCHIVE, "# Decisions, archive volume 1\n")
    gone = f'1 AS411 decision "{CACHE_ID}" was committed, and is neither in the log nor in the archive'
    assert (found(cli), cli("repair", "--dry-run").out == OK) == ([gone], False)
    commit = worktree.commit("tidy up")
    assert found(cli) == [lost(commit, "tidy up", "Cache", CACHE_ID, line=1)]
    assert cli("repair") == Result(0, brought_back(CACHE_ID, promoted, commit, "tidy up"), "")
    assert worktree.read(ARCHIVE) == f"# Decisions, archive volume 1\n\n{CACHE}"
    assert found(cli) == []
    worktree.git("reset", "--hard", "--quiet", "HEAD~1")
    write(worktree, FIRST, RETRY, SAME)
    (buried,) = json.loads(cli("check", "--format", "json").out)["diagnostics"]
    assert (buried["code"], buried["hint"]) == (
        "AS513",
        "correct the id; an entry that was lost comes back with `agentstate repair --base COMMIT`",
    )
    assert cli("repair", "--base", promoted).code == 0
    assert cli("check").code == 0


def test_an_entry_that_another_one_says_is_removed(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE)
    cli("decide", "Take out the password", "--decision", "entry removed", "--why", "it held a password", "--supersedes", CACHE_ID)
    removal = parse_decisions(SourceText(LOG, worktree.read(LOG))).entries[-1]
    assert removal.text.split("\n")[1] == "- Decision: entry removed (Take out the password)"
    worktree.write(LOG, log(FIRST, f"{removal.text}\n"))
    assert cli("check").code == 0
    worktree.commit("removed")
    assert cli("check").code == 0
    assert cli("repair") == Result(0, OK, "")


def test_a_shallow_clone_says_so(worktree: Repository, cli: Cli, tmp_path: Path) -> None:
    write(worktree, FIRST, CACHE)
    commit = write(worktree, FIRST)
    unseen = "1 AS414 decisions may be lost unseen: shallow clone; fetch with depth 0"
    for depth, expected in ((1, [unseen]), (2, [lost(commit, "work", "Cache", CACHE_ID, line=1)])):
        clone = tmp_path / f"depth-{depth}"
        worktree.git("clone", "--quiet", f"--depth={depth}", f"file://{worktree.path}", str(clone))
        assert found(cli, at=clone) == expected
    assert cli("repair", at=tmp_path / "depth-1") == Result(0, OK, "others may be lost unseen: shallow clone; fetch with depth 0\n")
    assert found(cli, "--base", "HEAD~1", at=tmp_path / "depth-2") == [lost(commit, "work", "Cache", CACHE_ID, line=1)]


def test_a_clone_without_the_contents_says_so(worktree: Repository, cli: Cli, tmp_path: Path) -> None:
    write(worktree, FIRST, CACHE)
    write(worktree, FIRST)
    worktree.git("config", "uploadpack.allowFilter", "true")
    worktree.git("clone", "--quiet", "--filter=blob:none", f"file://{worktree.path}", str(tmp_path / "clone"))
    (said,) = found(cli, at=tmp_path / "clone")
    assert said.startswith("1 AS414 decisions may be lost unseen: could not fetch ")


def test_a_linked_work_tree(worktree: Repository, cli: Cli, tmp_path: Path) -> None:
    _, theirs = branches(worktree, (FIRST, CACHE), (FIRST, RETRY))
    worktree.git("worktree", "add", "--quiet", str(tmp_path / "linked"), "-b", "linked")
    linked = Repository(tmp_path / "linked", minutes=10)
    linked.git("merge", "--quiet", "--no-commit", "-s", "ours", "theirs")
    assert found(cli, at=linked.path) == [f'1 AS413 the merge under way lost decision "Retry" ({RETRY_ID})']
    assert found(cli) == []
    linked.git("commit", "--quiet", "--no-edit")
    commit, subject = linked.head(), "Merge branch 'theirs' into linked"
    assert found(cli, at=linked.path) == [lost(commit, subject, "Retry", RETRY_ID, line=1)]
    assert cli("repair", at=linked.path) == Result(0, brought_back(RETRY_ID, theirs, commit, subject), "")
    assert found(cli, at=linked.path) == []


def test_of_several_trees_each_has_its_own(worktree: Repository, cli: Cli) -> None:
    for path, text in VALID.items():
        worktree.write(f"packages/a/{path}", text)
    worktree.write(f"packages/a/{LOG}", log(FIRST, CACHE))
    worktree.commit("second tree")
    worktree.write(f"packages/a/{LOG}", log(FIRST))
    commit = worktree.commit("tidy up")
    report = json.loads(cli("check", "--select", "AS413", "--format", "json").out)["diagnostics"]
    assert [(one["path"], one["hint"]) for one in report] == [(f"packages/a/{LOG}", "run `agentstate -C packages/a repair`")]
    assert cli("repair") == Result(0, OK, "")
    assert brought_back(CACHE_ID, worktree.git("rev-parse", f"{commit}~1"), commit, "tidy up") == cli("-C", "packages/a", "repair").out


def library(worktree: Repository, path: Path) -> Repository:
    """Another repository with a tree of its own, which the first one knows as `libmain`."""
    one = Repository.create(path)
    for name, text in VALID.items():
        one.write(name, text)
    one.write("code.py", "x = 1\n" * 20)
    one.write(LOG, log(CACHE, RETRY))
    one.commit("library")
    one.write(LOG, log(RETRY))
    one.commit("library drops one")
    one.write(LOG, log(RETRY, AGAIN))
    one.commit("library goes on")
    worktree.git("fetch", "--quiet", str(path), "main:libmain")
    return one


def test_a_library_that_brings_a_tree_of_its_own(worktree: Repository, cli: Cli, tmp_path: Path) -> None:
    lib = library(worktree, tmp_path / "lib")
    worktree.git("tag", "left")
    worktree.git("merge", "--quiet", "-s", "ours", "--no-commit", "--allow-unrelated-histories", "libmain")
    worktree.git("read-tree", "--prefix=lib/", "-u", "libmain")
    assert (found(cli), found(cli, "--staged"), cli("repair").out) == ([], [], OK)
    worktree.git("commit", "--quiet", "--no-edit")
    assert (found(cli), found(cli, "--base", "left"), cli("repair", "--base", "left").out) == ([], [], OK)
    lib.write(LOG, log(RETRY, AGAIN, CACHE))
    lib.commit("library goes on")
    worktree.git("fetch", "--quiet", str(lib.path), "main:libmain")
    worktree.git("merge", "--quiet", "-X", "subtree=lib", "--no-edit", "libmain")
    assert (found(cli), found(cli, "--base", "left"), cli("repair").out) == ([], [], OK)
    assert worktree.read(f"lib/{LOG}") == log(RETRY, AGAIN, CACHE)


def test_a_library_excuses_no_loss_of_the_tree_itself(worktree: Repository, cli: Cli, tmp_path: Path) -> None:
    library(worktree, tmp_path / "lib")
    write(worktree, FIRST, CACHE)
    worktree.git("merge", "--quiet", "-s", "ours", "--no-commit", "--allow-unrelated-histories", "libmain")
    worktree.git("read-tree", "--prefix=lib/", "-u", "libmain")
    commit = write(worktree, CACHE, message="subtree")
    assert found(cli) == [lost(commit, "subtree", "First", FIRST_ID, line=3)]


def test_a_copy_of_a_tree_excuses_no_loss(worktree: Repository, cli: Cli) -> None:
    write(worktree, FIRST, CACHE, RETRY)
    for path, text in VALID.items():
        worktree.write(f"copy/{path}", text)
    worktree.write(f"copy/{LOG}", log(FIRST, CACHE, RETRY))
    commit = write(worktree, FIRST, RETRY, message="copy")
    assert found(cli) == [lost(commit, "copy", "Cache", CACHE_ID, line=7)]


def test_histories_that_were_joined_lose_nothing_unseen(worktree: Repository, cli: Cli, tmp_path: Path) -> None:
    library(worktree, tmp_path / "lib")
    worktree.git("merge", "--quiet", "-s", "ours", "--no-edit", "--allow-unrelated-histories", "libmain")
    assert [finding.split(" lost ")[1].split(" (")[0] for finding in found(cli)] == ['decision "Again"', 'decision "Retry"']


def test_a_tree_that_was_taken_out_whole_lost_nothing(worktree: Repository, cli: Cli) -> None:
    worktree.git("tag", "left")
    worktree.git("rm", "-r", "--quiet", ".agent")
    worktree.commit("no tree")
    for path, text in VALID.items():
        worktree.write(path, text)
    worktree.commit("another tree")
    assert [finding for finding in found(cli, "--base", "left") if "AS413" in finding] == []


def test_a_log_that_was_deleted_alone_lost_everything(worktree: Repository, cli: Cli) -> None:
    worktree.git("rm", "--quiet", LOG)
    commit = worktree.commit("no log")
    worktree.write(LOG, "# Decisions\n")
    assert found(cli) == [lost(commit, "no log", "First", FIRST_ID, line=1)]
    assert cli("repair").code == 0
    assert worktree.read(LOG) == log(FIRST)


def test_line_ends_are_no_difference(worktree: Repository, cli: Cli) -> None:
    worktree.write(LOG, log(FIRST).replace("\n", "\r\n"))
    worktree.commit("other line ends")
    assert found(cli) == []
    worktree.write(LOG, HEAD.replace("\n", "\r\n"))
    worktree.commit("emptied")
    assert cli("repair").code == 0
    assert worktree.read(LOG) == log(FIRST).replace("\n", "\r\n")


def test_without_a_parent_or_a_commit_nothing_is_lost(repository: Repository, cli: Cli, tmp_path: Path) -> None:
    fresh = Repository.create(tmp_path / "fresh")
    for path, text in VALID.items():
        fresh.write(path, text)
    assert (found(cli, at=fresh.path), cli("repair", at=fresh.path)) == ([], Result(0, OK, ""))
    fresh.commit("first")
    assert (found(cli, at=fresh.path), cli("repair", at=fresh.path)) == ([], Result(0, OK, ""))
    assert repository.head()


def test_repair_without_history_is_refused(cli: Cli, tmp_path: Path, worktree: Repository) -> None:
    (tmp_path / "plain/.agent").mkdir(parents=True)
    error = "agentstate: error: not a git repository\nhint: run it where git has the history of the tree\n"
    assert cli("repair", at=tmp_path / "plain") == Result(2, "", error)
    worktree.git("checkout", "--quiet", "--orphan", "other")
    worktree.commit("other")
    error = 'agentstate: error: nothing can be compared with "main": their histories have nothing in common\nhint: leave --base out\n'
    assert cli("repair", "--base", "main") == Result(2, "", error)
