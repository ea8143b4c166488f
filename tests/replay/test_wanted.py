"""What an agent needed after a stop."""

from agentstate.replay.measured import Want
from agentstate.replay.wanted import amounts, wants
from tests.replay.steps import Session, work
from tests.replay.stops import stop

AFTER = Session().read("src/tree.py", "t" * 30).run("ls").edit("src/errors.py", "x", "y").read("new.py").read("src/lexer.py")


def test_files_touched_again_count_for_each_number_of_calls_that_reaches_them() -> None:
    files = [want for want in wants(stop(work(Session()), AFTER)) if want.path and "warned" not in want.figures]
    every = ("hit@1", "hit@3", "hit@10", "hit@20")
    assert files == [
        Want(every, "src/tree.py", ("src/tree.py",), path=True, call=1, age=7),
        Want(every[1:], "src/errors.py", ("src/errors.py",), path=True, call=3, age=5),
        Want(every[2:], "src/lexer.py", ("src/lexer.py",), path=True, call=5, age=11),
    ]


def test_commands_and_those_that_failed_are_wanted() -> None:
    found = {(want.figures[0], want.name) for want in wants(stop(work(Session()), AFTER)) if not want.path}
    trail = {("commands", name) for name in ("pytest -q tests/test_lexer.py", "make lint", "git status")}
    assert found == {*trail, ("failures", "make lint")}


def test_a_failure_that_was_mended_is_none() -> None:
    before = work(Session()).edit("src/tree.py").run("make lint")
    assert [want.name for want in wants(stop(before, AFTER)) if "failures" in want.figures] == []


def test_where_too_little_came_before_or_after_nothing_is_wanted() -> None:
    assert list(wants(stop(Session().read("a.py"), AFTER, rules=("never",)))) == []
    assert list(wants(stop(work(Session()), Session().read("src/tree.py"), rules=("never",)))) == []


def test_what_is_counted_up_to_the_first_edit() -> None:
    assert amounts(stop(work(Session()), AFTER)) == {
        "rerun": 0,
        "reread": 0,
        "restored": 0,
        "failed-again": 0,
        "wrong-references": 0,
        "first-edit": 2,
        "repeated": 1,
        "reread-characters": 30,
    }


def test_where_no_edit_came_it_is_not_known_when() -> None:
    assert amounts(stop(work(Session()), Session().run("ls").run("pwd").run("env")))["first-edit"] is None
