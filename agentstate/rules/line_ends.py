"""AS707 and AS708: how the lines of a file end, and the mark that may stand before the first."""

import re
from collections.abc import Iterator, Mapping

from agentstate.documents.text import SourceText
from agentstate.rules.rule import Example, Rule
from agentstate.rules.structure import own_sources
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import replace

_MARK = "\ufeff"
_LINE_ENDS = pattern(r"\r+\n?|\n")
_NAMES = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def _ends(source: SourceText) -> dict[str, int]:
    """How many lines end in LF, in CRLF and in CR alone; kinds that do not occur are left out.

    Nothing for a file that is not UTF-8: in UTF-16 the bytes of a line end are not those characters, and mending them would break it.
    """
    text = source.text
    if "\r" not in text or source.faults:
        return {}
    pairs, returns = text.count("\r\n"), text.count("\r")
    found = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": returns - pairs}
    return {end: count for end, count in found.items() if count}


def _mixed(tree: Tree) -> Iterator[Finding]:
    for source in own_sources(tree):
        ends = _ends(source)
        if len(ends) > 1 or "\r" in ends:
            counts = ", ".join(f"{count} in {_NAMES[end]}" for end, count in ends.items())
            line, column = _first_other(source, ends)
            verb = "lines end in different ways" if len(ends) > 1 else "lines end in CR alone"
            yield Finding(source.path, line, column, f"{verb}: {counts}", "run `agentstate check --fix`")


def _first_other(source: SourceText, ends: Mapping[str, int]) -> tuple[int, int]:
    """Line and column of the first line end that is not the file's own."""
    usual = _usual(ends)
    other = re.compile({"\n": r"\r", "\r\n": r"(?<!\r)\n|\r(?!\n)"}[usual])
    found = other.search(source.text)
    start = found.start() if found else 0
    before = source.text[:start]
    return before.count("\n") + 1, start - before.rfind("\n")


def _usual(ends: Mapping[str, int]) -> str:
    return "\r\n" if ends.get("\r\n", 0) > ends.get("\n", 0) else "\n"


def _same_ends(tree: Tree) -> dict[str, SourceText]:
    fixed = {}
    for source in own_sources(tree):
        ends = _ends(source)
        if len(ends) > 1 or "\r" in ends:
            fixed[source.path] = source.with_text(_with_ends(source.text, _usual(ends)))
    return fixed


def _with_ends(text: str, usual: str) -> str:
    """The text with one kind of line end. Several CR before an LF are one line end that was converted more than once."""
    return _LINE_ENDS.sub(lambda found: usual * (1 if found[0].endswith("\n") else len(found[0])), text)


def _marked(tree: Tree) -> Iterator[Finding]:
    for source in own_sources(tree):
        if _has_mark(source):
            yield Finding(
                source.path, 1, 1, "the file begins with a byte order mark", "run `agentstate check --fix`, or save it without one"
            )


def _has_mark(source: SourceText) -> bool:
    return source.byte_order_mark or source.text.startswith(_MARK)


def _unmarked(tree: Tree) -> dict[str, SourceText]:
    marked = (source for source in own_sources(tree) if _has_mark(source))
    return {source.path: replace(source, byte_order_mark=False, text=source.text.lstrip(_MARK)) for source in marked}


_TASKS = "# TODO\n\n- [ ] P1 wire the controller\n"

RULES = (
    Rule(
        code="AS707",
        slug="mixed-line-ends",
        severity=Severity.WARNING,
        summary="the lines of a file end in different ways",
        what="Counts the lines that end in LF, in CRLF, and in CR alone, which none should.",
        why="Two programs count the lines differently, a merge finds conflicts where nothing differs, and a CR alone hides what stands "
        "before it on a terminal.",
        mend="Give every line the end that most lines have.",
        bad=Example({layout.TODO: "# TODO\r\n\n- [ ] P1 wire the controller\n"}),
        good=Example({layout.TODO: "# TODO\r\n\r\n- [ ] P1 wire the controller\r\n"}),
        check=_mixed,
        fix=_same_ends,
    ),
    Rule(
        code="AS708",
        slug="byte-order-mark",
        severity=Severity.INFO,
        summary="a file begins with a byte order mark",
        what="Finds the three bytes that some editors write in front of UTF-8.",
        why="A program that does not expect them takes them for the first characters of the first line.",
        mend="Save the file as UTF-8 without the mark.",
        bad=Example({layout.TODO: _MARK + _TASKS}),
        good=Example({layout.TODO: _TASKS}),
        check=_marked,
        fix=_unmarked,
    ),
)
