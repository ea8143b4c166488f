"""What was said and what was run, as entities: a decision, a dead end or a rule counts as what it is, a command as progress."""

from collections.abc import Sequence

from agentstate.journal.engine import Row
from agentstate.journal.journal import Journal
from agentstate.journal.values import Engram
from agentstate.journal.words import Wanted, holding

SAID = ("decision", "dead-end", "rule")
"""The words that are remembered for what they say."""

_SAYING = "kind, text, source, confidence, first, last, times"
_COMMAND = "command, cwd, exit_code, runs, failures, first, last"


def said(journal: Journal, words: Sequence[str], limit: int = 100, *, least: int = 1) -> tuple[Engram, ...]:
    """The decisions, dead ends and rules that hold most of `words` (letters of ASCII in either case), at least so many, then the newest;
    ended rules not."""
    kinds = ", ".join("?" * len(SAID))
    wanted = Wanted("texts", _SAYING, f"+kind IN ({kinds}) AND ended IS NULL", SAID, "last DESC, text", limit)
    return tuple(_saying(row) for row in holding(journal, wanted, words, least)) if words else ()


def ran(journal: Journal, words: Sequence[str], limit: int = 100) -> tuple[Engram, ...]:
    """The commands that hold most of `words`, then those that ran last; their scope is the folder they ran in."""
    wanted = Wanted("commands", _COMMAND, "1", (), "last DESC, command", limit)
    return tuple(_command(row) for row in holding(journal, wanted, words)) if words else ()


def ran_exactly(journal: Journal, command: str) -> tuple[Engram, ...]:
    """The runs of exactly this command, one for each folder, the last first."""
    return tuple(
        _command(row) for row in journal.rows(f"SELECT {_COMMAND} FROM commands WHERE command = ? ORDER BY last DESC, cwd", command)
    )


def _saying(row: Row) -> Engram:
    kind, text, source, confidence, first, last, times = row
    first, last, times = (int(str(number)) for number in (first, last, times))
    return Engram(0, str(kind), str(text), "", str(text), str(source), float(str(confidence)), first, last, times, gone=False)


def _command(row: Row) -> Engram:
    command, cwd, code, runs, failures, first, last = row
    ended = "exit status unknown" if code is None else f"exit {code}"
    failed = f", failed {_times(failures)} and not known to have gone well since" if failures else ""
    place = "" if cwd == "." else str(cwd)
    note = f"{command}: {ended}, run {_times(runs)}{failed}"
    return Engram(0, "progress", str(command), place, note, "journal", 0.95, int(str(first)), int(str(last)), int(str(runs)), gone=False)


def _times(number: object) -> str:
    return f"{number} time{'' if number == 1 else 's'}"
