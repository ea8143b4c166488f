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
from agentstate.vocabulary.patterns import pattern

_EVERYTHING = pattern(r"\*+|/?(?:\*\*/)+\*{1,2}|/\*\*")
"""A pattern as in .gitignore that every path matches."""


def _without_code(tree: Tree) -> Iterator[Finding]:
    for position, written in enumerate(tree.settings.freshness.ignore):
        if not written.strip("*/") and _EVERYTHING.fullmatch(written):
            place = _place(tree, "freshness", "ignore", position)
            message = f"{quoted(written)} leaves no code, so the state is never stale"
            yield Finding(layout.CONFIG, *place, message, "name the files that are no code, or leave out AS2 in `rules.ignore`")


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
    Rule(
        code="AS153",
        slug="foreign-config",
        severity=Severity.WARNING,
        summary="config.yaml holds no setting that is known",
        what="Looks at the settings on the left: where not one is known, the file is taken for that of another tool, and the defaults "
        "hold. One that is known makes it ours, and each of the others an error (AS151).",
        why="Other tools keep a config.yaml in a folder of this name. It is theirs to keep, and none of it can be followed here; or the "
        "only setting has a slip in it.",
        mend="Correct the slip. A file of another tool stays as it is: leave this rule out with `--ignore AS153`, or add a setting of "
        "ours, if the other tool reads past it.",
        bad=Example({layout.CONFIG: "model: large\ntemperature: 0\n"}),
        good=Example({layout.CONFIG: "language: en\n"}),
        check=passed_on("foreign-config"),
        waivable=False,
    ),
    Rule(
        code="AS154",
        slug="freshness-without-code",
        severity=Severity.WARNING,
        summary="freshness.ignore leaves no code",
        what="Finds a pattern in `freshness.ignore` that every path matches, such as `*` and `**`. Patterns that only leave out whatever "
        "happens to be there are not found.",
        why="Where nothing is code the state never grows old: the check of freshness passes for ever, and nobody notices.",
        mend="Name the files that are no code, or say that freshness is not wanted: `rules: {ignore: [AS2]}`.",
        bad=Example({layout.CONFIG: "freshness:\n  ignore: ['**/*']\n"}),
        good=Example({layout.CONFIG: "freshness:\n  ignore: ['docs/**', '*.md']\n"}),
        check=_without_code,
        options=("freshness.ignore",),
        waivable=False,
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
                    line, column = _place(tree, "rules", field, position)
                    yield Finding(layout.CONFIG, line, column, f"there is no rule {quoted(name)}", nearest(others, name))

    return check


def _place(tree: Tree, *path: str | int) -> tuple[int, int]:
    mark = yaml.parse(tree.source(layout.CONFIG).text).marks.get(path)
    return (mark.line, mark.column) if mark else (1, 1)
