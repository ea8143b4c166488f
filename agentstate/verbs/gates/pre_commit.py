"""The hooks of pre-commit and prek: one repository more, the last in the list of `.pre-commit-config.yaml`."""

from collections.abc import Iterator, Sequence

from agentstate.documents.block import COMMENT, put_block
from agentstate.documents.text import SourceText
from agentstate.verbs.gates.gate import REMEDY, Gate, indented, mapping, sure
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.yaml import Value, YamlDocument, parse

_HOOK = "agentstate-check"
_INDENT = 2
_NONE = "[]"
_COMMENTED = pattern(r"(?m)^(repos:[ \t]+)# \[\]")
_DASH = pattern(r" *-(?=[ \t]|\Z)")


def _extended(source: SourceText, document: YamlDocument, lines: Sequence[str]) -> SourceText:
    added = parse("\n".join(lines)).data
    if (emptied := _emptied(source, document)) is not None:
        result = put_block(emptied, indented(lines, _INDENT), COMMENT, place=document.marks["repos",].line)
        return sure(result, {**mapping(document.data), "repos": added})
    repositories = _repositories(document)
    if any(_HOOK in _hooks(repository) for repository in repositories):
        return source
    column, line = _last_repository(document, source)
    result = put_block(source, indented(lines, column), COMMENT, place=line)
    return sure(result, {**mapping(document.data), "repos": [*repositories, *(added if isinstance(added, list) else ())]})


def _emptied(source: SourceText, document: YamlDocument) -> SourceText | None:
    """The file with the `[]` of an empty list of repositories made a comment, so that items can stand below; None where there is none."""
    mark = document.marks.get(("repos",))
    if mark is None or mapping(document.data).get("repos") != [] or source.text[mark.start : mark.end] != _NONE:
        return None
    return source.with_text(f"{source.text[: mark.start]}# {source.text[mark.start :]}")


def _restored(source: SourceText) -> SourceText:
    """The file with its `[]` again, where no repository is left in it."""
    if not _COMMENTED.search(source.text) or mapping(parse(source.text).data).get("repos") is not None:
        return source
    return source.with_text(_COMMENTED.sub(rf"\1{_NONE}", source.text, count=1))


def has_repositories(source: SourceText) -> bool:
    """Whether a configuration of pre-commit names any."""
    return bool(mapping(parse(source.text).data).get("repos"))


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


PRE_COMMIT = Gate(".pre-commit-config.yaml", "shared/pre-commit.yaml", _extended, restored=_restored)
