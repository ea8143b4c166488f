"""Every regular expression of the package, on 100 KB of 40 shapes: each within a tenth of a second of the processor."""

import re
import signal
import time
from collections import deque
from types import FrameType

from agentstate.extraction.prose import LONGEST
from faults.trial import Trial
from tests.support.expressions import Expression, expressions

SIZE = 100_000
SEEN = {
    "agentstate.extraction.markers": LONGEST,
    "agentstate.extraction.symbols.definitions": 1_000,
    "agentstate.documents.mentions": 200,
    "agentstate.rules.imitation": 16_384,
    "agentstate.documents.wording": 16_384,
    "agentstate.documents.lines": 16_384,
}
"""Modules whose expressions see a sentence, a line or what stands in backquotes, and how many characters these have at most."""

SECONDS = 0.1
_GIVEN_UP = 2.0

UNITS = (
    *(" ", "\t", "\n", "\r\n", "a", "A", "0", "_", "-", "/", ".", "\\", '"', "'", "`", "*", "#", ":", "=", "[", "(", "<", ">", "|"),
    *("~", "@", "$", "{", "，", "名", "\u0301", "a ", "a.", "a/", "- ", "[ ] ", "`a` ", "key: ", "a=b ", "<!-- ", '\\"', "(a", "[a]("),
)


class _TooLongError(Exception):
    pass


def expressions_on_shapes(full: bool) -> Trial:
    """Each expression in the ways it is used, on each shape; the short form takes a fifth of the shapes."""
    trial, slowest = Trial(), 0.0
    for expression in expressions():
        for unit in UNITS if full else UNITS[::5]:
            spent = seconds(expression, (unit * SIZE)[: SEEN.get(expression.module, SIZE)] + "\0")
            slowest = max(slowest, spent)
            trial.count += 1
            trial.expect(spent <= SECONDS, f"{expression.module}: {expression.text!r:.80} takes {spent:.2f} s for {unit!r}")
    trial.figures = f"slowest {slowest:.3f} s"
    return trial


def seconds(expression: Expression, text: str) -> float:
    """Seconds of the processor for the slowest use, the better of two tries; two at most where it does not end."""
    pattern = re.compile(expression.text, expression.flags)
    shape = text.encode() if isinstance(expression.text, bytes) else text
    spent = max(_once(pattern, use, shape) for use in expression.uses)
    return spent if spent <= SECONDS or spent >= _GIVEN_UP else min(spent, max(_once(pattern, use, shape) for use in expression.uses))


def _once(pattern: "re.Pattern[str] | re.Pattern[bytes]", use: str, text: str | bytes) -> float:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _GIVEN_UP)
    began = time.process_time()
    try:
        deque(_used(pattern, use, text), maxlen=0)
    except _TooLongError:
        return _GIVEN_UP
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.process_time() - began


def _used(pattern: "re.Pattern[str] | re.Pattern[bytes]", use: str, text: str | bytes) -> "deque[object]":
    if use in {"search", "match", "fullmatch"}:
        return deque([getattr(pattern, use)(text)])
    return deque(pattern.finditer(text), maxlen=0)  # type: ignore[arg-type]
