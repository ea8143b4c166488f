"""`agentstate check` in a repository with several trees: which are found, that each is judged as if it were alone, and at what price."""

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from agentstate.git import written
from agentstate.git.failure import GitError
from agentstate.git.runner import Git, Running
from agentstate.rules.example import VALID
from agentstate.rules.rule import state_text
from agentstate.vocabulary.layout import CONFIG, DECISIONS, FACTS, STATE, TODO
from tests.support.command import Result
from tests.support.repository import Repository

CROOKED = "# TODO\n\n- [ ] P1 wire the controller\n-[ ] measure the cache\n"
FINDING = """\
{path}:4:1: AS521 malformed-item error: not a checkbox: "-[ ]"
  -[ ] measure the cache
  ^
  hint: write "- [ ] " for open, "- [~] " for in progress, "- [x] " for done
"""
NOTHING = "agentstate: error: no .agent/ here, above or below: run `agentstate init`\n"


def plant(repository: Repository, *folders: str, todo: str = VALID[TODO]) -> None:
    """A valid tree with this TODO.md in each folder, committed."""
    for folder in folders:
        for path, text in {**VALID, TODO: todo}.items():
            repository.write(folder + path, text)
    repository.commit("trees")


def crooked(*folders: str) -> str:
    return "".join(FINDING.format(path=f"{folder}{TODO}") for folder in folders)


@pytest.fixture
def mono(repository: Repository) -> Repository:
    """A repository with a tree at its top, two in packages/, of which one is crooked, and one below that."""
    plant(repository, "", "packages/a/", "packages/b/inner/")
    plant(repository, "packages/b/", todo=CROOKED)
    return repository


def test_all_trees_in_one_run_with_one_summary(mono: Repository, cli: Callable[..., Result]) -> None:
    assert cli("check") == Result(1, crooked("packages/b/") + "1 error (4 trees)\n", "")
    mono.write(f"packages/b/{TODO}", VALID[TODO])
    assert cli("check") == Result(0, "ok: 24 files, 4 trees\n", "")
    assert mono.status() == f" M packages/b/{TODO}\n"


def test_what_is_below_a_folder_and_the_nearest_tree_above_it(mono: Repository, cli: Callable[..., Result]) -> None:
    mono.write("packages/b/src/deep/code.py", "pass\n")
    assert cli("check", "-C", "packages/a") == Result(0, "ok: 6 files, 1 tree\n", "")
    assert cli("check", "-C", "packages/b/src") == Result(1, crooked("packages/b/") + "1 error\n", "")
    assert cli("check", "-C", "packages/b") == Result(1, crooked("packages/b/") + "1 error (2 trees)\n", "")
    assert cli("check", "-C", "packages") == Result(1, crooked("packages/b/") + "1 error (4 trees)\n", "")
    assert cli("check", "-C", "src") == Result(0, "ok: 6 files, 1 tree\n", "")


def test_no_tree_above_but_some_below(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, "packages/a/", "packages/b/")
    assert cli("check") == Result(0, "ok: 12 files, 2 trees\n", "")
    assert cli("check", "packages/a") == Result(0, "ok: 6 files, 1 tree\n", "")
    assert cli("check", "src") == Result(2, "", NOTHING)
    assert cli("check", "README.md") == Result(2, "", "agentstate: error: no .agent/ here or above: run `agentstate init`\n")


@pytest.mark.usefixtures("mono")
def test_a_file_means_the_nearest_tree_alone_and_a_folder_all_below_it(cli: Callable[..., Result]) -> None:
    assert cli("check", "README.md") == Result(0, "ok: 6 files, 1 tree\n", "")
    assert cli("check", "README.md", "packages/a/.agent/STATE.yaml") == Result(0, "ok: 12 files, 2 trees\n", "")
    assert cli("check", "packages/b", f"packages/b/{STATE}") == Result(1, crooked("packages/b/") + "1 error (2 trees)\n", "")
    assert cli("check", "-C", "packages", "b/inner", "../README.md") == Result(0, "ok: 12 files, 2 trees\n", "")


def test_trees_that_are_not_there_or_elsewhere_do_not_count(mono: Repository, cli: Callable[..., Result], tmp_path: Path) -> None:
    (mono.path / "packages/b").rename(tmp_path / "gone")
    lost = "".join(f"packages/{name}/.agent is in git and not on the disk: not checked\n" for name in ("b", "b/inner"))
    assert cli("check") == Result(0, "ok: 12 files, 2 trees\n", lost)
    (mono.path / "packages/b").symlink_to(tmp_path / "gone")
    assert cli("check") == Result(0, "ok: 12 files, 2 trees\n", "")


