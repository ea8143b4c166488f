"""What one tool call of a recorded session did, from the event of its agent's adapter and the entry that the journal is given."""

from collections.abc import Iterator, Mapping

from agentstate.hooks.event import REFUSED, Event
from agentstate.hooks.mentions import files
from agentstate.hooks.paths import relative
from agentstate.hooks.writes import writes
from agentstate.recordings.step import Step
from agentstate.vocabulary.entries import Entry
from agentstate.vocabulary.values import dataclass

CHANGES = frozenset({"edit", "create", "update", "delete", "move"})
"""Operations after which a file is not what it was."""

_LINES = 200
"""Lines of an edit that are kept, put in and taken out, each."""

_LONGEST = 4_000
"""Characters of a command as it was written."""


@dataclass(frozen=True)
class Action:
    """One tool call. `number` counts the calls of the main thread from 1, `step` the steps from 0, `line` is that of the file.

    `tool` is one of hooks.event.TOOLS, `name` the agent's own. `touches` are (path, operation): those that the journal keeps, and "update"
    for what its command writes; `mentioned` are further paths that its command names, and `sweeping`: it changes files without a name.
    `command` is as the journal keeps it, `written` as the agent wrote it, `cwd` where it ran; with `tests` it runs tests. `ok` and
    `exit_code` are None where the recording does not tell; `refused` by the user. `excerpt` is the start and end of what came back,
    `size` the characters of all that is recorded of it. `removed` and `added` are the lines that an edit took out and put in. `side`: a
    call of a subagent, which has the number of the call before it.
    """

    number: int
    step: int
    line: int
    tool: str
    name: str = ""
    touches: tuple[tuple[str, str], ...] = ()
    mentioned: tuple[str, ...] = ()
    sweeping: bool = False
    command: str = ""
    written: str = ""
    cwd: str = ""
    tests: bool = False
    ok: bool | None = None
    exit_code: int | None = None
    refused: bool = False
    excerpt: str = ""
    size: int = 0
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    side: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that it named, each once."""
        return tuple(dict.fromkeys([*(path for path, _ in self.touches), *self.mentioned]))

    @property
    def changed(self) -> tuple[str, ...]:
        """The paths that it changed; none where it failed."""
        return () if self.failed else tuple(dict.fromkeys(path for path, operation in self.touches if operation in CHANGES))

    @property
    def edits(self) -> bool:
        """Whether it changed any file."""
        return bool(self.changed) or (self.sweeping and not self.failed)

    @property
    def read(self) -> tuple[str, ...]:
        """The paths that it read and did not change."""
        return tuple(path for path, operation in self.touches if operation == "read" and path not in self.changed)

    @property
    def failed(self) -> bool:
        """Whether it is known to have failed, or was not allowed."""
        return self.refused or bool(self.exit_code) or self.ok is False


def action(step: Step, event: Event, entry: Entry, root: str, place: tuple[int, int]) -> Action:
    """The action of a step that is a tool call in the folder `root`; `place` is its number and that of the step."""
    removed, added = _edit(step.payload)
    folder = "" if entry.cwd in {"", "."} else entry.cwd
    written = writes(entry.command)
    named = [relative(path, folder, root) for path in files(entry.command)]
    touches = [(path, operation) for path, operation, _ in entry.touches]
    touches += [(relative(path, folder, root), "update") for path in written.named]
    return Action(
        *place,
        step.line,
        event.tool,
        event.tool_name,
        touches=tuple(touch for touch in dict.fromkeys(touches) if touch[0] not in {"", "."}),
        mentioned=tuple(path for path in named if path not in {"", "."}),
        sweeping=written.anything,
        command=entry.command,
        written=event.command[:_LONGEST].strip(),
        cwd=entry.cwd,
        tests=entry.tests,
        ok=event.ok,
        exit_code=event.exit_code,
        refused=event.source == REFUSED,
        excerpt=event.excerpt or step.text,
        size=max(len(step.text), _size(step.payload)),
        removed=removed,
        added=added,
        side=step.side or bool(event.subagent),
    )


_ANSWERS = ("tool_response", "tool_output", "tool_result", "error", "result", "output", "stdout")
"""The keys of a payload under which an agent tells what came back."""

_PARTS = ("content", "text", "file", "stdout", "stderr", "output", "result", "parts", "error", "message")
_CONTENT = frozenset((*_PARTS, "llmContent", "text_result_for_llm", "textResultForLlm"))
"""The keys under which stands what was read or printed; beside them stand its type, its path, how many lines it has."""


def _size(payload: Mapping[str, object]) -> int:
    """Characters of what came back, as far as they are recorded."""
    return sum(len(text) for key in _ANSWERS if key in payload for text in _texts(payload[key]))


def _texts(value: object, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth < 6:
        told = [one for key, one in value.items() if key in _CONTENT] if isinstance(value, dict) else value
        for one in told if isinstance(told, list) else ():
            yield from _texts(one, depth + 1)


_ARGUMENTS = ("tool_input", "input", "toolArgs", "args")
_BEFORE = ("old_string", "old_str", "oldText")
_AFTER = ("new_string", "new_str", "newText")


def _edit(payload: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that an edit took out and put in, of arguments that hold both sides or a patch; none of a file written anew."""
    given = next((value for key in _ARGUMENTS if isinstance(value := payload.get(key), dict)), {})
    removed, added = list[str](), list[str]()
    edits = given.get("edits")
    for part in (given, *(edits if isinstance(edits, list) else ())):
        if isinstance(part, dict):
            before, after = _lines(part, _BEFORE), _lines(part, _AFTER)
            removed += [line for line in before if line not in after]
            added += [line for line in after if line not in before]
    patch = next((text for text in given.values() if isinstance(text, str) and "*** Begin Patch" in text), "")
    for line in patch.split("\n") if patch else ():
        (removed if line.startswith("-") else added if line.startswith("+") else []).append(line[1:].strip())
    return tuple(filter(None, removed))[:_LINES], tuple(filter(None, added))[:_LINES]


def _lines(part: Mapping[object, object], names: tuple[str, ...]) -> list[str]:
    text = next((value for name in names if isinstance(value := part.get(name), str)), "")
    return [line.strip() for line in text.split("\n")] if text else []
