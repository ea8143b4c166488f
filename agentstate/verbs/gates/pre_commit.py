"""The hooks of pre-commit and prek: one repository more, the last in the list of `.pre-commit-config.yaml`."""

from collections.abc import Iterator, Sequence

from agentstate.documents.block import COMMENT, put_block
from agentstate.documents.text import SourceText
from agentstate.verbs.gates.gate import REMEDY, Gate, indented, mapping, sure
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.yaml import Value, YamlDocument, parse

_HOOK = "agentstate-check"
_DASH = pattern(r" *-(?=[ \t]|\Z)")


def _extended(source: SourceText, document: YamlDocument, lines: Sequence[str]) -> SourceText:
    repositories = _repositories(document)
    if any(_HOOK in _hooks(repository) for repository in repositories):
        return source
    column, line = _last_repository(document, source)
    result = put_block(source, indented(lines, column), COMMENT, place=line)
    added = parse("\n".join(lines)).data
    return sure(result, {**mapping(document.data), "repos": [*repositories, *(added if isinstance(added, list) else ())]})


def _repositories(document: YamlDocument) -> list[Value]:
    """The items of `repos`; AgentStateError where there are none that stand below one another."""
    repositories = mapping(document.data).get("repos")
    if not isinstance(repositories, list) or not repositories or ("repos",) in document.flow:
        raise AgentStateError(f"{PRE_COMMIT.path}: no list of repositories in block style", REMEDY)
    return repositories


def _hooks(repository: Value) -> Iterator[Value]:
    """The ids of the hooks of one repository."""
    hooks = mapping(repository).get("hooks")
    return (mapping(hook).get("id") for hook in (hooks if isinstance(hooks, list) else ()))


def _last_repository(document: YamlDocument, source: SourceText) -> tuple[int, int]:
    """The column (from 0) at which the items of `repos` stand, and the index of the line after the last of them."""
    first, last = document.marks["repos", 0], document.marks["repos", len(_repositories(document)) - 1]
    dashes = (found for line in reversed(source.lines[: first.line]) if (found := _DASH.match(line)))
    end = source.text[: last.end].rstrip().count("\n") + 1
    return next(dashes).end() - 1, end


PRE_COMMIT = Gate(".pre-commit-config.yaml", "shared/pre-commit.yaml", _extended)
