"""`set`, `add`, `drop`, `fact`, `todo`, `decide`, `decisions`: what they print, how they end, and what git sees afterwards."""

import json
from collections.abc import Callable

import pytest

from agentstate.documents.state import FIELDS
from agentstate.vocabulary import layout
from tests.cli.worksite import CACHE_ID, DECISIONS, OUTBOX_ID, STATE, TODO, TREE, WRITING, begin_work, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

FACTS = TREE[layout.FACTS]
NEW_ID = "2026-11-29-cache-in-redis-4b69"
NEW_ENTRY = f"\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n- Supersedes: {CACHE_ID}\n"

RECORDS = [
    ("set", "", layout.STATE, STATE.replace("add the loop", "test the loop")),
    ("add", "", layout.STATE, STATE.replace("touch staging\n", "touch staging\n  - force push\n")),
    ("drop", "README.md\n", layout.STATE, STATE.replace("  - README.md\n", "")),
    ("fact", "", layout.FACTS, FACTS + "- tests run with `make test`\n"),
    ("todo add", "", layout.TODO, TODO.replace("- [x]", "- [ ] write the report\n- [x]")),
    ("todo done", "- [x] P1 wire the controller\n", layout.TODO, TODO.replace("[ ] P1", "[x] P1")),
    ("todo start", "- [~] P1 wire the controller\n", layout.TODO, TODO.replace("[ ] P1", "[~] P1")),
    (
        "todo block",
        "- [ ] P1 wire the controller — blocked: a key\n",
        layout.TODO,
        TODO.replace("controller", "controller — blocked: a key"),
    ),
    ("decide", f"{NEW_ID}\n", layout.DECISIONS, DECISIONS + NEW_ENTRY),
]


@pytest.mark.parametrize(("verb", "out", "path", "text"), RECORDS, ids=[record[0] for record in RECORDS])
def test_one_file_is_changed_and_nothing_is_committed(repository: Repository, cli: Cli, verb: str, out: str, path: str, text: str) -> None:
    plant(repository)
    theirs, head = begin_work(repository), repository.head()
    staged = repository.git("diff", "--cached")
    assert cli(*WRITING[verb]) == Result(0, out, "")
    assert repository.read(path) == text
    assert repository.status() == f" M {path}\n{theirs}"
    assert (repository.head(), repository.git("diff", "--cached")) == (head, staged)


