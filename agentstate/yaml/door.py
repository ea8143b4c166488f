"""The only importer of ruamel.yaml: its scanner with our limits in it, its events as our own, its failures as `UnreadableError`.

The limits stand inside the scanner, at the token that goes past them, because what lies behind is quadratic or recursive.
"""

from collections.abc import Iterator

from ruamel.yaml import YAML, events, scanner, tokens
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from agentstate.vocabulary.annotations import NoReturn
from agentstate.yaml.events import DEPTH_LIMIT, VALUE_LIMIT, Event, UnreadableError

_UNKNOWN = ("not YAML", "compare the line with a working one")
"""What is said where the library fails in words of its own."""

_REFUSED = {
    "&": ("anchors are not allowed", 'write the value out, or put text that begins with "&" in quotes'),
    "*": ("aliases are not allowed", 'write the value out, or put text that begins with "*" in quotes'),
    "!": ("tags are not allowed", 'leave the tag out, or put text that begins with "!" in quotes'),
    "%": ("directives are not allowed", "remove the line"),
    "?": ("a key must be plain text", 'write "key: value", or put text that begins with "?" in quotes'),
}


class _LimitedScanner(scanner.Scanner):
    """Refuses what the format does not have at the first character of it."""

    def _refuse(self) -> NoReturn:
        raise UnreadableError(self.reader.index, *_REFUSED[self.reader.peek()])

    def _limit_depth(self) -> None:
        if len(self.indents) + len(self.flow_context) > DEPTH_LIMIT:
            raise UnreadableError(self.reader.index, f"more than {DEPTH_LIMIT} levels deep", "nest less")

    def add_indent(self, column: int) -> bool:
        added = super().add_indent(column)
        self._limit_depth()
        return added

    def fetch_flow_collection_start(self, TokenClass: type[tokens.Token], to_push: str) -> None:  # noqa: N803 - the library's own name
        super().fetch_flow_collection_start(TokenClass, to_push)
        self._limit_depth()

    def fetch_flow_scalar(self, style: str) -> None:
        start = self.reader.index
        try:
            super().fetch_flow_scalar(style)
            self.tokens[-1].value.encode("utf-8")
        except ValueError as error:
            raise UnreadableError(start, "an escape in this text is not a character", "write the character itself") from error

    def fetch_anchor(self) -> None:
        self._refuse()

    def fetch_alias(self) -> None:
        self._refuse()

    def fetch_tag(self) -> None:
        self._refuse()

    def fetch_directive(self) -> None:
        self._refuse()

    def fetch_key(self) -> None:
        self._refuse()


def read(text: str) -> Iterator[Event]:
    """The events of `text`, one document after the other. Raises `UnreadableError` and nothing else, and needs no deep stack."""
    loader = YAML(typ="safe", pure=True)
    loader.Scanner = _LimitedScanner
    reached = 0
    try:
        for count, event in enumerate(loader.parse(text)):
            reached = event.end_mark.index
            if count > VALUE_LIMIT:
                raise UnreadableError(event.start_mark.index, f"more than {VALUE_LIMIT} values", "make the file smaller")
            yield from _translated(event)
    except MarkedYAMLError as error:
        raise _explained(error, text) from error
    except (YAMLError, ValueError, RecursionError, AttributeError, AssertionError, LookupError) as error:
        raise UnreadableError(reached, *_UNKNOWN) from error


def _translated(event: events.Event) -> Iterator[Event]:
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, events.ScalarEvent):
        if event.implicit[0] and event.value.endswith(":"):
            raise UnreadableError(end - 1, 'a blank is missing after ":"', 'write "key: value", or put the text in quotes')
        yield Event("scalar", start, end, event.value, plain=event.implicit[0], block=event.style in {"|", ">"})
    elif isinstance(event, events.CollectionStartEvent):
        yield Event("mapping" if isinstance(event, events.MappingStartEvent) else "list", start, end, flow=bool(event.flow_style))
    elif isinstance(event, events.CollectionEndEvent):
        yield Event("end", start, end)
    elif isinstance(event, events.DocumentStartEvent):
        yield Event("document", start, end)


_CANNOT_BEGIN = "text cannot begin with"
"""The character follows."""

_QUOTE = "put the text in quotes"
_AT_START = {
    "could not find expected ':'": ('neither "key: value" nor a list item', 'write "key: value", or indent the line under its key'),
    "found unexpected end of stream": ("the quote that opens here is never closed", "close it"),
    "found unexpected document separator": ("the quote that opens here is never closed", "close it"),
    "expected ',' or ']'": ("the bracket that opens here is never closed, or a comma is missing", 'write "[a, b]"'),
    "expected ',' or '}'": ("the brace that opens here is never closed, or a comma is missing", 'write "{a: b, c: d}"'),
    "indentation indicator": (_CANNOT_BEGIN, _QUOTE),
    "expected a comment or a line break": (_CANNOT_BEGIN, _QUOTE),
}
"""Failures that are best shown where the piece begins, by a fragment of the library's own message."""

_AT_PROBLEM = {
    "character '\\t'": ("a tab stands where only spaces may", "use spaces"),
    "cannot start any token": (_CANNOT_BEGIN, _QUOTE),
    "but found '<stream end>'": ("a bracket or a brace before this place is never closed", "close it"),
    "expected the node content": (_CANNOT_BEGIN, _QUOTE),
    "more indented follow up line": ("this line is indented deeper than the blank ones before it", "indent the lines of a text alike"),
    "mapping values are not allowed": (
        '": " stands inside unquoted text',
        f"{_QUOTE}, or line the key up with its neighbours",
    ),
    "sequence entries are not allowed": ("a list item cannot stand here", 'put "- item" on a line of its own'),
    "expected <block end>, but found '<scalar>'": ("text goes on after its closing quote", "put all of it in quotes"),
    "expected <block end>": ("this line does not line up with the ones above", "give it the indentation of its neighbours"),
    "expected '<document start>'": ("something goes on after the first value", 'write one "key: value" a line'),
    "unknown escape": ("an unknown escape in quoted text", "write the backslash twice"),
    "escape sequence of": ("an unfinished escape in quoted text", "write the backslash twice"),
}


def _explained(error: MarkedYAMLError, text: str) -> UnreadableError:
    """The library's failure in our words, at the place a person has to look at."""
    problem = str(error.problem or error.context)
    mark = error.problem_mark or error.context_mark
    for table, place in ((_AT_START, error.context_mark or mark), (_AT_PROBLEM, mark)):
        for fragment, (message, hint) in table.items():
            if fragment in problem:
                shown = f' "{text[place.index : place.index + 1]}"' if message is _CANNOT_BEGIN else ""
                return UnreadableError(place.index, message + shown, hint)
    return UnreadableError(mark.index, *_UNKNOWN)
