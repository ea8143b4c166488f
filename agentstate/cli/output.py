"""The one place that prints. Nothing invisible reaches a stream, whatever the text holds and whatever the locale is."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from agentstate.vocabulary.annotations import TextIO
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import is_invisible, visible

OUTPUT_LIMIT = 240 * 1024
"""The most one result may hold, in bytes of UTF-8: 256 KiB less room for the messages beside it."""

LINE_LIMIT = 2000
"""The most a message may hold, in characters; a value in it may come from a file."""

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}


@dataclass(frozen=True)
class Styled:
    """Text to be shown in one of STYLES where the stream is a terminal that shows colour."""

    text: str
    name: str


def style(text: str, name: str) -> Styled:
    """`text` in the style `name`; the codes are put around it after it was escaped."""
    return Styled(text, name)


@dataclass(frozen=True)
class Output:
    """Prints results on stdout and messages on stderr. `quiet` silences messages, never results or errors."""

    quiet: bool = False
    texts: tuple[str, ...] | None = None
    """Texts whose credentials are shown as marks, beside those of whatever is printed; None: nothing that is printed is searched."""

    def covering(self, texts: Iterable[str]) -> "Output":
        """The same, which shows no credential of these texts, whole or cut."""
        return replace(self, texts=tuple(texts))

    def _covered(self, text: str) -> str:
        if self.texts is None:
            return text
        from agentstate.secrets import Cover, masked

        return Cover(self.texts).over(masked(text))

    def result(self, *parts: str | Styled) -> None:
        """Prints the joined parts, as lines, cut at OUTPUT_LIMIT. Raises AgentStateError when stdout cannot be written."""
        whole = "".join(part.text if isinstance(part, Styled) else part for part in parts)
        covered = self._covered(whole)
        parts = parts if covered == whole else _cut_again(parts, covered)
        plain = visible(covered)
        kept = capped(plain)
        _print_result(_ended(kept if kept != plain else _painted(parts, sys.stdout)))

    def data(self, text: str) -> None:
        """Prints JSON, whole. Characters that must not or cannot be shown become JSON escapes, so that it stays JSON."""
        text = self._covered_json(text)
        encoding = (sys.stdout.encoding if sys.stdout else None) or "utf-8"
        _print_result(_ended(_json_visible(text, ascii_only=encoding.lower().replace("-", "") != "utf8")))

    def as_file(self, text: str, *, json: bool) -> bytes:
        """What a file holds of a text that would be printed: the same, whole and in UTF-8."""
        shown = _json_visible(self._covered_json(text), ascii_only=False) if json else visible(self._covered(text))
        return _ended(shown).encode()

    def _covered_json(self, text: str) -> str:
        return text if self.texts is None else _with_strings(text, self._covered)

    def whole(self, text: str) -> None:
        """Prints text for programs, whole, as far as the stream's encoding can say it. It must hold nothing invisible."""
        _print_result(_ended(visible(text)))

    def message(self, text: str) -> None:
        """Prints one line on stderr, unless quiet."""
        if not self.quiet:
            _print_message(self._covered(text))

    @contextmanager
    def progress(self, label: str, length: int) -> Iterator[Callable[[int], None]]:
        """A bar on stderr, unless quiet and only where that is a terminal; called with how much more was done, it goes on."""
        import click

        is_hidden = self.quiet or sys.stderr is None or not sys.stderr.isatty()
        with click.progressbar(length=length, label=label, file=sys.stderr, hidden=is_hidden) as bar:
            yield bar.update

    def error(self, message: str, hint: str = "") -> None:
        """Prints one line that says what is wrong and, where there is a hint, one that says what to do. Quiet or not."""
        _print_message("agentstate: ", style("error:", "red"), f" {message}")
        if hint:
            _print_message(style("hint:", "bold"), f" {hint}")


def _cut_again(parts: tuple[str | Styled, ...], text: str) -> tuple[str | Styled, ...]:
    """The text, as long as the parts are together, in parts of the same lengths and styles."""
    cut, start = list[str | Styled](), 0
    for part in parts:
        end = start + len(part.text if isinstance(part, Styled) else part)
        cut.append(replace(part, text=text[start:end]) if isinstance(part, Styled) else text[start:end])
        start = end
    return tuple(cut)


def _with_strings(text: str, change: Callable[[str], str]) -> str:
    """The JSON with each of its strings, names apart, changed."""
    import json

    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {name: changed(item) for name, item in value.items()}
        return [changed(item) for item in value] if isinstance(value, list) else change(value) if isinstance(value, str) else value

    before = json.loads(text)
    after = changed(before)
    return text if before == after else json.dumps(after, ensure_ascii=False, indent=2)


def capped(text: str, limit: int = OUTPUT_LIMIT) -> str:
    """`text`, or as many of its lines as fit into `limit` bytes of UTF-8 and one line that counts the rest."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    kept = data[: data.rfind(b"\n", 0, limit) + 1] or data[: limit - 1] + b"\n"
    more = data.rstrip(b"\n").count(b"\n", len(kept) - 1)
    return kept.decode("utf-8", "ignore") + f"… and {more or 'a part of one'} more line{'s' * (more > 1)}\n"


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else text + "\n"


def _painted(parts: tuple[str | Styled, ...], stream: TextIO | None) -> str:
    colour = _shows_colour(stream)
    return "".join(_paint(part, colour=colour) if isinstance(part, Styled) else visible(part) for part in parts)


def _paint(part: Styled, *, colour: bool) -> str:
    text = visible(part.text)
    return f"\x1b[{STYLES[part.name]}m{text}\x1b[0m" if colour and text else text


def _shows_colour(stream: TextIO | None) -> bool:
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def _json_visible(text: str, *, ascii_only: bool) -> str:
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(_json_escape(character) if _must_escape(character, ascii_only=ascii_only) else character for character in text)


def _must_escape(character: str, *, ascii_only: bool) -> bool:
    return character not in "\n\t" and (is_invisible(character) or (ascii_only and not character.isascii()))


def _json_escape(character: str) -> str:
    if "\udc80" <= character <= "\udcff":
        return "\\" + visible(character)  # a byte that was not UTF-8: a lone surrogate is no JSON that every reader accepts
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def _print_result(text: str) -> None:
    """A reader that left has seen enough: the verb goes on and its exit code stands."""
    try:
        with suppress(BrokenPipeError):
            _write(sys.stdout, text)
    except OSError as error:
        raise AgentStateError(f"cannot write the output: {error.strerror}", "free the space or name another place for it") from error


def _print_message(*parts: str | Styled) -> None:
    """There is nowhere left to say that stderr cannot be written."""
    line = tuple(Styled(_line(part.text), part.name) if isinstance(part, Styled) else _line(part) for part in parts)
    with suppress(OSError):
        _write(sys.stderr, _painted(line, sys.stderr) + "\n")


def _line(text: str) -> str:
    shown = visible(text, keep="")
    return shown if len(shown) <= LINE_LIMIT else shown[: LINE_LIMIT - 1] + "…"


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None or not text:
        return
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except OSError:
        _abandon(stream)
        raise


def _abandon(stream: TextIO) -> None:
    """Sends what is still buffered nowhere: the interpreter's last flush would fail on it again, and end with 120."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
