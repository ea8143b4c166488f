"""Whether the tests that a command line ran passed, as far as it can be known."""

from agentstate.hooks.commands import LONGEST
from agentstate.hooks.runners import runs
from agentstate.vocabulary.patterns import MULTILINE, pattern

_LONG = 9
_N = "[1-9][0-9]{0,8}"
_FAILED_LINES = (
    rf"=+ .*\b{_N} (?:failed|errors?)\b",
    rf"[ \t]*(?:[0-9]{{1,9}} [a-z]{{1,12}}, ){{0,6}}{_N} (?:failed|failing|failures?|errors?)\b",
    r"(?:FAILED|ERROR) [A-Za-z0-9_./\\-]+\.py\b",
    r"FAILED \((?:failures|errors)=",
    r"(?:--- )?FAIL\b",
    r"test result: FAILED",
    rf"[ \t]*Tests:?[ \t]+(?:.*, )?{_N} failed\b",
    r"(?:.*\b)?BUILD FAIL(?:URE|ED)\b",
    r"(?:.*\b)?Tests run:[^\n]{0,60}(?:Failures|Errors): [1-9]",
    rf"[0-9]{{1,8}} examples?, {_N} failures?",
    r"Failed![ \t]+-",
    r"FAILURES!",
    r"\*\* TEST FAILED \*\*",
    rf".*tests passed, {_N} tests? failed",
    rf"Tests: [0-9]+, .*\b(?:Failures|Errors): {_N}\b",
    rf"(?:#|\u2139) fail {_N}\b",
    r"> Task \S+ FAILED\b",
    r"[a-z]{0,8}make(?:\[[0-9]{1,4}\])?: \*\*\* ",
)
_PASSED_LINES = (
    rf"=+ .*\b{_N} passed\b",
    rf"[ \t]*{_N} (?:passed|passing)\b",
    r"OK(?:[ \t]*\(.*\))?\r?$",
    r"ok[ \t]+\S+[ \t]+(?:[0-9.]+s|\(cached\))",
    r"test result: ok\.",
    rf"[ \t]*Tests:?[ \t]+(?:.*, )?{_N} passed\b",
    r"(?:.*\b)?BUILD SUCCESS(?:FUL)?\b",
    rf"{_N} examples?, 0 failures",
    r"Passed![ \t]+-",
    r"\*\* TEST SUCCEEDED \*\*",
    r"100% tests passed",
    rf"(?:#|\u2139) pass {_N}\r?\n(?:#|\u2139) fail 0\b",
)
"""The last words of the runners, as lines begin with them."""

_BAD_WORDS = ("fail", "error", "***")
"""One of these stands, in some case, in each of the first lines: most outputs are spared their pattern."""

_WHOLE_LINES = (
    rf"(?:=+ )?(?:[0-9]{{1,9}} [a-z]{{1,12}}, ){{0,6}}{_N} passed(?:, [0-9]{{1,9}} [a-z]{{1,12}}){{0,6}} in [0-9.]+s",
    rf"[ \t]*Tests:?[ \t]+(?:.*, )?{_N} passed\b",
    rf"{_N} examples?, 0 failures",
    r"100% tests passed",
    r"Passed![ \t]+- Failed:[ \t]+0,",
)
"""Those that count what failed in the same line: one of them is proof even where other lines were filtered out."""

_KEEPING_THE_END = frozenset({"tail", "tee", "cat", "less", "more", "out-string", "out-host", "tee-object"})
"""Filters that let the last words through, whatever they are."""

_FAILED = pattern(f"^(?:{'|'.join(_FAILED_LINES)})", MULTILINE)
_PASSED = pattern(f"^(?:{'|'.join(_PASSED_LINES)})", MULTILINE)
_WHOLE = pattern(f"^(?:{'|'.join(_WHOLE_LINES)})", MULTILINE)


def passed(command: str, exit_code: int | None, output: str = "") -> bool | None:
    """Whether the tests that the command line ran passed; None where it ran none, or where nothing tells.

    The exit status counts where it is theirs: behind `| tail` it is not, and the runner's own last words in the output decide. That
    they passed must then be proven: by one such line for each run, and none that counts a failure.
    """
    found = runs(command)
    if not found:
        return None
    if exit_code == 0 and all(run.tells for run in found):
        return True
    if exit_code and len(found) == 1 and found[0].exact:
        return False
    return _summary(output, len(found), sifted=any(not _KEEPING_THE_END.issuperset(run.filters) for run in found))


def _summary(output: str, count: int, *, sifted: bool) -> bool | None:
    """What the runners said at the end: False if anything failed, True if all of them passed and nothing failed.

    `sifted`: only some of the lines are here, so that one without its counts proves nothing.
    """
    last = output[-LONGEST:]
    bad = any(word in last.lower() for word in _BAD_WORDS)
    if not bad and count == 1 and not sifted and _ends_well(last):
        return True
    if bad and _FAILED.search(last):
        return False
    return True if len((_WHOLE if sifted else _PASSED).findall(last)) >= count else None


def _ends_well(output: str) -> bool:
    """Whether the last line is the usual `12 passed in 0.3s`, with or without a frame: it needs no pattern."""
    words = output.rstrip().rpartition("\n")[2].split(" ")
    number, *rest = words[1:] if len(words) > 1 and words[0] and not words[0].strip("=") else words
    is_number = number.isascii() and number.isdigit() and number[0] != "0" and len(number) <= _LONG
    return is_number and rest[:1] in (["passed"], ["passed,"])
