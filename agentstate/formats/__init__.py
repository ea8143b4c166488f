"""How a report is written: a format is one module with one function from report to text, and one name in this table.

A module is imported when its format is asked for: a check for people pays for none of the others.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from agentstate.vocabulary.diagnostics import Report

_NAMES = ("text", "json", "github", "gitlab", "sarif", "junit")


def _renderer(name: str) -> Callable[[Report], str]:
    def render(report: Report) -> str:
        written: str = getattr(import_module(f"agentstate.formats.{name}"), f"render_{name}")(report)
        return written

    return render


RENDERERS: Mapping[str, Callable[[Report], str]] = MappingProxyType({name: _renderer(name) for name in _NAMES})
"""Format name -> function; each text ends in a line feed and holds no invisible character but that."""

FOR_PROGRAMS = frozenset(_NAMES) - {"text"}
"""Formats whose text is of use only as a whole."""
