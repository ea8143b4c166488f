"""What `check` judges: every rule of every family, in the order of their codes."""

from agentstate.rules import (
    announcement,
    configuration,
    contradictions,
    decisions,
    facts,
    freshness,
    hidden,
    history,
    hygiene,
    imitation,
    kept,
    lanes,
    line_ends,
    local,
    mentions,
    notes,
    paths,
    places,
    progress,
    prose,
    protocol,
    reach,
    secrets,
    state,
    structure,
    todo,
    waivers,
)
from agentstate.rules.rule import Rule

_FAMILIES = (
    structure,
    reach,
    configuration,
    freshness,
    state,
    notes,
    paths,
    mentions,
    progress,
    prose,
    kept,
    lanes,
    decisions,
    history,
    protocol,
    facts,
    contradictions,
    todo,
    announcement,
    hygiene,
    secrets,
    hidden,
    line_ends,
    local,
    imitation,
    places,
)
_JUDGED = tuple(rule for family in _FAMILIES for rule in family.RULES)
_OTHERS = (*_JUDGED, waivers.UNUSED, waivers.invalid_rule((*_JUDGED, waivers.UNUSED)))

ALL: tuple[Rule, ...] = tuple(sorted((*_OTHERS, configuration.unknown_rule(_OTHERS)), key=lambda rule: rule.code))
"""Codes are never used twice, not even after their rule is gone."""
