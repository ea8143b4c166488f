import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.block import COMMENT, MARKDOWN, Block, block_faults, drop_block, find_block, put_block
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from tests.support.laws import law

BEGIN, END = MARKDOWN.begin, MARKDOWN.end
BLOCK = f"{BEGIN}\nread\n{END}\n"
PAIR_HINT = "leave one begin marker and one end marker below it, or take all of them out"


def source(text: str) -> SourceText:
    return SourceText("AGENTS.md", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", BLOCK),
        ("# Title\n", f"# Title\n\n{BLOCK}"),
        ("# Title", f"# Title\n\n{BLOCK}".removesuffix("\n")),
        ("# Title\ntext", f"# Title\n\n{BLOCK}text"),
        ("# Title\n\ntext\n", f"# Title\n\n{BLOCK}\ntext\n"),
        ("\n\n# Title\ntext\n", f"\n\n# Title\n\n{BLOCK}text\n"),
        ("Title\n===\ntext\n", f"Title\n===\n\n{BLOCK}text\n"),
        ("text\n# Title\n", f"{BLOCK}text\n# Title\n"),
        ("## Section\n", f"{BLOCK}## Section\n"),
        ("---\na: 1\n---\ntext\n", f"---\na: 1\n---\n\n{BLOCK}text\n"),
        ("---\na: 1\n---\n\n# Title\ntext\n", f"---\na: 1\n---\n\n# Title\n\n{BLOCK}text\n"),
        ("---\n# a comment\n```\n---\ntext\n", f"---\n# a comment\n```\n---\n\n{BLOCK}text\n"),
        ("---\na: 1\n", f"{BLOCK}---\na: 1\n"),
        ("# Title\r\ntext\r\n", f"# Title\n\n{BLOCK}text\n".replace("\n", "\r\n")),
        ("```\n# a\n```\n", f"{BLOCK}```\n# a\n```\n"),
    ],
)
def test_the_block_stands_near_the_top_and_leaves_no_trace(before: str, after: str) -> None:
    put = put_block(source(before), ("read",))
    assert put.text == after
    assert drop_block(put).text == before


def test_a_byte_order_mark_stays_in_front() -> None:
    marked = SourceText.decode("AGENTS.md", b"\xef\xbb\xbftext")
    assert put_block(marked, ("read",)).encode() == b"\xef\xbb\xbf" + f"{BLOCK}text".encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"a\n{BEGIN}\nold\nolder\n{END}\nb\n", f"a\n{BLOCK}b\n"),
        ("a\n<!-- agentstate:begin v0 -->\nold\n  <!--agentstate:end-->", f"a\n{BLOCK}".removesuffix("\n")),
        (f"a\r\n{BEGIN}\r\nold\r\n{END}\r\n", f"a\n{BLOCK}".replace("\n", "\r\n")),
        (f"a\n{BEGIN}\n{END}\n", f"a\n{BLOCK}"),
    ],
)
def test_a_block_that_is_there_is_replaced_where_it_is(before: str, after: str) -> None:
    assert put_block(source(before), ("read",)).text == after


def test_a_block_that_says_the_same_is_left_as_it_is() -> None:
    mixed = source(f"a\r\n{BEGIN}\r\nread\n{END}")
    assert put_block(mixed, ("read",)) is mixed


def test_a_block_without_a_blank_line_above_is_taken_out_alone() -> None:
    assert drop_block(source(f"a\n{BLOCK}\nb\n")).text == "a\n\nb\n"
    assert drop_block(source(f"\n{BLOCK}")).text == "\n"


def test_a_marker_in_a_code_fence_or_in_a_line_is_text() -> None:
    text = f"```\n{BLOCK}```\nsay {BEGIN}\n    {BEGIN}\n<!-- agentstate:beginning -->\n"
    assert find_block(source(text)) is None
    assert drop_block(put_block(source(text), ("read",))).text == text


