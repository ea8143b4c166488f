"""What went wrong right after a stop."""

import pytest

from agentstate.replay.continuation import repetitions, wrong_references
from tests.replay.steps import Session
from tests.replay.stops import stop


def kinds(before: Session, after: Session) -> list[tuple[str, str, int]]:
    return [(kind, want.name, want.call) for kind, want in repetitions(stop(before, after))]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (Session().run("make"), Session().run("make"), [("rerun", "make", 1)]),
        (Session().run("make"), Session().edit("a.py").run("make"), []),
        (Session().run("make").edit("a.py"), Session().run("make"), []),
        (Session().run("make", 2), Session().run("ls").run("make", 2), [("failed-again", "make", 2)]),
        (Session().run("make", 2).edit("a.py"), Session().run("make"), []),
        (Session().read("a.py"), Session().read("a.py"), [("reread", "a.py", 1)]),
        (Session().read("a.py").edit("a.py"), Session().read("a.py"), []),
        (Session().read("a.py"), Session().edit("a.py").read("a.py"), []),
        (Session().read("a.py"), Session().read("b.py"), []),
        (Session().read("a.py"), Session().run("ls").run("pwd").run("env").read("a.py"), []),
        (
            Session().edit("a.py", "def parse_all(text):", "pass"),
            Session().edit("a.py", "pass", "def parse_all(text):"),
            [("restored", "a.py", 1)],
        ),
        (Session().edit("a.py", "short", "pass"), Session().edit("a.py", "pass", "short"), []),
        (Session().edit("a.py", "def parse_all(text):", "pass"), Session().edit("b.py", "pass", "def parse_all(text):"), []),
    ],
)
def test_the_same_done_again_with_no_edit_between(before: Session, after: Session, found: list[tuple[str, str, int]]) -> None:
    assert kinds(before, after) == found


def test_a_path_that_never_was_has_those_like_it() -> None:
    (want,) = wrong_references(stop(Session().read("src/lexer.py").read("src/tree.py"), Session().missing("lib/lexer.py")))
    assert (want.name, want.ways, want.path, want.call) == ("lib/lexer.py", ("src/lexer.py",), True, 1)


def test_a_path_that_was_there_before_is_no_wrong_reference() -> None:
    assert list(wrong_references(stop(Session().read("src/lexer.py"), Session().missing("src/lexer.py")))) == []


def test_a_symbol_that_never_was_counts_where_the_message_has_one_like_it() -> None:
    after = Session().run("python t.py", 1, "ImportError: cannot import name 'parse_token' from 'lexer'")
    (want,) = wrong_references(stop(Session(), after, "symbols: src/lexer.py: def parse_tokens(text)"))
    assert (want.name, want.ways) == ("parse_token for parse_tokens", ("parse_tokens",))
    assert list(wrong_references(stop(Session(), after, "nothing like it"))) == []
