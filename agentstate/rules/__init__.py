"""What `check` judges: every rule of every family, in the order of their codes."""

from agentstate.rules import (
    announcement,
    configuration,
    contradictions,
    decisions,
    facts,
    freshness,
    hygiene,
    kept,
    mentions,
    notes,
    paths,
    progress,
    prose,
    protocol,
    state,
    structure,
    todo,
)
from agentstate.rules.rule import Rule

_FAMILIES = (
    structure,
    configuration,
    freshness,
    state,
    notes,
    paths,
    mentions,
    progress,
    prose,
    kept,
    decisions,
    protocol,
    facts,
    contradictions,
    todo,
    announcement,
    hygiene,
)
_OTHERS = tuple(rule for family in _FAMILIES for rule in family.RULES)

ALL: tuple[Rule, ...] = tuple(sorted((*_OTHERS, configuration.unknown_rule(_OTHERS)), key=lambda rule: rule.code))
"""Codes are never used twice, not even after their rule is gone."""
