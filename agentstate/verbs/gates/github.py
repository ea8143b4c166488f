"""GitHub Actions: a workflow that is a file of its own."""

from collections.abc import Sequence

from agentstate.documents.text import SourceText
from agentstate.verbs.gates.gate import REMEDY, Gate
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import YamlDocument


def _extended(source: SourceText, _document: YamlDocument, _lines: Sequence[str]) -> SourceText:
    raise AgentStateError(f"{source.path} is there, and not from us", REMEDY)


GITHUB = Gate(".github/workflows/agentstate.yml", "ci/github.yaml", _extended)