@pytest.mark.parametrize(
    ("arguments", "out", "err"),
    [
        (("set", "next_action", "add the loop"), "", "next_action is that already\n"),
        (("add", "do_not", "touch staging"), "", "do_not holds this already\n"),
        (("fact", "`make` builds all"), "", "this fact is there already\n"),
        (("todo", "add", "wire the controller"), "", "this item is there already\n"),
        (("todo", "done", "3"), "- [x] write the cache\n", "this item is done already\n"),
        (
            ("decide", "Cache in process", "--decision", "a dictionary", "--why", "fast"),
            f"{CACHE_ID}\n",
            "this decision is in the log already\n",
        ),
    ],
)
def test_what_is_so_already_is_said_unless_quiet(
    repository: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], out: str, err: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1793577600")
    plant(repository)
    assert cli(*arguments) == Result(0, out, err)
    assert cli(*arguments, "-q") == Result(0, out, "")
    assert repository.status() == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        (("set", "next_step", "a"), 2, 'unknown field "next_step"', f"the fields are {', '.join(FIELDS)}"),
        (("set", "do_not", "a"), 2, "do_not is a list", 'add to it with `agentstate add do_not "…"`'),
        (("add", "goal", "a"), 2, "goal holds one line, not a list", 'write it with `agentstate set goal "…"`'),
        (("drop", "goal", "a"), 2, "goal holds one line, not a list", 'write it with `agentstate set goal "…"`'),
        (("set", "confidence", "sure"), 2, 'confidence cannot be "sure"', "write high, medium or low"),
        (
            ("set", "goal", "a\u202eb"),
            2,
            'invalid value for "VALUE": holds the character "\\u202e", which does not show',
            "see `agentstate set --help`",
        ),
        (("set", "goal", "x" * 201), 1, "goal takes at most 200 characters, not 201", "shorten it"),
        (("drop", "do_not", "a"), 2, 'do_not holds no item "a"', 'it holds "touch staging"'),
        (
            ("add", "do_not", "a", "--because", "b"),
            2,
            "an item of do_not has no reason of its own",
            "leave the reason out, or add to failed_attempts",
        ),
        (("todo", "done", "e"), 2, 'several items match "e"', 'give the number of one: 1 "wire the controller", 2 "measure it"'),
        (
            ("todo", "start", "nothing"),
            2,
            'no item matches "nothing"',
            'give the number of one: 1 "wire the controller", 2 "measure it", 3 "write the cache"',
        ),
        (("decide", "a"), 2, 'missing option "--why"', "see `agentstate decide --help`"),
        (
            ("decide", "a", "--why", "b", "--supersedes", "2025"),
            2,
            'no single decision has the id "2025"',
            "find it with `agentstate decisions --all`",
        ),
        (("fact", "## a"), 2, 'a fact cannot begin like a heading, a comment or a code fence: "## a"', "begin it with a word"),
        (("fact", " "), 2, "the fact is empty", "say something in the fact"),
    ],
)
def test_a_refusal_is_one_line_and_a_hint_and_changes_nothing(
    repository: Repository, cli: Cli, arguments: tuple[str, ...], code: int, message: str, hint: str
) -> None:
    plant(repository)
    assert cli(*arguments) == Result(code, "", f"agentstate: error: {message}\nhint: {hint}\n")
    assert repository.status() == ""


def test_a_dry_run_shows_the_difference(repository: Repository, cli: Cli) -> None:
    plant(repository)
    size = len(STATE)
    assert cli("set", "next_action", "test the loop", "--dry-run") == Result(
        0,
        f"""\
change {layout.STATE} ({size} to {size + 1} bytes)
--- {layout.STATE}
+++ {layout.STATE}
@@ -1,7 +1,7 @@
 # by hand
 project: shop
 current_task: the outbox  # since Monday
-next_action: add the loop
+next_action: test the loop
 do_not:
   - touch staging
 files_to_load:
""",
        "",
    )
    assert cli("fact", "`make` builds all", "--dry-run") == Result(0, "nothing to change\n", "this fact is there already\n")


def test_json_says_what_was_written(repository: Repository, cli: Cli) -> None:
    plant(repository)
    result = cli(*WRITING["decide"], "--format", "json")
    size = len(DECISIONS)
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out) == {
        "version": 1,
        "dry_run": False,
        "result": NEW_ID,
        "messages": [],
        "steps": [
            {
                "action": "change",
                "path": layout.DECISIONS,
                "bytes_before": size,
                "bytes_after": size + len(NEW_ENTRY),
                "diff": f"""\
--- {layout.DECISIONS}
+++ {layout.DECISIONS}
@@ -8,3 +8,7 @@
 - Decision: one row for each order
 - Why: the same transaction
 - Rejected: a queue (one more service)
+
+## [2026-11-29] Cache in Redis
+- Why: workers disagree
+- Supersedes: {CACHE_ID}
""",
            }
        ],
        "commit": None,
    }


def test_a_full_log_rotates_by_itself_and_says_so_in_one_line(repository: Repository, cli: Cli) -> None:
    plant(repository, files={**TREE, layout.CONFIG: "limits: {decisions_entries: 2}\n"})
    assert cli("decide", "Cache in Redis", "--why", "workers disagree") == Result(
        0, "2026-11-29-cache-in-redis-5dae\n", "moved 1 decision to the archive\n"
    )
    archive = layout.archive_path(1)
    assert repository.status() == f" M {layout.DECISIONS}\n?? {archive}\n"
    entry = "## [2026-11-02] Cache in process\n- Decision: a dictionary\n- Why: fast\n"
    assert repository.read(archive) == f"# Decisions, archive volume 1\n\n{entry}"
    assert repository.read(layout.DECISIONS) == DECISIONS.replace(f"{entry}\n", "") + (
        "\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n"
    )


