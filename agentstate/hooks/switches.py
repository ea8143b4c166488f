"""What config.yaml keeps out of the journal. A hook asks for each tool call, so the usual spellings are read without a YAML library.

A switch that is not understood keeps out whatever it may have meant: somebody wanted less to be recorded.
"""

from agentstate.vocabulary.entries import RECORDED
from agentstate.vocabulary.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "journal"
_ON = ("on", "On", "ON", "true", "True", "TRUE", "yes", "Yes", "YES")
_OFF = ("off", "Off", "OFF", "false", "False", "FALSE", "no", "No", "NO")
"""The words of YAML 1.1, whose readers and writers many know."""


@dataclass(frozen=True)
class Switches:
    """What is not kept, of RECORDED; `trouble` says which of the switches was not understood, "" where all were."""

    off: frozenset[str] = frozenset()
    trouble: str = ""


def closed(trouble: str) -> Switches:
    """Nothing is kept."""
    return Switches(frozenset(RECORDED), trouble)


def switches(config: bytes) -> Switches:
    """What the text of config.yaml switches off: all of RECORDED for `journal: off`, nothing where it does not say."""
    text = config.decode("utf-8", "replace").removeprefix("\ufeff")
    found = _read(text)
    return _asked_of_the_library(text) if found is None else Switches(found)


def _read(text: str) -> frozenset[str] | None:
    """The same where `journal` is one word, or is followed by lines of one switch each; None where it is anything else."""
    lines = [line.partition(" #")[0].rstrip() for line in text.split("\n") if not line.lstrip().startswith("#")]
    places = [place for place, line in enumerate(lines) if line.startswith("journal:")]
    if len(places) != 1:
        return None if places or KEY in "".join(lines).lower() else frozenset()
    word = lines[places[0]].removeprefix("journal:").strip()
    if word:
        return frozenset(RECORDED) if word in _OFF else frozenset() if word in _ON else None
    return _switches(lines[places[0] + 1 :])


def _switches(lines: list[str]) -> frozenset[str] | None:
    found: dict[str, bool] = {}
    columns = set()
    for line in filter(None, lines):
        if line[0] not in " \t-?":
            break
        name, _, word = line.strip().partition(": ")
        columns.add(len(line) - len(line.lstrip(" ")))
        if name not in RECORDED or name in found or word.strip() not in _ON + _OFF or len(columns) > 1:
            return None
        found[name] = word.strip() in _OFF
    return frozenset([name for name, off in found.items() if off])


def _asked_of_the_library(text: str) -> Switches:
    from agentstate.yaml import parse

    document = parse(text)
    if document.faults:
        return closed(f"line {document.faults[0].line} is no YAML that is read here: {document.faults[0].message}")
    return meant(document.data)


def meant(data: object) -> Switches:
    """The same of the data that the file holds."""
    for place, value in _places(data):
        if place != (KEY,):
            return closed(f'"{".".join(place)}" is not where or how the journal is switched')
        return _of_value(value)
    return Switches()


def _places(data: object, above: tuple[str, ...] = ()) -> "Iterator[tuple[tuple[str, ...], object]]":
    """Every key that is `journal`, in whatever case and wherever it stands, the way to it and its value; the right one comes last."""
    if isinstance(data, dict):
        for key, value in sorted(data.items(), key=lambda item: item[0] == KEY):
            way = (*above, str(key))
            if str(key).strip().casefold() == KEY:
                yield way, value
            else:
                yield from _places(value, way)


def _of_value(value: object) -> Switches:
    if value is None or (word := _word(value)) == "on":
        return Switches()
    if word == "off":
        return Switches(frozenset(RECORDED))
    if not isinstance(value, dict):
        return closed(f'"{KEY}" is neither on nor off')
    unknown = [str(name) for name, said in value.items() if name not in RECORDED and _word(said) != "on"]
    if unknown:
        return closed(f'"{KEY}.{unknown[0]}" is no part of the journal')
    unclear = [name for name, said in value.items() if said is not None and not _word(said)]
    off = [name for name, said in value.items() if name in unclear or _word(said) == "off"]
    return Switches(frozenset(off), f'"{KEY}.{unclear[0]}" is neither on nor off' if unclear else "")


def _word(value: object) -> str:
    """The switch that the value is: "on", "off", or "" for none."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "on" if value in _ON else "off" if value in _OFF else ""
