"""An agent that was started for a lane is told of that lane, and one that names none that is there of the default one."""

import pytest

from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout
from tests.hooks.scripts import call, given_text, payload, played, workplace
from tests.support.command import run_here
from tests.support.repository import Repository

__all__ = ["workplace"]

LANE = ".agent/lanes/api.yaml"
API = "project: demo\ncurrent_task: write the client\nnext_action: add the loop\nfiles_touched: [src/calc.py]\n"
LOG = "{time} claude-code SessionStart: AGENTSTATE_LANE is passed over: {what}\n"


@pytest.fixture
def two_lanes(workplace: Repository) -> Repository:
    workplace.write(LANE, API)
    workplace.commit("lane", LANE)
    return workplace


def told(place: Repository) -> list[str]:
    return given_text(call("claude-code", "sessionstart-compact", place.path)).split("\n")


@pytest.mark.parametrize(
    ("lane", "task", "other"),
    [("api", "write the client", "the default lane: make add() add"), ("", "make add() add", "api: write the client")],
)
def test_an_agent_is_told_its_own_lane_and_of_the_other(
    two_lanes: Repository, monkeypatch: pytest.MonkeyPatch, lane: str, task: str, other: str
) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", lane)
    found = told(two_lanes)
    assert found[1] == f"Your task: {task}"
    assert other in next(line for line in found if line.startswith("Other tasks under way here, not yours: "))
    assert not (two_lanes.path / layout.LOCAL / "hook.log").exists()


def test_the_snapshot_that_a_hook_keeps_is_of_the_lane(two_lanes: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    list(played("claude-code", ["posttooluse-edit", "precompact-auto-null"], two_lanes.path))
    (path,) = (two_lanes.path / layout.AUTOMATIC).iterdir()
    found = parse_snapshot(SourceText.decode(f"{layout.AUTOMATIC}/{path.name}", path.read_bytes()))
    assert isinstance(found, Snapshot)
    assert (found.lane, found.state) == ("api", API)
    assert run_here("restore", at=two_lanes.path).out.split()[0] == path.name.removesuffix(".yaml")
    monkeypatch.delenv("AGENTSTATE_LANE")
    assert run_here("restore", at=two_lanes.path).out == ""


@pytest.mark.parametrize(
    ("lane", "what"),
    [
        ("gone", 'no lane "gone": the only lane here is api'),
        ("API", 'no lane "API": the only lane here is api'),
        ("../STATE", '"../STATE" is no name of a lane'),
        ("../../../../etc/passwd", '"../../../../etc/passwd" is no name of a lane'),
        ("a\nb\x1b[2J", '"a\\x0ab\\x1b[2J" is no name of a lane'),
        ("x" * 5000, f'no lane "{"x" * 60}…": the only lane here is api'),
    ],
)
def test_a_lane_that_is_not_there_is_passed_over_and_written_down(
    two_lanes: Repository, monkeypatch: pytest.MonkeyPatch, lane: str, what: str
) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", lane)
    assert told(two_lanes)[1] == "Your task: make add() add"
    written = (two_lanes.path / layout.LOCAL / "hook.log").read_text(encoding="utf-8")
    assert written == LOG.format(time=written.split(" ")[0], what=what)


def test_the_plan_and_the_prompt_of_another_lane_are_not_its_own(two_lanes: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    place = two_lanes.path
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    session = "11111111-2222-4333-8444-555555555555"
    for name in ("sessionstart-startup", "userpromptsubmit-chinese", "posttooluse-todowrite"):
        call("claude-code", name, place)
    own = run_here("resume", at=place).out
    monkeypatch.delenv("AGENTSTATE_LANE")
    default = run_here("resume", at=place).out
    assert [("derived: in progress in your plan" in text, "Newest instruction: [not recorded]" in text) for text in (own, default)] == [
        (True, False),
        (False, True),
    ]
    second = "99999999-2222-4333-8444-555555555555"
    for name in ("sessionstart-startup", "userpromptsubmit-basic"):
        given = payload("claude-code", name, place).replace(session, second)
        run_here("hook", "claude-code", at=place, stdin=given)
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    assert run_here("resume", at=place).out == own


def test_without_lanes_a_variable_changes_nothing_that_is_tracked(workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSTATE_LANE", "api")
    before = workplace.status()
    assert told(workplace)[1] == "Your task: make add() add"
    assert workplace.status() == before
