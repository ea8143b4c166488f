"""The report for people: each diagnostic with its line, a caret under the place, and what to do about it."""

from agentstate.formats.summary import summary
from agentstate.vocabulary.diagnostics import Diagnostic, Report
from agentstate.vocabulary.visible import is_invisible, visible

_MARGIN = "  "
_TAB = "    "


def render_text(report: Report) -> str:
    """All diagnostics and the summary line. Invisible characters of the file are shown as escapes, a tab as four blanks."""
    blocks = [line for diagnostic in report.diagnostics for line in _block(diagnostic)]
    return "\n".join([*blocks, summary(report), ""])


def _block(diagnostic: Diagnostic) -> list[str]:
    place = f"{visible(diagnostic.path, keep='')}:{diagnostic.line}:{diagnostic.column}"
    head = f"{place}: {diagnostic.code} {diagnostic.slug} {diagnostic.severity}: {visible(diagnostic.message, keep='')}"
    hint = [f"{_MARGIN}hint: {visible(diagnostic.hint, keep='')}"] if diagnostic.hint else []
    return [head, *_excerpt(diagnostic.source, diagnostic.column), *hint]


def _excerpt(source: str, column: int) -> list[str]:
    """The line and a caret under its column; no caret where the line was cut before that column, nothing for an empty line."""
    if not source.strip():
        return []
    shown = "".join(map(_shown, source)).rstrip()
    if column > len(source) + 1:
        return [_MARGIN + shown]
    return [_MARGIN + shown, _MARGIN + " " * sum(map(_width, source[: column - 1])) + "^"]


def _shown(character: str) -> str:
    return _TAB if character == "\t" else visible(character, keep="")


def _width(character: str) -> int:
    """How many columns of a terminal the character takes as it is shown."""
    if character == "\t" or is_invisible(character):
        return len(_shown(character))
    if character.isascii():
        return 1
    from unicodedata import category, east_asian_width

    if category(character) in {"Mn", "Me"}:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
