"""The gate in `.pre-commit-config.yaml`: a block between two markers, added as the last of its repositories."""

import re
from collections.abc import Iterator

from agentstate import resources
from agentstate.documents.block import COMMENT, drop_block, find_block, put_block
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import Value, YamlDocument, parse

GATE = ".pre-commit-config.yaml"
_HOOK = "agentstate-check"
_DASH = re.compile(r" *-(?=[ \t]|\Z)")
_REMEDY = "add the hook by hand, as README.md shows"


def gated(source: SourceText) -> SourceText:
    """The configuration with our hook in it; a new one where there is none. AgentStateError where its shape leaves no sure place."""
    template = SourceText(GATE, resources.read_text("templates", "shared/pre-commit.yaml"))
    if not source.text.strip():
        return source.with_text(template.text)
    document = parse(source.text)
    repositories = _repositories(document)
    if find_block(source, COMMENT) or any(_HOOK in _hooks(repository) for repository in repositories):
        return source
    column, line = _last_repository(document, source)
    block = find_block(template, COMMENT)
    lines = [" " * column + text.removeprefix("  ") for text in (block.lines if block else ())]
    result = put_block(source, lines, COMMENT, place=line)
    added = _repositories(parse(template.text))
    if parse(result.text).data != {**_mapping(document.data), "repos": [*repositories, *added]}:
        raise AgentStateError(f"{GATE} cannot be extended safely", _REMEDY)
    return result


def ungated(source: SourceText) -> SourceText | None:
    """The configuration without our hook; None where nothing but it was in the file."""
    bare = drop_block(source, COMMENT)
    template = SourceText(GATE, resources.read_text("templates", "shared/pre-commit.yaml"))
    return None if bare.text == drop_block(template, COMMENT).text else bare


def _repositories(document: YamlDocument) -> list[Value]:
    """The items of `repos`; AgentStateError where the file cannot be read, or has none that stand below one another."""
    for fault in document.faults[:1]:
        raise AgentStateError(f"{GATE}:{fault.line}:{fault.column}: {fault.message}", _REMEDY)
    repositories = _mapping(document.data).get("repos")
    if not isinstance(repositories, list) or not repositories or ("repos",) in document.flow:
        raise AgentStateError(f"{GATE}: no list of repositories in block style", _REMEDY)
    return repositories


def _mapping(value: Value) -> dict[str, Value]:
    return value if isinstance(value, dict) else {}


def _hooks(repository: Value) -> Iterator[Value]:
    """The ids of the hooks of one repository."""
    hooks = _mapping(repository).get("hooks")
    return (_mapping(hook).get("id") for hook in (hooks if isinstance(hooks, list) else ()))


def _last_repository(document: YamlDocument, source: SourceText) -> tuple[int, int]:
    """The column (from 0) at which the items of `repos` stand, and the index of the line after the last of them."""
    repositories = _repositories(document)
    first, last = document.marks["repos", 0], document.marks["repos", len(repositories) - 1]
    dashes = (found for line in reversed(source.lines[: first.line]) if (found := _DASH.match(line)))
    end = source.text[: last.end].rstrip().count("\n") + 1
    return next(dashes).end() - 1, end
