"""What a language must have for a made-up session."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be decided: what was chosen, what was not, and why."""

    chosen: str
    rejected: str
    reason: str


@dataclass(frozen=True, slots=True)
class Material:
    """Templates of one language. `{thing}` is a part of the program, `{stem}` its name in paths and commands, `{path}` a file of it."""

    things: Mapping[str, str]
    tasks: Mapping[str, str]
    steps: tuple[str, ...]
    rules: tuple[str, ...]
    remarks: tuple[str, ...]
    facts: tuple[str, ...]
    choices: tuple[Choice, ...]
    decided: tuple[str, ...]
    """How an agent tells a decision: {chosen}, {rejected}, {reason}."""
    acts: tuple[str, ...]
    """What an agent must ask for."""
    asked: str
    granted: str
    postponed: str
    found: str
