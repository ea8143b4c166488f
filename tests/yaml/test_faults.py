import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.vocabulary.diagnostics import Fault
from agentstate.yaml import YamlDocument, parse
from tests.support.laws import law

DEEP = ("more than 20 levels deep", "nest less")
MANY = ("more than 10000 values", "make the file smaller")
ANCHOR = ("anchors are not allowed", 'write the value out, or put text that begins with "&" in quotes')
ALIAS = ("aliases are not allowed", 'write the value out, or put text that begins with "*" in quotes')
TAG = ("tags are not allowed", 'leave the tag out, or put text that begins with "!" in quotes')
KEY = ("a key must be plain text", 'write "key: value"')
ASKED = ("a key must be plain text", 'write "key: value", or put text that begins with "?" in quotes')
TAB = ("a tab stands where only spaces may", "use spaces")
ESCAPE = ("an escape in this text is not a character", "write the character itself")
QUOTES = "put the text in quotes"
NEIGHBOURS = ("this line does not line up with the ones above", "give it the indentation of its neighbours")
UNCLOSED = ("the quote that opens here is never closed", "close it")

BOMB = "a: &a [x, x]\n" + "".join(f"{key}: &{key} [*{before}, *{before}]\n" for before, key in zip("abcdefgh", "bcdefghi", strict=True))

