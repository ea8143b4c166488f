"""What the managed block of an instruction file says, and whether a block is one that this version writes."""

from collections.abc import Sequence

from agentstate import resources
from agentstate.documents.text import SourceText
from agentstate.vocabulary.annotations import Literal

IMPORT_LINES = ("@AGENTS.md",)
"""The block of an instruction file that is made only to import AGENTS.md."""

_LANGUAGES: tuple[Literal["en", "zh"], ...] = ("en", "zh")


def block_lines(language: Literal["en", "zh"]) -> tuple[str, ...]:
    """The lines that announce the protocol."""
    return SourceText("", resources.read_text("templates", f"{language}/block.md")).lines


def is_current(lines: Sequence[str]) -> bool:
    """Whether these lines are a block that this version writes, in whatever language."""
    return tuple(lines) in {IMPORT_LINES, *map(block_lines, _LANGUAGES)}


def language_of(lines: Sequence[str]) -> Literal["en", "zh"]:
    """The language that lines of ours are written in."""
    return "zh" if any("\u4e00" <= character <= "\u9fff" for line in lines if not line.isascii() for character in line) else "en"
