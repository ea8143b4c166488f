"""Which rules run: by code, by the beginning of a code, or by slug, from the command line and from config.yaml."""

from collections.abc import Iterable, Sequence

from agentstate.rules.rule import Rule
from agentstate.settings import Settings
from agentstate.vocabulary.errors import AgentStateError


def matches(rule: Rule, name: str) -> bool:
    """Whether `name` means this rule: `AS312`, `AS3` (or `AS`, all), or its slug."""
    return rule.slug == name or (name[:2].upper() == "AS" and rule.code.startswith(name.upper()))


def selected(rules: Sequence[Rule], settings: Settings, select: Sequence[str], ignore: Sequence[str]) -> tuple[Rule, ...]:
    """The rules to run, in their order. `select` replaces the settings' choice, `ignore` adds to theirs.

    A security rule runs whatever the tree's own settings say. Raises AgentStateError for a name in `select` or `ignore` that
    means no rule; one in the settings is a finding of its own.
    """
    for name in (*select, *ignore):
        require(rules, name)
    return tuple(rule for rule in rules if _asked(rule, select, ignore) and (rule.security or _kept(rule, settings, select)))


def require(rules: Sequence[Rule], name: str) -> tuple[Rule, ...]:
    """The rules that `name` means; raises AgentStateError where there is none, with the nearest names as its hint."""
    found = tuple(rule for rule in rules if matches(rule, name))
    if not found:
        raise AgentStateError(f'unknown rule "{name}"', nearest(rules, name))
    return found


def nearest(rules: Sequence[Rule], name: str) -> str:
    """A hint for a name that means no rule: the codes and slugs most like it."""
    from difflib import get_close_matches

    names = [text for rule in rules for text in (rule.code, rule.slug)]
    near = get_close_matches(name, names, n=3)
    return f"did you mean {' or '.join(near)}" if near else "run `agentstate explain` to see all rules"


def _asked(rule: Rule, select: Sequence[str], ignore: Sequence[str]) -> bool:
    return _among(rule, select or ("AS",)) and not _among(rule, ignore)


def _kept(rule: Rule, settings: Settings, select: Sequence[str]) -> bool:
    return bool(select or _among(rule, settings.select or ("AS",))) and not _among(rule, settings.ignore)


def _among(rule: Rule, names: Iterable[str]) -> bool:
    return any(matches(rule, name) for name in names)