def test_a_tree_that_git_does_not_know_is_found_from_within(mono: Repository, cli: Callable[..., Result]) -> None:
    for path, text in {**VALID, TODO: CROOKED}.items():
        mono.write(f"packages/new/{path}", text)
    assert cli("check", "packages/a", "packages/new") == Result(1, crooked("packages/new/") + "1 error (2 trees)\n", "")
    assert cli("check", "--ignore", "AS521") == Result(0, "ok: 24 files, 4 trees\n", "")
    mono.git("add", "packages/new")
    assert cli("check", "--ignore", "AS521") == Result(0, "ok: 30 files, 5 trees\n", "")


def test_what_is_staged_is_found_in_the_index_alone(mono: Repository, cli: Callable[..., Result], tmp_path: Path) -> None:
    plain = "ok: 24 files, 4 trees\n"
    mono.write(f"packages/b/{TODO}", VALID[TODO])
    mono.git("add", "packages/b")
    mono.write(f"packages/b/{TODO}", CROOKED)
    (mono.path / "packages/a").rename(tmp_path / "gone")
    assert cli("check", "--staged") == Result(0, plain, "")
    assert cli("check", "--staged", "-C", "packages/b", "inner/.agent/STATE.yaml") == Result(0, "ok: 6 files, 1 tree\n", "")
    mono.git("rm", "--quiet", "--force", "--cached", "-r", "packages/b/.agent", ".agent")
    assert cli("check", "--staged") == Result(0, "ok: 12 files, 2 trees\n", "")
    none = Result(0, "ok: 0 files, 0 trees\n", "no .agent/ in this commit: nothing to check\n")
    assert cli("check", "--staged", "-C", "src") == none
    mono.git("commit", "--quiet", "--message", "without trees")
    assert cli("check", "--staged", "-C", "src") == none


def test_each_tree_is_judged_by_its_own_configuration(mono: Repository, cli: Callable[..., Result]) -> None:
    mono.write(f"packages/b/{CONFIG}", "rules:\n  ignore: [AS521]\n")
    assert cli("check") == Result(0, "ok: 25 files, 4 trees\n", "")


def test_trees_can_be_left_out_by_the_nearest_one_above(mono: Repository, cli: Callable[..., Result]) -> None:
    mono.write(CONFIG, "trees:\n  ignore: [packages/b, other/**]\n")
    assert cli("check") == Result(0, "ok: 19 files, 3 trees\n", "")
    assert cli("check", "--staged") == Result(1, crooked("packages/b/") + "1 error (4 trees)\n", "")
    mono.git("add", CONFIG)
    assert cli("check", "--staged") == Result(0, "ok: 19 files, 3 trees\n", "")
    assert cli("check", "packages/b") == Result(1, crooked("packages/b/") + "1 error (2 trees)\n", "")
    mono.write(CONFIG, "trees:\n  ignore: ['**']\n")
    assert cli("check") == Result(0, "ok: 7 files, 1 tree\n", "")


@pytest.mark.usefixtures("mono")
def test_paths_of_several_repositories(cli: Callable[..., Result], tmp_path: Path) -> None:
    other = Repository.create(tmp_path / "other")
    plant(other, "", "x/")
    assert cli("check", "packages/a", str(other.path)) == Result(0, "ok: 18 files, 3 trees\n", "")
    plain = tmp_path / "plain"
    for path, text in VALID.items():
        (plain / path).parent.mkdir(parents=True, exist_ok=True)
        (plain / path).write_text(text, encoding="utf-8")
    assert cli("check", str(plain / "AGENTS.md"), str(plain), "--ignore", "AS2") == Result(0, "ok: 6 files, 1 tree\n", "")


def test_mending_goes_through_all_trees(mono: Repository, cli: Callable[..., Result]) -> None:
    mono.write(f"packages/a/{TODO}", CROOKED)
    fixed = "".join(f'fixed AS521 malformed-item in "{path}"\n' for path in (f"packages/a/{TODO}", f"packages/b/{TODO}"))
    assert cli("check", "--fix") == Result(0, "ok: 24 files, 4 trees\n", fixed)
    before = mono.snapshot()
    assert cli("check", "--fix") == Result(0, "ok: 24 files, 4 trees\n", "")
    assert mono.snapshot() == before


