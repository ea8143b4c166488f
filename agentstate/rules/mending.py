"""Changes to single lines of a file, all at once: a hostile file may need thousands."""

from collections.abc import Mapping

from agentstate.documents.text import SourceText


def with_changed_lines(source: SourceText, changes: Mapping[int, str | None]) -> SourceText:
    """The file with some lines (numbers from 1) replaced, or taken out where there is None; line ends stay as they are."""
    pieces = [f"{piece}\n" for piece in source.text.split("\n")]
    pieces[-1] = pieces[-1][:-1]
    mended = (_changed(piece, changes[number]) if number in changes else piece for number, piece in enumerate(pieces, 1))
    return source.with_text("".join(mended))


def _changed(piece: str, line: str | None) -> str:
    end = "\r\n" if piece.endswith("\r\n") else "\n" if piece.endswith("\n") else ""
    return "" if line is None else line + end
