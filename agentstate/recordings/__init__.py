"""Recorded sessions of coding agents: one module for each format, and the table of them."""

from importlib import import_module

from agentstate.recordings.step import Format

MODULES: tuple[str, ...] = (
    "neutral",
    "copilot_cli",
    "gemini_cli",
    "gemini_cli_lines",
    "codex",
    "claude_code",
    "swe_agent",
    "mini_swe_agent",
    "openhands",
    "specstory",
    "aider",
)
"""The modules, in the order in which they are asked whether a file is theirs."""


def formats() -> tuple[Format, ...]:
    """Every format that is read."""
    return tuple(_format(module) for module in MODULES)


def detect(head: str) -> Format | None:
    """The format of a file that begins like this; None where nobody knows it."""
    return next((found for found in formats() if found.recognises(head)), None)


def _format(module: str) -> Format:
    found: Format = import_module(f"agentstate.recordings.{module}").FORMAT
    return found
