"""`task` that opens a lane and `lane close` that concludes one: nothing of it is lost, and nothing of the others is touched."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.rules.engine import run
from agentstate.rules.rule import state_text
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion, checkpoint
from agentstate.verbs.closing import close
from agentstate.verbs.lanes import as_json, as_text, lanes, remarks
from agentstate.verbs.restore import chosen, known_checkpoints, of_lane, restore
from agentstate.verbs.task import NewTask, task
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.plan import Commit, Plan, Remove, Write
from agentstate.vocabulary.repository import GitFacts, RecordedFile
from tests.verbs.trees import after, limited, refused, texts, tree_with

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
LANE = ".agent/lanes/api.yaml"
API = """\
# mine
project: shop
goal: orders survive a restart
current_task: write the client
next_action: add the loop
then: test it
blocked: no key
awaiting_approval: [drop the old table]
verified:
  - fact: the broker keeps 7 days
  - it answers
hypotheses: [the pool is too small]
failed_attempts:
  - tried: a timeout
    because: no cause
"""
ID = "20261129T193000Z-switch-close-lane-api"
OCCASION = Occasion("switch", NOW, "close lane api")


def in_lane(files: Mapping[str, str | None], path: str = LANE) -> Tree:
    return replace(tree_with(files), state_path=path)


def opened(tree: Tree, **given: str | tuple[str, ...]) -> Plan:
    return task(tree, GitFacts(), NewTask(title="write the client", **given), Occasion("switch", NOW, "write the client"))  # type: ignore[arg-type]


def test_a_lane_is_opened_from_the_template_with_the_name_of_the_project() -> None:
    plan = opened(
        in_lane({layout.STATE: state_text("do_not: [touch staging]", project='"a: b"')}), goal="no order is lost", next_action="add"
    )
    assert [(type(step), step.path, step.before) for step in plan.steps] == [(Write, LANE, None)]
    written = texts(plan.steps)[LANE]
    assert written == (
        "# yaml-language-server: $schema=../local/state.schema.json\n"
        "# Where the work stands now: kept current by hand or with `agentstate set`, `add` and `drop`; read first after a loss of memory.\n"
        'lane: api\nupdated_at: "2026-11-29T19:30:00Z"\nversion: 1\nproject: "a: b"\n'
        "\n# What the task is for, and its hard limits. The wording is kept as it is.\n"
        "goal: no order is lost\nacceptance: []\nconstraints: []\ndo_not: []\n"
        "\n# Where the work is. `next_action` is one thing: the first to do on waking.\n"
        "current_task: write the client\nnext_action: add\nblocked: false\n"
        "\n# What is finished, what led nowhere, and which files to open on waking.\ndone: []\nfailed_attempts: []\nfiles_to_load: []\n"
    )
    assert plan.commit == Commit("agentstate switch: write the client")
    assert (plan.result, plan.messages) == ("", ("opened the lane api: write the client",))


def test_a_lane_that_was_opened_is_clean() -> None:
    tree = in_lane({})
    assert run(after(tree, opened(tree, next_action="add the loop").steps), GitFacts()) == ()


def test_a_lane_is_opened_without_a_state_beside_it_and_in_the_language_of_the_tree() -> None:
    tree = in_lane({layout.STATE: None})
    chinese = replace(tree, settings=replace(tree.settings, language="zh"))
    assert '\nproject: ""\n' in str(texts(opened(tree).steps)[LANE])
    assert "\n# 任务的目的与硬性限制，原样保留，不改措辞。\n" in str(texts(opened(chinese).steps)[LANE])


@pytest.mark.parametrize("given", [{"conclusion": "done"}, {"keep": ("do_not",)}])
def test_a_new_lane_has_no_old_task(given: dict[str, str | tuple[str, ...]]) -> None:
    with refused('the lane "api" is new: there is no old task in it', "leave --conclude and --keep out"):
        opened(in_lane({}), **given)


@pytest.mark.parametrize("name", ["aux", "Ui"])
def test_a_name_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(Exception, match=r"Windows|another case"):
        opened(in_lane({".agent/lanes/ui.yaml": state_text()}, f".agent/lanes/{name}.yaml"))


def test_a_task_in_a_lane_that_is_there_begins_as_in_the_default_one() -> None:
    tree = in_lane({LANE: API})
    plan = task(tree, GitFacts(), NewTask(title="write the server"), Occasion("switch", NOW, "write the server"))
    assert [step.path for step in plan.steps] == [layout.snapshot_path(plan.result), layout.TODO, LANE]
    assert after(tree, plan.steps).source(layout.STATE) == tree.source(layout.STATE)


def closed(tree: Tree, came: str = "") -> Plan:
    return close(tree, GitFacts(), came, OCCASION)


def test_a_lane_ends_in_a_snapshot_its_loose_ends_in_the_list_and_its_file_goes_last() -> None:
    tree = in_lane({LANE: API})
    plan = closed(tree, "the client is shipped")
    assert [(type(step), step.path) for step in plan.steps] == [
        (Write, layout.snapshot_path(ID)),
        (Write, layout.DECISIONS),
        (Write, layout.TODO),
        (Remove, LANE),
    ]
    written = texts(plan.steps)
    kept = parse_snapshot(SourceText(layout.snapshot_path(ID), str(written[layout.snapshot_path(ID)])))
    assert isinstance(kept, Snapshot)
    assert (kept.lane, kept.reason, kept.message, kept.state) == ("api", "switch", "close lane api", API)
    assert str(written[layout.TODO]).removeprefix(tree.todo.source.text) == (
        "- [ ] add the loop — blocked: no key\n- [ ] test it\n- [ ] drop the old table — blocked: approval\n"
    )
    assert str(written[layout.DECISIONS]).removeprefix(tree.decisions.source.text) == (
        "\n## [2026-11-29] write the client\n- Decision: the client is shipped\n- Why: end of the task: orders survive a restart\n"
    )
    assert plan.commit == Commit("agentstate switch: close lane api", f"Agentstate-Checkpoint: {ID}")
    assert (plan.result, plan.messages) == (
        ID,
        (
            "left open, now in TODO.md: add the loop — blocked: no key",
            "left open, now in TODO.md: test it",
            "left open, now in TODO.md: drop the old table — blocked: approval",
            f"kept in the checkpoint {ID} alone: 2 verified facts, 1 failed attempt, 1 open hypothesis",
        ),
    )
    assert after(tree, plan.steps).source(layout.STATE) == tree.source(layout.STATE)


def test_what_blocks_a_lane_without_a_next_action_is_said() -> None:
    plan = closed(in_lane({LANE: state_text("blocked: no key", next_action='""')}))
    assert [step.path for step in plan.steps] == [layout.snapshot_path(ID), LANE]
    assert plan.messages == ("it was blocked: no key",)


@pytest.mark.parametrize(
    ("tree", "came", "message", "hint", "code"),
    [
        (tree_with({}), "", "the default lane is not closed", "begin its next task with `agentstate task TITLE`", 2),
        (in_lane({LANE: state_text(current_task='""')}), "x", "there is no task to conclude", "leave --conclude out", 2),
        (
            in_lane({LANE: "project: [\n"}),
            "",
            f"{LANE}:1:11: AS301 a bracket or a brace before this place is never closed",
            "close it",
            2,
        ),
        (
            limited(in_lane({LANE: API}), todo_items=2),
            "",
            ".agent/TODO.md is full: 1 items",
            "finish items and run `agentstate rotate`",
            1,
        ),
    ],
)
def test_a_lane_that_cannot_be_kept_whole_is_not_closed(tree: Tree, came: str, message: str, hint: str, code: int) -> None:
    with refused(message, hint, code):
        closed(tree, came)


def test_a_lane_that_was_closed_comes_back_to_the_letter() -> None:
    before = in_lane({LANE: API})
    tree = after(before, closed(before).steps)
    assert tree.lanes == ()
    known = known_checkpoints(tree, ())
    snapshot = chosen(ID, known, lambda *_: SourceText("", ""), "api")
    back = after(tree, restore(tree, GitFacts(), snapshot, Occasion("restore", NOW)).steps)
    assert (back.lanes, back.source(LANE).text) == (("api",), API)


SNAPSHOTS = [
    RecordedFile(layout.snapshot_path("20261101T000000Z-manual-a"), "1" * 40, lane=""),
    RecordedFile(layout.snapshot_path("20261102T000000Z-manual-b"), "2" * 40, lane="api"),
    RecordedFile(layout.snapshot_path("20261103T000000Z-manual-c"), "3" * 40, lane=None),
]


@pytest.mark.parametrize(("lane", "ids"), [("", ["c", "a"]), ("api", ["c", "b"]), ("ui", ["c"])])
def test_the_checkpoints_of_a_lane_are_its_own_and_those_that_may_be(lane: str, ids: list[str]) -> None:
    assert [one.id[-1] for one in of_lane(known_checkpoints(tree_with({}), SNAPSHOTS), lane)] == ids


@pytest.mark.parametrize(
    ("theirs", "mine", "message", "hint"),
    [
        ("api", "", 'checkpoint "20261129T193000Z-manual-api" is of the lane "api"', "add `--lane api`"),
        ("", "api", 'checkpoint "20261129T193000Z-manual" is of the default lane', 'add `--lane ""`'),
    ],
)
def test_the_state_of_another_lane_is_not_restored(theirs: str, mine: str, message: str, hint: str) -> None:
    path = f".agent/lanes/{theirs}.yaml" if theirs else layout.STATE
    given = in_lane({LANE: API}, path)
    tree = after(given, checkpoint(given, GitFacts(), Occasion("manual", NOW, theirs)).steps)
    with refused(message, hint):
        chosen("20261129", known_checkpoints(tree, ()), lambda *_: SourceText("", ""), mine)


def test_a_snapshot_cannot_put_words_into_a_hint() -> None:
    path = layout.snapshot_path("20261101T000000Z-manual")
    tree = tree_with({path: "reason: manual\nlane: x; rm -rf ~\ncreated: 2026-11-01T00:00:00Z\nstate: 'project: x'\n"})
    with refused('checkpoint "20261101T000000Z-manual" is of the lane "x; rm -rf ~"', "choose another checkpoint"):
        chosen("20261101", known_checkpoints(tree, ()), lambda *_: SourceText("", ""))


ALL = frozenset({LANE, *layout.WORK})


def test_a_state_that_another_lane_committed_is_kept_all_the_same_and_once() -> None:
    tree, git = in_lane({LANE: API}), GitFacts(committed=ALL)
    first = checkpoint(tree, git, Occasion("manual", NOW))
    assert first.result == "20261129T193000Z-manual"
    again = checkpoint(after(tree, first.steps), git, Occasion("manual", NOW))
    assert (again.steps, again.messages) == ((), ("nothing to record: state, list, decisions and facts are as in the last commit",))


def test_the_snapshot_of_another_lane_does_not_count() -> None:
    tree, git = in_lane({LANE: API}), GitFacts(committed=ALL)
    other = after(tree, checkpoint(tree, git, Occasion("manual", NOW)).steps)
    default = replace(other, state_path=layout.STATE)
    assert checkpoint(default, git, Occasion("manual", NOW)).result == "20261129T193000Z-manual-2"


def test_without_lanes_a_state_that_is_committed_is_recorded() -> None:
    assert checkpoint(tree_with({}), GitFacts(committed=ALL), Occasion("manual", NOW)).steps == ()


LISTED = {
    layout.STATE: state_text("last_file_edited: src/cache.py"),
    LANE: state_text("files_to_load: [src/cache.py, src/a.py]", "blocked: no key", current_task="write the client", next_action="add"),
    ".agent/lanes/broken.yaml": "project: [\n",
}


def test_the_list_of_lanes() -> None:
    unread = Fault("unreadable", 1, 1, "is a symbolic link", "")
    tree = in_lane(LISTED)
    tree = replace(tree, unreadable={".agent/lanes/link.yaml": unread}, names=tree.names | {".agent/lanes/link.yaml"})
    found = lanes(tree)
    assert as_text(found) == (
        "  (default)  cache the profiles\n"
        "             next: write the test of the cache key\n"
        "* api        write the client\n"
        "             next: add — blocked: no key\n"
        "  broken     [a bracket or a brace before this place is never closed]\n"
        "             next: [not recorded]\n"
        "  link       [is a symbolic link]\n"
        "             next: [not recorded]"
    )
    assert list(remarks(found)) == ["src/cache.py is worked on in (default) and api"]


def test_the_list_as_json() -> None:
    assert as_json(lanes(tree_with({layout.STATE: None, LANE: LISTED[LANE]}))) == (
        "{\n"
        '  "version": 1,\n'
        '  "lanes": [\n'
        "    {\n"
        '      "name": "",\n      "path": ".agent/STATE.yaml",\n      "task": "",\n      "next_action": "",\n      "blocked": "",\n'
        '      "files": [],\n      "problem": "no such file",\n      "used": true\n'
        "    },\n"
        "    {\n"
        '      "name": "api",\n      "path": ".agent/lanes/api.yaml",\n      "task": "write the client",\n      "next_action": "add",\n'
        '      "blocked": "no key",\n      "files": [\n        "src/cache.py",\n        "src/a.py"\n      ],\n      "problem": "",\n'
        '      "used": false\n'
        "    }\n"
        "  ],\n"
        '  "shared": []\n'
        "}"
    )
