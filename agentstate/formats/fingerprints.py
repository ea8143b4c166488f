"""What tells a finding from all others of a report, and is the same in the next report when lines have moved."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

from agentstate.vocabulary.diagnostics import Diagnostic


def fingerprints(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    """One for each diagnostic, 32 hexadecimal digits: of its code, path and offending text, and which of the same three it is.

    Line, column and message are left out: the line moves with the text, and a message may count what grows.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    for diagnostic in diagnostics:
        same = (diagnostic.code, diagnostic.path, diagnostic.source.strip())
        seen[same] += 1
        yield sha256(ascii((*same, seen[same])).encode()).hexdigest()[:32]
