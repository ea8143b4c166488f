"""What a journal holds of each kind, to be listed."""

from pathlib import Path

from agentstate.journal import reading
from agentstate.journal.journal import Journal, find_journal
from agentstate.journal.values import Command, File, Saying
from agentstate.verbs.recall import LEAST
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass
from agentstate.workspace.disk import Disk
from agentstate.workspace.traces import Traces

LISTED = 200
"""How many files, commands and sayings a list of them holds."""


@dataclass(frozen=True)
class Lists:
    """What a journal holds of each kind, the newest first, but rules as they were heard and commands with unresolved failures first;
    of plans and prompts the newest."""

    files: tuple[File, ...] = ()
    commands: tuple[Command, ...] = ()
    rules: tuple[Saying, ...] = ()
    said: tuple[Saying, ...] = ()
    plan: tuple[Saying, ...] = ()
    prompt: tuple[Saying, ...] = ()
    problem: str = ""


def lists(root: Path) -> Lists:
    """Everything that can be listed; empty with its reason where the journal is missing or cannot be read."""
    try:
        journal = find_journal(root)
        if journal is None:
            return Lists(problem="there is no journal: nothing was recorded here")
        try:
            return _lists(journal, Disk(root))
        finally:
            journal.close()
    except AgentStateError as error:
        return Lists(problem=error.message)


def _lists(journal: Journal, disk: Disk) -> Lists:
    kinds = ("decision", "dead-end")
    return Lists(
        files=Traces(journal, disk).touched(-1, LISTED)[:LISTED],
        commands=reading.commands(journal, LISTED),
        rules=tuple(rule for rule in reading.rules(journal) if rule.confidence >= LEAST),
        said=tuple(one for kind in kinds for one in reading.sayings(journal, kind, LISTED, least=LEAST)),
        plan=tuple(filter(None, [reading.newest(journal, "plan")])),
        prompt=tuple(filter(None, [reading.newest(journal, "prompt")])),
    )
