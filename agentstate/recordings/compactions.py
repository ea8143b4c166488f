"""Compactions as one step each: many formats tell first that one came, and then, a line further, the summary."""

from collections.abc import Callable, Iterable, Iterator

from agentstate.recordings.step import Step
from agentstate.vocabulary.values import replace


def nothing(compaction: Step) -> Iterable[Step]:
    """No call was under way: of formats that tell a call with its result."""
    del compaction
    return ()


def joined(steps: Iterable[Step], unfinished: Callable[[Step], Iterable[Step]] = nothing) -> Iterator[Step]:
    """The steps, with a compaction and the summary that follows it as one; those before anything was done are `initial`.

    `unfinished` is asked once at each compaction for the calls that were made before it and had no result yet: they come before it.
    """
    pending: Step | None = None
    begun = False
    for step in steps:
        if step.kind == "compaction":
            if pending and not (pending.text and step.text):
                pending = _one(pending, step)
                continue
            yield from [pending] if pending else []
            for call in unfinished(step):
                begun = True
                yield call
            pending = replace(step, initial=not begun)
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
