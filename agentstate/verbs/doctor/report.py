"""The findings as text and as JSON."""

import json
from collections.abc import Iterator, Sequence

from agentstate.verbs.doctor.examination import Finding, Level


def as_text(findings: Sequence[Finding]) -> str:
    """A line for each finding, its level first, and what to do below it; the last line counts."""
    return "".join(f"{line}\n" for line in _lines(findings))


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    width = max(len(level.value) for level in Level)
    for one in findings:
        yield f"{one.level.value.ljust(width)}  {one.about}: {one.message}"
        if one.hint:
            yield f"{' ' * width}  hint: {one.hint}"
    count = problems(findings)
    yield f"{count or 'no'} problem{'s' * (count != 1)}"


def as_json(findings: Sequence[Finding]) -> str:
    """The same for programs."""
    records = [{"level": one.level.value, "about": one.about, "message": one.message, "hint": one.hint} for one in findings]
    return json.dumps({"version": 1, "problems": problems(findings), "findings": records}, ensure_ascii=False, indent=2) + "\n"


def problems(findings: Sequence[Finding]) -> int:
    """How many of them are problems."""
    return sum(one.level is Level.PROBLEM for one in findings)
