"""GitLab CI: one job more, at the end of `.gitlab-ci.yml`."""

from collections.abc import Sequence

from agentstate.documents.block import COMMENT, put_block
from agentstate.documents.text import SourceText
from agentstate.verbs.gates.gate import REMEDY, Gate, mapping, sure
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import YamlDocument, parse, scalar

_JOB = "agentstate"
_STAGE = "test"
"""The stage that the template names, one of those that are there where a file names none."""


def _extended(source: SourceText, document: YamlDocument, lines: Sequence[str]) -> SourceText:
    if _JOB in mapping(document.data):
        raise AgentStateError(f'{source.path} has a job "{_JOB}", and not from us', REMEDY)
    if not isinstance(document.data, dict) or () in document.flow:
        raise AgentStateError(f"{source.path}: no jobs in block style", REMEDY)
    result = put_block(source, lines, COMMENT, place=len(source.lines))
    return sure(result, {**document.data, **mapping(parse("\n".join(lines)).data)})


def _fitted(lines: Sequence[str], document: YamlDocument) -> Sequence[str]:
    """The job in the first stage of the file where the file names stages, and not the one that the template does."""
    stages = mapping(document.data).get("stages")
    if not isinstance(stages, list) or not stages or _STAGE in stages:
        return lines
    return [f"  stage: {scalar(str(stages[0]))}" if line == f"  stage: {_STAGE}" else line for line in lines]


GITLAB = Gate(".gitlab-ci.yml", "ci/gitlab.yaml", _extended, _fitted)
