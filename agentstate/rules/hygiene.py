"""AS7xx: what a merge, an editor or somebody else left in the files of the tree."""

from collections.abc import Iterator

from agentstate.documents.conflict import MARKER, MEND, conflict_line
from agentstate.documents.text import SourceText
from agentstate.rules.rule import Example, Rule
from agentstate.rules.structure import own_sources
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Finding, Severity


def _conflicts(tree: Tree) -> Iterator[Finding]:
    for source in own_sources(tree):
        yield from _conflicts_in(source)


def _conflicts_in(source: SourceText) -> Iterator[Finding]:
    """One finding for each conflict, at its first line, and one for each marker that stands alone."""
    opened = 0
    for number, line in enumerate(source.lines if conflict_line(source) else (), 1):
        found = MARKER.fullmatch(line)
        if found and line[0] == ">":
            yield _conflict(source, opened, f"merge conflict, lines {opened} to {number}") if opened else _alone(source, number)
            opened = 0
        elif found:
            if opened:
                yield _alone(source, opened)
            opened = number
    if opened:
        yield _alone(source, opened)


def _alone(source: SourceText, number: int) -> Finding:
    return _conflict(source, number, f"conflict marker {quoted(source.lines[number - 1][:7])} without its counterpart")


def _conflict(source: SourceText, number: int, message: str) -> Finding:
    return Finding(source.path, number, 1, message, MEND)


_TASKS = """\
# TODO

- [ ] P1 wire the controller
<<<<<<< HEAD
- [ ] P2 measure the cache
=======
- [ ] P2 remove the cache
>>>>>>> feature/no-cache
"""

CONFLICT = Rule(
    code="AS701",
    slug="conflict-marker",
    severity=Severity.ERROR,
    summary="a merge conflict was left in a file of the tree",
    what="Finds the lines that git writes around a conflict: seven `<` or `>` at the beginning of a line. Of a file in which it finds "
    "some, nothing else is said but credentials and what hides from the reader, and `--fix` leaves it as it is: the rest can be judged "
    "once it is merged. Where this rule is left out or a place is waived, the file is judged like any other.",
    why="Both sides are in the file, and an agent takes whichever it reads first for the truth.",
    mend="Run `agentstate resolve`: it merges the files of the tree by what they say, also where the marker lines were committed. By "
    "hand: keep the side that is right (in DECISIONS.md usually both entries) and delete the marker lines.",
    bad=Example({".agent/TODO.md": _TASKS}),
    good=Example({".agent/TODO.md": "# TODO\n\n- [ ] P1 wire the controller\n- [ ] P2 measure the cache\n"}),
    check=_conflicts,
)
"""The one rule that judges a file in conflict; all others wait until it is none any more."""

RULES = (CONFLICT,)
