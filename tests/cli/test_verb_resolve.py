"""`resolve` in real repositories: whatever git stopped at, the tree is merged and nothing else is touched."""

import json
import shlex
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from agentstate.documents.snapshot import Snapshot, render_snapshot
from agentstate.vocabulary import layout
from tests.cli.worksite import DECISIONS, STATE, TODO, plant
from tests.support.command import Result
from tests.support.repository import Repository
from tests.support.templates import Templates

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

OURS = "\n## [2026-11-21] Ours\n- Decision: one\n- Why: w\n"
THEIRS = "\n## [2026-11-22] Theirs\n- Decision: two\n- Why: v\n"
HINT = "take one side with `agentstate resolve --ours` or `--theirs`, or edit the file and `git add` it\n"
MERGED = f"merged {layout.DECISIONS}\n"


def change(repository: Repository, message: str, files: dict[str, str]) -> str:
    for path, text in files.items():
        repository.write(path, text)
    return repository.commit(message)


@pytest.fixture
def parted(repository: Repository, templates: Templates) -> Repository:
    """A tree, and two branches that each recorded a decision in it; on main, which is checked out."""
    return templates.after(part, repository)


def part(repository: Repository) -> None:
    plant(repository)
    repository.git("branch", "topic")
    change(repository, "ours", {layout.DECISIONS: DECISIONS + OURS})
    repository.git("checkout", "--quiet", "topic")
    change(repository, "theirs", {layout.DECISIONS: DECISIONS + THEIRS})
    repository.git("checkout", "--quiet", "main")


def stop(repository: Repository, *arguments: str) -> None:
    """A git command that ends in a conflict."""
    repository.git(*arguments, check=False)
    assert repository.git("ls-files", "--unmerged")


