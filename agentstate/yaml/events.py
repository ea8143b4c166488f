"""What passes from the library's door to the builder: the steps through a document, and the reason why it cannot be read."""

from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.values import dataclass

DEPTH_LIMIT = 20
"""Levels of nesting; a state needs four."""

TEXT_LIMIT = 64 * 1024
"""Characters of one document: the library reads about 30,000 a second at worst."""

VALUE_LIMIT = 10_000
"""Keys, values and collections in one document: at this number reading takes about half a second."""


class UnreadableError(Exception):
    """The text is not what we read as YAML; `index` is the character where that shows."""

    def __init__(self, index: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.index = index
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class Event:
    """One step through a document; `start` and `end` are character offsets.

    `plain` is set for a scalar without quotes, `block` for one after `|` or `>`, `flow` for a collection in brackets or braces.
    """

    kind: Literal["document", "mapping", "list", "end", "scalar"]
    start: int
    end: int
    text: str = ""
    plain: bool = False
    block: bool = False
    flow: bool = False
