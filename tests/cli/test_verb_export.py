"""`export`: what it prints, what it writes and where, and what it never writes over."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from tests.support.command import Result, run_here
from tests.support.repository import Repository
from tests.support.templates import Templates

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

RECORD = "0001-cache-in-redis.md"
LEFT = "state-snapshot has no place for: project, current_task, DECISIONS.md (1)\n"
TOKEN = "gh" + "p_" + "R7kQ2mZx9LtV4bNw8HsY3cJf6DpA1uGe5iTo"


@pytest.fixture
def site(repository: Repository, templates: Templates) -> Repository:
    """A repository with a tree, a task and a decision, all committed."""
    return templates.after(decide, repository)


def decide(repository: Repository) -> None:
    for call in (("init", "--project", "shop"), ("task", "cache"), ("decide", "Cache in Redis", "--why", "it is there")):
        assert run_here(*call, "-q", at=repository.path).code == 0
    repository.commit("tree")


def test_a_single_file_is_printed_and_nothing_is_written(site: Repository, cli: Cli) -> None:
    done = cli("export", "state-snapshot")
    assert (done.code, done.err, site.status()) == (0, LEFT, "")
    assert json.loads(done.out)["task_goal"] == ""
    page = cli("export", "hand-over")
    assert (page.code, page.err) == (0, "")
    assert page.out.endswith(f"- commit `{site.head()}`, branch `main`\n- state: `.agent/STATE.yaml`\n")
    assert cli("export", "json", "-q").out == cli("export", "json").out


def test_a_file_is_written_once_and_replaced_only_by_force(site: Repository, cli: Cli) -> None:
    printed = cli("export", "hand-over").out
    assert cli("export", "hand-over", "-o", "notes/x.md", "--dry-run").out == f"create notes/x.md ({len(printed.encode())} bytes)\n"
    assert not (site.path / "notes").exists()
    assert cli("export", "hand-over", "-o", "notes/x.md").out == f"create notes/x.md ({len(printed.encode())} bytes)\n"
    assert site.read("notes/x.md") == printed
    assert cli("export", "hand-over", "-o", "notes/x.md").out == "nothing to change\n"
    site.write("notes/x.md", "mine\n")
    refused = 'agentstate: error: "notes/x.md" would change\nhint: name another place, or add --force to replace it\n'
    assert cli("export", "hand-over", "-o", "notes/x.md") == Result(1, "", refused)
    assert site.read("notes/x.md") == "mine\n"
    assert cli("export", "hand-over", "-o", "notes/x.md", "--force").code == 0
    assert site.read("notes/x.md") == printed


def test_records_go_into_a_folder_of_their_own(site: Repository, cli: Cli) -> None:
    hint = "hint: name the folder with --output\n"
    assert cli("export", "madr") == Result(2, "", f"agentstate: error: madr is a folder of files\n{hint}")
    assert cli("export", "madr", "-o", "adr").out.startswith(f"create adr/{RECORD} (")
    assert cli("decide", "Share keys", "--why", "fewer", "-q").code == 0
    assert cli("export", "madr", "-o", "adr").out.startswith("create adr/0002-share-keys.md (")
    assert cli("decide", "No Redis", "--why", "gone", "--supersedes", "2026-11-29-cache", "-q").code == 0
    assert cli("export", "madr", "-o", "adr").err.startswith(f'agentstate: error: "adr/{RECORD}" would change\n')
    assert not (site.path / "adr/0003-no-redis.md").exists()
    assert cli("export", "madr", "-o", "adr", "--force").code == 0
    assert site.read(f"adr/{RECORD}").startswith("---\nstatus: superseded by ADR-0003\n")


def test_a_folder_with_anything_else_stays_as_it_is(site: Repository, cli: Cli) -> None:
    for name in ("adr/README.md", "more/inner/x.md"):
        site.write(name, "mine\n")
        folder = name.partition("/")[0]
        done = cli("export", "madr", "-o", folder, "--force")
        assert done.err.startswith(f'agentstate: error: "{"/".join(name.split("/")[:2])}" is no file of this export\n')
        assert (done.code, sorted(path.name for path in (site.path / folder).iterdir())) == (1, [name.split("/")[1]])


@pytest.mark.parametrize("output", [".agent/x.md", ".agent", ".git/x.md", "src/../.agent/deep/x.md", ".git/hooks/new/x"])
def test_nothing_is_written_into_the_tree_or_git(site: Repository, cli: Cli, output: str) -> None:
    done = cli("export", "hand-over", "-o", output, "--force")
    assert (done.code, done.out, site.status()) == (2, "", "")
    assert done.err.endswith("is inside .agent/ or .git/\nhint: name a place that is neither the tree's nor git's\n")


def test_no_link_is_written_through(site: Repository, cli: Cli, tmp_path: Path) -> None:
    for name, made in (("file", False), ("folder", True)):
        target = tmp_path / f"outside-{name}"
        target.mkdir() if made else target.write_text("mine\n", encoding="utf-8")
        (site.path / name).symlink_to(target)
    assert cli("export", "json", "-o", "file", "--force").code == 2
    assert cli("export", "madr", "-o", "folder", "--force").code == 2
    assert (tmp_path / "outside-file").read_text(encoding="utf-8") == "mine\n"
    assert list((tmp_path / "outside-folder").iterdir()) == []


def test_a_place_outside_of_the_repository_will_do(site: Repository, cli: Cli, tmp_path: Path) -> None:
    place = tmp_path / "new" / "all.json"
    assert cli("export", "json", "-o", str(place)).code == 0
    assert json.loads(place.read_text(encoding="utf-8"))["git"]["commit"] == site.head()
    assert stat.S_IMODE(place.stat().st_mode) & 0o700 == 0o600


def test_a_broken_tree_is_exported_as_far_as_it_goes(site: Repository, cli: Cli) -> None:
    site.write(layout.STATE, "project: [\n")
    (site.path / layout.TODO).unlink()
    done = cli("export", "json", "-o", "all.json")
    assert (done.code, len(done.err.split("\n"))) == (1, 3)
    assert done.err.startswith(f"agentstate: error: not exported: {layout.STATE}:1: ")
    assert done.err.endswith(f"agentstate: error: not exported: {layout.TODO} is missing\n")
    assert [one["title"] for one in json.loads(site.read("all.json"))["decisions"]] == ["Cache in Redis"]


def test_nothing_invisible_and_no_credential_leaves(site: Repository, cli: Cli) -> None:
    site.write(layout.FACTS, f"# Facts\n\n- a\u202eb\u200b\x1b[31m\n- the key is {TOKEN}\n")
    page, data = cli("export", "hand-over"), cli("export", "json")
    assert "- a\\u202eb\\u200b\\x1b[31m\n- the key is " in page.out
    assert json.loads(data.out)["facts"][0]["text"] == "a\u202eb\u200b\x1b[31m"
    assert not any(character in page.out + data.out for character in "\u202e\u200b\x1b")
    assert TOKEN not in page.out + data.out
    for name, text in (("hand-over", page.out), ("json", data.out)):
        assert cli("export", name, "-o", f"out-{name}").code == 0
        assert site.read(f"out-{name}") == text


@pytest.mark.usefixtures("site")
def test_a_lane_is_exported_with_its_own_state(cli: Cli) -> None:
    assert cli("task", "routes", "--lane", "api", "-q").code == 0
    assert "- Task: routes\n" in cli("export", "hand-over", "--lane", "api").out
    assert json.loads(cli("export", "json", "--lane", "api").out)["lane"] == "api"


def test_an_unknown_format_is_named(site: Repository, cli: Cli) -> None:
    done = cli("export", "toml")
    assert done.code == 2
    assert done.err.startswith('agentstate: error: invalid value for "FORMAT": "toml" is not one of "state-snapshot", ')
    assert site.status() == ""


@pytest.mark.parametrize("path", [layout.FACTS, layout.DECISIONS, layout.TODO])
def test_a_tree_in_conflict_is_exported_and_each_file_named(site: Repository, cli: Cli, path: str) -> None:
    at = site.read(path).count("\n") + 1
    site.write(path, f"{site.read(path)}<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    done = cli("export", "json", "-q")
    assert done.code == 1
    assert f"not exported: {path}:{at}: a merge conflict was left here, both sides are in the export\n" in done.err
