"""`import`: what it prints, how it ends, what it writes, and what it leaves alone."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from agentstate.workspace.importing import FILE_BYTES
from tests.support.command import Result, run_here
from tests.support.repository import Repository
from tests.support.templates import Templates

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

RECORD = layout.import_path(1)
SNAPSHOT = '{"task_goal": "修复登录超时",\n "next_action": "read `src/service.py`",\n "files_to_load": ["src/service.py"], "who": "ann"}\n'
COUNTS = "3 items → STATE.yaml\n1 item or passage → only in the record\n"
TOKEN = "gh" + "p_" + "R7kQ2mZx9LtV4bNw8HsY3cJf6DpA1uGe5iTo"


@pytest.fixture
def site(repository: Repository, templates: Templates) -> Repository:
    """A repository with a tree and one snapshot to import."""
    return templates.after(take_notes, repository)


def take_notes(repository: Repository) -> None:
    assert run_here("init", "-q", "--project", "shop", at=repository.path).code == 0
    repository.write("notes/state.json", SNAPSHOT)
    repository.commit("notes")


def test_items_go_to_their_places_and_the_source_and_git_stay(site: Repository, cli: Cli) -> None:
    head = site.head()
    assert cli("import", "notes/state.json") == Result(0, COUNTS, "")
    assert site.status() == f" M {layout.STATE}\n?? {RECORD}\n"
    assert (site.head(), site.read("notes/state.json")) == (head, SNAPSHOT)
    state = site.read(layout.STATE)
    assert "goal: 修复登录超时\n" in state
    assert "next_action: read `src/service.py`\n" in state.replace('"', "")
    assert "files_to_load:\n  - src/service.py\n" in state
    assert site.read(RECORD).endswith("~~~\nwho: ann\n~~~\n\n")
    assert cli("import", "notes/state.json") == Result(0, "4 items and passages imported before: left as they are\n", "")
    assert cli("check", "--strict", "--ignore", "AS312").code == 0


def test_a_dry_run_prints_the_mapping_and_writes_nothing(site: Repository, cli: Cli) -> None:
    done = cli("import", "notes", "--dry-run")
    assert done.out.startswith(
        'notes/state.json:1 goal → STATE.yaml goal: "修复登录超时"\n'
        'notes/state.json:2 next → STATE.yaml next_action: "read `src/service.py`"\n'
        'notes/state.json:3 file → STATE.yaml files_to_load: "src/service.py"\n'
        'notes/state.json:3 remainder → only in the record (it has no place in a tree): "who: ann"\n'
        f"{COUNTS}\nchange {layout.STATE} ("
    )
    assert (done.code, done.err, site.status()) == (0, "", "")


def test_json_holds_the_mapping(site: Repository, cli: Cli) -> None:
    data = json.loads(cli("import", "notes", "--dry-run", "--format", "json").out)
    assert [(row["line"], row["kind"], row["place"]) for row in data["mapping"]] == [
        (1, "goal", "STATE.yaml goal"),
        (2, "next", "STATE.yaml next_action"),
        (3, "file", "STATE.yaml files_to_load"),
        (3, "remainder", None),
    ]
    assert [step["path"] for step in data["steps"]] == [layout.STATE, RECORD]
    assert site.status() == ""


def test_what_is_there_is_said_without_a_tree_too(repository: Repository, cli: Cli) -> None:
    repository.write("notes/state.json", SNAPSHOT)
    repository.write("node_modules/a/state.json", SNAPSHOT)
    repository.write(".git/state.json", SNAPSHOT)
    (repository.path / "linked").symlink_to(repository.path / "notes")
    title = 'state-snapshot: a state snapshot in JSON ("task_goal", "current_step", "next_action"); 3 items, 1 passage without a place\n'
    assert cli("import", "--detect") == Result(0, f"{title}  notes/state.json\n", "")
    found = json.loads(cli("import", "--detect", "--format", "json", "notes").out)["found"]
    assert [(one["source"], one["paths"]) for one in found] == [("state-snapshot", ["notes/state.json"])]
    assert cli("import", "notes").err == "agentstate: error: no .agent/ here or above: run `agentstate init`\n"
    assert not (repository.path / ".agent").exists()


def test_nothing_that_can_be_imported(site: Repository, cli: Cli) -> None:
    site.write("empty/readme.json", "{}")
    assert cli("import", "--detect", "empty") == Result(0, "", "nothing that can be imported\n")
    error = 'agentstate: error: nothing in "empty" has a form that is known\nhint: `agentstate import --help` names the forms\n'
    assert cli("import", "empty") == Result(2, "", error)


@pytest.mark.parametrize("path", ["missing.json", "missing/folder", "\udcff"])
def test_a_path_that_is_not_there(site: Repository, cli: Cli, path: str) -> None:
    done = cli("import", path)
    assert (done.code, done.out, site.status()) == (2, "", "")
    assert done.err.startswith("agentstate: error: ")
    assert done.err.count("\n") == 2


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b'{"next_action": 1,\n "task_goal": \xff}', "notes/odd.json:2: not UTF-8: byte 0xff; save the file as UTF-8\n"),
        (b'{"next_action": 1,\n\n "task_goal": \0}', "notes/odd.json:3: a NUL, which no text holds; save the file as text in UTF-8\n"),
        (b'{"next_action": 1, "task_goal": }', 'notes/odd.json:1: not JSON: unexpected "}"; mend the file and import it again\n'),
        (
            b'{"next_action": ' + b"[" * 100_000 + b'"task_goal"',
            "notes/odd.json:1: not JSON: nested deeper than 40; mend the file and import it again\n",
        ),
        (
            b" " * (FILE_BYTES + 1),
            (
                f'notes/odd.json:1: "notes/odd.json" is {FILE_BYTES + 1} bytes, the limit is {FILE_BYTES} bytes; '
                "shorten the file or put the right one in its place\n"
            ),
        ),
    ],
    ids=["bytes", "nul", "broken", "deep", "large"],
)
def test_a_file_that_cannot_be_read_is_one_line_and_the_others_are_imported(site: Repository, cli: Cli, data: bytes, line: str) -> None:
    site.write("notes/odd.json", data)
    assert cli("import", "notes") == Result(1, COUNTS, line)


@pytest.mark.parametrize(
    "text",
    [
        '{"next_action": null, "task_goal": null, "current_step": [], "confidence": {"a": 1}, "blocked": true}',
        '{"next_action": {"a": ["b"]}, "task_goal": ["one", "two"], "task_goal": 3, "files_touched": [null, 1.5, {"x": "y"}]}',
        '{"next_action": "\\ud800", "task_goal": "\\u202e\\u0000", "": ""}',
    ],
)
def test_odd_values_are_kept_and_the_tree_stays_clean(site: Repository, cli: Cli, text: str) -> None:
    site.write("odd.json", text)
    assert cli("import", "odd.json").code == 0
    assert cli("check").code == 0
    assert cli("import", "odd.json").out.endswith("imported before: left as they are\n")


def test_a_credential_stops_the_import_unless_it_is_masked(site: Repository, cli: Cli) -> None:
    site.write("odd.json", f'{{"task_goal": "a",\n "next_action": "use {TOKEN}"}}')
    done = cli("import", "odd.json")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("agentstate: error: odd.json:2 holds what looks like a credential: ")
    assert TOKEN not in done.err
    assert site.status() == "?? odd.json\n"
    assert cli("import", "odd.json", "--mask").code == 0
    assert f"use {'*' * len(TOKEN)}" in site.read(layout.STATE)
    assert TOKEN not in site.read(RECORD)


def test_a_file_outside_is_named_by_its_folder(site: Repository, cli: Cli, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "state.json").write_bytes(SNAPSHOT.encode())
    assert cli("import", str(outside / "state.json")) == Result(0, COUNTS, "")
    assert "## 2026-11-29: elsewhere/state.json (state-snapshot)\n" in site.read(RECORD)
    assert cli("import", str(outside)) == Result(0, "4 items and passages imported before: left as they are\n", "")


def test_a_link_is_not_followed(site: Repository, cli: Cli) -> None:
    (site.path / "link.json").symlink_to(site.path / "notes/state.json")
    done = cli("import", "link.json")
    assert (done.code, done.out) == (1, "nothing to import\n")
    assert "symbolic link" in done.err


def test_without_a_path_it_says_how_to_find_one(site: Repository, cli: Cli) -> None:
    assert cli("import") == Result(2, "", "agentstate: error: no PATH to import\nhint: find one with `agentstate import --detect`\n")
    assert site.status() == ""


def test_what_names_a_file_that_is_gone_is_only_in_the_record_and_check_stays_clean(site: Repository, cli: Cli) -> None:
    note = "# H\n\n## Notes\n- keys are made in `src/gone.py`\n- `src/gone.py` was removed\n- read `src/service.py:nothing`\n"
    site.write("notes/HANDOFF.md", f"{note}\n## Done\n- the text stands in `docs/lost.md`\n\n## Next steps\n- write `src/new.py`\n")
    mapping = cli("import", "notes/HANDOFF.md", "--dry-run").out.split("\n")
    assert [line.partition(': "')[0] for line in mapping[:5]] == [
        'notes/HANDOFF.md:4 fact → only in the record ("src/gone.py" names a file that does not exist)',
        "notes/HANDOFF.md:5 fact → FACTS.md",
        'notes/HANDOFF.md:6 fact → only in the record (there is no "nothing" in "src/service.py")',
        'notes/HANDOFF.md:9 done → only in the record ("docs/lost.md" names a file that does not exist)',
        "notes/HANDOFF.md:12 next → STATE.yaml next_action",
    ]
    assert cli("import", "notes/HANDOFF.md").code == 0
    assert cli("check").code == 0


CONFLICT = "<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n"


def test_a_source_in_conflict_is_one_line_and_the_others_are_imported(site: Repository, cli: Cli) -> None:
    site.write("notes/HANDOFF.md", f"# H\n\n## Done\n{CONFLICT.format('- a', '- b')}")
    assert cli("import", "notes") == Result(1, COUNTS, "notes/HANDOFF.md:4: a merge conflict was left here; resolve it first\n")
    assert "- a" not in site.read(RECORD)


@pytest.mark.parametrize("path", [layout.STATE, layout.FACTS, layout.DECISIONS, layout.TODO])
def test_a_tree_in_conflict_is_left_as_it_is(site: Repository, cli: Cli, path: str) -> None:
    site.write(path, f"{site.read(path)}{CONFLICT.format('a: 1', 'a: 2')}")
    before = site.read(path)
    done = cli("import", "notes")
    assert (done.code, done.out) == (1, "")
    assert f"agentstate: error: {path}:" in done.err
    assert done.err.count("a merge conflict was left here") == 1
    assert (site.read(path), (site.path / RECORD).exists()) == (before, False)


def test_a_broken_state_is_refused_as_set_refuses_it(site: Repository, cli: Cli) -> None:
    site.write(layout.STATE, "project: [\n")
    assert cli("import", "notes") == cli("set", "goal", "x")
    assert site.read(layout.STATE) == "project: [\n"
    assert not (site.path / RECORD).exists()


def test_files_of_no_form_are_named(site: Repository, cli: Cli) -> None:
    site.write("notes/words.md", "# Words\n\nOnly words.\n")
    assert cli("import", "notes") == Result(0, COUNTS, "not read: notes/words.md (no form that is known)\n")
