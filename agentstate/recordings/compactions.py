"""Compactions as one step each: many formats tell first that one came, and then, a line further, the summary."""

from collections.abc import Iterable, Iterator

from agentstate.recordings.step import Step
from agentstate.vocabulary.values import replace


def joined(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, with a compaction and the summary that follows it as one; those before anything was done are `initial`."""
    pending: Step | None = None
    begun = False
    for step in steps:
        if step.kind == "compaction":
            found = replace(step, initial=not begun)
            if pending and pending.text and found.text:
                yield pending
                pending = found
            else:
                pending = _one(pending, found) if pending else found
            continue
        if pending and step.kind != "fault":
            yield pending
            pending = None
        begun = begun or step.kind in {"said", "tool"}
        yield step
    if pending:
        yield pending


def _one(first: Step, second: Step) -> Step:
    """Both as one: what the first does not say, the second does."""
    return replace(
        first,
        text=first.text or second.text,
        time=first.time or second.time,
        trigger=first.trigger or second.trigger,
        tokens=first.tokens or second.tokens,
        payload=first.payload if first.trigger or not second.trigger else second.payload,
    )
