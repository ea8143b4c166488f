"""What an agent needed after a stop, one by one, and the numbers that are counted on the recording alone."""

from collections.abc import Iterator, Mapping

from agentstate.replay.action import Action
from agentstate.replay.catalogue import HITS
from agentstate.replay.continuation import REPETITIONS, repetitions, wrong_references
from agentstate.replay.holding import ways
from agentstate.replay.measured import Want
from agentstate.replay.stop import END, HORIZON, Stop

RECENT = 50
"""Failures of so many tool calls before a stop must be told."""

TRAIL = 10
"""So many different commands lead up to a stop."""


def wants(stop: Stop) -> Iterator[Want]:
    """Everything that is looked for in what the agent is given; nothing but rules at the end, or where too little came before or after."""
    for rule in stop.rules:
        if stop.kind == END or stop.tells:
            yield Want(("rules-end" if stop.kind == END else "rules",), rule, (rule,))
    if stop.tells:
        yield from _files(stop)
        yield from _commands(stop)
        yield from (want for _, want in repetitions(stop))
        yield from (want for want in wrong_references(stop) if want.ways)


def _files(stop: Stop) -> Iterator[Want]:
    """The files touched before that are touched again, by the first call that does."""
    first: dict[str, int] = {}
    for call, action in enumerate(stop.following[:HORIZON], start=1):
        for path in action.paths:
            first.setdefault(path, call)
    for path, call in first.items():
        if path in stop.earlier.touched:
            figures = tuple(name for calls, name in HITS.items() if call <= calls)
            yield Want(figures, path, (path,), path=True, call=call, age=_age(stop, stop.earlier.touched[path]))


def _commands(stop: Stop) -> Iterator[Want]:
    for run in stop.earlier.commands[-TRAIL:]:
        yield Want(("commands",), run.written, _ways(run), age=_age(stop, run.number))
    for run in _unresolved(stop):
        yield Want(("refused" if run.refused else "failures",), run.written, _ways(run), age=_age(stop, run.number))


def _ways(run: Action) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (*ways(run.written), run.command))))


def _unresolved(stop: Stop) -> tuple[Action, ...]:
    """The commands of the last calls that failed or were refused, by what the recording says of them, and did not run well since."""
    found: dict[str, Action] = {}
    for run in stop.earlier.actions[-RECENT:]:
        if run.written and run.failed:
            found[run.written] = run
        elif run.written and (run.exit_code == 0 or run.ok):
            found.pop(run.written, None)
    return tuple(found.values())


def _age(stop: Stop, number: int) -> int:
    return stop.earlier.calls + 1 - number


def amounts(stop: Stop) -> Mapping[str, float | None]:
    """What is counted on the recording, by figure; None where it is not recorded."""
    kinds = [kind for kind, _ in repetitions(stop)]
    edit = next((place for place, action in enumerate(stop.following) if action.edits), None)
    until = stop.following[:HORIZON] if edit is None else stop.following[:edit]
    again = [action for action in until if any(path in stop.earlier.read for path in action.read)]
    run = {(one.command, one.cwd) for one in stop.earlier.commands}
    repeated = sum(action in again or (bool(action.written) and (action.command, action.cwd) in run) for action in until)
    sizes = [action.size for action in again]
    return {
        **{kind: kinds.count(kind) for kind in REPETITIONS},
        "wrong-references": sum(1 for _ in wrong_references(stop)),
        "first-edit": edit,
        "repeated": repeated,
        "reread-characters": None if sizes and not any(sizes) else sum(sizes),
    }
