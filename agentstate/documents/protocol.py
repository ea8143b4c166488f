"""PROTOCOL.md: the numbered steps an agent takes when it wakes up."""

import re

from agentstate.documents.items import list_items
from agentstate.documents.lines import fences, unclosed_fence
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_STEP = pattern(r"(?P<indent> {0,3})(?P<number>[0-9]{1,9})(?:[.)][ \t]+|[、．）])(?P<text>.*)", re.DOTALL)
_ASKS = pattern(r"\bask(?:s|ing)?\b|询问|请教|提问|发问|问(?:一下)?(?:用户|人|我|清楚)|求助", re.IGNORECASE)
_UNSURE = pattern(
    r"\bguess|\bassum|\bunsure\b|\bunclear\b|\bin doubt\b|\b(?:not|n['’]t be) (?:sure|certain)\b|\buncertain"
    r"|猜|臆|想当然|自行假设|不确定|不清楚|拿不准|有疑问|不明白",
    re.IGNORECASE,
)
_PLAINLY_ASKS, _PLAINLY_UNSURE = (" ask ", " ask.", "询问"), (" guess", " unsure ", "猜")
"""What the patterns above find; looking for it costs a hundredth of compiling them, and the templates hold it."""


@dataclass(frozen=True)
class Step:
    """One numbered step; further lines stand below the first, joined by LF. `number` is the one written, `line` counts from 1."""

    number: int
    text: str
    line: int


@dataclass(frozen=True)
class Protocol:
    """PROTOCOL.md: its steps in the order of the file, and what could not be read."""

    source: SourceText
    steps: tuple[Step, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether one of the steps says to ask and not to guess."""
        return any(asks_instead_of_guessing(step.text) for step in self.steps)


def parse_protocol(source: SourceText) -> Protocol:
    """The steps in the file: the outermost items of its numbered lists (`1.`, `1)`, `1、`). Never raises."""
    found = fences(source)
    items = list_items(source.lines, found, _STEP)
    steps = tuple(Step(int(item.match["number"]), item.text("text"), item.line) for item in items)
    return Protocol(source, steps, unclosed_fence(found))


def asks_instead_of_guessing(text: str) -> bool:
    """Whether a step says, in English or Chinese, to ask when one is unsure or instead of guessing."""
    asks = any(word in text for word in _PLAINLY_ASKS) or _ASKS.search(text)
    return bool(asks and (any(word in text for word in _PLAINLY_UNSURE) or _UNSURE.search(text)))
