"""Where the missed share stops falling, and what is counted for it."""

import json

import pytest

from agentstate.replay.judging import judged
from agentstate.replay.measured import Judged
from agentstate.replay.tuning import MOST, NEEDED, Curve, Point, as_text, curves, places, settings
from agentstate.resources import read_text
from agentstate.settings import RecallSettings
from agentstate.vocabulary.values import names, replace
from tests.replay.steps import Session, work
from tests.replay.stops import stop


def told(files: list[tuple[int, ...]]) -> list[Judged]:
    """Stops that needed the files at these places again."""
    one = judged(stop(work(Session()), work(Session())), 1000)
    return [replace(one, places={"files": found, "commands": (), "decisions": ()}) for found in files]


def test_a_place_is_that_in_the_list_of_the_newest() -> None:
    before = work(Session()).run("make lint", 2)
    after = Session().read("docs/grammar.md").edit("src/lexer.py").run("git status").run("make lint").read("new.py")
    assert places(stop(before, after)) == {"files": (1, 6), "commands": (1,), "decisions": ()}


def test_a_decision_is_needed_where_it_names_what_comes_next() -> None:
    one = stop(work(Session()), Session().edit("src/lexer.py", "x", "y = parse_tree(1)").run("make check"))
    decided = ("Use the faster way.", "Keep parse_tree as it is.", "Split lexer.py in two.", "Never call oldName.")
    assert places(replace(one, earlier=replace(one.earlier, decided=decided)))["decisions"] == (2, 3)


def test_only_the_next_twenty_calls_count() -> None:
    after = Session()
    for _ in range(20):
        after.run("ls")
    assert places(stop(work(Session()), after.read("src/lexer.py")))["files"] == ()


def test_the_share_stops_falling_where_three_further_ones_bring_less_than_a_point_each() -> None:
    """Of 200 needed things one is half a point, two are a point."""
    needed = [*[1] * 100, *[2] * 50, *[3] * 30, 4, *[6] * 2, 8, 9, 10, *[50] * 14]
    assert len(needed) == 200
    (files, commands, decisions) = curves(told([tuple(needed[start::10]) for start in range(10)]))
    assert (files.needed, files.stops, files.n) == (200, 10, 6)
    assert [(point.n, point.missed) for point in files.points][:8] == [
        (1, 100),
        (2, 50),
        (3, 20),
        (5, 19),
        (6, 17),
        (7, 17),
        (8, 16),
        (9, 15),
    ]
    assert commands == Curve("commands", 0, 0)
    assert settings([files, commands, decisions]) == {"files": 6}


def test_a_share_that_falls_to_the_end_asks_for_the_most() -> None:
    assert curves(told([tuple(range(1, 91))] * 10))[0].n == 90
    assert curves(told([tuple(range(1, 131, 3))] * 10))[0].n == 100


@pytest.mark.parametrize("files", [[(1, 2, 3)] * 9, [(1, 2)] * 10, []])
def test_of_too_little_no_number_is_named(files: list[tuple[int, ...]]) -> None:
    found = curves(told(files))
    assert found[0].n is None
    assert settings(found) == {}


def test_a_stop_that_tells_nothing_is_not_counted() -> None:
    assert [curve.needed for curve in curves(replace(one, tells=False) for one in told([(1, 2, 3)] * 20))] == [0, 0, 0]


def test_the_table_has_counts_intervals_and_the_number() -> None:
    found = Curve("files", 40, 10, (Point(1, 10, 0.125, 0.5), Point(2, 0, 0.0, 0.0)), 2)
    assert (
        as_text([found, Curve("commands", 0, 0)])
        == f"""HOW MANY FILES TO LIST
missed: {NEEDED["files"]}
    1  10 of 40, 25.0 % [12.5, 50.0]
    2  0 of 40, 0.0 % [0.0, 0.0]  <- stops falling
recall.files: 2 (3 further ones each lower the missed share by less than one point)

HOW MANY COMMANDS TO LIST
missed: {NEEDED["commands"]}
too little to say: 0 needed in 0 stops, 30 in 10 are asked for
"""
    )


def test_what_it_finds_is_a_setting_within_its_limits() -> None:
    schema = json.loads(read_text("schemas", "config.schema.json"))["properties"]["recall"]["properties"]
    assert {kind: schema[kind]["maximum"] for kind in MOST} == MOST
    assert set(MOST) <= set(names(RecallSettings))
