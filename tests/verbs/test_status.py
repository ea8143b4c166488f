"""The status from literals: whole screens, and what each line says."""

import json
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.settings import Limits, Settings
from agentstate.tree import Tree
from agentstate.verbs.screen import COLUMNS, plain, screen
from agentstate.verbs.status import as_json, status
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.repository import Freshness, GitFacts
from agentstate.vocabulary.visible import is_invisible
from tests.support.laws import law
from tests.support.recovery import (
    BROKEN,
    CHINESE,
    CHINESE_GIT,
    CROWDED,
    CROWDED_GIT,
    FILES,
    FULL,
    GIT,
    HEAD,
    HOSTILE,
    HOSTILE_GIT,
    SINCE,
    tree,
)

NOW = datetime(2026, 11, 29, 21, 30, tzinfo=UTC)


def report(*severities: Severity) -> Report:
    return Report.of(Diagnostic("a", line, 1, "AS101", "x", severity, "m", "") for line, severity in enumerate(severities, 1))


FULL_SCREEN = """\
shop  branch main at 222222222222, 3 files changed
task         Write orders to the outbox before the payment call
stage        persistence
next action  add the retry loop to `src/outbox.py:flush`
blocked      staging database is down
freshness    the state has uncommitted changes
checkpoint   20261129T193000Z-step-done-outbox, 2 hours ago
todo         3 open (1 in progress, 1 blocked), 1 done
decisions    2 in force, 1 pending, 1 superseded, 1 archive volume

STATE.yaml     [######..............]  33 %  1.3 of 4 KB
FACTS.md       [....................]   2 %  0.1 of 6 KB
DECISIONS.md   [##..................]  14 %  0.6 of 12 KB, 4 of 30 entries
TODO.md        [#...................]   8 %  0.1 of 6 KB, 4 of 50 entries
PROTOCOL.md    [....................]   4 %  0.1 of 2 KB
read at boot   [##..................]  14 %  2.1 of 16 KB

problems     1 error, 2 warnings
hint         see the problems with `agentstate check`
"""

CHINESE_SCREEN = """\
用户资料服务  branch main at 222222222222, 1 file changed
task         完成 Redis 缓存装饰器的编写
next action  为装饰器补充缓存穿透保护
blocked      no reason recorded
freshness    stale: 12 code commits since 222222222222 (10 allowed)
checkpoint   none in the tree
todo         1 open (1 blocked), 1 done
decisions    1 in force

STATE.yaml     [###.................]  16 %  0.6 of 4 KB
FACTS.md       [....................]   1 %  0.1 of 6 KB
DECISIONS.md   [....................]   4 %  0.2 of 12 KB, 1 of 30 entries
TODO.md        [....................]   4 %  0.1 of 6 KB, 2 of 50 entries
PROTOCOL.md    [....................]   4 %  0.1 of 2 KB
read at boot   [#...................]   7 %  1 of 16 KB

problems     none
hint         update next_action and done, then run `agentstate checkpoint`
"""

BROKEN_SCREEN = """\
[no project]  branch main, no commit yet
task         [not recorded]
next action  [not recorded]
freshness    the state was never committed
checkpoint   none in the tree
todo         1 open, 0 done
decisions    1 in force

STATE.yaml     [....................]   1 %  0 of 4 KB
FACTS.md       [....................]   1 %  0 of 6 KB
DECISIONS.md   [....................]   4 %  0 of 12 KB, 1 of 30 entries
TODO.md        [....................]   2 %  0 of 6 KB, 1 of 50 entries
PROTOCOL.md    cannot be read
read at boot   [....................]   1 %  0.1 of 16 KB

hint         say what you work on with `agentstate task "…"`
hint         run `agentstate checkpoint` after the next verified step
"""

EMPTY_SCREEN = """\
[no project]  no git
task         [not recorded]
next action  [not recorded]
freshness    unknown: not a git repository
checkpoint   none in the tree
todo         0 open, 0 done
decisions    0 in force

STATE.yaml     missing
FACTS.md       missing
DECISIONS.md   missing
TODO.md        missing
PROTOCOL.md    missing
read at boot   [....................]   0 %  0 of 16 KB

hint         write the missing files with `agentstate init`
hint         say what you work on with `agentstate task "…"`
"""


@pytest.mark.parametrize(
    ("given_tree", "git", "given_report", "expected"),
    [
        pytest.param(FULL, GIT, report(Severity.ERROR, Severity.WARNING, Severity.WARNING), FULL_SCREEN, id="full"),
        pytest.param(CHINESE, CHINESE_GIT, report(), CHINESE_SCREEN, id="chinese"),
        pytest.param(BROKEN, GitFacts(branch="main", freshness=Freshness(0)), None, BROKEN_SCREEN, id="broken"),
        pytest.param(Tree(), GitFacts(reason="not a git repository"), None, EMPTY_SCREEN, id="nothing"),
    ],
)
def test_a_whole_screen(given_tree: Tree, git: GitFacts, given_report: Report | None, expected: str) -> None:
    assert plain(status(given_tree, git, now=NOW, report=given_report)) == expected


def width(line: str) -> int:
    return sum(0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)


LINES = st.one_of(st.text(max_size=120), st.text("记忆", max_size=120), st.text("e\u0301\u202e\x1b", max_size=120))


