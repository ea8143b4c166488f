"""Whether a note holds code instead of saying where the code is."""

import re

_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_STATEMENT = re.compile(
    r".*(?:[{}]|[)\]}\"'][ \t]*;|\)[ \t]*:|=>)\Z"  # how lines end in most languages
    r"|(?:async[ \t]+)?(?:def|class|func|fn|function)[ \t]+\w+.*[({:]"
    r"|(?:if|elif|for|while|with|else|try|except)\b.*:\Z"
    r"|return\b.*[)\]}'\";]\Z"
    r"|(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+[\w.{*][^ \t]*(?:[ \t]+as[ \t]+\w+)?\Z"
    r"|#include[ \t]*[<\"]"
    r"|(?:(?:const|let|var|val)[ \t]+)?[A-Za-z_][\w.]*(?:\[[^\]]*\])?[ \t]*[-+*/|&]?=(?!=)[ \t]*(?:[\w.]*[(\[{\"']|.*;\Z)"  # an assignment
    r"|(?:await[ \t]+)?[A-Za-z_][\w.]*\(.*\)\Z"  # a call
    r"|//|/\*|</?[A-Za-z][^>]*>\Z",
    re.ASCII,
)
_FEWEST = 2


def looks_like_code(text: str) -> bool:
    """True for a text with a code fence, and for one of two lines or more of which more than half read like statements."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if any(_FENCE.match(line) for line in lines):
        return True
    statements = sum(bool(_STATEMENT.match(line)) for line in lines)
    return statements >= _FEWEST and statements * 2 > len(lines)
