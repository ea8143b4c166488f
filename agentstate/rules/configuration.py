"""AS15x: config.yaml says what can be followed. What cannot is reported, and the default holds."""

from collections.abc import Iterator, Sequence

from agentstate import yaml
from agentstate.rules.documents import passed_on
from agentstate.rules.rule import Check, Example, Rule
from agentstate.rules.selection import matches, nearest
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

RULES = (
    Rule(
        code="AS151",
        slug="invalid-config",
        severity=Severity.ERROR,
        summary="a setting in config.yaml cannot be used",
        what="Each setting has a type and a range: a limit may be lowered, or raised to four times its default.",
        why="Where a setting cannot be used the default holds, and somebody believes otherwise.",
        mend="Correct the value, or take the line out.",
        bad=Example({layout.CONFIG: "limits:\n  state_bytes: 1000000\n"}),
        good=Example({layout.CONFIG: "limits:\n  state_bytes: 8192\n"}),
        check=passed_on("invalid-config"),
        security=True,
    ),
)


_OWN = ("AS152", "unknown-rule")


def unknown_rule(others: Sequence[Rule]) -> Rule:
    """The rule about names in `rules.select` and `rules.ignore` that mean none of `others`."""
    return Rule(
        code=_OWN[0],
        slug=_OWN[1],
        severity=Severity.ERROR,
        summary="config.yaml selects or ignores a rule that does not exist",
        what="Compares the names in `rules.select` and `rules.ignore` with the codes and names of all rules.",
        why="A name with a slip in it selects nothing and switches nothing off, and nobody notices.",
        mend="Correct the name; `agentstate explain` lists them all.",
        bad=Example({layout.CONFIG: "rules:\n  ignore: [AS9, too-many-snapshot]\n"}),
        good=Example({layout.CONFIG: "rules:\n  ignore: [AS2, too-many-snapshots]\n"}),
        check=_unknown_names(others),
        options=("rules.select", "rules.ignore"),
        security=True,
    )


def _unknown_names(others: Sequence[Rule]) -> Check:
    def check(tree: Tree) -> Iterator[Finding]:
        settings = tree.settings
        for field, names in (("select", settings.select), ("ignore", settings.ignore)):
            for position, name in enumerate(names):
                if name not in _OWN and not any(matches(rule, name) for rule in others):
                    line, column = _place(tree, field, position)
                    yield Finding(layout.CONFIG, line, column, f"there is no rule {quoted(name)}", nearest(others, name))

    return check


def _place(tree: Tree, field: str, position: int) -> tuple[int, int]:
    mark = yaml.parse(tree.source(layout.CONFIG).text).marks.get(("rules", field, position))
    return (mark.line, mark.column) if mark else (1, 1)
