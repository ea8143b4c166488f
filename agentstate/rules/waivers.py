"""AS791 and AS792: exceptions from rules, each with its reason, in a comment at the place or in config.yaml."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from agentstate.documents.instructions import code_spans
from agentstate.documents.lines import fences
from agentstate.documents.text import SourceText
from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import is_invisible

_MARK = "agentstate: allow"
_COMMENT = {True: pattern(r"(?:\A|[ \t])#[ \t]*agentstate: allow(?![\w-])"), False: pattern(r"<!--[ \t]*agentstate: allow(?![\w-])")}
"""How a waiver begins in YAML, and in Markdown."""

_BECAUSE = pattern(r"(?<![ \t])[ \t]*(?:\bbecause\b|因为)[ \t:：]*")
_HINT = "write `agentstate: allow CODE because …`"
_TELLING = 8
"""Characters that tell a line from others: a waiver of a rule that guards the reader is for one line, not for a file."""

_ABOUT_NAMES = frozenset(("AS152", "unknown-rule", "AS792", "invalid-waiver"))
"""The rules that are made from all the others, and so are not among them."""


@dataclass(frozen=True)
class Waiver:
    """An exception from the rules in `names` (codes or slugs as written) in the file at `path`.

    It holds for the line `line`, or, from config.yaml, for every line that holds `contains` (then `line` is 0). `place` is where
    it is written: path, line and column.
    """

    names: tuple[str, ...]
    path: str
    line: int
    contains: str
    reason: str
    place: tuple[str, int, int]


class Held:
    """The waivers that hold, by the place they are for."""

    def __init__(self, found: Iterable[Waiver]) -> None:
        self.waivers = tuple(found)
        self._by_place: dict[tuple[str, int], list[Waiver]] = {}
        for waiver in self.waivers:
            self._by_place.setdefault((waiver.path, waiver.line), []).append(waiver)

    def covering(self, rule: Rule, found: Finding, tree: Tree) -> tuple[Waiver, ...]:
        """Those that are for what the rule found."""
        named = {rule.code, rule.slug}
        here = self._by_place.get((found.path, found.line), ())
        anywhere = self._by_place.get((found.path, 0), ())
        lines = tree.source(found.path).lines if anywhere else ()
        line = lines[found.line - 1] if found.line <= len(lines) else ""
        return tuple(waiver for waiver in (*here, *anywhere) if named & set(waiver.names) and waiver.contains in line)


def waivers(tree: Tree) -> tuple[Waiver, ...]:
    """Every waiver in the files and the settings of the tree, good or not."""
    written = (waiver for path in sorted(tree.sources) for waiver in _in_source(tree.sources[path]))
    return (*written, *_in_settings(tree))


def held(tree: Tree, rules: Sequence[Rule]) -> Held:
    """The waivers of the tree that have a reason and name rules that can be waived."""
    found = waivers(tree)
    known = _by_name(rules) if found else {}
    return Held(waiver for waiver in found if not _fault(waiver, known))


def _by_name(rules: Iterable[Rule]) -> dict[str, Rule]:
    return {name: rule for rule in rules for name in (rule.code, rule.slug)}


def _has_word(reason: str) -> bool:
    return any(character.isalpha() and not is_invisible(character) for character in reason)


def plain(source: SourceText) -> tuple[str, ...]:
    """The lines of the file, with blanks in the place of waivers, for rules that look at words."""
    if _MARK not in source.text:
        return source.lines
    places = _places(source)
    return tuple(_blanked(line, places.get(number)) for number, line in enumerate(source.lines, 1))


def _blanked(line: str, bounds: tuple[int, int, int] | None) -> str:
    return f"{line[: bounds[0]]}{' ' * (bounds[2] - bounds[0])}{line[bounds[2] :]}" if bounds else line


@lru_cache(maxsize=64)
def _places(source: SourceText) -> dict[int, tuple[int, int, int]]:
    """The bounds of the waiver in each line (from 1) that has one: in a comment that is one, and not in code, a quoted text or a value."""
    found = {number: bounds for number, line in enumerate(source.lines, 1) if (bounds := _bounds(source.path, line))}
    if source.path.endswith(".yaml"):
        values, starts = _values(source), list(accumulate((len(line) + 1 for line in source.text.split("\n")), initial=0))
        return {
            number: bounds
            for number, bounds in found.items()
            if not any(start <= starts[number - 1] + bounds[0] + 1 < end for start, end in values)
        }
    code = fences(source).lines if found else frozenset()
    return {
        number: bounds
        for number, bounds in found.items()
        if number - 1 not in code and not any(start <= bounds[0] < end for start, end in code_spans(source.lines[number - 1]))
    }


def _values(source: SourceText) -> list[tuple[int, int]]:
    """Where the texts of a YAML file begin and end, in characters. The state in a snapshot is a file of its own, comments and all."""
    from agentstate import yaml

    document = yaml.parse(source.text)
    inner = {path[:-1] for path in document.marks if path}
    inner |= {("state",)} if layout.SNAPSHOT_NAME.fullmatch(source.path) else set()
    return [(mark.start, mark.end) for path, mark in document.marks.items() if path not in inner]


def _bounds(path: str, line: str) -> tuple[int, int, int] | None:
    """Where the comment begins, where its text begins behind the mark, and where the comment ends; None where there is no waiver."""
    in_yaml = path.endswith(".yaml")
    found = _COMMENT[in_yaml].search(line) if _MARK in line else None
    if not found:
        return None
    end = len(line) if in_yaml else line.find("-->", found.end())
    return None if end < 0 else (found.start(), found.end(), end + 3 * (not in_yaml))


@lru_cache(maxsize=64)
def _in_source(source: SourceText) -> tuple[Waiver, ...]:
    if _MARK not in source.text:
        return ()
    found = []
    for number, (start, inside, end) in _places(source).items():
        line = source.lines[number - 1]
        alone = not (line[:start] + line[end:]).strip()
        text = line[inside:end].removesuffix("-->")
        names, reason = _BECAUSE.split(text, maxsplit=1) if _BECAUSE.search(text) else (text, "")
        column = start + 1 + (line[start : start + 1] in {" ", "\t"})
        found.append(Waiver(_names(names), source.path, number + alone, "", reason.strip(), (source.path, number, column)))
    return _stacked(found)


def _stacked(found: list[Waiver]) -> tuple[Waiver, ...]:
    """Of waivers on lines of their own, one below the other, each is for the line below the last."""
    kept: list[Waiver] = []
    for waiver in reversed(found):
        below = kept[-1] if kept else None
        on_waiver = below is not None and waiver.line == below.place[1] and below.line != below.place[1] and waiver.line != waiver.place[1]
        kept.append(replace(waiver, line=below.line) if below is not None and on_waiver else waiver)
    return tuple(reversed(kept))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.replace(",", " ").split() if name)


def _in_settings(tree: Tree) -> Iterator[Waiver]:
    if not tree.settings.waivers:
        return
    from agentstate import yaml

    marks = yaml.parse(tree.source(layout.CONFIG).text).marks
    for number, given in enumerate(tree.settings.waivers):
        mark = marks.get(("waivers", number))
        place = (layout.CONFIG, mark.line if mark else 1, mark.column if mark else 1)
        yield Waiver((given.rule,), given.path, 0, given.line_contains, given.reason.strip(), place)


def _fault(waiver: Waiver, known: Mapping[str, Rule]) -> tuple[str, str] | None:
    """What is wrong with a waiver and what to do; None where nothing is."""
    for name in waiver.names:
        if name in _ABOUT_NAMES:
            return f"{name} cannot be waived: no place is an exception from it", "mend what it reports"
        if name not in known:
            return f"there is no rule {quoted(name)} to waive", "name a rule by its code, as `agentstate explain` lists them"
        if not known[name].can_be_waived:
            return f"{known[name].code} {known[name].slug} cannot be waived: no place is an exception from it", "mend what it reports"
    if not waiver.names:
        return "a waiver that names no rule", _HINT
    if waiver.line == 0 and len(waiver.contains.strip()) < _TELLING and any(known[name].security for name in waiver.names):
        message = f"{', '.join(waiver.names)} cannot be waived for a whole file: it guards who reads it"
        return message, f"add `line_contains:` with at least {_TELLING} characters of the one line"
    hint = _HINT if waiver.line else "write the reason behind `reason:`"
    return None if _has_word(waiver.reason) else (f"a waiver of {', '.join(waiver.names)} without a reason", hint)


def invalid(tree: Tree, rules: Sequence[Rule]) -> Iterator[Finding]:
    """The waivers that waive nothing because something is wrong with them."""
    known = _by_name(rules)
    for waiver in waivers(tree):
        fault = _fault(waiver, known)
        if fault and not _is_copy(waiver):
            yield Finding(*waiver.place, *fault)


def _is_copy(waiver: Waiver) -> bool:
    """Whether it stands in a snapshot, which holds the state as it was: what was waived there need not be found in the copy."""
    return bool(layout.SNAPSHOT_NAME.fullmatch(waiver.place[0]))


def unused(found: Sequence[Waiver], used: Container[tuple[Waiver, str]], ran: Iterable[Rule]) -> Iterator[Finding]:
    """A finding for each rule that a waiver names, that did run, and that found nothing in its place."""
    known = _by_name(ran)
    for waiver in found:
        for rule in {known[name].code: known[name] for name in waiver.names if name in known}.values():
            if (waiver, rule.code) not in used and not _is_copy(waiver):
                message = f"nothing of {rule.code} {rule.slug} is to be waived here"
                yield Finding(*waiver.place, message, "delete the waiver, or put it where the rule finds something")


_FACTS = "# Facts\n\n## Access\n- The demo signs in with `password: Xk7Qz2Lp9Vw4` "

UNUSED = Rule(
    code="AS791",
    slug="unused-waiver",
    severity=Severity.WARNING,
    summary="a waiver waives nothing",
    what="Compares each waiver with what its rule finds in its place. A rule that was not run is passed over.",
    why="The next thing that goes wrong in that place would be waived, for a reason that was given for something else.",
    mend="Delete the waiver.",
    bad=Example({layout.FACTS: "# Facts\n\n## Access\n- The demo signs in <!-- agentstate: allow AS702 because it opens nothing -->\n"}),
    good=Example({layout.FACTS: f"{_FACTS}<!-- agentstate: allow AS702 because it opens nothing -->\n"}),
    options=("waivers",),
    waivable=False,
)


def invalid_rule(others: Sequence[Rule]) -> Rule:
    """The rule about waivers that do not hold, where `others` are the rules that there are."""
    return Rule(
        code="AS792",
        slug="invalid-waiver",
        severity=Severity.ERROR,
        summary="a waiver does not hold",
        what="A waiver names rules by code or name, says why in words, and names no rule from which no place can be an exception. In "
        "a comment: `<!-- agentstate: allow AS711 because every machine has it -->`, in YAML behind `#`. In config.yaml: `waivers:`, and "
        "below it `- {rule: AS711, path: .agent/DECISIONS.md, reason: every machine has it}`.",
        why="Somebody believes that a finding was looked at and accepted, and nobody can tell why.",
        mend="Give the reason behind `because`, or behind `reason:` in config.yaml, correct the name, or mend what the rule reports.",
        bad=Example({layout.FACTS: f"{_FACTS}<!-- agentstate: allow AS702 -->\n"}, also=("AS702",)),
        good=Example({layout.FACTS: f"{_FACTS}<!-- agentstate: allow AS702 because it opens nothing -->\n"}),
        check=lambda tree: invalid(tree, others),
        options=("waivers",),
        waivable=False,
    )
