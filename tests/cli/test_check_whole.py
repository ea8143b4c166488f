"""What `agentstate check` reads beside the five files: every lane, and the snapshots that are to stay in the tree."""

from collections.abc import Callable

import pytest

from agentstate.documents.snapshot import Snapshot, render_snapshot
from agentstate.rules.example import VALID
from agentstate.rules.rule import state_text
from agentstate.vocabulary import layout
from tests.support.command import Result
from tests.support.repository import Repository

LANE = ".agent/lanes/search.yaml"


@pytest.fixture
def site(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with a valid tree."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("tree")
    monkeypatch.chdir(repository.path)
    return repository


def snapshot(day: int, state: str = "project: shop\n", message: str = "") -> tuple[str, str]:
    identifier = f"202611{day:02}T193000Z-step-done"
    created = f"2026-11-{day:02}T19:30:00Z"
    kept = Snapshot(id=identifier, reason="step-done", message=message, created=created, state=state)
    return layout.snapshot_path(identifier), render_snapshot(kept)


@pytest.fixture(params=[(), ("--staged",)], ids=["disk", "staged"])
def report(request: pytest.FixtureRequest, site: Repository, cli: Callable[..., Result]) -> Callable[..., tuple[int, list[str]]]:
    """What a check says, on the disk or of what is staged: its exit code, and its lines without the source lines and hints."""

    def check(files: dict[str, str]) -> tuple[int, list[str]]:
        for path, text in files.items():
            site.write(path, text)
        site.git("add", "-A")
        result = cli("check", *request.param, at=site.path)
        return result.code, [line for line in result.out.splitlines() if not line.startswith("  ")]

    return check


def test_every_lane_is_judged_like_the_state(report: Callable[..., tuple[int, list[str]]]) -> None:
    assert report({LANE: "project: shop\nfiles_to_load:\n  - src/gone.py\n"}) == (
        1,
        [
            f"{LANE}:1:1: AS303 missing-field error: current_task is missing",
            f"{LANE}:1:1: AS303 missing-field error: next_action is missing",
            f'{LANE}:3:5: AS321 missing-path error: no such file "src/gone.py"',
            "3 errors",
        ],
    )


def test_a_lane_that_is_no_yaml_or_holds_a_secret_is_reported(report: Callable[..., tuple[int, list[str]]]) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    lanes = {LANE: "project: [\n", ".agent/lanes/two.yaml": state_text(f"goal: use {token}")}
    assert report(lanes) == (
        1,
        [
            f"{LANE}:1:11: AS301 invalid-yaml error: a bracket or a brace before this place is never closed",
            ".agent/lanes/two.yaml:4:11: AS702 secret error: looks like a credential: GitHub token, 40 characters",
            "2 errors",
        ],
    )


def test_the_newest_snapshots_are_judged_by_what_they_hold_not_by_what_they_say(report: Callable[..., tuple[int, list[str]]]) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    old = [snapshot(day, f"goal: {token}\n") for day in (1, 2)]
    new = [snapshot(day, "goal: look in /home/ann/shop\n") for day in (3, 4, 5, 6)]
    path, text = snapshot(7, f"goal: {token}\ndone:\n  - turned round\n")
    assert report({**dict([*old, *new]), path: text.replace("turned", "turned \u202e")}) == (
        1,
        [
            f"{old[0][0]}:1:1: AS107 too-many-snapshots warning: 7 snapshots, at most 5 stay in the tree; this is the oldest",
            f"{path}:13:9: AS702 secret error: looks like a credential: GitHub token, 40 characters",
            f"{path}:15:14: AS703 bidirectional-control error: 1 direction control: right-to-left override (U+202E)",
            "2 errors, 1 warning",
        ],
    )


def test_a_snapshot_that_cannot_be_read_is_reported(report: Callable[..., tuple[int, list[str]]]) -> None:
    path, text = snapshot(7)
    assert report({path: f"{text}HEAD\n"}) == (
        1,
        [
            f'{path}:14:1: AS301 invalid-yaml error: neither "key: value" nor a list item',
            "1 error",
        ],
    )


@pytest.mark.parametrize("options", [(), ("--staged",)])
def test_two_lanes_that_are_one_file_on_this_disk_are_told_from_the_index(
    site: Repository, cli: Callable[..., Result], options: tuple[str, ...]
) -> None:
    for name in ("API", "api"):
        site.write(f".agent/lanes/{name}.yaml", VALID[layout.STATE])
    site.git("add", "--all")
    (site.path / ".agent/lanes/API.yaml").unlink()
    said = '.agent/lanes/api.yaml:1:1: AS342 lane-name error: the lanes "API" and "api" are one file where case does not count'
    result = cli("check", *options, at=site.path)
    assert (result.code, [line for line in result.out.split("\n") if "AS342" in line]) == (1, [said])
    site.git("rm", "--quiet", "--cached", ".agent/lanes/API.yaml")
    assert cli("check", *options, at=site.path).code == 0


def test_of_more_lanes_than_are_read_the_first_unread_one_is_reported(report: Callable[..., tuple[int, list[str]]]) -> None:
    assert report({f".agent/lanes/l{number:03}.yaml": VALID[layout.STATE] for number in range(102)}) == (
        1,
        [
            ".agent/lanes/l100.yaml:1:1: AS102 unreadable error: one of more than 100 lanes: it is not read",
            "1 error",
        ],
    )


def test_what_a_waiver_allowed_in_the_state_is_allowed_in_its_copy(report: Callable[..., tuple[int, list[str]]]) -> None:
    allowed = 'goal: "password: Xk7Qz2Lp9Vw4"  # agentstate: allow AS702 because it opens nothing\n'
    unused = "next_action: run  # agentstate: allow AS313 because it is short\nthen: run  # agentstate: allow AS999\n"
    assert report(dict([snapshot(7, allowed + unused)])) == (0, ["ok: 7 files, 1 tree, 1 waived"])


def test_lanes_are_mended_as_the_state_is(site: Repository, cli: Callable[..., Result]) -> None:
    site.write("src/a.py", "")
    site.write(LANE, state_text("files_to_load:", "  - ./src//a.py"))
    result = cli("check", "--fix", at=site.path)
    assert (result.code, result.out, result.err) == (0, "ok: 7 files, 1 tree\n", f'fixed AS323 untidy-path in "{LANE}"\n')
    assert site.read(LANE) == state_text("files_to_load:", "  - src/a.py")
