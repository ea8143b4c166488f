"""Bytes to text and back without losing one: encoding, byte order mark and line ends stay as they were found."""

from functools import cached_property

from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, replace

YAML_BYTES = 64 * 1024
"""The most that is read of a YAML file: a parse costs about 30 ms a kilobyte at worst."""

MARKDOWN_BYTES = 256 * 1024
"""The most that is read of a Markdown file, and of a file of code that a note names."""

LINE_BYTES = 16 * 1024
"""The most that a line of a tree's own file may hold: patterns go along lines, and nobody reads a longer one."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FOREIGN_BYTE = pattern("[\udc80-\udcff]")


@dataclass(frozen=True)
class SourceText:
    """The text of one file. `text` keeps its line ends as found; bytes that are not UTF-8 are lone surrogates, so that
    `encode` gives back exactly the bytes that were read. `path` is relative to the folder that holds the tree."""

    path: str
    text: str
    byte_order_mark: bool = False

    @classmethod
    def decode(cls, path: str, data: bytes) -> "SourceText":
        """The text of `data`; never fails (see `faults`)."""
        marked = data.startswith(BYTE_ORDER_MARK)
        return cls(path, data[3 if marked else 0 :].decode("utf-8", "surrogateescape"), marked)

    def encode(self) -> bytes:
        """The bytes of the file."""
        return (BYTE_ORDER_MARK if self.byte_order_mark else b"") + self.text.encode("utf-8", "surrogateescape")

    @cached_property
    def newline(self) -> str:
        """The line end of new lines: the one most lines have, LF where there is none."""
        crlf = self.text.count("\r\n")
        return "\r\n" if crlf > self.text.count("\n") - crlf else "\n"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their line ends (LF or CRLF only: other separators of Unicode are text)."""
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        return tuple(line.removesuffix("\r") for line in lines)

    def with_text(self, text: str) -> "SourceText":
        """The same file holding another text."""
        return replace(self, text=text)

    def with_lines(self, start: int, stop: int, replacement: tuple[str, ...]) -> "SourceText":
        """The file with the lines `start` to `stop` (0-based, end exclusive) replaced; every other byte stays.

        New lines get the file's own line end. A last line without a line end gets one only when a line follows it.
        """
        pieces = _split(self.text)
        head, tail = pieces[:start], pieces[stop:]
        added = [line + self.newline for line in replacement]
        if head and added and not head[-1].endswith("\n"):
            head[-1] += self.newline
        if head and tail and not head[-1].endswith("\n"):
            head[-1] += self.newline
        if added and not tail and pieces and not pieces[-1].endswith("\n") and stop > start:
            added[-1] = replacement[-1]
        return self.with_text("".join([*head, *added, *tail]))

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """A `not-utf8` fault at the first byte that is not UTF-8."""
        found = None if self.text.isascii() else _FOREIGN_BYTE.search(self.text)
        if not found:
            return ()
        before = self.text[: found.start()]
        line, column = before.count("\n") + 1, found.start() - before.rfind("\n")
        offset = len(before.encode("utf-8")) + len(BYTE_ORDER_MARK) * self.byte_order_mark
        message = f"not UTF-8: byte 0x{ord(found[0]) - 0xDC00:02x} at offset {offset}"
        return (Fault("not-utf8", line, column, message, "save the file as UTF-8"),)


def _split(text: str) -> list[str]:
    """The lines of `text` with their ends; only LF ends a line."""
    pieces = [piece + "\n" for piece in text.split("\n")]
    pieces[-1] = pieces[-1][:-1]
    return pieces if pieces[-1] else pieces[:-1]


def long_line(path: str, data: bytes) -> Fault | None:
    """The first line of a tree's own file that is longer than any is."""
    if len(data) <= LINE_BYTES or not path.startswith(f"{layout.FOLDER}/"):
        return None
    longest = next(((number, len(line)) for number, line in enumerate(data.split(b"\n"), 1) if len(line) > LINE_BYTES), None)
    if longest is None:
        return None
    message = f'"{path}" has {longest[1]} bytes in line {longest[0]}, the limit is {LINE_BYTES} bytes a line'
    return Fault("unreadable", 1, 1, message, "break the line, or put the right file in its place")
