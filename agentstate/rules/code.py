"""Whether a note holds code instead of saying where the code is."""

import re

from agentstate.vocabulary.patterns import pattern

_STATEMENT = pattern(
    r".*(?:[{}]|[)\]}\"'][ \t]*;|\)[ \t]*:|=>)\Z"  # how lines end in most languages
    r"|(?:async[ \t]+)?(?:def|class|func|fn|function)[ \t]+\w.*[({:]"
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


def stored_code(text: str) -> str:
    """The first line of code in a note, "" where it holds none.

    Code is what begins with a code fence, and a text of two lines or more of which more than half read like statements, or stand
    indented below one that opens a block.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    fenced = next((line.strip() for line in lines if line.strip().startswith(("```", "~~~"))), "")
    if len(lines) < _FEWEST:
        return fenced
    code = [line.strip() for above, line in zip(["", *lines], lines, strict=False) if _is_statement(above, line)]
    return fenced or (code[0] if len(code) >= _FEWEST and len(code) * 2 > len(lines) else "")


def _is_statement(above: str, line: str) -> bool:
    opened = above.rstrip().endswith((":", "{")) and _STATEMENT.match(above.strip()) and _indent(line) > _indent(above)
    return bool(opened or _STATEMENT.match(line.strip()))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
