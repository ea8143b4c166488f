"""How a command ended, from the text that an agent hands over: a number where the agent says one at the place it says it, else None.

The whole text is never searched: what a program printed may hold such lines too.
"""

from agentstate.hooks import fields

_HEAD, _TAIL = 4000, 8000
_UNFINISHED = ("Command is running in background", "Command moved to background", "Command was cancelled")
_FENCE = "<untrusted_context>"
_TRAILER = ("</untrusted_context>", "Process Group PGID:", "Background PIDs:", "Signal:")
_NOTHING = ("", "(none)")
_REFUSALS = (
    "the user doesn't want to proceed with this tool use",
    "the user doesn't want to take this action right now",
    "rejected by user",
    "aborted by user",
    "cancelled by user",
    "denied by user",
    'exec command failed: rejected("rejected by user")',
    "exec command rejected by user",
)


def exit_of_failure(error: str) -> int | None:
    """Claude Code: `Exit code N` at the start of the message."""
    return _number_after(error.partition("\n")[0], "Exit code ")


def exit_of_codex(output: str) -> int | None:
    """Codex: `Exit code: N` on the first line, else `Process exited with code N` in the first five."""
    lines = output.split("\n", 5)[:5]
    said = [_number_after(lines[0], "Exit code: "), *(_number_after(line, "Process exited with code ") for line in lines)]
    return next((number for number in said if number is not None), None)


def exit_of_trailer(output: str) -> int | None:
    """Gemini CLI and Qwen Code: the `Exit Code: N` among the lines after the output; 0 where those lines are there without it."""
    lines = output.rstrip().split("\n")
    if output.removeprefix(_FENCE).lstrip().startswith(_UNFINISHED):
        return None
    trailer = []
    while lines and lines[-1].startswith(_TRAILER):
        trailer.append(lines.pop())
    last = lines[-1] if lines else ""
    if last.startswith("Exit Code:"):
        return _number_after(last, "Exit Code: ")
    return 0 if _ended_by_itself(trailer) and not _not_started(last) else None


def exit_of_copilot(output: str) -> int | None:
    """Copilot: a last line `<exited with exit code N>`."""
    last = output.rstrip().rpartition("\n")[2]
    number = _number_after(last, "<exited with exit code ")
    return number if last == f"<exited with exit code {number}>" else None


def content(value: object) -> str:
    """The text of a result: a string, a part with `text`, a list of these, or an object with such a list as `content`, or with `output`."""
    if isinstance(value, str):
        return fields.whole(value)
    parts = value if isinstance(value, list) else fields.items(value, "content")
    said = [fields.whole(part) if isinstance(part, str) else fields.text(part, "text") for part in parts]
    return "\n".join(filter(None, said)) or fields.text(value, "text", "content", "output")


def is_refused(said: str) -> bool:
    """Whether the message of a call says that the user did not allow it, or broke it off: that is no failure of what was called."""
    return said[:200].lstrip().lower().removeprefix("error: ").startswith(_REFUSALS)


def excerpt(output: str) -> str:
    """The start and the end of a long text, at most 12,000 characters, cut between words so that no secret is cut in two.

    More than is stored: whoever stores it takes the secrets out first and shortens it then.
    """
    if len(output) <= _HEAD + _TAIL:
        return output
    head, tail = output[:_HEAD], output[-_TAIL:]
    head = head[: max(head.rfind("\n"), head.rfind(" ")) + 1]
    breaks = [position for position in (tail.find("\n"), tail.find(" ")) if position >= 0]
    tail = tail[min(breaks) + 1 :] if breaks else ""
    return f"{head}\n[{len(output) - len(head) - len(tail)} characters left out]\n{tail}"


def _number_after(line: str, start: str) -> int | None:
    """The number that follows `start` at the beginning of the line, whatever comes after its digits."""
    rest = line[len(start) :].lstrip() if line.startswith(start) else ""
    digits = rest.removeprefix("-").lstrip("0123456789")
    return fields.integer({"": rest.removesuffix(digits)}, "")


def _ended_by_itself(trailer: list[str]) -> bool:
    signals = [line.removeprefix("Signal:").strip() for line in trailer if line.startswith("Signal:")]
    return any(line.startswith("Process Group PGID:") for line in trailer) and all(signal in _NOTHING for signal in signals)


def _not_started(line: str) -> bool:
    return line.startswith("Error:") and line.removeprefix("Error:").strip() not in _NOTHING
