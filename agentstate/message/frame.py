"""The frame of a recovery message: two marker lines that no content can write, since they carry a hash of what stands between them."""

import hashlib
import re

from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import visible

_FRAME = pattern(r"--- agentstate memory ([0-9a-f]{16}) begins ---\n(.*)\n--- agentstate memory \1 ends ---\n?", re.DOTALL)
_WORDS = pattern(r"(agentstate[^0-9A-Za-z\\\n]*)(\\*)(memory)", re.IGNORECASE)
"""The words of a marker line, however they are spaced, with the backslashes that already stand between them."""

FRAME_LINE_LENGTH = len("--- agentstate memory 0123456789abcdef begins ---\n")
"""Characters of the longer of the two marker lines, with its line end."""


def defused(text: str) -> str:
    """`text` with a backslash in the words of a marker line, as it stands inside a frame."""
    return _WORDS.sub(r"\1\2\\\3", text)


def seal(content: str) -> str:
    """The framed `content`, ending in a line feed, with invisible characters escaped and marker lines defused.

    The markers are the first 64 bits of the SHA-256 of what they enclose.
    """
    inside = defused(visible(content))
    marker = hashlib.sha256(inside.encode()).hexdigest()[:16]
    return f"--- agentstate memory {marker} begins ---\n{inside}\n--- agentstate memory {marker} ends ---\n"


def unseal(text: str) -> str | None:
    """The content of a framed text, invisible characters still escaped; None where the frame is torn or the content was changed."""
    found = _FRAME.fullmatch(text)
    if not found or hashlib.sha256(found[2].encode()).hexdigest()[:16] != found[1]:
        return None
    return _WORDS.sub(lambda words: words[1] + words[2][1:] + words[3], found[2])
