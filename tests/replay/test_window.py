"""What is kept of a session while it is replayed."""

import pytest

from agentstate.replay.action import Action
from agentstate.replay.window import Window
from tests.replay.steps import Session, actions


def window(session: Session, room: int = 1000) -> Window:
    kept = Window(room)
    for action in actions(session):
        kept.called(action)
    return kept


def test_the_last_of_everything_is_known_by_its_call() -> None:
    earlier = window(Session().read("a.py").read("b.py").edit("a.py").run("make").read("a.py")).earlier
    assert (earlier.touched, earlier.read, earlier.changed) == ({"b.py": 2, "a.py": 5}, {"b.py": 2, "a.py": 5}, {"a.py": 3})
    assert ([run.written for run in earlier.commands], earlier.edited, earlier.calls) == (["make"], 3, 5)
    assert earlier.taken_out == (("a.py", ("old line of code",)),)


def test_git_knows_what_changed_since_the_last_commit_and_its_subject() -> None:
    kept = window(Session().edit("a.py").run('git add -A && git commit -m "Read quoted words"').edit("c.py").edit("b.py"))
    status = "Changes not staged for commit:\n\tmodified:   b.py\n\tmodified:   c.py\n"
    assert kept.git == f"{status}\n    Read quoted words\n"


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        ("git commit -am 'Say less'", "Say less"),
        ("git -C sub commit --message=Short", "Short"),
        ("git commit -m \"$(cat <<'EOF'\nFrom a document\n\nwith a body\nEOF\n)\"", "From a document"),
        ("git commit --amend --no-edit", "commit"),
    ],
)
def test_the_subject_of_a_commit_is_read_however_it_is_given(command: str, subject: str) -> None:
    assert window(Session().run(command)).git == f"nothing to commit, working tree clean\n\n    {subject}\n"


def test_a_commit_that_failed_is_none() -> None:
    assert window(Session().edit("a.py").run("git commit -m no", 1)).git == "Changes not staged for commit:\n\tmodified:   a.py\n"


def test_no_more_of_the_transcript_is_kept_than_there_is_room_for() -> None:
    kept = Window(20)
    for number in range(100):
        kept.prompted(f"words {number}", ())
        assert len(kept.transcript) <= 20
    assert kept.transcript == "s 98\nuser: words 99\n"


def test_the_instruction_is_the_newest_prompt_that_says_something() -> None:
    kept = Window(100)
    for text in ("Fix the crash in the lexer.", "go on"):
        kept.prompted(text, ())
    assert (kept.instruction, kept.sentences) == ("Fix the crash in the lexer.", ("Fix the crash in the lexer.",) * 2)


@pytest.mark.parametrize(
    ("session", "answer"),
    [
        (Session(), True),
        (Session().edit("a.py"), False),
        (Session().edit("a.py").run("git commit -m done"), True),
        (Session().edit("a.py").run("pytest -q", answer="3 passed in 0.1s"), True),
        (Session().edit("a.py").run("pytest -q", 1, "1 failed"), False),
    ],
)
def test_a_boundary_is_after_a_commit_or_tests_that_passed(session: Session, answer: bool) -> None:
    kept = Window(100)
    kept.prompted("Fix it.", ())
    for action in actions(session):
        kept.called(action)
    assert kept.at_boundary is answer


def test_paths_are_bounded_and_the_oldest_go() -> None:
    kept = Window(10)
    for number in range(1, 6001):
        kept.called(Action(number, number, number, "read", touches=((f"f{number}.py", "read"),)))
    assert (len(kept.earlier.touched), kept.newest_files[0], kept.newest_files[-1]) == (5000, "f6000.py", "f1001.py")