CASES = {
    "flow-1000": ("x: " + "[" * 1000 + "]" * 1000, 1, 24, *DEEP),
    "flow-2000-unclosed": ("[" * 2000, 1, 22, *DEEP),
    "braces": ("{a: " * 500, 1, 82, *DEEP),
    "dashes-800": ("x:\n  " + "- " * 800 + "z", 2, 41, *DEEP),
    "block-200": ("x:\n" + "".join("  " * (depth + 1) + "a:\n" for depth in range(200)), 21, 42, *DEEP),
    "long": ("x: {a: " + "y" * 70_000 + "}", 1, 65_537, "more than 65536 characters", "make the file smaller"),
    "block-in-flow-in-block": ("- " * 10 + "[" * 11 + "]" * 11, 1, 32, *DEEP),
    "indentless": ("a:\n" + "".join("  " * depth + "- a:\n" for depth in range(12)), 11, 21, *DEEP),
    "many": ("- a\n" * 12_000, 9999, 3, *MANY),
    "many-flow": ("[" + "[]," * 12_000 + "]", 1, 14999, *MANY),
    "bomb": (BOMB, 1, 4, *ANCHOR),
    "alias": ("x: *a", 1, 4, *ALIAS),
    "alias-as-key": ("*a : b", 1, 1, *ALIAS),
    "self": ("x: &x [*x]", 1, 4, *ANCHOR),
    "merge": ("x:\n  <<: {a: 1}", 2, 3, "merge keys are not allowed", "write the values out"),
    "python-tag": ("x: !!python/object/apply:os.system ['true']", 1, 4, *TAG),
    "own-tag": ("x: !foo bar", 1, 4, *TAG),
    "exclamation": ("x: !", 1, 4, *TAG),
    "directive": ("%YAML 1.1\n---\na: yes\n", 1, 1, "directives are not allowed", "remove the line"),
    "second": ("a: 1\n---\nb: 1\n", 2, 1, "a second document begins here", "keep one document in the file"),
    "after-end": ("a: 1\n...\nb: 1\n", 3, 1, "a second document begins here", "keep one document in the file"),
    "complex-key": ("? [a, b]\n: 1\n", 1, 1, *ASKED),
    "asked-key": ("? a\n: 1\n", 1, 1, *ASKED),
    "list-as-key": ("[a]: b", 1, 1, *KEY),
    "list-as-flow-key": ("x: {[a]: b}", 1, 5, *KEY),
    "no-key": (": a", 1, 1, "a key is missing before the colon", 'write "key: value"'),
    "tab-indent": ("x:\n\ty: 1", 2, 1, *TAB),
    "tab-inside": ("x: a\tb", 1, 5, *TAB),
    "nul": ("a: b\nb: \0", 2, 4, "character U+0000 is not allowed", "remove it"),
    "c1": ("a: \x9b31m", 1, 4, "character U+009B is not allowed", "remove it"),
    "delete": ("# \x7f", 1, 3, "character U+007F is not allowed", "remove it"),
    "foreign-byte": ("a: \udcff", 1, 4, "not UTF-8: byte 0xff", "save the file as UTF-8"),
    "lone-surrogate": ("a: \ud800", 1, 4, "character U+D800 is not allowed", "remove it"),
    "surrogate-escape": ('x: "\\ud800"', 1, 4, *ESCAPE),
    "surrogate-pair": ('x: "\\ud83d\\ude00"', 1, 4, *ESCAPE),
    "beyond-unicode": ('x: "\\U00110000"', 1, 4, *ESCAPE),
    "carriage-return": ("a: b\rc: d", 1, 5, "a carriage return without a line feed", "end lines with LF or CRLF"),
    "backquote": ("a: `src/auth.py`", 1, 4, 'text cannot begin with "`"', QUOTES),
    "at": ("a: @b", 1, 4, 'text cannot begin with "@"', QUOTES),
    "percent": ("a: %b", 1, 4, 'text cannot begin with "%"', QUOTES),
    "colon-in-text": ("a: fix: it", 1, 7, '": " stands inside unquoted text', f"{QUOTES}, or line the key up with its neighbours"),
    "no-blank": ("a: {b:, c}", 1, 6, 'a blank is missing after ":"', f'write "key: value", or {QUOTES}'),
    "dash-in-text": ("a: - b", 1, 4, "a list item cannot stand here", 'put "- item" on a line of its own'),
    "too-deep": ("a: 1\nb:\n   c: 1\n  d: 2", 4, 3, *NEIGHBOURS),
    "item-beside-key": ("a: b\n- c\n", 2, 1, *NEIGHBOURS),
    "no-colon": ("a: b\nfoo\nc: d\n", 2, 1, 'neither "key: value" nor a list item', 'write "key: value", or indent the line under its key'),
    "single-quote": ("a: 'b\nc: d\n", 1, 4, *UNCLOSED),
    "quote-before-marker": ('a: "b\n---\n', 1, 4, *UNCLOSED),
    "bracket": ("a: [b\nc: d\n", 1, 4, "the bracket that opens here is never closed, or a comma is missing", 'write "[a, b]"'),
    "brace": ("a: {b: c", 1, 4, "the brace that opens here is never closed, or a comma is missing", 'write "{a: b, c: d}"'),
    "escape": ('a: "\\q"', 1, 6, "an unknown escape in quoted text", "write the backslash twice"),
    "short-escape": ('a: "\\x1"', 1, 7, "an unfinished escape in quoted text", "write the backslash twice"),
    "closing-brace": ("a: }", 1, 4, 'text cannot begin with "}"', QUOTES),
    "comma": ("a: [b, , c]", 1, 8, 'text cannot begin with ","', QUOTES),
    "value-and-more": ('"x"\nb: c\n', 2, 1, "something goes on after the first value", 'write one "key: value" a line'),
    "open-at-the-end": ("a: [\n", 1, 5, "a bracket or a brace before this place is never closed", "close it"),
    "greater": ("goal: >50% faster", 1, 7, 'text cannot begin with ">"', QUOTES),
    "pipe": ("goal: | grep x", 1, 7, 'text cannot begin with "|"', QUOTES),
    "pipe-zero": ("goal: |0\n  a", 1, 7, 'text cannot begin with "|"', QUOTES),
    "block-indent": (
        "a: |\n   \n\n     x\n",
        4,
        6,
        "this line is indented deeper than the blank ones before it",
        "indent the lines of a text alike",
    ),
    "comma-before-bracket": ("a: [, b]", 1, 5, 'text cannot begin with ","', QUOTES),
    "after-quote": ('goal: "fix" the guard', 1, 13, "text goes on after its closing quote", "put all of it in quotes"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_the_format_does_not_have_is_a_fault_with_its_place(name: str) -> None:
    text, line, column, message, hint = CASES[name]
    assert parse(text) == YamlDocument(None, faults=(Fault("invalid-yaml", line, column, message, hint),))


def test_a_fault_keeps_the_repeated_keys_found_before_it() -> None:
    assert [(fault.kind, fault.line) for fault in parse("a: 1\na: 2\nb: 'x").faults] == [("duplicate-key", 2), ("invalid-yaml", 3)]


@pytest.mark.parametrize("depth", [19, 20])
def test_twenty_levels_are_read(depth: int) -> None:
    assert parse("[" * depth + "]" * depth).faults == ()


MARKS = ": [ ] { } , # & * ! | > ' \" % @ ` \\ \\u << ~ 0 . - ? = a é |2+"
BLANKS = [" ", "  ", "\n", "\r\n", "\t", ": ", "- ", "? ", "---\n", "...\n", "\u2028", "\x85", "\ufeff", "\U0001f600", "\0", "\ud800"]
PIECES = st.sampled_from([*MARKS.split(" "), *BLANKS])


@law(200)
@given(st.lists(PIECES, max_size=40).map("".join) | st.text(st.characters(), max_size=60))
def test_no_text_raises_and_every_fault_has_a_place_in_it(text: str) -> None:
    document = parse(text)
    lines = text.split("\n")
    for fault in document.faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert fault.message.isprintable()
    for mark in [*document.marks.values(), *document.key_marks.values()]:
        assert 0 <= mark.start <= mark.end <= len(text)
