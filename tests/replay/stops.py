"""Stops made by hand."""

from agentstate.replay.controls import controls
from agentstate.replay.stop import MESSAGE, Stop
from agentstate.replay.window import Window
from agentstate.vocabulary.values import replace
from tests.replay.steps import Session, actions


def stop(
    before: Session, after: Session, message: str = "", *, rules: tuple[str, ...] = (), session: str = "owner__parser/one.jsonl"
) -> Stop:
    """A compaction between the two, after which the agent was given the message."""
    window, calls = Window(1000), actions(before)
    for action in calls:
        window.called(action)
    others = controls(1000, window.newest_files, window.git, window.transcript, "Worked on src/lexer.py.")
    following = tuple(replace(action, number=action.number + len(calls)) for action in actions(after))
    texts = {1000: {MESSAGE: message, **others}}
    return Stop(session, 1, 9, 10, "compaction", "auto", 150_000, rules=rules, earlier=window.earlier, following=following, texts=texts)
