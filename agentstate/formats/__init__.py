"""How a report is written: a format is one module with one function from report to text, and one line in this table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from agentstate.formats.github import render_github
from agentstate.formats.json import render_json
from agentstate.formats.text import render_text
from agentstate.vocabulary.diagnostics import Report

RENDERERS: Mapping[str, Callable[[Report], str]] = MappingProxyType({"text": render_text, "json": render_json, "github": render_github})
"""Format name -> function; each text ends in a line feed and holds no invisible character but that."""
