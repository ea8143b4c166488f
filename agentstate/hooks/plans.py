"""The plan that an agent keeps with a tool of its own, as text with a step on each line."""

from agentstate.hooks import fields

_BOXES = {
    **dict.fromkeys(("completed", "complete", "done"), "[x]"),
    **dict.fromkeys(("in_progress", "in-progress", "inprogress", "doing"), "[~]"),
    **dict.fromkeys(("cancelled", "canceled", "deleted"), "[-]"),
}
_OPEN = "[ ]"
_OVER = ("[x]", "[-]")


def plan(given: object, *names: str) -> str:
    """`[x] step`, `[~] step` for the one in progress, `[-] step` for one given up, `[ ] step` for one that is open; "" without a step.

    The steps are the first of the named values that is a list; a value that is text already stays as it is.
    """
    lines = [_line(step) for step in fields.items(given, *names)]
    return "\n".join(filter(None, lines)) or fields.text(given, *names)


def task(identifier: str, said: str, status: str) -> str:
    """One step of a plan that is told piece by piece: `#3 [ ] step`, or `#3 [x]` where only its status is told; "" without either."""
    line = f"{_box(status)} {' '.join(said.split())}".rstrip()
    return f"#{identifier} {line}" if identifier and (said.strip() or status) else ""


def merged(before: str, text: str) -> str:
    """The plan after `text` was told: a whole plan takes the place of the one before, lines that begin with "#" change their steps.

    What is over is dropped when a new step comes and nothing else was left.
    """
    if not _in_pieces(text):
        return text
    steps = dict(map(_split, before.split("\n"))) if _in_pieces(before) else {}
    for name, told in map(_split, text.split("\n")):
        if name not in steps and all(step.startswith(_OVER) for step in steps.values()):
            steps = {}
        steps[name] = told if len(told) > len(_OPEN) else told + steps.get(name, "")[len(_OPEN) :]
    return "\n".join(f"{name} {step}" for name, step in steps.items())


def _line(step: object) -> str:
    said = fields.whole(step) if isinstance(step, str) else fields.text(step, "step", "content", "title", "subject", "description")
    return f"{_box(fields.text(step, 'status'))} {' '.join(said.split())}" if said.strip() else ""


def _box(status: str) -> str:
    return _BOXES.get(status.lower(), _OPEN)


def _in_pieces(text: str) -> bool:
    return bool(text) and all(line.startswith("#") and line.partition(" ")[2][:1] == "[" for line in text.split("\n"))


def _split(line: str) -> tuple[str, str]:
    name, _, rest = line.partition(" ")
    return name, rest
