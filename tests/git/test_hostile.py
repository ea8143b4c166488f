"""Nothing that a repository's configuration, attributes, hooks or surroundings name is ever started, and no other repository is touched."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.git.commit import Committed, Outcome
from agentstate.git.facts import collect
from agentstate.git.freshness import FreshnessQuestion
from agentstate.git.history import read_at, recorded_snapshots
from agentstate.git.recorded import blob_ids, tree_entries
from agentstate.git.repository import discover
from tests.git.door import SNAPSHOT, STATE, assert_committed, checkpoint, door, entries, user_work
from tests.support.repository import Repository, files_below

HOOKS = (
    *("applypatch-msg", "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout", "post-merge", "pre-rebase"),
    *("post-rewrite", "pre-auto-gc", "reference-transaction", "post-index-change", "fsmonitor-watchman"),
)


def touch(worktree: Repository) -> None:
    """Make git look at the contents of files, not only at their times."""
    for path in ("src/partly.txt", "README.md"):
        os.utime(worktree.path / path)
    worktree.write("src/gone.txt", "more code\n")


def ask_everything(worktree: Repository) -> Outcome:
    """Every question, and the commit."""
    touch(worktree)
    seen = door(worktree)
    outcome = checkpoint(worktree)
    facts = collect(seen, diff_stat=True, state=FreshnessQuestion(STATE))
    assert facts.reason == ""
    blob_ids(seen, {STATE: b"a\r\n"})
    tree_entries(seen, [STATE])
    recorded_snapshots(seen)
    read_at(seen, worktree.head(), STATE)
    return outcome


def plant_hooks(folder: Path, canary: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in HOOKS:
        (folder / name).write_bytes(canary.read_bytes())
        (folder / name).chmod(0o755)


def plant_filter(name: str) -> Callable[[Repository, Path], None]:
    def plant(worktree: Repository, canary: Path) -> None:
        worktree.write(".gitattributes", f"*.txt filter={name}\n*.md filter={name}\n")
        for variable in ("clean", "smudge", "process"):
            worktree.git("config", f"filter.{name}.{variable}", str(canary))
        worktree.git("config", f"filter.{name}.required", "true")

    return plant


def plant_diff(worktree: Repository, canary: Path) -> None:
    worktree.write(".gitattributes", "*.txt diff=x merge=x\n")
    for name in ("diff.external", "diff.x.command", "diff.x.textconv", "merge.x.driver"):
        worktree.git("config", name, str(canary))


def plant_settings(*names: str) -> Callable[[Repository, Path], None]:
    def plant(worktree: Repository, canary: Path) -> None:
        for name in names:
            worktree.git("config", name, str(canary))

    return plant


def plant_include(worktree: Repository, canary: Path) -> None:
    worktree.write("evil.cfg", f"[core]\n\tfsmonitor = {canary}\n")
    worktree.git("config", "include.path", "../evil.cfg")


def plant_signature(worktree: Repository, canary: Path) -> None:
    header, body = worktree.git("cat-file", "commit", "HEAD").split("\n\n", 1)
    signed = f"{header}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n{body}"
    worktree.git("update-ref", "HEAD", worktree.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=signed).strip())
    worktree.git("config", "log.showSignature", "true")
    worktree.git("config", "gpg.program", str(canary))


def plant_submodule(worktree: Repository, canary: Path) -> None:
    inner = Repository.create(worktree.path / "sub")
    inner.write("f", "f\n")
    inner.commit("inner")
    worktree.git("-c", "advice.addEmbeddedRepo=false", "add", "sub")
    worktree.git("commit", "--quiet", "--message", "sub")
    inner.git("config", "core.fsmonitor", str(canary))
    inner.write(".gitattributes", "* filter=x\n")
    inner.git("config", "filter.x.clean", str(canary))
    inner.write("f", "g\n")


PLANTED: dict[str, Callable[[Repository, Path], None]] = {
    "hooks": lambda worktree, canary: plant_hooks(worktree.path / ".git/hooks", canary),
    "filter": plant_filter("x"),
    "filter without a name": plant_filter(""),
    "filter with an equals sign": plant_filter("a=b"),
    "filter with odd letters": plant_filter("a.b/é"),
    "diff and merge drivers": plant_diff,
    "fsmonitor": plant_settings("core.fsmonitor"),
    "include": plant_include,
    "pager and editor": plant_settings("core.pager", "pager.log", "pager.status", "core.editor", "sequence.editor", "core.askPass"),
    "aliases": plant_settings("alias.status", "alias.log", "alias.update-ref"),
    "transport": plant_settings("core.sshCommand", "credential.helper", "core.gitProxy", "uploadpack.packObjectsHook"),
    "signature shown": plant_signature,
    "submodule": plant_submodule,
}


@pytest.mark.parametrize("case", PLANTED)
def test_nothing_planted_is_started(worktree: Repository, hit: Path, canary: Path, case: str) -> None:
    PLANTED[case](worktree, canary)
    hit.unlink(missing_ok=True)
    assert_committed_without_asking_git(worktree, ask_everything(worktree), hit)


@pytest.mark.parametrize("case", sorted(PLANTED.keys() - {"pager and editor", "aliases", "transport"}))
def test_what_is_planted_would_be_started_by_plain_git(worktree: Repository, hit: Path, canary: Path, case: str) -> None:
    PLANTED[case](worktree, canary)
    hit.unlink(missing_ok=True)
    touch(worktree)
    for verb in ("status", "diff", "log"):
        worktree.git(verb, check=False)
    assert hit.exists()


def assert_committed_without_asking_git(worktree: Repository, outcome: Outcome, hit: Path) -> None:
    """The test's own git would start what is planted, so HIT is looked at first."""
    assert not hit.exists(), hit.read_text(encoding="utf-8")
    (worktree.path / ".gitattributes").unlink(missing_ok=True)
    for name in ("core.fsmonitor", "include.path", "core.hooksPath"):
        worktree.git("config", "--unset-all", name, check=False)
    assert_committed(worktree, outcome)


