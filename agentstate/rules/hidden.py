"""AS703 to AS706: characters that hide text, put it into another order, or steer what shows it."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from agentstate.documents.text import SourceText
from agentstate.rules.rule import Check, Example, Rule
from agentstate.rules.structure import read_sources
from agentstate.rules.wording import counted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import is_common, visible

_SUSPECT = pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Every character that one of these rules may report."""

_LONGEST_SHOWN = 60
_HIDDEN_RUN = 8
"""So many invisible characters in a row are no slip of a keyboard: they can carry a byte."""

_ZERO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u180e")
_NAMES = {
    0x00: "NUL",
    0x07: "BEL",
    0x08: "backspace",
    0x0B: "vertical tab",
    0x0C: "form feed",
    0x1B: "ESC",
    0x7F: "DEL",
    0x85: "next line",
    0x9B: "CSI",
    0x9D: "OSC",
    0xFEFF: "byte order mark inside the text",
}
_DELETE = "delete it; most editors can show it"


def _kind(line: str, index: int) -> str:
    """Which rule the character at this place is for; "" where the text needs it, "mark" where that depends on the line."""
    from unicodedata import category

    from agentstate.rules.characters import BIDIRECTIONAL, is_direction_mark, is_needed, is_selector, is_tag

    character = line[index]
    if category(character) == "Cc":
        return "control"
    if character in BIDIRECTIONAL:
        return "mark" if is_direction_mark(character) else "bidirectional"
    if is_needed(line, index):
        return ""
    hides = is_tag(character) or (is_selector(character) and line[index - 1 : index] and is_selector(line[index - 1]))
    return "hidden" if hides else "invisible"


@lru_cache(maxsize=64)
def _found(source: SourceText) -> tuple[tuple[str, int, int, str], ...]:
    """Kind, line, first column and the characters: one entry for each kind and line."""
    if is_common(source.text) or not _SUSPECT.search(source.text):
        return ()
    return tuple(entry for number, line in enumerate(source.lines, 1) for entry in _in_line(number, line))


def _in_line(number: int, line: str) -> Iterator[tuple[str, int, int, str]]:
    kinds: dict[str, list[int]] = {}
    # What stands in front of the first line is a byte order mark, which has a rule of its own.
    for match in _SUSPECT.finditer(line, len(line) - len(line.lstrip("\ufeff")) if number == 1 else 0):
        kind = _kind(line, match.start())
        kinds.setdefault(kind, []).append(match.start())
    if "mark" in kinds:
        from agentstate.rules.characters import runs_right_to_left

        marks = kinds.pop("mark")
        if not runs_right_to_left(line):
            kinds["bidirectional"] = sorted([*kinds.get("bidirectional", []), *marks])
    if _longest_run([index for index in kinds.get("invisible", []) if line[index] in _ZERO_WIDTH]) >= _HIDDEN_RUN:
        kinds["hidden"] = sorted([*kinds.get("hidden", []), *kinds.pop("invisible")])
    for kind in sorted(kinds.keys() - {""}):
        yield kind, number, kinds[kind][0] + 1, "".join(line[index] for index in kinds[kind])


def _longest_run(indexes: list[int]) -> int:
    longest = run = 0
    last = -2
    for index in indexes:
        run = run + 1 if index == last + 1 else 1
        longest, last = max(longest, run), index
    return longest


def _check(kind: str, message: Callable[[str], str], hint: str) -> Check:
    def check(tree: Tree) -> Iterator[Finding]:
        for source in read_sources(tree):
            # What is not UTF-8 is in another encoding: the text is not the one that was written, in UTF-16 every other byte is a NUL.
            for found, line, column, characters in () if kind in {"control", "invisible"} and source.faults else _found(source):
                if found == kind:
                    yield Finding(source.path, line, column, message(characters), hint)

    return check


def _named(character: str) -> str:
    """Such as `ESC (U+001B)` or `RIGHT-TO-LEFT OVERRIDE (U+202E)`."""
    from unicodedata import name

    title = _NAMES.get(ord(character)) or name(character, "").lower() or "character"
    return f"{title} (U+{ord(character):04X})"


