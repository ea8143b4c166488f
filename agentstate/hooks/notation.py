"""JSON read without the module around its parser, which loads more than the parser is: half of what a hook would cost."""

try:
    from _json import make_scanner
except ImportError:
    make_scanner = None  # type: ignore[assignment, misc]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_BLANKS = " \t\n\r"


class _Rules:
    """What the parser asks for: the usual types, and control characters in strings taken as they are."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int: object = int
    parse_constant = float


def _number(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return None


class _LongNumbers(_Rules):
    """The same, and a number that is longer than Python reads is not known."""

    parse_int: object = staticmethod(_number)


def read_json(text: str) -> object:
    """The value that the text holds; ValueError where it holds none, RecursionError where it is too deep."""
    if make_scanner is None:
        import json

        return json.loads(text, strict=False)
    whole = text.strip(_BLANKS)
    try:
        value, end = make_scanner(_Rules)(whole, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError) as error:  # the parser finds no exception to raise while json.decoder is not imported
        raise ValueError("no value") from error
    except ValueError as error:
        if not str(error).startswith("Exceeds the limit"):
            raise
        value, end = make_scanner(_LongNumbers)(whole, 0)  # type: ignore[arg-type]
    if end != len(whole):
        raise ValueError("more than one value")
    return value


def read_record(line: bytes) -> "Mapping[str, object]":
    """The object on a line of a record that an agent keeps; an empty one where the line holds none."""
    try:
        record = read_json(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
