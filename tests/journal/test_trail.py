"""The last events as they come out again, and the step at a moment."""

from agentstate.journal.journal import Journal
from agentstate.journal.reading import last_commands
from agentstate.journal.trail import step_at, trail
from agentstate.journal.values import Happening
from agentstate.vocabulary.entries import Entry
from tests.journal.events import shell, tool


def test_of_the_last_events_everything_comes_out_the_oldest_first(journal: Journal) -> None:
    journal.append(
        [
            tool("a", ("old.py", "read"), time=1),
            Entry(
                session="t",
                agent="codex",
                kind="tool",
                time=5,
                call="b",
                tool="patch",
                subagent="u",
                command="make",
                exit_code=2,
                touches=(("b.py", "move", "a.py"), ("a.py", "read", "")),
                tests=True,
            ),
            Entry(session="s", kind="prompt", time=9),
        ]
    )
    assert trail(journal, 2) == (
        Happening(
            *(2, "t", "codex", 2, 5, "tool", "patch", "make"),
            tests=True,
            exit_code=2,
            ok=False,
            subagent="u",
            touches=(),
        ),
        Happening(3, "s", "", 2, 9, "prompt", "", "", tests=False, exit_code=None, ok=None, subagent="", touches=()),
    )
    assert trail(journal, 9)[0].touches == (("old.py", "read"),)
    assert [event.id for event in trail(journal, 9)] == [1, 2, 3]


def test_an_empty_journal_has_no_trail(journal: Journal) -> None:
    assert trail(journal, 5) == ()
    assert step_at(journal, 10**15) == 0


def test_the_step_at_a_moment_counts_the_calls_up_to_it(journal: Journal) -> None:
    journal.append([tool("a", time=10), Entry(session="s", kind="prompt", time=15), tool("b", time=20)])
    assert [step_at(journal, time) for time in (9, 10, 19, 20, 99)] == [0, 1, 1, 2, 2]


def test_the_commands_after_a_step_come_the_newest_first(journal: Journal) -> None:
    journal.append([shell("a", "make", 0), shell("b", "ls", 0), shell("c", "pwd", 1), shell("d", "make", 2)])
    assert [(one.command, one.exit_code) for one in last_commands(journal, 2, 9)] == [("make", 2), ("pwd", 1)]
    assert [one.command for one in last_commands(journal, 0, 2)] == ["make", "pwd"]
