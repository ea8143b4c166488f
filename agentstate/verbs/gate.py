"""The gate in `.pre-commit-config.yaml`: a block between two markers, added as the last of its repositories."""

from agentstate import resources
from agentstate.documents.block import COMMENT, drop_block, find_block, put_block
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import YamlDocument, parse

GATE = ".pre-commit-config.yaml"
_REMEDY = "add the hook by hand, as README.md shows"


def gated(source: SourceText) -> SourceText:
    """The configuration with our hook in it; a new one where there is none. AgentStateError where its shape leaves no sure place."""
    template = SourceText(GATE, resources.read_text("templates", "shared/pre-commit.yaml"))
    if not source.text.strip():
        return source.with_text(template.text)
    if find_block(source, COMMENT):
        return source
    document = parse(source.text)
    column, line = _last_repository(document, source)
    block = find_block(template, COMMENT)
    lines = [" " * column + text.removeprefix("  ") for text in (block.lines if block else ())]
    result = put_block(source, lines, COMMENT, place=line)
    if parse(result.text).faults:
        raise AgentStateError(f"{GATE} cannot be extended safely", _REMEDY)
    return result


def ungated(source: SourceText) -> SourceText | None:
    """The configuration without our hook; None where nothing but it was in the file."""
    bare = drop_block(source, COMMENT)
    template = SourceText(GATE, resources.read_text("templates", "shared/pre-commit.yaml"))
    return None if bare.text == drop_block(template, COMMENT).text else bare


def _last_repository(document: YamlDocument, source: SourceText) -> tuple[int, int]:
    """The column (from 0) at which the items of `repos` stand, and the index of the line after the last of them."""
    repositories = document.data.get("repos") if isinstance(document.data, dict) else None
    if document.faults or not isinstance(repositories, list) or not repositories or ("repos",) in document.flow:
        raise AgentStateError(f"{GATE}: no list of repositories in block style", _REMEDY)
    first, last = document.marks["repos", 0], document.marks["repos", len(repositories) - 1]
    column = source.lines[first.line - 1].index("-")
    end = source.text[: last.end].rstrip().count("\n") + 1
    return column, end
