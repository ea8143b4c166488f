"""`rotate` in a real repository: git has everything that leaves, and where it cannot have it, it stays."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from tests.cli.worksite import DECISIONS, OLD_ID, TODO, TREE, begin_work, last_commit, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

NOTHING_DONE = {**TREE, layout.TODO: "# TODO\n\n- [ ] P1 wire the controller\n"}
PRUNED = TODO.replace("- [x] write the cache\n", "")
FULL = {**NOTHING_DONE, layout.CONFIG: "limits: {decisions_entries: 1}\n"}
ENTRY = "## [2026-11-02] Cache in process\n- Decision: a dictionary\n- Why: fast\n"
FIRST = "the tree was committed as it was, so that git has what is taken away\n"


def subjects(repository: Repository) -> list[str]:
    return repository.git("log", "--format=%s").splitlines()


def test_where_nothing_leaves_nothing_is_committed(repository: Repository, cli: Cli) -> None:
    plant(repository, files=NOTHING_DONE)
    repository.write(layout.STATE, "project: p\ncurrent_task: a\nnext_action: b\n")
    head = repository.head()
    assert cli("rotate") == Result(0, "nothing to rotate\n", "")
    assert (repository.head(), repository.status()) == (head, f" M {layout.STATE}\n")


def test_decisions_move_and_nothing_is_committed_before(repository: Repository, cli: Cli) -> None:
    plant(repository, files=FULL)
    theirs, count = begin_work(repository), len(subjects(repository))
    out = "moved 2 decisions to the archive\n"
    assert cli("rotate") == Result(0, out, "")
    assert len(subjects(repository)) == count + 1
    archive = layout.archive_path(1)
    assert last_commit(repository) == f"agentstate rotation\n\n{out}\n\nM\t{layout.DECISIONS}\nA\t{archive}\n"
    assert repository.read(archive) == DECISIONS.replace("# Decisions", "# Decisions, archive volume 1")
    assert repository.read(layout.DECISIONS) == "# Decisions\n\n"
    assert repository.status() == theirs
    assert cli("rotate") == Result(0, "nothing to rotate\n", "")


def test_the_newest_volume_is_filled_and_old_snapshots_leave(repository: Repository, cli: Cli) -> None:
    archive, old = layout.archive_path(1), "# Decisions, archive volume 1\n\n## [2026-01-01] No cache\n- Why: small\n"
    names = [layout.snapshot_path(f"2026112{day}T000000Z-manual") for day in range(1, 6)]
    plant(repository, files={**FULL, archive: old, **dict.fromkeys(names, "reason: manual\n")})
    said = "moved 2 decisions to the archive\nremoved 1 older snapshot from the tree; git has it\n"
    assert cli("rotate") == Result(0, said, "")
    assert repository.read(archive) == old + DECISIONS.removeprefix("# Decisions\n")
    oldest = layout.snapshot_path(OLD_ID)
    assert last_commit(repository).split("\n\n\n")[1] == f"M\t{layout.DECISIONS}\nD\t{oldest}\nM\t{archive}\n"


def test_what_git_holds_already_leaves_at_once(repository: Repository, cli: Cli) -> None:
    plant(repository)
    assert cli("rotate") == Result(0, "pruned done items of TODO.md\n", "")
    assert subjects(repository)[:2] == ["agentstate rotation", "tree"]
    assert (repository.read(layout.TODO), repository.status()) == (PRUNED, "")


def test_what_git_does_not_hold_yet_is_committed_first(repository: Repository, cli: Cli) -> None:
    plant(repository)
    theirs = begin_work(repository)
    repository.write(layout.TODO, f"{TODO}- [x] tell the others\n")
    assert cli("rotate") == Result(0, "pruned done items of TODO.md\n", FIRST)
    assert subjects(repository)[:2] == ["agentstate rotation", "agentstate rotation: the tree before it"]
    assert repository.git("show", f"HEAD~1:{layout.TODO}") == f"{TODO}- [x] tell the others\n"
    assert (repository.read(layout.TODO), repository.status()) == (PRUNED, theirs)


def test_a_dry_run_tells_both_commits_and_makes_none(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(layout.TODO, f"{TODO}- [x] tell the others\n")
    result = cli("rotate", "--dry-run")
    assert result == Result(
        0,
        f"""\
change {layout.TODO} ({len(TODO.encode()) + 22} to {len(PRUNED.encode())} bytes)
--- {layout.TODO}
+++ {layout.TODO}
@@ -2,5 +2,3 @@
\x20
 - [ ] P1 wire the controller
 - [ ] measure it — blocked: staging
-- [x] write the cache
-- [x] tell the others
commit agentstate rotation
""",
        "before that, the tree is committed as it is (`agentstate rotation: the tree before it`), so that git has what is taken away\n",
    )
    assert (subjects(repository)[0], repository.status()) == ("tree", f" M {layout.TODO}\n")


@pytest.mark.parametrize("arguments", [("rotate",), ("rotate", "--dry-run")])
def test_during_a_merge_what_git_does_not_hold_stays(repository: Repository, cli: Cli, arguments: tuple[str, ...]) -> None:
    plant(repository)
    repository.write(layout.TODO, f"{TODO}- [x] tell the others\n")
    repository.write(".git/MERGE_HEAD", repository.head())
    said = "what git does not have yet is not taken away: a merge is under way\n"
    assert cli(*arguments) == Result(0, "nothing to rotate\n" if len(arguments) == 1 else "nothing to change\n", said)
    assert repository.read(layout.TODO) == f"{TODO}- [x] tell the others\n"


def test_outside_a_repository_decisions_move_and_the_rest_stays(tmp_path: Path, cli: Cli) -> None:
    for path, text in {**TREE, layout.CONFIG: "limits: {decisions_entries: 1}\n"}.items():
        (tmp_path / "plain" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "plain" / path).write_text(text, encoding="utf-8")
    said = "what git does not have yet is not taken away: not a git repository\nnot committed: not a git repository\n"
    assert cli("rotate", at=tmp_path / "plain") == Result(0, "moved 2 decisions to the archive\n", said)
    assert (tmp_path / "plain" / layout.TODO).read_text(encoding="utf-8") == TODO


def test_without_commits_by_the_settings_only_what_git_holds_leaves(repository: Repository, cli: Cli) -> None:
    plant(repository, files={**TREE, layout.CONFIG: "checkpoint: {commit: never}\n"})
    head = repository.head()
    assert cli("rotate") == Result(0, "pruned done items of TODO.md\n", "")
    assert (repository.head(), repository.status()) == (head, f" M {layout.TODO}\n")
    repository.write(layout.TODO, f"{TODO}- [x] tell the others\n")
    said = "what git does not have yet is not taken away: config.yaml says to make no commits\n"
    assert cli("rotate") == Result(0, "nothing to rotate\n", said)


def test_what_only_a_person_can_shorten_ends_with_1(repository: Repository, cli: Cli) -> None:
    plant(repository, files={**NOTHING_DONE, layout.CONFIG: "limits: {facts_bytes: 10}\n"})
    size = len(TREE[layout.FACTS])
    said = f"{layout.FACTS} is {size} bytes, its limit is 10: merge or remove facts\n"
    assert cli("rotate") == Result(1, "nothing to rotate\n", said)
    result = cli("rotate", "--format", "json", "-q")
    assert (result.code, result.err) == (1, "")
    assert json.loads(result.out) == {
        "version": 1,
        "dry_run": False,
        "result": "nothing to rotate",
        "messages": [said.rstrip("\n")],
        "steps": [],
        "commit": None,
    }