def test_hooks_in_a_tracked_folder_are_not_started(worktree: Repository, hit: Path, canary: Path) -> None:
    plant_hooks(worktree.path / ".husky", canary)
    worktree.git("config", "core.hooksPath", ".husky")
    assert_committed_without_asking_git(worktree, ask_everything(worktree), hit)


def test_a_git_in_the_work_tree_is_not_started(worktree: Repository, hit: Path, canary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (worktree.path / "git").write_bytes(canary.read_bytes())
    (worktree.path / "git").chmod(0o755)
    monkeypatch.chdir(worktree.path)
    monkeypatch.setenv("PATH", f".::{os.environ['PATH']}")
    checkpoint(worktree)
    assert not hit.exists()


def test_an_embedded_bare_repository_is_not_used(worktree: Repository, hit: Path, canary: Path) -> None:
    bare = Repository.create(worktree.path / "docs")
    bare.git("config", "core.fsmonitor", str(canary))
    bare.git("config", "core.worktree", str(worktree.path))
    for path in (worktree.path / "docs/.git").iterdir():
        path.rename(worktree.path / "docs" / path.name)
    (worktree.path / "docs/.git").rmdir()
    found = discover(worktree.path / "docs")
    assert found == f"cannot use bare repository '{worktree.path / 'docs'}' (safe.bareRepository is 'explicit')"
    assert not hit.exists()


def test_variables_that_point_into_another_repository_are_ignored(
    worktree: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository.create(tmp_path / "other")
    other.write("f", "f\n")
    other.commit("other")
    other.write(STATE, "other\n")
    before, index = files_below(other.path), (other.path / ".git/index").read_bytes()
    with monkeypatch.context() as caller:
        caller.setenv("GIT_DIR", str(other.path / ".git"))
        caller.setenv("GIT_WORK_TREE", str(other.path))
        caller.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
        caller.setenv("GIT_OBJECT_DIRECTORY", str(other.path / ".git/objects"))
        caller.setenv("GIT_NAMESPACE", "elsewhere")
        seen = door(worktree)
        assert seen.top == worktree.path
    with monkeypatch.context() as caller:
        for name in ("DIR", "WORK_TREE", "INDEX_FILE"):
            caller.setenv(f"GIT_{name}", str(other.path / {"DIR": ".git", "WORK_TREE": "", "INDEX_FILE": ".git/index"}[name]))
        worktree_files = {STATE: b"mine\n", SNAPSHOT: b"reason: manual\n"}
        outcome = checkpoint(worktree, files=worktree_files)
        history = recorded_snapshots(seen)
    made = assert_committed(worktree, outcome, worktree_files)
    assert [(one.path, one.commit) for one in history.snapshots] == [(SNAPSHOT, made)]
    assert (files_below(other.path), (other.path / ".git/index").read_bytes()) == (before, index)


def test_settings_in_variables_are_ignored(worktree: Repository, hit: Path, canary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as caller:
        caller.setenv("GIT_CONFIG_COUNT", "1")
        caller.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
        caller.setenv("GIT_CONFIG_VALUE_0", str(canary))
        caller.setenv("GIT_CONFIG_PARAMETERS", f"'core.hooksPath'='{canary.parent}'")
        caller.setenv("GIT_EXTERNAL_DIFF", str(canary))
        caller.setenv("GIT_TRACE", str(canary.parent / "trace"))
        outcome = checkpoint(worktree)
        collect(door(worktree), diff_stat=True, state=FreshnessQuestion(STATE))
        recorded_snapshots(door(worktree))
    assert_committed(worktree, outcome)
    assert not hit.exists()
    assert not (canary.parent / "trace").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("color.ui", "always"),
        ("log.date", "relative"),
        ("status.showUntrackedFiles", "no"),
        ("i18n.logOutputEncoding", "UTF-16"),
        ("i18n.commitEncoding", "latin1"),
        ("core.quotePath", "true"),
        ("core.abbrev", "4"),
        ("diff.noprefix", "true"),
        ("diff.renames", "copies"),
        ("diff.relative", "true"),
        ("status.relativePaths", "false"),
        ("status.branch", "true"),
        ("log.follow", "true"),
        ("core.logAllRefUpdates", "always"),
        ("diff.orderFile", "/nowhere"),
        ("core.commentChar", "C"),
    ],
)
def test_settings_that_change_what_git_prints_change_nothing(written: Repository, name: str, value: str) -> None:
    written.write("src/ünï.txt", "x\n")
    written.commit("code")
    user_work(written)
    facts = collect(door(written), diff_stat=True, state=FreshnessQuestion(STATE))
    before = entries(written)
    written.git("config", name, value)
    assert collect(door(written), diff_stat=True, state=FreshnessQuestion(STATE)) == facts
    outcome = checkpoint(written)
    assert isinstance(outcome, Committed)
    assert b"\nencoding " not in written.git("cat-file", "commit", outcome.id).encode()
    written.git("config", "--unset", name)
    assert_committed(written, outcome)
    assert entries(written) == before


def test_writing_the_index_looks_at_contents_without_a_filter(worktree: Repository, hit: Path, canary: Path) -> None:
    """git looks into every file that may have changed in the second in which the index was written."""
    later = (worktree.path / ".git/index").stat().st_mtime + 1000
    for path in ("src/partly.txt", "README.md"):
        os.utime(worktree.path / path, (later, later))
    worktree.git("update-index", "--refresh")
    worktree.git("update-index", "--force-write-index")
    plant_filter("x")(worktree, canary)
    outcome = checkpoint(worktree)
    assert not hit.exists()
    worktree.git("update-index", "--force-write-index", check=False)
    assert hit.exists()
    assert isinstance(outcome, Committed)
