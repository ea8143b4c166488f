"""What went wrong right after a stop, as the recording alone tells it: the same done again, and names that never were."""

import difflib
from collections.abc import Iterator, Mapping

from agentstate.message.frame import unseal
from agentstate.replay.action import Action
from agentstate.replay.holding import ways
from agentstate.replay.measured import Want
from agentstate.replay.stop import HORIZON, MESSAGE, Stop
from agentstate.vocabulary.patterns import IGNORECASE, pattern

CALLS = 3
"""So many tool calls after a stop are looked at for the same done again."""

RERUN, REREAD, RESTORED, FAILED_AGAIN = "rerun", "reread", "restored", "failed-again"
REPETITIONS = (RERUN, REREAD, RESTORED, FAILED_AGAIN)

_LEAST_TEXT = 20
"""Characters of the shortest text that is said to be restored: a bracket is put back in any edit."""

_ALIKE = 0.8
_WORD = pattern(r"[A-Za-z_][A-Za-z0-9_]{3,}")
_NO_FILE = pattern(r"no such file|file not found|does not exist|cannot find (?:the )?(?:file|path)|enoent|file_not_found", IGNORECASE)
_NO_NAME = pattern(
    r"(?:cannot import name|name|has no attribute|cannot find name|undefined:|cannot find (?:function|value|type|struct)) "
    r"['\"`]?([A-Za-z_][A-Za-z0-9_]{3,})",
    IGNORECASE,
)


def repetitions(stop: Stop) -> Iterator[tuple[str, Want]]:
    """The continuation failures among the next 3 calls, by kind, and what would have named each."""
    earlier, edited, changed = stop.earlier, stop.earlier.edited, dict(stop.earlier.changed)
    last = {(run.command, run.cwd): run for run in earlier.commands}
    for call, action in enumerate(stop.following[:CALLS], start=1):
        run = last.get((action.command, action.cwd)) if action.written else None
        if run and run.number >= edited and (run.failed or _passed(run)):
            yield FAILED_AGAIN if run.failed else RERUN, _want(action.written, ways(action.written), call, stop, run.number)
        for path in action.read:
            if earlier.read.get(path, 0) > changed.get(path, 0):
                yield REREAD, _want(path, (path,), call, stop, earlier.read[path], path=True)
        for path in action.changed:
            if any(path == where and _is_restored(lines, action.added) for where, lines in earlier.taken_out):
                yield RESTORED, _want(path, (path,), call, stop, earlier.changed.get(path, 0), path=True)
        changed |= dict.fromkeys(action.changed, action.number)
        edited = action.number if action.edits else edited


def _passed(run: Action) -> bool:
    return run.exit_code == 0 if run.exit_code is not None else run.ok is True


def _is_restored(lines: tuple[str, ...], added: tuple[str, ...]) -> bool:
    return sum(map(len, lines)) >= _LEAST_TEXT and set(lines) <= set(added)


def _want(name: str, forms: tuple[str, ...], call: int, stop: Stop, seen: int, *, path: bool = False) -> Want:
    return Want(("warned",), name, forms, path, call, stop.earlier.calls + 1 - seen if seen else 0)


def wrong_references(stop: Stop) -> Iterator[Want]:
    """The calls that named a path or symbol that never was, each with the names like it that could have been told."""
    known = {path: path.rpartition("/")[2] for path in stop.earlier.touched}
    symbols = _symbols(stop)
    for call, action in enumerate(stop.following[:HORIZON], start=1):
        if action.refused or not action.failed:
            continue
        if _NO_FILE.search(action.excerpt):
            for path in action.paths:
                if path not in known:
                    yield Want(("right-reference",), path, _like(path, known), path=True, call=call)
        elif found := _NO_NAME.search(action.excerpt):
            right = tuple(difflib.get_close_matches(found[1], symbols - {found[1]}, 1, _ALIKE)) if found[1] not in symbols else ()
            if right:
                yield Want(("right-reference",), f"{found[1]} for {right[0]}", right, call=call)


def _like(path: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """The known paths with the same or nearly the same name."""
    name = path.rpartition("/")[2]
    near = set(difflib.get_close_matches(name, sorted(set(known.values())), 3, _ALIKE))
    return tuple(other for other, called in known.items() if called in near)


def _symbols(stop: Stop) -> set[str]:
    """The words that look like names in the longest message."""
    text = stop.texts[max(stop.texts)][MESSAGE] if stop.texts else ""
    return {word for word in _WORD.findall(unseal(text) or text) if "_" in word or not word.islower()}
