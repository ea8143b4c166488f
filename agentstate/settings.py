"""Settings from `config.yaml`: frozen, with defaults from docs/convention.md; a bad value is a fault and the default holds."""

from agentstate.documents.text import SourceText
from agentstate.vocabulary.annotations import Any, Literal
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.values import dataclass, field, names, replace

TYPE_CHECKING = False  # where there is no config.yaml nothing is parsed
if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentstate.schema import Violation
    from agentstate.yaml import Value, YamlDocument

Language = Literal["en", "zh"]
"""The languages that templates, keys and messages are written in."""

LANGUAGES: tuple[Language, ...] = ("en", "zh")

Path = tuple[str | int, ...]

RAISE_AT_MOST = 4
"""How far config.yaml may raise a limit above its default, as a factor (docs/convention.md, Limits)."""


@dataclass(frozen=True)
class Limits:
    """How big each file may get, in bytes, entries and items."""

    state_bytes: int = 4096
    facts_bytes: int = 6144
    decisions_bytes: int = 12288
    decisions_entries: int = 30
    todo_bytes: int = 6144
    todo_items: int = 50
    protocol_bytes: int = 2048
    boot_bytes: int = 16384


@dataclass(frozen=True)
class FreshnessSettings:
    """How many code commits the state may lag behind, and which paths are no code (git's wildmatch patterns)."""

    max_commits: int = 10
    require_update: str = "off"
    ignore: tuple[str, ...] = (
        "**/*.lock",
        "**/package-lock.json",
        "**/npm-shrinkwrap.json",
        "**/pnpm-lock.yaml",
        "**/go.sum",
        "**/CHANGELOG*",
        "**/changelog.d/**",
    )


@dataclass(frozen=True)
class TreeSettings:
    """Which folders below have a tree that a check of this one leaves out (git's wildmatch patterns)."""

    ignore: tuple[str, ...] = ()


@dataclass(frozen=True)
class RecallSettings:
    """How much of the journal is given back: files, commands, decisions (of the notes, with reasons, and of what was said) and engrams
    listed, and after how many tool calls an engram counts half."""

    files: int = 20
    commands: int = 10
    decisions: int = 20
    half_life: int = 40
    engrams: int = 8


@dataclass(frozen=True)
class HandoffSettings:
    """At which used share of its context an agent is told what the notes lack. `window`: the size of one that does not tell, in tokens."""

    at: float = 0.8
    window: int = 0


@dataclass(frozen=True)
class Exemption:
    """A waiver as config.yaml has it: rule, file and reason, and what a line must hold to be waived ("": any line)."""

    rule: str
    path: str
    reason: str = ""
    line_contains: str = ""


@dataclass(frozen=True)
class Settings:
    """Everything a tree can set for itself. Nothing here runs a command, names a path outside or switches a security rule off."""

    language: Language = "en"
    limits: Limits = field(default_factory=Limits)
    freshness: FreshnessSettings = field(default_factory=FreshnessSettings)
    trees: TreeSettings = field(default_factory=TreeSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    handoff: HandoffSettings = field(default_factory=HandoffSettings)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    waivers: tuple[Exemption, ...] = ()
    rotate_auto: bool = True
    checkpoint_commit: str = "always"
    agents: tuple[str, ...] | None = None
    """The agents in use, by name; None: those that the repository shows."""


def parse_settings(source: SourceText) -> tuple[Settings, tuple[Fault, ...]]:
    """The settings that `source` (config.yaml, empty where there is none) asks for, and a fault for each value that cannot be used."""
    if not source.text:
        return Settings(), ()
    from agentstate.schema import violations
    from agentstate.yaml import parse

    document = parse(source.text)
    if document.faults:
        return Settings(), document.faults
    if document.data in (None, {}):
        return Settings(), ()
    found = violations(document.data, "config")
    unknown = [violation for violation in found if violation.kind == "unknown" and len(violation.path) == 1]
    if isinstance(document.data, dict) and len(unknown) == len(document.data):
        return Settings(), (_foreign(document, unknown[0]),)
    faults = tuple(_fault(document, violation) for violation in found)
    return _settings(_without(document.data, {violation.path for violation in found})), faults


def _foreign(document: "YamlDocument", unknown: "Violation") -> Fault:
    """What is said of a file in which no setting is one of ours: other tools have a config.yaml in a folder of this name, too."""
    message = f"no setting here is known, so the defaults hold; {unknown.message}"
    return replace(_fault(document, unknown), kind="foreign-config", message=message)


def _fault(document: "YamlDocument", violation: "Violation") -> Fault:
    path, marks = violation.path, document.key_marks if violation.kind == "unknown" else document.marks
    while path and path not in marks:
        path = path[:-1]
    mark = marks.get(path)
    return Fault("invalid-config", mark.line if mark else 1, mark.column if mark else 1, violation.message, violation.hint)


def _without(value: "Value", paths: set[Path], here: Path = ()) -> "Value":
    """`value` less what stands at `paths`; a list with a bad item goes whole, so that half a rule never holds."""
    if here in paths or (isinstance(value, list) and any(path[: len(here)] == here for path in paths)):
        return None
    if isinstance(value, dict):
        return {key: _without(item, paths, (*here, key)) for key, item in value.items()}
    return value


def _settings(data: "Value") -> Settings:
    sections = data if isinstance(data, dict) else {}
    rotate, checkpoint, rules = (_section(sections, name) for name in ("rotate", "checkpoint", "rules"))
    given = {
        "language": sections.get("language"),
        "limits": Limits(**_known(_section(sections, "limits"), Limits)),
        "freshness": FreshnessSettings(**_known(_section(sections, "freshness"), FreshnessSettings)),
        "trees": TreeSettings(**_known(_section(sections, "trees"), TreeSettings)),
        "recall": RecallSettings(**_known(_section(sections, "recall"), RecallSettings)),
        "handoff": HandoffSettings(**_known(_section(sections, "handoff"), HandoffSettings)),
        "select": _plain(rules.get("select")),
        "ignore": _plain(rules.get("ignore")),
        "waivers": _exemptions(sections.get("waivers")),
        "rotate_auto": rotate.get("auto"),
        "checkpoint_commit": checkpoint.get("commit"),
        "agents": _plain(sections.get("agents")),
    }
    return Settings(**{name: value for name, value in given.items() if value is not None})


def _exemptions(value: "Value") -> tuple[Exemption, ...]:
    items = value if isinstance(value, list) else ()
    return tuple(Exemption(**{name: str(text) for name, text in item.items()}) for item in items if isinstance(item, dict))


def _section(sections: "Mapping[str, Value]", name: str) -> "Mapping[str, Value]":
    section = sections.get(name)
    return section if isinstance(section, dict) else {}


def _known(section: "Mapping[str, Value]", model: type) -> dict[str, Any]:
    return {name: _plain(section[name]) for name in names(model) if section.get(name) is not None}


def _plain(value: "Value") -> Any:  # noqa: ANN401 - the schema has already said what type stands where
    return tuple(value) if isinstance(value, list) else value
