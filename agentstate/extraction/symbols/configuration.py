"""The keys of configuration files: the first two levels, without a parser."""

from collections.abc import Iterator

from agentstate.extraction.symbols.symbol import CONFIG_KEY, LONGEST, Symbol
from agentstate.vocabulary.patterns import pattern

_SECTION = pattern(r"[ \t]*\[{1,2}[ \t]*([^\[\]\n]{1,100}?)[ \t]*\]{1,2}")
_ASSIGNED = pattern(r"[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]{0,99})[ \t]*[=:]")
_YAML = pattern(r"( *)([A-Za-z_][A-Za-z0-9_./-]{0,99}):(?:\s|\Z)")
_JSON = pattern(r"([ \t]*)\"([^\"\\\n]{1,100})\"[ \t]*:")
_LEVELS = 2

SECTIONED = (".toml", ".ini", ".cfg", ".conf", ".properties", ".env")
NESTED = (".yaml", ".yml", ".json", ".jsonc")


def keys(suffix: str, text: str) -> Iterator[Symbol]:
    """Each key in the order of the text, `section.key` where it stands in one."""
    return _sectioned(text) if suffix in SECTIONED else _nested(text, json=suffix.startswith(".json"))


def _sectioned(text: str) -> Iterator[Symbol]:
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        opened = _SECTION.match(line)
        assigned = _ASSIGNED.match(line)
        if opened:
            section = f"{opened.group(1)}."
        elif assigned:
            yield Symbol(CONFIG_KEY, section + assigned.group(1), line.strip()[:LONGEST], number)


def _nested(text: str, *, json: bool) -> Iterator[Symbol]:
    above: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = (_JSON if json else _YAML).match(line)
        if not match:
            continue
        indent = len(match.group(1))
        while above and above[-1][0] >= indent:
            above.pop()
        above.append((indent, match.group(2)))
        if len(above) <= _LEVELS:
            yield Symbol(CONFIG_KEY, ".".join(name for _, name in above), line.strip()[:LONGEST], number)
