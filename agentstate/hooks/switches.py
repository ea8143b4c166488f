"""What config.yaml keeps out of the journal. A hook asks for each tool call, so the usual spellings are read without a YAML library."""

from agentstate.vocabulary.entries import RECORDED

_ON, _OFF = ("on", "true"), ("off", "false")


def switched_off(config: bytes) -> frozenset[str]:
    """The parts of RECORDED that config.yaml switches off, all of them for `journal: off`; none where the file does not say."""
    found = _read(config.decode("utf-8", "replace"))
    return _asked_of_the_library(config) if found is None else found


def _read(text: str) -> frozenset[str] | None:
    """The same where `journal` is one word, or is followed by lines of one switch each; None where it is anything else."""
    lines = [line.partition(" #")[0].rstrip() for line in text.split("\n") if not line.lstrip().startswith("#")]
    places = [place for place, line in enumerate(lines) if line.startswith("journal:")]
    if len(places) != 1:
        return None if places or "journal" in "".join(lines) else frozenset()
    word = lines[places[0]].removeprefix("journal:").strip()
    if word:
        return frozenset(RECORDED) if word in _OFF else frozenset() if word in _ON else None
    return _switches(lines[places[0] + 1 :])


def _switches(lines: list[str]) -> frozenset[str] | None:
    found: dict[str, bool] = {}
    columns = set()
    for line in filter(None, lines):
        if line[0] != " ":
            break
        name, _, word = line.strip().partition(": ")
        columns.add(len(line) - len(line.lstrip()))
        if name not in RECORDED or name in found or word.strip() not in _ON + _OFF or len(columns) > 1:
            return None
        found[name] = word.strip() in _OFF
    return frozenset([name for name, off in found.items() if off])


def _asked_of_the_library(config: bytes) -> frozenset[str]:
    from agentstate.documents.text import SourceText
    from agentstate.settings import parse_settings
    from agentstate.vocabulary.layout import CONFIG

    return frozenset(parse_settings(SourceText.decode(CONFIG, config))[0].journal_off)