def disorder(repository: Repository) -> None:
    """Trees in every state that git can tell apart, close to one another."""
    plant(repository, "", "p/stale/", "p/dirty/", "p/moved/", "p/moved/inner/", "p/named/", "p/gone/")
    for folder in ("", "p/stale/", "p/moved/", "p/moved/inner/", "p/named/"):
        repository.write(f"{folder}{CONFIG}", "freshness:\n  max_commits: 2\n")
    repository.commit("limits")
    for number in range(4):
        repository.write("p/stale/code.py", f"{number}\n")
        repository.write("p/moved/inner/code.py", f"{number}\n")
        repository.commit("code")
    repository.write(f"p/moved/{STATE}", VALID[STATE] + "# edited\n")
    repository.commit("state")
    repository.write("p/named/src/deep/helper.py", "def help(): ...\n")
    repository.write("p/named/lib/helper.py", "def help(): ...\n")
    repository.write(f"p/named/{STATE}", state_text(next_action="mend `helper.py`"))
    repository.commit("names")
    repository.git("checkout", "--quiet", "-b", "side", "HEAD~3")
    repository.write("p/stale/side.py", "1\n")
    repository.write(f"p/moved/inner/{STATE}", VALID[STATE] + "# of the side\n")
    repository.commit("side")
    repository.write("p/moved/inner/code.py", "side\n")
    repository.write("p/dirty/code.txt", "side\n")
    repository.commit("side")
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "-s", "ours", "-m", "take nothing", "side~1")
    repository.git("merge", "--quiet", "-X", "ours", "-m", "take the rest", "side")
    repository.git("mv", "p/stale/code.py", "p/dirty/code.py")
    repository.write(f"p/dirty/{STATE}", state_text(goal="another one altogether"))
    (repository.path / "p/gone" / TODO).unlink()
    for path, text in {**VALID, TODO: CROOKED}.items():
        repository.write(f"p/new/{path}", text)
    repository.git("add", "--intent-to-add", "p/new")


