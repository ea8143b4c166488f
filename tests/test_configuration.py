"""`config.yaml` opens no door: of all it can say, nothing is run, nothing names a file, no security rule falls silent."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from agentstate import resources
from agentstate.documents.text import SourceText
from agentstate.rules import ALL, engine
from agentstate.rules.example import tree_of
from agentstate.rules.rule import Example, Rule
from agentstate.settings import RAISE_AT_MOST, Limits, Settings, parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.values import names

SCHEMA = json.loads(resources.read_text("schemas", "config.schema.json"))


def keys(schema: dict[str, object], above: str = "") -> Iterator[tuple[str, dict[str, object]]]:
    """Every setting by its dotted name, with what the schema says of it."""
    properties = schema.get("properties")
    for name, about in properties.items() if isinstance(properties, dict) else ():
        yield above + name, about
        yield from keys(about, f"{above}{name}.")
        items = about.get("items")
        if isinstance(items, dict):
            yield from keys(items, f"{above}{name}.")


HARMLESS = {
    "language": "one of two words",
    "agents": "names from a list",
    "limits": "numbers",
    "freshness": "a number, a word, and patterns that paths from git are compared with",
    "trees": "patterns that paths from git are compared with",
    "recall": "numbers",
    "handoff": "numbers",
    "journal": "switches that keep things out",
    "rules": "names of rules; the engine runs those of security in any case",
    "waivers": "names of rules that can be waived, which those of security cannot",
    "rotate": "a switch",
    "checkpoint": "one of two words",
}
"""What each section holds. A new one is judged by a person first: it must run nothing and name no file to open or write."""


def test_every_section_was_judged() -> None:
    assert {name.partition(".")[0] for name, _ in keys(SCHEMA)} == set(HARMLESS)


PATHS = {"waivers.path", "freshness.ignore", "trees.ignore"}
"""The only settings that hold paths: they are compared with the paths of findings and of git, and open nothing."""


def test_text_that_is_not_one_of_a_list_is_a_rule_or_a_pattern() -> None:
    free = set()
    for name, about in keys(SCHEMA):
        items = about.get("items", about)
        if isinstance(items, dict) and items.get("type") == "string" and "enum" not in items:
            free.add(name)
    assert free <= PATHS | {"rules.select", "rules.ignore", "waivers.rule", "waivers.reason", "waivers.line_contains", "journal"}


SECURITY = [rule for rule in ALL if rule.security]


def bad(example: Example, config: str) -> Tree:
    return tree_of(replace(example, files={**example.files, layout.CONFIG: config}))


@pytest.mark.parametrize("rule", SECURITY, ids=lambda rule: rule.code)
def test_no_setting_silences_a_security_rule(rule: Rule) -> None:
    """Whatever is set to leave it out: by code, by name, by its family, by all rules but another one, by a waiver for the file."""
    if layout.CONFIG in rule.bad.files or layout.CONFIG in rule.bad.unreadable:
        pytest.skip("is about config.yaml itself")
    paths = sorted({found.path for found in engine.run(tree_of(rule.bad), rule.bad.git) if found.code == rule.code})
    assert paths, "the rule's own example"
    waivers = "".join(f"  - {{rule: {name}, path: {json.dumps(path)}, reason: no}}\n" for path in paths for name in (rule.code, rule.slug))
    for config in (
        f"rules:\n  ignore: [{rule.code}, {rule.slug}, {rule.code[:4]}, {rule.code[:3]}, AS]\n",
        "rules:\n  select: [AS601]\n",
        f"waivers:\n{waivers}",
        "trees:\n  ignore: ['**']\nfreshness:\n  ignore: ['**']\njournal: off\n",
    ):
        found = engine.run(bad(rule.bad, config), rule.bad.git)
        assert rule.code in {diagnostic.code for diagnostic in found}, config


def test_limits_rise_to_four_times_their_default_and_no_further() -> None:
    for name in names(Limits):
        most = getattr(Limits(), name) * RAISE_AT_MOST
        allowed, faults = parse_settings(SourceText(layout.CONFIG, f"limits:\n  {name}: {most}\n"))
        assert (getattr(allowed.limits, name), faults) == (most, ())
        refused, faults = parse_settings(SourceText(layout.CONFIG, f"limits:\n  {name}: {most + 1}\n"))
        assert refused == Settings()
        assert len(faults) == 1


@pytest.mark.parametrize("key", ["command", "run", "hooks", "include", "extends", "path", "root", "env", "trust", "journal_path"])
def test_a_setting_that_nobody_knows_is_a_fault_and_sets_nothing(key: str) -> None:
    found, faults = parse_settings(SourceText(layout.CONFIG, f"{key}: [sh, -c, x]\n"))
    assert found == Settings()
    assert len(faults) == 1