OPERATIONS = {
    "merge": (("merge", "--quiet", "topic"), ("commit", "--no-edit")),
    "squash": (("merge", "--squash", "topic"), ("commit", "--message=s")),
    "rebase": (("rebase", "topic"), ("-c", "core.editor=true", "rebase", "--continue")),
    "cherry-pick": (("cherry-pick", "topic"), ("-c", "core.editor=true", "cherry-pick", "--continue")),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_git_stopped_at_can_be_finished_and_holds_the_entries_of_both(parted: Repository, cli: Cli, operation: str) -> None:
    begin, finish = OPERATIONS[operation]
    stop(parted, *begin)
    assert cli("resolve") == Result(0, MERGED, "")
    assert parted.status() == f"M  {layout.DECISIONS}\n"
    parted.git(*finish)
    assert parted.git("show", f"HEAD:{layout.DECISIONS}") == DECISIONS + OURS + THEIRS == parted.read(layout.DECISIONS)
    assert parted.status() == ""
    assert cli("resolve") == Result(0, "", "nothing to resolve in .agent/\n")


def test_a_stash(parted: Repository, cli: Cli) -> None:
    parted.write(layout.DECISIONS, DECISIONS + OURS + "\n## [2026-11-23] Stashed\n- Decision: three\n- Why: u\n")
    parted.git("stash")
    change(parted, "more", {layout.DECISIONS: DECISIONS + OURS + THEIRS})
    stop(parted, "stash", "pop")
    assert cli("resolve") == Result(0, MERGED, "")
    assert parted.read(layout.DECISIONS) == DECISIONS + OURS + THEIRS + "\n## [2026-11-23] Stashed\n- Decision: three\n- Why: u\n"


def test_the_revert_of_an_older_commit(parted: Repository, cli: Cli) -> None:
    older = parted.head()
    change(parted, "next", {layout.DECISIONS: DECISIONS + OURS + THEIRS})
    stop(parted, "revert", older)
    said = f'{layout.DECISIONS}: "Ours" stays: one side took it out, and no archive has it; a new entry can take it back\n'
    assert cli("resolve") == Result(0, MERGED, said)
    assert parted.read(layout.DECISIONS) == DECISIONS + OURS + THEIRS  # an entry that is in no archive stays


PICKS = {
    "cherry-pick": ("cherry-pick", "topic"),
    "rebase": ("rebase", "--onto", "main", "topic~1", "topic"),
    "revert": ("revert", "back"),
    "stash": ("stash", "pop"),
}


@pytest.mark.parametrize("operation", PICKS)
def test_what_is_picked_does_not_bring_what_it_stands_on(parted: Repository, cli: Cli, operation: str) -> None:
    picked = "\n## [2026-11-23] Picked\n- Decision: three\n- Why: u\n"
    fact, own, mine = (
        "# Facts\n\n## Build\n" + "".join(f"- {name}\n" for name in names)
        for names in (("of topic",), ("of topic", "picked"), ("of main",))
    )
    change(parted, "facts", {layout.FACTS: mine})
    parted.git("checkout", "--quiet", "topic")
    change(parted, "facts", {layout.FACTS: fact})
    parted.write(layout.DECISIONS, DECISIONS + THEIRS + picked)
    parted.write(layout.FACTS, own)
    parted.git("stash")
    change(parted, "picked", {layout.DECISIONS: DECISIONS + THEIRS + picked, layout.FACTS: own})
    parted.git("checkout", "--quiet", "-b", "back")
    change(parted, "back", {layout.DECISIONS: DECISIONS + THEIRS, layout.FACTS: fact})
    parted.git("checkout", "--quiet", "main")
    stop(parted, *PICKS[operation])
    assert cli("resolve") == Result(0, f"{MERGED}merged {layout.FACTS}\n", "")
    assert parted.read(layout.DECISIONS) == DECISIONS + OURS + picked
    assert parted.read(layout.FACTS) == "# Facts\n\n## Build\n- of main\n- picked\n"


def test_three_commits_that_conflict_in_every_file_are_rebased_each_with_its_own(parted: Repository, cli: Cli) -> None:
    log, facts, todo = DECISIONS + THEIRS, "# Facts\n", TODO
    change(parted, "main", {layout.FACTS: "# Facts\n- m\n", layout.TODO: f"{TODO}- [ ] m\n"})
    parted.git("checkout", "--quiet", "topic")
    for name in "abc":
        log += f"\n## [2026-11-23] {name}\n- Decision: {name}\n- Why: {name}\n"
        facts, todo = f"{facts}- {name}\n", f"{todo}- [ ] {name}\n"
        change(parted, name, {layout.DECISIONS: log, layout.FACTS: facts, layout.TODO: todo})
    parted.git("rebase", "main", check=False)
    while parted.git("ls-files", "--unmerged"):
        assert cli("resolve").code == 0
        parted.git("-c", "core.editor=true", "rebase", "--continue", check=False)
    assert parted.git("log", "-4", "--format=%s").split() == ["c", "b", "a", "theirs"]
    for commit, name in (("HEAD", "c"), ("HEAD~1", "b"), ("HEAD~2", "a")):
        lines = parted.git("show", "--format=", "--unified=0", commit).split("\n")
        added = [line[1:] for line in lines if line[:1] == "+" and line[:2] not in {"++", "+"}]
        assert added == [f"## [2026-11-23] {name}", f"- Decision: {name}", f"- Why: {name}", f"- {name}", f"- [ ] {name}"]
        assert not [line for line in lines if line[:1] == "-" and line[:2] != "--"]
    assert parted.status() == ""


def test_a_submodule_in_conflict_is_left_as_it_is(parted: Repository, cli: Cli) -> None:
    tip = {name: parted.git("rev-parse", name).strip() for name in ("main", "topic")}
    for name in ("topic", "main"):
        parted.git("checkout", "--quiet", name)
        parted.git("update-index", "--add", "--cacheinfo", f"160000,{tip[name]},vendor")
        parted.git("commit", "--quiet", "--message=vendor")
    stop(parted, "merge", "topic")
    before = [line for line in parted.git("ls-files", "--unmerged").split("\n") if line.endswith("\tvendor")]
    assert cli("resolve") == Result(0, MERGED, "1 file outside the tree is unmerged still\n")
    assert [line for line in parted.git("ls-files", "--unmerged").split("\n") if line] == before
    assert [line[:6] for line in before] == ["160000"] * 2


def test_a_value_that_both_changed_is_named_with_where_it_comes_from_and_stays_unmerged(parted: Repository, cli: Cli) -> None:
    ours = change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the cache")})
    parted.git("checkout", "--quiet", "topic")
    theirs = change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the queue").replace("add the loop", "test it")})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    named = f'{layout.STATE}: current_task is "the cache" in main ({ours[:10]}), "the queue" in topic ({theirs[:10]})\n'
    assert cli("resolve", "--dry-run").code == 1
    assert parted.status() == f"UU {layout.DECISIONS}\nUU {layout.STATE}\n"
    for result in (cli("resolve"), cli("resolve")):
        assert result == Result(1, result.out, HINT)
        assert result.out.endswith(named)
    assert parted.status() == f"M  {layout.DECISIONS}\nUU {layout.STATE}\n"
    task = "current_task: the {}  # since Monday\n"
    conflict = f"<<<<<<< ours\n{task.format('cache')}=======\n{task.format('queue')}>>>>>>> theirs\n"
    assert parted.read(layout.STATE) == STATE.replace(task.format("outbox"), conflict).replace("add the loop", "test it")
    assert cli("resolve", "--theirs") == Result(0, f"merged {layout.STATE}\n", "")
    assert parted.read(layout.STATE) == STATE.replace("the outbox", "the queue").replace("add the loop", "test it")
    assert parted.status() == f"M  {layout.DECISIONS}\nM  {layout.STATE}\n"


def test_in_a_rebase_the_names_say_which_side_is_which(parted: Repository, cli: Cli) -> None:
    own = change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the cache")})
    parted.git("checkout", "--quiet", "topic")
    onto = change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the queue")})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "rebase", "topic")
    assert cli("resolve").code == 0  # the first commit changed the log alone
    stop(parted, "-c", "core.editor=true", "rebase", "--continue")
    sides = f'"the queue" in topic ({onto[:10]}), the base of the rebase, "the cache" in main ({own[:10]})'
    assert cli("resolve").out == f"{layout.STATE}: current_task is {sides}\n"
    assert cli("resolve", "--theirs").code == 0
    assert "the cache" in parted.read(layout.STATE)


def test_only_the_tree_is_touched(parted: Repository, cli: Cli) -> None:
    change(parted, "code", {"src/service.py": "ours\n", ".agent/other.md": "ours\n"})
    parted.git("checkout", "--quiet", "topic")
    change(parted, "code", {"src/service.py": "theirs\n", ".agent/other.md": "theirs\n"})
    parted.git("checkout", "--quiet", "main")
    parted.write("new.txt", "mine\n")
    parted.write("notes.txt", "mine\n")
    stop(parted, "merge", "topic")
    parted.git("add", "new.txt")
    before = [line for line in parted.git("ls-files", "--stage", "--debug").split("\n") if layout.DECISIONS not in line]
    files = {path: data for path, data in parted.snapshot().items() if not path.startswith(".agent/local/")}
    assert cli("resolve") == Result(0, MERGED, "2 files outside the tree are unmerged still\n")
    after = [line for line in parted.git("ls-files", "--stage", "--debug").split("\n") if layout.DECISIONS not in line]
    assert [line for line in after if line[:2] != "  "] == [line for line in before if line[:2] != "  "]
    files[layout.DECISIONS] = (DECISIONS + OURS + THEIRS).encode()
    assert {path: data for path, data in parted.snapshot().items() if not path.startswith(".agent/local/")} == files
    assert parted.status() == f"M  {layout.DECISIONS}\nAA .agent/other.md\nA  new.txt\nUU src/service.py\n?? notes.txt\n"


def test_a_file_that_somebody_began_to_mend_is_left_alone(parted: Repository, cli: Cli) -> None:
    stop(parted, "merge", "topic")
    mended = DECISIONS + OURS.replace("one", "one, by hand") + THEIRS
    parted.write(layout.DECISIONS, mended)
    said = f"left {layout.DECISIONS}: it was edited since: `git add` it, or take back the conflict with `git checkout -m`\n"
    assert cli("resolve") == Result(1, said, "")
    assert (parted.read(layout.DECISIONS), parted.status()) == (mended, f"UU {layout.DECISIONS}\n")


def test_both_sides_added_the_tree(repository: Repository, cli: Cli) -> None:
    repository.git("branch", "topic")
    plant(repository)
    repository.git("checkout", "--quiet", "topic")
    change(repository, "tree", {layout.DECISIONS: "# Decisions\n" + THEIRS, layout.TODO: "# TODO\n\n- [x] measure it\n"})
    repository.git("checkout", "--quiet", "main")
    stop(repository, "merge", "topic")
    assert cli("resolve") == Result(0, f"{MERGED}merged {layout.TODO}\n", "")
    assert repository.read(layout.DECISIONS) == DECISIONS + THEIRS
    assert repository.read(layout.TODO) == TODO.replace("[ ] measure", "[x] measure")


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_a_file_that_one_side_deleted_and_the_other_changed_stays(parted: Repository, cli: Cli, side: str) -> None:
    for branch in ("main", "topic"):
        parted.git("checkout", "--quiet", branch)
        if (branch == "main") == (side == "ours"):
            parted.git("rm", "--quiet", layout.TODO)
            parted.commit("gone")
        else:
            change(parted, "todo", {layout.TODO: TODO + "- [ ] more\n"})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    note = f"{layout.TODO} stays: {side} took it away, and the other side changed it\n"
    assert cli("resolve") == Result(0, f"{MERGED}merged {layout.TODO}\n", note)
    assert parted.read(layout.TODO) == TODO + "- [ ] more\n"
    assert parted.git("ls-files", "--unmerged") == ""


def test_rotation_on_both_sides(repository: Repository, cli: Cli) -> None:
    entries = [f"\n## [2026-11-{day:02}] E{day}\n- Decision: d{day}\n- Why: w{day}\n" for day in range(1, 9)]
    plant(repository)
    change(repository, "log", {layout.DECISIONS: "# Decisions\n" + "".join(entries), layout.CONFIG: "limits: {decisions_entries: 6}\n"})
    repository.git("branch", "topic")
    for branch, extra, more in (("main", OURS, 0), ("topic", THEIRS, 1)):
        repository.git("checkout", "--quiet", branch)
        repository.write(
            layout.DECISIONS, repository.read(layout.DECISIONS) + extra + "".join(entry.replace("E", "M") for entry in entries[:more])
        )
        assert cli("rotate").code == 0
        repository.commit(branch)
    repository.git("checkout", "--quiet", "main")
    stop(repository, "merge", "topic")
    assert cli("resolve").code == 0
    text = repository.read(layout.DECISIONS) + repository.read(layout.archive_path(1))
    for entry in (*entries, OURS, THEIRS, entries[0].replace("E", "M")):
        assert text.count(entry.strip("\n")) == 1


def snapshot(message: str) -> str:
    return render_snapshot(
        Snapshot(id="", reason="manual", message=message, created="2026-11-29T19:30:00Z", state=STATE, open_items=("- [ ] a", "- [ ] b"))
    )


def test_two_checkpoints_that_git_takes_for_one_that_was_renamed(parted: Repository, cli: Cli) -> None:
    old, ours, theirs = (layout.snapshot_path(f"202611{day}T193000Z-manual") for day in ("20", "21", "22"))
    change(parted, "old", {old: snapshot("old")})
    parted.git("branch", "--force", "topic")
    for branch, path in (("main", ours), ("topic", theirs)):
        parted.git("checkout", "--quiet", branch)
        parted.git("mv", old, path)
        change(parted, branch, {path: snapshot(branch)})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    assert cli("resolve") == Result(0, f"removed {old}: both sides took it away\nmerged {ours}\nmerged {theirs}\n", "")
    assert parted.git("ls-files", "--unmerged") == ""
    assert (parted.read(ours), parted.read(theirs)) == (snapshot("main"), snapshot("topic"))
    assert not (parted.path / old).exists()


def test_two_checkpoints_of_one_name_are_both_kept(parted: Repository, cli: Cli) -> None:
    path = layout.snapshot_path("20261129T193000Z-manual")
    change(parted, "one", {path: snapshot("ours")})
    parted.git("checkout", "--quiet", "topic")
    change(parted, "two", {path: snapshot("theirs")})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    result = cli("resolve")
    second = f"{path.removesuffix('.yaml')}-{sha256(max(snapshot('ours'), snapshot('theirs')).encode()).hexdigest()[:8]}.yaml"
    assert result == Result(0, f"{MERGED}kept both of {path}, the second as {second}\n", "")
    assert {parted.read(path), parted.read(second)} == {snapshot("ours"), snapshot("theirs")}
    assert parted.status() == f"M  {layout.DECISIONS}\nA  {second}\n"
    assert cli("check", "--ignore", "AS2").code == 0


def test_marker_lines_that_were_added_with_the_file_are_told_apart(parted: Repository, cli: Cli) -> None:
    stop(parted, "merge", "topic")
    parted.git("add", layout.DECISIONS)
    assert cli("resolve") == Result(0, MERGED, "")
    assert parted.read(layout.DECISIONS) == DECISIONS + OURS + THEIRS == parted.git("show", f":{layout.DECISIONS}")


def test_marker_lines_that_git_never_saw_are_mended_on_the_disk_alone(parted: Repository, cli: Cli) -> None:
    index = parted.git("ls-files", "--stage")
    parted.write(layout.DECISIONS, f"{DECISIONS}<<<<<<< a\n{OURS}=======\n{THEIRS}>>>>>>> b\n")
    assert cli("resolve") == Result(0, MERGED, "")
    assert (parted.read(layout.DECISIONS), parted.git("ls-files", "--stage")) == (DECISIONS + OURS + THEIRS, index)
    parted.write(layout.DECISIONS, f"{DECISIONS}<<<<<<< a\n{OURS}")
    assert cli("resolve").out == f"left {layout.DECISIONS}: its marker lines are not in order (line 11)\n"


def test_a_link_in_the_place_of_a_file_is_left(parted: Repository, cli: Cli, tmp_path: Path) -> None:
    parted.git("checkout", "--quiet", "topic")
    (parted.path / layout.DECISIONS).unlink()
    (parted.path / layout.DECISIONS).symlink_to(tmp_path / "outside")
    parted.commit("link")
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    assert cli("resolve").code == 1
    assert not (tmp_path / "outside").exists()


def test_a_tree_below_the_top_and_its_report(parted: Repository, cli: Cli) -> None:
    for branch, extra in (("main", OURS), ("topic", THEIRS)):
        parted.git("checkout", "--quiet", branch)
        change(parted, "tree", {f"packages/a/{layout.DECISIONS}": "# Decisions\n" + extra})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    result = cli("resolve", "--format", "json", at=parted.path / "packages/a")
    assert json.loads(result.out)["result"] == f"merged {layout.DECISIONS}"
    assert parted.read(f"packages/a/{layout.DECISIONS}") == "# Decisions\n" + OURS + THEIRS
    assert parted.status() == f"UU {layout.DECISIONS}\nM  packages/a/{layout.DECISIONS}\n"


def test_both_options_at_once_are_refused(parted: Repository, cli: Cli) -> None:
    result = cli("resolve", "--ours", "--theirs", at=parted.path)
    assert (result.code, result.out) == (2, "")
    assert "--ours and --theirs exclude each other" in result.err


def test_without_git_there_is_nothing_to_resolve(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / ".agent").mkdir()
    assert cli("resolve", at=tmp_path).err == "agentstate: error: there is no merge to resolve: not a git repository\n"


def lane(name: str) -> str:
    return f".agent/lanes/{name}.yaml"


def opened(repository: Repository, cli: Cli, name: str) -> None:
    assert cli("task", f"task of {name}", "--next", "begin", "--lane", name, "--no-commit", at=repository.path).code == 0


def renamed(repository: Repository, cli: Cli, *edits: tuple[str, ...]) -> dict[str, str]:
    """A lane that ended on main, where another one was opened, and that topic went on with: git takes the one for the other. What both
    sides have of their own is what comes back."""
    plant(repository)
    opened(repository, cli, "old")
    repository.commit("old")
    repository.git("checkout", "--quiet", "-b", "topic")
    for words in edits:
        assert cli(*words, "--lane", "old", at=repository.path).code == 0
    repository.commit("edits")
    repository.git("checkout", "--quiet", "main")
    (repository.path / lane("old")).unlink()
    opened(repository, cli, "web")
    repository.commit("web")
    return {lane("web"): repository.read(lane("web")), lane("old"): repository.git("show", f"topic:{lane('old')}")}


EDITS = {
    "other lines": (("add", "constraints", "leave src/x.py"), ("set", "goal", "halve it")),
    "the same line": (("set", "next_action", "go on"),),
}


@pytest.mark.parametrize("driver", [False, True], ids=["by lines", "driver"])
@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("into", ["main", "topic"])
def test_a_lane_that_git_takes_for_another_one_is_kept_apart(
    repository: Repository, cli: Cli, into: str, edits: tuple[tuple[str, ...], ...], driver: bool
) -> None:
    texts = renamed(repository, cli, *edits)
    if driver:
        # What git calls is this code, however it is started here.
        assert cli("init", "--merge-driver", at=repository.path).code == 0
        call = f"{shlex.quote(sys.executable)} -m agentstate merge-driver %O %A %B %L %P"
        repository.git("config", "merge.agentstate.driver", call)
        repository.commit("driver")
    repository.git("checkout", "--quiet", into)
    stop(repository, "merge", "topic" if into == "main" else "main")
    gone = "ours" if into == "main" else "theirs"
    merged = f"merged {lane('old')}\nmerged {lane('web')}\n"
    assert cli("resolve") == Result(0, merged, f"{lane('old')} stays: {gone} took it away, and the other side changed it\n")
    assert {path: repository.read(path) for path in texts} == texts == {path: repository.git("show", f":{path}") for path in texts}
    assert cli("resolve").err == "nothing to resolve in .agent/\n"


def test_a_lane_that_both_sides_opened_is_not_mixed_with_one_that_ended(repository: Repository, cli: Cli) -> None:
    texts = renamed(repository, cli, *EDITS["other lines"])
    repository.git("checkout", "--quiet", "topic")
    assert cli("task", "another", "--next", "wait", "--lane", "web", "--no-commit").code == 0
    repository.commit("web, too")
    theirs = repository.read(lane("web"))
    repository.git("checkout", "--quiet", "main")
    stop(repository, "merge", "topic")
    out = cli("resolve").out.split("\n")
    assert [line.partition(" in main")[0] for line in out] == [
        f"merged {lane('old')}",
        f'{lane("web")}: current_task is "task of web"',
        f'{lane("web")}: next_action is "begin"',
        "",
    ]
    assert cli("resolve", "--theirs").out == f"merged {lane('web')}\n"
    assert (repository.read(lane("web")), repository.read(lane("old"))) == (theirs, texts[lane("old")])


def test_a_picked_commit_is_not_mixed_into_another_lane(repository: Repository, cli: Cli) -> None:
    texts = renamed(repository, cli, ("set", "goal", "halve it"))
    stop(repository, "cherry-pick", "topic")
    assert cli("resolve").code == 0
    assert {path: repository.read(path) for path in texts} == texts


def test_what_no_side_can_end_is_said_with_what_does(parted: Repository, cli: Cli) -> None:
    change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the cache")})
    parted.git("checkout", "--quiet", "topic")
    change(parted, "broken", {layout.STATE: STATE.replace("the outbox", "[the")})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    for words in (("resolve",), ("resolve", "--ours")):
        said = cli(*words).err.split("\n")
        assert said[0].startswith(f"{layout.STATE} is merged by lines: theirs, line ")
        assert said[1:] == ["mend the file by hand, as no side can be taken in it, and `git add` it", ""]


def test_a_log_that_would_be_too_large_is_left_with_the_way_out(parted: Repository, cli: Cli) -> None:
    def many(day: int) -> str:
        return "".join(f"\n## [2026-11-{day}] Number {number}\n- Decision: {'d' * 5000}\n- Why: w\n" for number in range(30))

    way_out = "take the merge back (`git merge --abort`), shorten the file on both sides with `agentstate rotate`, and merge again"
    change(parted, "more", {layout.DECISIONS: DECISIONS + many(21)})
    parted.git("checkout", "--quiet", "topic")
    change(parted, "more", {layout.DECISIONS: DECISIONS + many(22)})
    parted.git("checkout", "--quiet", "main")
    stop(parted, "merge", "topic")
    for words in (("resolve",), ("resolve", "--ours")):
        result = cli(*words)
        assert result.out.endswith(" bytes of at most 262144, cannot be merged\n")
        assert result.err == f"{way_out}\n"
    for verb in ("rotate", "repair"):
        assert cli(verb).code == 2
    parted.git("merge", "--abort")
    for branch in ("topic", "main"):
        parted.git("checkout", "--quiet", branch)
        assert cli("rotate").code == 0
    parted.git("merge", "topic", check=False)
    assert (cli("resolve").code, parted.git("ls-files", "--unmerged")) == (0, "")
