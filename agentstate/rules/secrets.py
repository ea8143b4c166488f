"""AS702: no credential is written into the memory of a project."""

from collections.abc import Iterator

from agentstate.documents.text import SourceText
from agentstate.rules.rule import Example, Rule
from agentstate.rules.structure import read_sources
from agentstate.rules.wording import counted
from agentstate.secrets import Secret, secrets_in
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity


def _secrets(tree: Tree) -> Iterator[Finding]:
    for source in read_sources(tree):
        for secret in secrets_in(source.text):
            yield _finding(source, secret)


def _finding(source: SourceText, secret: Secret) -> Finding:
    start = secret.start + len(source.text[secret.start : secret.end]) - len(source.text[secret.start : secret.end].lstrip())
    line, column = source.text.count("\n", 0, start) + 1, start - source.text.rfind("\n", 0, start)
    message = f"looks like a credential: {secret.kind}, {counted(secret.end - secret.start, 'character')}"
    hint = "revoke it, and write where it is kept; if it opens nothing, waive it with a reason"
    return Finding(source.path, line, column, message, hint)


_TOKEN = "gh" + "p_" + "R7kQ2mZx9LtV4bNw8HsY3cJf6DpA1uGe5iTo"  # no token: it opens nothing

RULES = (
    Rule(
        code="AS702",
        slug="secret",
        severity=Severity.ERROR,
        summary="a credential is written into a file",
        what="Finds the keys of some seventy providers by their form, private keys, and what was drawn at random where only a password or "
        "token can stand: behind a flag, in an address, in a header, assigned to such a name. Commit ids, digests, UUIDs and placeholders "
        "are none. The value is never printed, whatever rule reports the line.",
        why="Whoever can read the repository can use it, now and in every clone, and each agent that reads the file sends it on.",
        mend="Revoke it first: git keeps it for ever. Then write where it is kept, not what it is. A value that opens nothing, such as "
        "in an example, may be waived.",
        bad=Example({layout.FACTS: f"# Facts\n\n## Access\n- The package index is read with {_TOKEN}\n"}),
        good=Example({layout.FACTS: "# Facts\n\n## Access\n- The package index is read with the token in `INDEX_TOKEN`\n"}),
        check=_secrets,
        security=True,
        waivable=True,
    ),
)
