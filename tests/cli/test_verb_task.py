"""`task` in a real repository: the old task is committed, the new one begun, and the user's own work left alone."""

import json
from collections.abc import Callable

import pytest

from agentstate.journal import reading
from agentstate.journal.journal import open_journal
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entry, Text
from tests.cli.worksite import DECISIONS, STATE, TODO, TREE, begin_work, last_commit, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

ID = "20261129T193000Z-switch-rate-limiting"
BEGUN = """\
# by hand
project: shop
current_task: rate limiting  # since Monday
next_action: ""
do_not: []
files_to_load: []
"""


def test_the_old_task_is_kept_and_committed_and_the_new_one_begun(repository: Repository, cli: Cli) -> None:
    plant(repository)
    theirs = begin_work(repository)
    staged = repository.git("diff", "--cached")
    assert cli("task", "rate limiting") == Result(0, f"{ID}\n", "")
    assert repository.read(layout.STATE) == BEGUN
    assert repository.read(layout.TODO) == TODO.replace("- [x]", "- [ ] add the loop\n- [x]")
    assert last_commit(repository) == (
        f"agentstate switch: rate limiting\n\nAgentstate-Checkpoint: {ID}\n\n\n"
        f"M\t{layout.STATE}\nM\t{layout.TODO}\nA\t{layout.snapshot_path(ID)}\n"
    )
    assert (repository.status(), repository.git("diff", "--cached")) == (theirs, staged)
    assert cli("restore", ID).code == 0
    assert repository.read(layout.STATE) == STATE


def test_everything_that_can_be_said_of_it(repository: Repository, cli: Cli) -> None:
    plant(repository)
    said = ("--goal", "no client starves", "--next", "read the proxy", "--conclude", "shipped", "--keep", "do_not")
    assert cli("task", "rate limiting", *said, "--no-commit") == Result(0, f"{ID}\n", "")
    kept = BEGUN.replace("do_not: []", "do_not:\n  - touch staging").replace('next_action: ""', "next_action: read the proxy")
    assert repository.read(layout.STATE) == f"{kept}goal: no client starves\n"
    entry = "\n## [2026-11-29] the outbox\n- Decision: shipped\n- Why: end of the task: the outbox\n"
    assert repository.read(layout.DECISIONS) == DECISIONS + entry
    changed = "".join(f" M {path}\n" for path in (layout.DECISIONS, layout.STATE, layout.TODO))
    assert repository.status() == f"{changed}?? {layout.snapshot_path(ID)}\n"


def test_a_task_that_is_under_way_already(repository: Repository, cli: Cli) -> None:
    plant(repository)
    said = "this is the current task already: change its fields with `agentstate set`\n"
    assert cli("task", "the outbox", "--goal", "x") == Result(0, "", said)
    assert repository.status() == ""


def test_the_first_task_of_a_tree_is_begun_in_one_message(repository: Repository, cli: Cli) -> None:
    empty = 'project: shop\ncurrent_task: ""\nnext_action: ""\n'
    plant(repository, files={**TREE, layout.STATE: empty})
    said = "begun: rate limiting; there was no task before it, so no checkpoint was made\n"
    assert cli("task", "rate limiting") == Result(0, "", said)
    assert last_commit(repository) == f"agentstate switch: rate limiting\n\n\nM\t{layout.STATE}\n"


def test_json_and_a_dry_run(repository: Repository, cli: Cli) -> None:
    plant(repository)
    result = cli("task", "rate limiting", "--dry-run", "--format", "json")
    data = json.loads(result.out)
    assert (result.code, result.err) == (0, "")
    assert (data["dry_run"], data["result"], data["commit"]) == (
        True,
        ID,
        {"subject": "agentstate switch: rate limiting", "id": "", "reason": ""},
    )
    assert [(step["action"], step["path"]) for step in data["steps"]] == [
        ("create", layout.snapshot_path(ID)),
        ("change", layout.TODO),
        ("change", layout.STATE),
    ]
    assert repository.status() == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        (("task", " "), 2, "the title is empty", "say something in the title"),
        (("task", "x" * 201), 1, "current_task takes at most 200 characters, not 201", "shorten it"),
        (
            ("task", "new", "--keep", "goal"),
            2,
            'invalid value for "--keep": "goal" is not one of "constraints", "do_not"',
            "see `agentstate task --help`",
        ),
        (("task", "new", "--conclude", " "), 2, "--decision is empty", "say something in --decision"),
    ],
)
def test_a_refusal_changes_nothing(
    repository: Repository, cli: Cli, arguments: tuple[str, ...], code: int, message: str, hint: str
) -> None:
    plant(repository)
    assert cli(*arguments) == Result(code, "", f"agentstate: error: {message}\nhint: {hint}\n")
    assert repository.status() == ""


@pytest.mark.parametrize(("title", "left"), [("the outbox", 1), ("rate limiting", 0)])
def test_rules_that_were_heard_end_with_the_task(repository: Repository, cli: Cli, title: str, left: int) -> None:
    plant(repository)
    journal = open_journal(repository.path)
    journal.append([Entry(session="s", kind="prompt", time=1, texts=(Text("rule", "never touch legacy", "prompt"),))])
    assert cli("task", title, "--dry-run").code == 0
    assert len(reading.rules(journal)) == 1
    assert cli("task", title).code == 0
    assert len(reading.rules(journal)) == left
    journal.close()
