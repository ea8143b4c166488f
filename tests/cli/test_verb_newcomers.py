"""What a newcomer's trial broke once, each as a kind: files that git keeps off the disk, conflicts, lost files, odd folders."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from tests.cli.worksite import TREE, plant
from tests.support.command import Result, run_process
from tests.support.repository import Repository

Cli = Callable[..., Result]

CONFLICT = "<<<<<<< HEAD\n- [ ] ours\n=======\n- [ ] theirs\n>>>>>>> other\n"
HINT = "hint: run `agentstate resolve`, or decide which side is right and delete the marker lines\n"


def held(repository: Repository) -> str:
    """The paths of the tree that HEAD holds."""
    return repository.git("ls-tree", "-r", "--name-only", "HEAD", "--", layout.FOLDER)


def sparse(repository: Repository, *patterns: str) -> None:
    repository.git("sparse-checkout", "set", "--no-cone", *patterns)


@pytest.mark.usefixtures("now")
def test_what_a_sparse_checkout_leaves_out_stays_in_git(repository: Repository, cli: Cli) -> None:
    plant(repository)
    before = held(repository)
    sparse(repository, "/*", "!/.agent/DECISIONS.md", "!/.agent/checkpoints/")
    assert cli("set", "next_action", "measure it").code == 0
    done = cli("checkpoint", "half way")
    assert (done.code, done.out) == (0, "20261129T193000Z-manual-half-way\n")
    assert done.err == f"{layout.DECISIONS} is missing on the disk; the commit leaves it as it was\n"
    assert sorted(held(repository).split()) == sorted([*before.split(), layout.snapshot_path("20261129T193000Z-manual-half-way")])
    assert repository.git("show", f"HEAD:{layout.DECISIONS}") == TREE[layout.DECISIONS]


@pytest.mark.usefixtures("now")
def test_a_file_that_somebody_lost_stays_in_git_and_is_named(repository: Repository, cli: Cli) -> None:
    plant(repository)
    (repository.path / layout.TODO).unlink()
    cli("set", "next_action", "measure it")
    assert cli("checkpoint", "half way").err == f"{layout.TODO} is missing on the disk; the commit leaves it as it was\n"
    assert repository.git("show", f"HEAD:{layout.TODO}") == TREE[layout.TODO]


def test_init_writes_nothing_over_what_a_sparse_checkout_leaves_out(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.commit("everything")
    head = repository.head()
    sparse(repository, "/src/")
    error = f'git holds "{layout.ATTRIBUTES if layout.ATTRIBUTES in held(repository) else layout.DECISIONS}" and 6 more'
    done = cli("init")
    assert done.code == 2
    assert done.err.startswith(f"agentstate: error: {error}, and a sparse checkout keeps it off the disk\n")
    assert repository.head() == head
    assert not (repository.path / layout.FOLDER).exists()


@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        (layout.TODO, ("todo", "add", "write the report")),
        (layout.DECISIONS, ("decide", "Cache in Redis", "--why", "workers disagree")),
        (layout.FACTS, ("fact", "tests run with `make test`")),
    ],
)
def test_nothing_is_written_into_a_conflict(repository: Repository, cli: Cli, path: str, arguments: tuple[str, ...]) -> None:
    plant(repository)
    text = TREE[path] + CONFLICT
    repository.write(path, text)
    line = TREE[path].count("\n") + 1
    assert cli(*arguments) == Result(1, "", f"agentstate: error: {path}:{line}: a merge conflict was left here\n{HINT}")
    assert repository.read(path) == text
    problem = f"{path}:{line}:1 [a merge conflict was left here, run `agentstate resolve`; what could be read of this file is listed]\n"
    assert f"Problems found on reading: {problem}" in cli("resume").out


def test_a_list_keeps_the_message_of_what_only_git_has(repository: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("init", "--agents", "none")
    for number in range(7):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1795980600 + 60 * number))
        cli("set", "next_action", f"step {number}")
        cli("checkpoint", f"第 {number} 步")
    assert len(list((repository.path / layout.CHECKPOINTS).glob("*.yaml"))) == 5
    assert [line.rpartition("  ")[2] for line in cli("restore").out.splitlines()] == [f"第 {number} 步" for number in range(6, -1, -1)]


def test_an_init_that_is_refused_leaves_nothing(repository: Repository, cli: Cli) -> None:
    repository.write("AGENTS.md", "# Notes\n".encode("utf-16"))
    before = repository.snapshot()
    error = "agentstate: error: AGENTS.md:1:1: not UTF-8: byte 0xff at offset 0\n"
    done = cli("init")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(error)
    assert repository.snapshot() == before
    assert not (repository.path / layout.FOLDER).exists()
    repository.write("AGENTS.md", "# Notes\n".encode("utf-16-le"))
    assert cli("init").err.startswith("agentstate: error: AGENTS.md:1:2: not UTF-8 text: a NUL byte\n")


@pytest.mark.parametrize("verb", ["status", "init", "check"])
def test_a_folder_that_is_gone_is_said_to_be(tmp_path: Path, verb: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = tmp_path / "gone.sh"
    script.write_text('cd "$1" && rmdir "$1" && shift && exec "$@"\n', encoding="utf-8")
    done = run_process(verb, at=tmp_path, through=("sh", str(script), str(gone)))
    assert (done.code, done.out) == (2, "")
    assert done.err == 'agentstate: error: the folder "." is not there any more\nhint: change to one that exists\n'


def test_there_must_be_a_task_to_conclude(repository: Repository, cli: Cli) -> None:
    cli("init", "--agents", "none")
    before = repository.snapshot()
    error = "agentstate: error: there is no task to conclude\nhint: leave --conclude out\n"
    assert cli("task", "new", "--conclude", "done") == Result(2, "", error)
    assert repository.snapshot() == before


def test_set_does_not_wipe_a_list(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(layout.STATE, TREE[layout.STATE] + "commands:\n  - make\n  - make test\n")
    error = 'agentstate: error: commands is a list\nhint: add to it with `agentstate add commands "…"`\n'
    assert cli("set", "commands", "q") == Result(2, "", error)


@pytest.mark.parametrize("word", ["no", "FALSE", "none"])
def test_nothing_blocks_the_work_in_whatever_word(repository: Repository, cli: Cli, word: str) -> None:
    plant(repository)
    cli("set", "blocked", "no key")
    assert cli("set", "blocked", word).code == 0
    assert "blocked: false\n" in repository.read(layout.STATE)


def test_a_group_without_a_verb_shows_its_help(cli: Cli) -> None:
    bare, asked = cli("todo"), cli("todo", "--help")
    assert (bare.code, bare.out, bare.err) == (2, asked.out, "")


@pytest.mark.usefixtures("now")
def test_a_tree_written_in_chinese_is_gone_on_with_in_chinese(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(layout.PROTOCOL, "# 启动协议\n\n1. 读 STATE.yaml。\n2. 不确定就向用户询问，不要猜测。\n")
    cli("decide", "缓存走 Redis", "--why", "多实例不一致")
    assert repository.read(layout.DECISIONS).endswith("\n## [2026-11-29] 缓存走 Redis\n- 理由：多实例不一致\n")


def test_a_title_that_forbids_goes_on_with_its_decision(repository: Repository, cli: Cli) -> None:
    plant(repository)
    entries = "".join(
        f"\n## [2026-11-{number % 28 + 1:02d}] Never call {number} twice\n- Decision: do {number}\n- Why: it bills {number}\n"
        for number in range(31)
    )
    repository.write(layout.DECISIONS, f"# Decisions\n{entries}")
    assert cli("rotate").code == 0
    assert "- Never call 0 twice: do 0 — because: it bills 0 [2026-11-01-never-call-0-twice-" in repository.read(layout.FACTS)


def test_the_change_stands_where_only_its_result_is_lost(repository: Repository) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    plant(repository)
    call = ("decide", "Cache in Redis", "--why", "workers disagree")
    done = run_process(*call, at=repository.path, through=("sh", "-c", 'exec "$@" >/dev/full', "sh"))
    assert (done.code, repository.read(layout.DECISIONS).count("Cache in Redis")) == (2, 1)
    assert done.err.endswith("; the change was made\nhint: do not run it again\n")