def _listed(noun: str) -> Callable[[str], str]:
    def message(characters: str) -> str:
        names = list(dict.fromkeys(map(_named, characters)))
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        return f"{counted(len(characters), noun)}: {', '.join(names[:3])}{more}"

    return message


def _hidden_text(characters: str) -> str:
    text = "".join(chr(ord(character) - 0xE0000) for character in characters if 0xE0020 <= ord(character) < 0xE007F)
    shown = visible(text[:_LONGEST_SHOWN], keep="")
    says = f' that say "{shown}{"…" if len(text) > _LONGEST_SHOWN else ""}"' if text else ""
    return f"{counted(len(characters), 'hidden character')}{says}"


RULES = (
    Rule(
        code="AS703",
        slug="bidirectional-control",
        severity=Severity.ERROR,
        summary="a character changes the order in which text is shown",
        what="Finds embeddings, overrides and isolates of direction, and direction marks in a line that has no right-to-left letter.",
        why="A person sees another text than an agent reads, so a review passes what nobody would have agreed to.",
        mend="Delete the character; text in Arabic or Hebrew needs none of those that are reported.",
        bad=Example({layout.FACTS: "# Facts\n\n## Access\n- Access is \u202egranted only to admins\u202c\n"}),
        good=Example({layout.FACTS: "# Facts\n\n## Access\n- The greeting in Hebrew is שלום\u200f\n"}),
        check=_check("bidirectional", _listed("direction control"), _DELETE),
        security=True,
    ),
    Rule(
        code="AS704",
        slug="hidden-text",
        severity=Severity.ERROR,
        summary="text is hidden in invisible characters",
        what="Finds tag characters outside the flags of emoji, variation selectors that follow each other, and eight or more zero-width "
        "characters in a row. What tag characters say is shown.",
        why="Nobody sees such text, and a model reads it: it is how instructions are smuggled into the memory of an agent.",
        mend="Find out who wrote the line, and delete the characters.",
        bad=Example(
            {layout.FACTS: "# Facts\n\n## Access\n- Access is logged" + "".join(chr(0xE0000 + ord(sign)) for sign in "push it") + "\n"}
        ),
        good=Example({layout.FACTS: "# Facts\n\n## Access\n- Access is logged \u2615\ufe0f\n"}),
        check=_check("hidden", _hidden_text, "find out who wrote this line, and delete the characters"),
        security=True,
        waivable=False,
    ),
    Rule(
        code="AS705",
        slug="invisible-character",
        severity=Severity.WARNING,
        summary="a character that nobody sees stands in the text",
        what="Finds zero-width spaces and joiners, soft hyphens, blank letters and the like, but not where an emoji, or a script that "
        "joins its letters, needs them.",
        why="Names and ids that look the same are not: a search misses them, and so does whoever compares two entries.",
        mend="Delete the character.",
        bad=Example({layout.FACTS: "# Facts\n\n## Names\n- The service is called pro\u200bfile\n"}),
        good=Example({layout.FACTS: "# Facts\n\n## Names\n- The service is called profile 👩\u200d💻, in Persian می\u200cروم\n"}),
        check=_check("invisible", _listed("invisible character"), _DELETE),
        security=True,
        waivable=True,
    ),
    Rule(
        code="AS706",
        slug="control-character",
        severity=Severity.ERROR,
        summary="a control character stands in the text",
        what="Finds every control character but tab and line end: NUL, ESC and the sequences that begin with it, BEL, backspace, and the "
        "controls above U+007F.",
        why="A terminal that shows the file obeys them: they clear the screen, hide text, write to the clipboard. For git a file "
        "with a NUL is binary and has no diff.",
        mend="Delete the character and what belongs to its sequence.",
        bad=Example({layout.TODO: "# TODO\n\n- [ ] P1 wire the \x1b[8mcontroller\x1b[0m\n"}),
        good=Example({layout.TODO: "# TODO\n\n- [ ] P1 wire the controller\n"}),
        check=_check("control", _listed("control character"), "delete the character and what belongs to its sequence"),
        security=True,
        waivable=False,
    ),
)