def test_finding_the_block() -> None:
    assert find_block(source(f"a\n{BEGIN}\nx\ny\n{END}\n")) == Block(2, 5, ("x", "y"))
    assert find_block(source("a\n")) is None
    assert drop_block(source("a")).text == "a"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"a\n{BEGIN}\nb\n", [(2, f"a marker without its partner: {BEGIN}")]),
        (f"{END}\n", [(1, f"a marker without its partner: {END}")]),
        (f"{END}\n{BEGIN}\n", [(1, f"a marker without its partner: {END}"), (2, f"a marker without its partner: {BEGIN}")]),
        (f"{BEGIN}\n{BEGIN}\n{END}\n", [(1, f"a second block: {BEGIN}"), (2, f"a second block: {BEGIN}"), (3, f"a second block: {END}")]),
        (f"{BLOCK}{BLOCK}", [(line, f"a second block: {marker}") for line, marker in zip((1, 3, 4, 6), (BEGIN, END) * 2, strict=True)]),
    ],
)
def test_broken_markers_are_faults_and_stop_every_edit(text: str, faults: list[tuple[int, str]]) -> None:
    assert block_faults(source(text)) == tuple(Fault("broken-block", line, 1, message, PAIR_HINT) for line, message in faults)
    message = f"AGENTS.md: the markers of the agentstate block do not pair, lines {', '.join(str(line) for line, _ in faults)}"
    for edit in (find_block, drop_block, lambda broken: put_block(broken, ("read",))):
        with pytest.raises(AgentStateError) as caught:
            edit(source(text))
        assert (caught.value.message, caught.value.hint) == (message, PAIR_HINT)


def test_a_block_in_a_file_of_hash_comments() -> None:
    before = source("repos:\n  - repo: a\n    hooks: []")
    put = put_block(before, ("  - repo: b", "    hooks: []"), COMMENT, place=1)
    assert put.text == "repos:\n  # agentstate:begin\n  - repo: b\n    hooks: []\n  # agentstate:end\n  - repo: a\n    hooks: []"
    assert find_block(put, COMMENT) == Block(2, 5, ("  - repo: b", "    hooks: []"))
    assert drop_block(put, COMMENT) == before
    assert put_block(put, ("  - repo: b", "    hooks: []"), COMMENT, place=0) is put


_PIECES = st.sampled_from(
    [
        *(
            b"# T",
            b"\n",
            b"\n",
            b"\r\n",
            b"\r\n",
            b"\r",
            b"---\n",
            b"---\r\n",
            b"a: 1",
            b"text",
            b"```",
            b"~~~",
            b" ",
            b"    ",
            b"<!-- x -->",
            b"## s",
        ),
        *(
            b"===",
            b"\xef\xbb\xbf",
            b"\n\n",
            b"=",
            b"\xc3\xa9",
            b"\xff",
            b"<!--",
            b"-->",
            b"agentstate:",
            b"# agentstate",
            b"\xe2\x80\xa8",
            b"\0",
        ),
    ]
)
_BYTES = st.one_of(st.binary(max_size=60), st.lists(_PIECES, max_size=14).map(b"".join))


@law(200)
@given(_BYTES, st.lists(st.sampled_from(["read", "", "- b"]), max_size=3), st.lists(st.sampled_from(["other", ""]), max_size=2))
def test_taking_the_block_out_gives_back_every_byte(data: bytes, lines: list[str], newer: list[str]) -> None:
    check_put_and_drop(data, lines, newer)


def check_put_and_drop(data: bytes, lines: list[str], newer: list[str]) -> None:
    before = SourceText.decode("AGENTS.md", data)
    for markers, place in ((MARKDOWN, None), (COMMENT, 0), (COMMENT, len(before.lines))):
        put = put_block(before, lines, markers, place)
        found = find_block(put, markers)
        assert found is not None
        assert found.lines == tuple(lines)
        assert put_block(put, lines, markers, place) is put
        assert drop_block(put, markers).encode() == data
        assert drop_block(put_block(put, newer, markers), markers).encode() == data