@pytest.mark.parametrize("options", [(), ("--staged",), ("--base", "HEAD~3")])
def test_each_tree_is_judged_as_if_it_were_alone(repository: Repository, cli: Callable[..., Result], options: tuple[str, ...]) -> None:
    disorder(repository)

    def diagnostics(*paths: str) -> tuple[list[str], list[dict[str, object]]]:
        report = json.loads(cli("check", "--format", "json", *options, *paths).out)
        return report["trees"], report["diagnostics"]

    trees, together = diagnostics()
    alone = [found for tree in trees for found in diagnostics(f"{tree}/{STATE}")[1]]
    assert len(trees) >= 7
    assert sorted(map(str, alone)) == sorted(map(str, together))
    assert {str(found["code"]) for found in together} >= {"AS201"}


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The verb of every git process that was started."""
    verbs: list[str] = []
    start = Git.start

    def starting(self: Git, *arguments: str, **options: object) -> Running:
        verbs.append(arguments[0])
        return start(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Git, "start", starting)
    return verbs


@pytest.mark.parametrize("options", [(), ("--staged",), ("--base", "HEAD~1")])
def test_a_further_tree_costs_two_processes_at_most(
    repository: Repository, cli: Callable[..., Result], processes: list[str], options: tuple[str, ...]
) -> None:
    def cost(*folders: str) -> int:
        plant(repository, *folders)
        for folder in folders:
            repository.write(f"{folder}code.py", f"{repository.minutes}\n")
            repository.write(f"{folder}{STATE}", state_text(next_action=f"mend it {folder}"))
            repository.commit("work", f"{folder}{STATE}")
            repository.commit("work", f"{folder}code.py")
        processes.clear()
        assert cli("check", *options).code == 0
        return len(processes)

    few = cost("p/a/", "p/b/")
    more = cost("p/c/", "p/d/", "p/e/", "p/f/")
    assert more - few <= 2 * 4, processes


@pytest.mark.parametrize("options", [(), ("--staged",), ("--base", "HEAD~1")])
def test_of_more_trees_than_a_few_the_next_cost_none(
    repository: Repository, cli: Callable[..., Result], processes: list[str], options: tuple[str, ...]
) -> None:
    """Each tree was written in a commit of its own, has code that changed since, a path that git ignores, and lost a decision."""

    def cost(*folders: str) -> int:
        for folder in folders:
            plant(repository, folder)
            repository.write(f"{folder}{DECISIONS}", f"{VALID[DECISIONS]}\n## [2026-11-01] Keep it\n\n- Why: {folder}\n")
            repository.write(f"{folder}{FACTS}", f"{VALID[FACTS]}- see `build/out.txt`\n")
            repository.write(f"{folder}code.py", "0\n")
            repository.commit("work")
        for path in [f"{folder}{DECISIONS}" for folder in folders]:
            repository.write(path, VALID[DECISIONS])
        repository.commit("lost")
        for folder in folders:
            repository.write(f"{folder}code.py", "1\n")
        processes.clear()
        assert "AS413" in cli("check", *options).out
        return len(processes)

    repository.write(".gitignore", "build/\n")
    many = cost(*(f"p/{number:02}/" for number in range(12)))
    assert cost(*(f"p/{number:02}/" for number in range(12, 24))) == many, processes


def test_where_one_walk_fails_each_tree_is_asked_about(
    repository: Repository, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        plant(repository, f"p/{number:02}/")
    repository.write("p/05/code.py", "x\n")
    repository.commit("code")
    repository.write("p/05/.agent/config.yaml", "freshness:\n  require_update: warn\n")
    expected = cli("check")
    asked: list[Sequence[str]] = []

    def failing(_repository: object, folders: Sequence[str], _places: Sequence[str]) -> list[str]:
        asked.append(folders)
        raise GitError("bad object")

    monkeypatch.setattr(written, "last_written", failing)
    assert cli("check") == expected
    assert len(asked[0]) == 12


@pytest.mark.parametrize("damage", [3, 300])
@pytest.mark.parametrize("folder", ["", "packages/a/", "packages/c/"])
def test_what_git_cannot_read_of_one_tree_is_said_of_that_tree(
    repository: Repository, cli: Callable[..., Result], folder: str, damage: int
) -> None:
    folders = "", "packages/a/", "packages/b/", "packages/c/"
    plant(repository, *folders)
    for message in "long", "longer":
        for one in folders:
            words = " ".join(hashlib.sha256(f"{one}{number}".encode()).hexdigest() for number in range(20))
            entries = f"## [2026-11-29] Cache\n- Why: {words}\n\n## [2026-11-29] {message}\n- Why: one\n"
            repository.write(one + DECISIONS, f"# Decisions\n\n{entries}")
        repository.commit(message)
    name = repository.git("rev-parse", f"HEAD~1:{folder}{DECISIONS}").strip()
    loose = repository.path / ".git/objects" / name[:2] / name[2:]
    loose.chmod(0o644)
    loose.write_bytes(loose.read_bytes()[:damage])
    alone = [json.loads(cli("check", one or ".", "--format", "json", "--select", "AS4").out) for one in folders[1:]]
    together = json.loads(cli("check", "--format", "json", "--select", "AS4").out)["diagnostics"]
    assert [found["path"] for found in together if found["code"] == "AS414"] == [folder + DECISIONS]
    assert [found for found in together if found["path"] != DECISIONS] == [found for report in alone for found in report["diagnostics"]]


def test_one_tree_costs_no_more_than_it_must(repository: Repository, cli: Callable[..., Result], processes: list[str]) -> None:
    plant(repository, "")
    assert cli("check").code == 0
    assert sorted(processes) == ["config", "diff-tree", "ls-files", "rev-list", "rev-parse", "status"]


LOST = "packages/a/.agent is in git and not on the disk: not checked\n"


def test_a_tree_that_git_holds_and_the_disk_does_not_is_named(mono: Repository, cli: Callable[..., Result]) -> None:
    shutil.rmtree(mono.path / "packages/a/.agent")
    assert cli("check", "--ignore", "AS521") == Result(0, "ok: 18 files, 3 trees\n", LOST)
    assert cli("check", "--ignore", "AS521", "-C", "packages/b") == Result(0, "ok: 12 files, 2 trees\n", "")
    mono.write(CONFIG, "trees:\n  ignore: [packages/a]\n")
    assert cli("check", "--ignore", "AS521") == Result(0, "ok: 19 files, 3 trees\n", "")


def test_a_tree_that_a_sparse_checkout_keeps_off_the_disk_is_not_lost(mono: Repository, cli: Callable[..., Result]) -> None:
    mono.git("sparse-checkout", "set", "--no-cone", "/*", "!/packages/a/")
    assert not (mono.path / "packages/a").exists()
    assert cli("check", "--ignore", "AS521") == Result(0, "ok: 18 files, 3 trees\n", "")


@pytest.mark.parametrize(
    ("start", "place"), [(".", "-C packages/a "), ("packages/b", "-C ../a "), ("packages/a", ""), ("packages/a/.agent", "")]
)
def test_a_hint_names_the_tree_that_its_verb_is_for(mono: Repository, cli: Callable[..., Result], start: str, place: str) -> None:
    (mono.path / "packages/a" / TODO).unlink()
    where = f"{mono.path}/packages/a"
    for form, start_of_hint in (("text", "hint: "), ("json", '"hint": "')):
        out = cli("check", "--select", "AS101", "--format", form, where, "-C", start).out
        assert f"{start_of_hint}run `agentstate {place}init` to write it" in out