@given(st.fixed_dictionaries(dict.fromkeys(["project", "current_task", "next_action", "blocked", "current_stage"], LINES)), LINES)
@law(200)
def test_any_content_fits_the_screen(state: dict[str, str], branch: str) -> None:
    some = tree({**FILES, layout.STATE: json.dumps(state)})
    git = replace(GIT, branch=branch, freshness=Freshness(None, "", branch))
    lines = plain(status(some, git, now=NOW, report=report(Severity.ERROR))).removesuffix("\n").split("\n")
    assert len(lines) <= 24
    assert [line for line in lines if width(line) > COLUMNS] == []
    assert [line for line in lines if any(map(is_invisible, line))] == []


def test_a_crowded_or_hostile_tree_fits_the_screen() -> None:
    for some, git in ((CROWDED, CROWDED_GIT), (HOSTILE, HOSTILE_GIT)):
        lines = plain(status(some, git, now=NOW, report=report(Severity.INFO))).split("\n")
        assert (len(lines) <= 24, max(map(width, lines)) <= COLUMNS) == (True, True)


def row(label: str, given_tree: Tree, git: GitFacts = GIT, now: datetime = NOW) -> str:
    lines = plain(status(given_tree, git, now=now)).split("\n")
    return next((line.removeprefix(label).strip() for line in lines if line.startswith(label)), "")


@pytest.mark.parametrize(
    ("freshness", "expected"),
    [
        (Freshness(0, SINCE), "no code commit since the state was committed at 333333333333"),
        (Freshness(1, SINCE), "1 code commit since 333333333333 (10 allowed)"),
        (Freshness(10, SINCE), "10 code commits since 333333333333 (10 allowed)"),
        (Freshness(11, SINCE), "stale: 11 code commits since 333333333333 (10 allowed)"),
        (Freshness(0), "the state was never committed"),
        (Freshness(None, SINCE, "shallow clone"), "unknown: shallow clone"),
        (Freshness(None), "unknown"),
    ],
)
def test_how_fresh_the_state_is(freshness: Freshness, expected: str) -> None:
    assert row("freshness", FULL, replace(GIT, changes=(), freshness=freshness)) == expected


@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (timedelta(seconds=-60), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=119), "1 hour ago"),
        (timedelta(days=2, hours=23), "2 days ago"),
    ],
)
def test_how_old_the_last_checkpoint_is(age: timedelta, expected: str) -> None:
    made = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
    assert row("checkpoint", FULL, now=made + age) == f"20261129T193000Z-step-done-outbox, {expected}"


def test_a_checkpoint_whose_name_is_no_date_has_no_age() -> None:
    some = replace(FULL, names=frozenset({".agent/checkpoints/20269999T999999Z-manual.yaml"}))
    assert row("checkpoint", some) == "20269999T999999Z-manual"


@pytest.mark.parametrize(
    ("size", "expected", "style"),
    [
        (1, "[....................]   1 %  0 of 4 KB", ""),
        (3276, "[################....]  80 %  3.2 of 4 KB", "yellow"),
        (4096, "[####################] 100 %  4 of 4 KB", "yellow"),
        (4097, "[####################] 101 %  4 of 4 KB", "red"),
        (9000, "[####################] 220 %  8.8 of 4 KB", "red"),
    ],
)
def test_how_full_a_file_is(size: int, expected: str, style: str) -> None:
    some = replace(FULL, sources={**FULL.sources, layout.STATE: SourceText(layout.STATE, "#" * (size - 1) + "\n")})
    line = next(line for line in screen(status(some, GIT, now=NOW)) if line and line[0].text.startswith("STATE"))
    assert (line[1].text + line[2].text, line[1].style) == (expected, style)


def test_a_file_above_its_limit_brings_a_hint() -> None:
    some = replace(FULL, settings=Settings(limits=Limits(todo_items=3)))
    assert status(some, GIT, now=NOW).hints == ("bring the files under their limits with `agentstate rotate`",)


def test_a_state_without_a_next_action_brings_a_hint() -> None:
    some = tree({**FILES, layout.STATE: "current_task: Write\n"})
    assert status(some, GIT, now=NOW).hints == (
        'say what comes next with `agentstate set next_action "…"`',
        "run `agentstate checkpoint` after the next verified step",
    )


def test_the_status_as_json() -> None:
    found = json.loads(as_json(status(FULL, GIT, now=NOW, report=report(Severity.WARNING))))
    sizes = found.pop("sizes")
    assert found == {
        "version": 1,
        "project": "shop",
        "task": "Write orders to the outbox before the payment call",
        "stage": "persistence",
        "next_action": "add the retry loop to `src/outbox.py:flush`",
        "blocked": "staging database is down",
        "branch": "main",
        "head": HEAD,
        "uncommitted": 3,
        "freshness": {"verdict": "edited", "commits": 0, "limit": 10, "since": SINCE, "reason": ""},
        "checkpoint": {"id": "20261129T193000Z-step-done-outbox", "age_seconds": 7200},
        "todo": {"open": 3, "doing": 1, "blocked": 1, "done": 1},
        "decisions": {"active": 2, "pending": 1, "superseded": 1, "withdrawn": 0},
        "archives": 1,
        "problems": {"error": 0, "warning": 1, "info": 0},
        "hints": ["see the problems with `agentstate check`"],
    }
    assert sizes[2] == {
        "path": ".agent/DECISIONS.md",
        "state": "read",
        "bytes": 576,
        "bytes_limit": 12288,
        "entries": 4,
        "entries_limit": 30,
        "percent": 14,
    }
    assert [size["path"] for size in sizes] == [layout.STATE, layout.FACTS, layout.DECISIONS, layout.TODO, layout.PROTOCOL, ""]
