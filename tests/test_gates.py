"""What is asked before a pattern is compiled never says no where the pattern would have matched, and what replaces one reads as it did."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents import checkbox, divergence, lines, protocol
from agentstate.documents.decisions import _is_date, entry_heading
from agentstate.files.folders import _has_drive
from agentstate.rules import hidden, imitation, prose, strays
from agentstate.secrets.search import _unseen
from agentstate.vocabulary.visible import _COMMON, is_common
from agentstate.yaml import writer
from tests.support.laws import law

_ENTRY = re.compile(r"##[ \t]+(?:[\[［【]([^\]］】]*)[\]］】]?|([0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}日?)(?![0-9]))(.*)", re.DOTALL)
_BEFORE_TITLE = re.compile(r"[ \t]*(?:(?:[:：]|[-–—](?=[ \t]))[ \t]*)?")
_SECTION = re.compile(r"##?(?:[ \t]|\Z)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MARKS = re.compile(r"[ \t>*+\-0-9.)]*")
LINES = st.text(st.sampled_from("## \t[]［］【】2026-11-30年月日:：–—aB.)*+>`~<_x٣"), max_size=30)


def _read(line: str) -> tuple[str, str] | None:
    """Date and title by one pattern for the whole heading."""
    found = _ENTRY.match(line)
    if not found:
        return None
    before = _BEFORE_TITLE.match(found[3])
    assert before
    return (found[2] or found[1] or "").strip(), found[3][before.end() :].strip(" \t")


@law(600)
@given(st.one_of(LINES.map("## [".__add__), LINES.map("##".__add__), LINES))
def test_a_heading_reads_as_by_one_pattern(line: str) -> None:
    assert entry_heading(line) == _read(line)
    assert lines.is_section(line) == bool(_SECTION.match(line))


@law(500)
@given(LINES)
def test_a_line_is_divided_as_by_the_patterns(line: str) -> None:
    marks = _MARKS.match(line)
    assert marks
    assert line.lstrip(divergence._MARKS) == line[marks.end() :]
    assert _is_date(line) <= bool(_DATE.fullmatch(line))


@pytest.mark.parametrize("text", ["2026-11-30", "2026-02-29", "2026-2-30", "٢٠٢٦-١١-٣٠", "2026-11-30-", "²026-11-30", ""])
def test_a_date_is_of_ascii_figures(text: str) -> None:
    assert _is_date(text) == (text == "2026-11-30")


@pytest.mark.parametrize(("path", "expected"), [("C:x", True), ("z:", True), ("é:x", False), ("1:x", False), ("ab:", False), ("", False)])
def test_a_drive_is_one_ascii_letter(path: str, expected: bool) -> None:
    assert _has_drive(path) == expected == bool(re.match("[A-Za-z]:", path))


GATES: dict[str, tuple["re.Pattern[str]", Callable[[str], bool]]] = {
    "a frame": (imitation._FRAME, imitation._may_be_frame),
    "an agent is addressed": (imitation._CALL, imitation._may_call),
    "an item": (checkbox.ITEM, checkbox._may_be_item),
    "almost an item": (checkbox._ALMOST, checkbox._may_be_item),
    "a dated heading": (strays._DATED, strays._may_be_dated),
    "a field": (strays._FIELD, lambda line: line[:1] in strays._BULLETS),
    "what breaks off a text": (lines._BREAK, lambda line: line.strip(lines.BLANK)[:1] in lines._BREAKING),
}
"""What matches at the beginning of a line, and what is asked first."""


@pytest.mark.parametrize("gate", GATES)
def test_what_is_asked_first_lets_everything_pass_that_matches(gate: str) -> None:
    pattern, may_match = GATES[gate]

    @law(400)
    @given(st.from_regex(re.compile(pattern.pattern, pattern.flags)))
    def holds(line: str) -> None:
        found = re.compile(pattern.pattern, pattern.flags).search(line)
        assert found is not None
        assert may_match(line[found.start() :])

    holds()


@pytest.mark.parametrize("gate", GATES)
def test_what_is_asked_first_says_no_to_an_ordinary_line(gate: str) -> None:
    assert not GATES[gate][1]("The cache is read before the database, see docs/cache.md.")


def test_what_is_common_holds_no_character_that_is_looked_for() -> None:
    common = [chr(point) for low, high in _COMMON for point in range(low, high + 1)]
    for character in [*map(chr, range(0x20, 0x7F)), "\t", "\n", "\r", *common]:
        assert is_common(character)
        assert not hidden._SUSPECT.match(character)
        assert not _unseen().match(character)
        assert character in writer._UNSEEN or not writer._ESCAPED.match(character)
    assert is_common("")
    assert [is_common(text) for text in ("a\u200bb", "\x00", "\u3164", "\U000e0041", "\x7f", "a\u00adb")] == [False] * 6


@law(300)
@given(st.text(st.sampled_from("Then we was.!?。 a"), max_size=80))
def test_a_text_with_few_full_stops_has_few_sentences(text: str) -> None:
    sentence, _ = prose._telling()
    assert sum(map(text.count, prose._STOPS)) >= len(sentence.findall(text))


def test_what_a_protocol_says_plainly_is_what_the_patterns_find() -> None:
    for words, pattern in ((protocol._PLAINLY_ASKS, protocol._ASKS), (protocol._PLAINLY_UNSURE, protocol._UNSURE)):
        assert all(pattern.search(f"x{word}x") or pattern.search(word) for word in words)
