"""What happened in a recorded session, step by step, and what a module for a format of recordings offers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from agentstate.vocabulary.values import dataclass, field

KINDS = ("prompt", "said", "tool", "compaction", "fault")
"""What a step is. `fault` is a part of the file that could not be read: its `text` says why."""


@dataclass(frozen=True)
class Step:
    """One step. `payload` is what the hook of `agent` (a name out of `agents.ADAPTERS`) would have been given; {} for a fault.

    `text` is the prompt, what was said, the start and end of a tool's output, or the summary that replaced the context. `line` is the line
    of the file, or the number of the element in it, from 1; `time` is in milliseconds since 1970, 0 where it is not recorded. Of a
    compaction: `trigger` "auto", "manual" or "", `tokens` how full the context was (0: not recorded), `initial` whether it stands before
    every other step, because the session goes on with an older one. `side`: a step of a subagent.
    """

    kind: str
    line: int
    agent: str = "claude-code"
    payload: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    time: int = 0
    trigger: str = ""
    tokens: int = 0
    initial: bool = False
    side: bool = False


@dataclass(frozen=True)
class Format:
    """One format of recordings. `recognises` is asked with the first 64 KB; `steps` reads the lines of a file, or, where `by_lines` is
    False, its text in chunks of any size. It raises nothing and holds no more than a bounded part of the file.
    """

    name: str
    title: str
    recognises: Callable[[str], bool]
    steps: Callable[[Iterable[str]], Iterator[Step]]
    by_lines: bool = True
