"""Which files a patch in the grammar of Codex and opencode is about (`*** Begin Patch`, `*** Update File: …`)."""

from agentstate.hooks.event import Touch

BEGIN = "*** Begin Patch"
_END = "*** End Patch"
_HEADERS = {"*** Add File: ": "create", "*** Update File: ": "update", "*** Delete File: ": "delete"}
_MOVE = "*** Move to: "


def touches(patch: str) -> tuple[Touch, ...]:
    """One touch for each file, in the order of the patch; lines of content never count, as each begins with " ", "+" or "-"."""
    found: list[Touch] = []
    follows_update = False
    for line in _lines(patch):
        header = next((start for start in _HEADERS if line.startswith(start)), "")
        if follows_update and line.startswith(_MOVE):
            found[-1] = _moved(found[-1], line.removeprefix(_MOVE).strip())
        elif path := line.removeprefix(header).strip() if header else "":
            found.append(Touch(path, _HEADERS[header]))
        follows_update = bool(header and path and _HEADERS[header] == "update")
    return tuple(dict.fromkeys(found))


def _lines(patch: str) -> list[str]:
    """The lines of the patch itself, where something stands around it (a heredoc)."""
    lines = patch.replace("\r\n", "\n").split("\n")
    begin = next((number for number, line in enumerate(lines) if line.strip() == BEGIN), -1)
    end = next((number for number in range(begin + 1, len(lines)) if lines[number].strip() == _END), len(lines))
    return lines[begin + 1 : end]


def _moved(touch: Touch, path: str) -> Touch:
    return Touch(path, "move", touch.path) if path not in {"", touch.path} else touch
