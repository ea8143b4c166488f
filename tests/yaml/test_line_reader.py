"""The line reader against the library: where it reads a text at all, it reads exactly the same."""

from pathlib import Path

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from agentstate.documents.state import FIELDS, LISTS, parse_state
from agentstate.documents.state.edit import add_item, set_field
from agentstate.documents.text import SourceText
from agentstate.yaml import Value, YamlDocument, dump, line_reader, parse
from agentstate.yaml.reader import parse_with_library
from tests.support.laws import law

CHECKOUT = Path(__file__).parents[2]
FILES = sorted([*CHECKOUT.glob("templates/**/*.yaml"), *CHECKOUT.glob("tests/cases/**/*.yaml"), *CHECKOUT.glob(".agent/**/*.yaml")])

KEYS = st.sampled_from(["a", "goal", "files_to_load", "x-team", "键", "a.b", "1", "no", "a-", "-a", "a b", "'a'", "<<", "?", "a:b", ""])
VALUES = st.sampled_from(
    """\
a|fix it|写测试：好|src/a.py|no|null|~|true|.nan|-7|-a|--|---|...|- x|-|0x1F|1e3|1_000|2026-11-29|2026-11-29T10:00:00Z|12:30
http://x/y|a:b|a: b|a :b|a:|::|:|a #b|a#b|# a|#|[]|[ ]|{}|[a, b]|[] a|[]#|{a: b}|[a|a [b]|a {b}|a, b|, a|it's|'it''s'|'a'b'|'a' b
"a"|"a" # c|"a"#c|"a" b|"a\\"b"|"a\\\\"|"a\\nb"|"a\\x"|"a|'a|""|''|"a": b|'a': b|&a|*a|!a|%a|@a|`a`|\\a|/a|(a)|$a|+a|=a|^a|;a|_a|<a|>a|?a
? a||x|>|>-|é|😀|a  b|a\tb|\ta|a\u00a0b|\u3000a|a\u2028b|a\x85b|\ufeffa|\x00|\x7f|²|٣|a\u0301""".replace("\n", "|").split("|")
)
BLANKS = st.sampled_from(["", "", "", " ", "  ", "\t"])
REMARKS = st.sampled_from(["", "", "", " # why", "  #", " #a: b", "#", "# - a"])
INDENTS = st.sampled_from([*[""] * 9, "  ", "  ", "    ", " ", "\t"])
ENDS = st.sampled_from(["\n", "\n", "\n", "\n", "\r\n", "\n\n", "\n  \n", "\n# c\n", "\n   # c: d\n", "\r"])


COLONS = st.sampled_from([": ", ":", ":  ", " : ", ":\t"])
DASHES = st.sampled_from(["-   ", "- - ", "-", "-\t"])
PIECES = st.sampled_from([*" -:#'\"\n[]{}|>&*!?,\\", "", "\t", "\r\n", ": ", " #", "- ", "---\n", "...\n", "\n\n", "  ", "a", "é"])


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A line that is, or could be taken for, one of this style."""

    def mostly(usual: str, odd: st.SearchStrategy[str]) -> str:
        return draw(odd) if draw(st.integers(0, 30)) == 7 else usual

    dash = mostly(draw(st.sampled_from(["", "", "- "])), DASHES)
    key = mostly(draw(st.sampled_from("abcdefgh")), KEYS) + mostly(": ", COLONS) if draw(st.integers(0, 2)) or not dash else ""
    value = mostly(draw(st.sampled_from(["", "a", "b c", "[]", "'d'", '"e"', "1"])), VALUES)
    return draw(INDENTS) + dash + key + value + mostly("", BLANKS) + mostly("", REMARKS) + mostly("\n", ENDS)


@st.composite
def neighbours(draw: st.DrawFn) -> str:
    """A text of this style, or one a few characters away from it."""
    text = dump(draw(DATA)) if draw(st.booleans()) else "".join(draw(st.lists(lines(), max_size=8)))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2]))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(PIECES) + text[place + draw(st.integers(0, 2)) :]
    return text.removesuffix("\n") if draw(st.booleans()) else text


TEXTS = st.sampled_from(["a", "fix: it", "写", 'say "x"', "it's", "# a", "[]", "no", "1", "a\\b", "", " a ", "- a", "\u2028", "a:"])
LEAVES: st.SearchStrategy[Value] = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | TEXTS
MAPS: st.SearchStrategy[Value] = st.dictionaries(st.sampled_from(["fact", "how", "at", "键"]), LEAVES, max_size=3)
DATA: st.SearchStrategy[Value] = st.dictionaries(
    st.sampled_from(["goal", "done", "verified", "limits", "x-team"]), LEAVES | MAPS | st.lists(LEAVES | MAPS, max_size=4), max_size=4
)


def shown(document: YamlDocument) -> tuple[object, ...]:
    """All that a document says. `repr` tells 1 from true, and finds not-a-number equal to itself."""
    return repr(document.data), document.marks, document.key_marks, document.faults, document.flow


def agree(text: str) -> None:
    assert shown(parse(text)) == shown(parse_with_library(text))


@law(200)
@example("")
@example("# nothing\n")
@example("a:\n- b\n-   c: d\n    e: [] # f\n    g:\n  # h\n- 'i''j'\nk: \"l \\\" \\\\ m\"")
@example("a:\n  b:\n    c: 1\n  d:\n  - e\nf: {}")
@example("a: b\r\nc:\r\n- d\r\n")
@example("a: 1\na: 2\nb:\n- c: 1\n  c: 2\n")
@given(neighbours())
def test_what_is_read_line_by_line_is_what_the_library_reads(text: str) -> None:
    event("read line by line" if line_reader.read(text) is not None else "left to the library")
    agree(text)


@law(200)
@given(st.text(st.sampled_from("ab1é -:#'\"\n[]{}\\.\t"), max_size=40))
def test_texts_of_few_characters_are_read_as_the_library_reads_them(text: str) -> None:
    agree(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_a_file_of_ours_is_read_as_the_library_reads_it(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    agree(text)
    agree(text.replace("\n", "\r\n"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_verbs_write_is_read_line_by_line(language: str) -> None:
    template = (CHECKOUT / "templates" / language / "STATE.yaml").read_text(encoding="utf-8")
    source = SourceText("STATE.yaml", template.replace("$$", "$"))
    for field, kind in FIELDS.items():
        for text in ("plain words", "with: colon", "写 #1"):
            document = parse_state(source)
            if kind in LISTS:
                source = add_item(document, field, text)
            elif kind in {"line", "blocked"}:
                source = set_field(document, field, text)
    assert line_reader.read(source.text) is not None
    agree(source.text)


@pytest.mark.parametrize(
    "text",
    [
        "a: [b]",
        "a: |\n  b",
        "a: b\n  c",
        "'a': b",
        "a b: c",
        "---\na: b",
        "a: b\n...",
        "a: &b c",
        "a:\tb",
        "- a",
        "a",
        "a: b\n c: d",
        "a\u3000: b",
    ],
)
def test_another_style_is_left_to_the_library(text: str) -> None:
    assert line_reader.read(text) is None


@pytest.mark.parametrize("text", ["a: b\n" * 2001, "".join(f"{' ' * depth}a:\n" for depth in range(11)), f"{'a' * 101}: b"])
def test_what_is_large_is_left_to_the_library(text: str) -> None:
    assert line_reader.read(text) is None
