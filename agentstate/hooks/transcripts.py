"""What the agent said, from the lines of its own record of a session: of Claude Code and of Codex CLI, as they were in late 2026.

Claude Code: a record has `type`, and `message.content` is a text or blocks. Codex: a record is a `response_item` whose `payload` is a
message with `role` and blocks. A line in any other form says nothing.
"""

from agentstate.hooks import fields
from agentstate.hooks.notation import read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_MOST = 100_000
"""Characters; of more than that, the last."""

_PROMPT, _LOSS = "prompt", "loss"


def spoken(agent: str, lines: "Iterable[bytes]", *, turn: bool) -> str:
    """What the agent said since its context was compacted or, with `turn`, since the last prompt; "" for other agents.

    Nothing of subagents, of its thoughts, and of errors that are told in its name.
    """
    read = _FORMS.get(agent)
    said: list[str] = []
    for line in lines if read else ():
        who, text = read(read_record(line)) if read else ("", "")
        if who == _LOSS or (who == _PROMPT and turn):
            said.clear()
        elif text:
            said.append(text)
    return "\n\n".join(said)[-_MOST:]


def _claude(record: "Mapping[str, object]") -> tuple[str, str]:
    """Whether the record is a loss or a prompt, or else what the agent says in it."""
    kind = record.get("type")
    if record.get("isSidechain") or record.get("isMeta") or record.get("isApiErrorMessage"):
        return "", ""
    if record.get("isCompactSummary") or record.get("subtype") == "compact_boundary":
        return _LOSS, ""
    text = _texts(fields.mapping(record, "message").get("content"), "text")
    if kind == "user":
        return (_PROMPT if text else ""), ""
    return "", text if kind == "assistant" else ""


def _codex(record: "Mapping[str, object]") -> tuple[str, str]:
    if record.get("type") == "compacted":
        return _LOSS, ""
    item = fields.mapping(record, "payload")
    if record.get("type") != "response_item" or item.get("type") != "message":
        return "", ""
    if item.get("role") == "user":
        return _PROMPT, ""
    return "", _texts(item.get("content"), "output_text") if item.get("role") == "assistant" else ""


def _texts(content: object, kind: str) -> str:
    """A text, or those of the blocks of that kind."""
    if isinstance(content, str):
        return fields.whole(content)
    blocks = content if isinstance(content, list) else []
    return "\n\n".join(filter(None, [fields.text(block, "text") for block in blocks if fields.text(block, "type") == kind]))


_FORMS: "Mapping[str, Callable[[Mapping[str, object]], tuple[str, str]]]" = {"claude-code": _claude, "codex": _codex}
AGENTS = frozenset(_FORMS)
"""Those whose record can be read."""
