"""The plan that an agent keeps with a tool of its own, as text with a step on each line."""

from agentstate.hooks import fields

_BOXES = {
    **dict.fromkeys(("completed", "complete", "done"), "[x]"),
    **dict.fromkeys(("in_progress", "in-progress", "inprogress", "doing"), "[~]"),
    **dict.fromkeys(("cancelled", "canceled", "deleted"), "[-]"),
}


def plan(given: object, *names: str) -> str:
    """`[x] step`, `[~] step` for the one in progress, `[-] step` for one given up, `[ ] step` for one that is open; "" without a step.

    The steps are the first of the named values that is a list; a value that is text already stays as it is.
    """
    lines = [_line(step) for step in fields.items(given, *names)]
    return "\n".join(filter(None, lines)) or fields.text(given, *names)


def _line(step: object) -> str:
    said = fields.whole(step) if isinstance(step, str) else fields.text(step, "step", "content", "title", "subject", "description")
    box = _BOXES.get(fields.text(step, "status").lower(), "[ ]")
    return f"{box} {' '.join(said.split())}" if said.strip() else ""
