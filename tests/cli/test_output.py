import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.cli.output import LINE_LIMIT, OUTPUT_LIMIT, Output, capped, style
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.visible import is_invisible

HOSTILE = "\x1b]0;title\x07 \u202eabc \u200b \U000e0041 \udcff \x7f \x9b \r\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on(monkeypatch: pytest.MonkeyPatch, encoding: str) -> io.TextIOWrapper:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    monkeypatch.setattr(sys, "stdout", stream)
    return stream


def shown(stream: io.TextIOWrapper) -> bytes:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def test_a_result_goes_to_stdout_and_ends_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    Output().result("one\n", "two\tthree")
    assert capsys.readouterr() == ("one\ntwo\tthree\n", "")


def test_an_empty_result_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Output().result("")
    assert capsys.readouterr() == ("", "")


def test_quiet_silences_messages_but_neither_results_nor_errors(capsys: pytest.CaptureFixture[str]) -> None:
    for output in (Output(), Output(quiet=True)):
        output.message("said")
        output.result("found")
        output.error("broken", "mend it")
    assert capsys.readouterr() == ("found\nfound\n", "said\n" + "agentstate: error: broken\nhint: mend it\n" * 2)


def test_nothing_invisible_reaches_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    Output().result(HOSTILE)
    assert capsys.readouterr().out == "\\x1b]0;title\\x07 \\u202eabc \\u200b \\U000e0041 \\xff \\x7f \\x9b \\x0d\n"


def test_a_message_is_one_line_whatever_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    Output().message("a\nb\tc")
    assert capsys.readouterr().err == "a\\x0ab\\x09c\n"


def test_a_message_has_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    Output().message("x" * 5000)
    assert capsys.readouterr().err == "x" * (LINE_LIMIT - 1) + "…\n"


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "naïve 决定 €\n".encode()),
        ("ascii", b"na\\xefve \\u51b3\\u5b9a \\u20ac\n"),
        ("cp1252", b"na\xefve \\u51b3\\u5b9a \x80\n"),
    ],
)
def test_what_the_locale_cannot_show_is_escaped(monkeypatch: pytest.MonkeyPatch, encoding: str, expected: bytes) -> None:
    stream = on(monkeypatch, encoding)
    Output().result("naïve 决定 €")
    assert shown(stream) == expected


def test_no_stream_at_all_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    Output().result("a")
    Output().data("{}")
    Output().error("b")


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@given(text=st.text(st.characters(exclude_categories=["Cs"])) | st.just(HOSTILE.replace("\udcff", "")))
def test_json_stays_json_and_shows_nothing_invisible(encoding: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        stream = on(monkeypatch, encoding)
        Output().data(json.dumps({text: [text]}, ensure_ascii=False))
        printed = shown(stream).decode(encoding)
    assert json.loads(printed) == {text: [text]}
    assert not any(is_invisible(character) for character in printed.removesuffix("\n"))


def test_a_delete_in_json_is_escaped_where_all_else_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    Output().data('"a\x7f"')
    assert capsys.readouterr().out == '"a\\u007f"\n'


def test_a_byte_that_was_not_utf8_is_shown_in_json_as_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    Output().data(json.dumps("caf\udce9", ensure_ascii=False))
    assert capsys.readouterr().out == '"caf\\\\xe9"\n'


def test_colour_is_put_around_the_escaped_text(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("TERM", "xterm")
    Output().result("task ", style("a\x1b[0mb", "bold"), style("", "red"), style("!", "red"))
    assert stream.getvalue() == "task \x1b[1ma\\x1b[0mb\x1b[0m\x1b[31m!\x1b[0m\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    streams = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    monkeypatch.setenv(name, value)
    Output().result(style("a", "red"))
    Output().error("b", "c")
    assert [stream.getvalue() for stream in streams] == ["a\n", "agentstate: error: b\nhint: c\n"]


def test_no_colour_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    Output().result(style("a", "red"))
    assert capsys.readouterr().out == "a\n"


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("", 4, ""),
        ("a\nb\n", 4, "a\nb\n"),
        ("a\nb\nc\n", 4, "a\nb\n… and 1 more line\n"),
        ("a\nb\nc\nd", 4, "a\nb\n… and 2 more lines\n"),
        ("a\nbb\nc\n", 4, "a\n… and 2 more lines\n"),
        ("决决决\nx\n", 5, "决\n… and 1 more line\n"),
        ("abcdef", 4, "abc\n… and a part of one more line\n"),
    ],
)
def test_a_long_text_is_cut_after_a_line_and_the_rest_is_counted(text: str, limit: int, expected: str) -> None:
    assert capped(text, limit) == expected


@given(st.text("ab决\n", max_size=60), st.integers(4, 40))
def test_what_is_kept_is_a_beginning_and_fits(text: str, limit: int) -> None:
    kept = capped(text, limit)
    head = kept if kept == text else kept.rpartition("… and ")[0]
    assert text.startswith((head, head.removesuffix("\n")))
    assert len(head.encode()) <= limit


def test_a_result_never_floods(capsys: pytest.CaptureFixture[str]) -> None:
    line = "\u202e" * 99
    Output().result(style(f"{line}\n" * 1000, "red"))
    out = capsys.readouterr().out
    whole = OUTPUT_LIMIT // (99 * 6 + 1)
    assert out == ("\\u202e" * 99 + "\n") * whole + f"… and {1000 - whole} more lines\n"


def test_results_and_messages_together_stay_below_what_a_reader_is_promised() -> None:
    assert OUTPUT_LIMIT + 4 * LINE_LIMIT < 256 * 1024


class Failing(io.StringIO):
    def flush(self) -> None:
        raise OSError(5, "input/output error")


def test_a_stream_for_messages_that_fails_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Failing())
    Output().error("a", "b")


def test_a_stream_for_results_that_fails_is_an_expected_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Failing())
    with pytest.raises(AgentStateError, match="cannot write the output: input/output error"):
        Output().result("a")