def test_a_full_log_that_may_not_rotate_is_refused(repository: Repository, cli: Cli) -> None:
    config = "limits: {decisions_entries: 2}\nrotate: {auto: false}\n"
    plant(repository, files={**TREE, layout.CONFIG: config})
    refusal = "agentstate: error: .agent/DECISIONS.md is full: 2 of 2 entries\nhint: run `agentstate rotate`, or shorten the entry\n"
    assert cli("decide", "a", "--why", "b") == Result(1, "", refusal)
    assert cli("rotate").code == 0
    assert cli("decide", "a", "--why", "b").code == 0


def test_an_urgent_item_in_chinese_stands_at_the_top(repository: Repository, cli: Cli) -> None:
    plant(repository)
    assert cli("todo", "add", "修登录", "--priority", "P0", "--blocked", "等密钥") == Result(0, "", "")
    assert repository.read(layout.TODO) == TODO.replace("- [ ] P1", "- [ ] P0 修登录 — blocked: 等密钥\n- [ ] P1")
    assert cli("todo", "list", "--format", "json").out.startswith('[\n  {\n    "number": 1,\n    "text": "修登录",\n')


def test_the_list_of_items_with_their_numbers(repository: Repository, cli: Cli) -> None:
    plant(repository)
    left = "  1 [ ] P1 wire the controller\n  2 [ ] measure it — blocked: staging\n"
    assert cli("todo", "list") == Result(0, left, "")
    assert cli("todo", "list", "--all") == Result(0, f"{left}  3 [x] write the cache\n", "")
    assert json.loads(cli("todo", "list", "--format", "json").out) == [
        {"number": 1, "text": "wire the controller", "state": "open", "priority": "P1", "blocked": "", "line": 3},
        {"number": 2, "text": "measure it", "state": "open", "priority": "", "blocked": "staging", "line": 4},
    ]


def test_the_decisions_and_what_each_counts_for(repository: Repository, cli: Cli) -> None:
    first, second = DECISIONS.removeprefix("# Decisions\n\n").rstrip("\n").split("\n\n")
    old = "## [2026-01-01] No cache\n- Why: small\n"
    plant(repository, files={**TREE, layout.archive_path(1): old})
    cli(*WRITING["decide"])
    superseded, outbox, new = (
        f"{CACHE_ID} (superseded)\n{first}\n",
        f"{OUTBOX_ID} (active)\n{second}\n",
        f"{NEW_ID} (active)\n{NEW_ENTRY.lstrip()}",
    )
    archived = f"2026-01-01-no-cache-decb (active)\n{old}"
    assert cli("decisions") == Result(0, f"{superseded}\n{outbox}\n{new}", "")
    assert cli("decisions", "--in-force") == Result(0, f"{outbox}\n{new}", "")
    assert cli("decisions", "--all", "--in-force") == Result(0, f"{archived}\n{outbox}\n{new}", "")
    assert cli("decisions", "--grep", "CACHE IN") == Result(0, f"{superseded}\n{new}", "")
    assert cli("decisions", "--grep", "nowhere") == Result(0, "", "")
    (record,) = json.loads(cli("decisions", "--grep", "disagree", "--format", "json").out)
    assert record == {
        "id": NEW_ID,
        "date": "2026-11-29",
        "title": "Cache in Redis",
        "standing": "active",
        "decision": "",
        "why": "workers disagree",
        "rejected": "",
        "supersedes": [CACHE_ID],
        "permanent": False,
        "text": NEW_ENTRY.strip(),
    }
