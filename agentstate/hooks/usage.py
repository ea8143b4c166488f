"""How full an agent's context is, from the lines of its own record of a session, as they were in late 2026.

Codex writes `token_count` events with the use of its last request and the size of its window. Claude Code writes the `usage` of each
answer and no window. No other agent tells its use before it is too late: Cursor does as a compaction begins.
"""

from agentstate.hooks import fields
from agentstate.hooks.notation import read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_WORDS = (b"token_count", b'"usage"', b"compact")
"""One of these stands in each line that is looked at; the others are not parsed."""

_CLAUDE = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


def used(agent: str, lines: "Iterable[bytes]") -> tuple[int, int]:
    """The tokens in the context after its last answer and the size of the window.

    0 for what is not known, or is not known any more since a compaction.
    """
    read = _FORMS.get(agent)
    found = 0, 0
    for line in lines if read else ():
        told = read(read_record(line)) if read and any(word in line for word in _WORDS) else None
        found = told or found
    return found


def _claude(record: "Mapping[str, object]") -> tuple[int, int] | None:
    if record.get("isCompactSummary") or record.get("subtype") == "compact_boundary":
        return 0, 0
    usage = fields.mapping(fields.mapping(record, "message"), "usage")
    is_own = record.get("type") == "assistant" and not record.get("isSidechain") and not record.get("isApiErrorMessage")
    return (sum(max(0, fields.integer(usage, name) or 0) for name in _CLAUDE), 0) if usage and is_own else None


def _codex(record: "Mapping[str, object]") -> tuple[int, int] | None:
    if record.get("type") == "compacted":
        return 0, 0
    told = fields.mapping(record, "payload")
    info = fields.mapping(told, "info")
    if told.get("type") != "token_count" or not info:
        return None
    tokens = fields.integer(fields.mapping(info, "last_token_usage"), "total_tokens") or 0
    return max(0, tokens), max(0, fields.integer(info, "model_context_window") or 0)


_FORMS: "Mapping[str, Callable[[Mapping[str, object]], tuple[int, int] | None]]" = {"claude-code": _claude, "codex": _codex}
