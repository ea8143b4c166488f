"""The table of targets: a module each, whose `targets(bench)` yields what is measured there."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module

from benchmarks.bench import Bench
from benchmarks.target import Target

TARGETS: Mapping[str, str] = {
    "hook": "a tool call told to the hook, by the size of the journal",
    "session": "the hook at the start of a session, with the whole message",
    "recall": "a question about what was seen, done and said, by a journal of 100,000 entities",
    "check": "a check, beside check-jsonschema on STATE.yaml alone",
    "trees": "a check of many trees at once",
    "checkpoint": "a checkpoint, beside `git commit --only` of the same files",
    "start": "what says how the command is used",
    "archive": "a long archive of decisions, beside a short one",
    "making": "a tree made, and the demonstration",
    "install": "what is downloaded to install the command",
}
"""Every module here, in the order of the table, with what it measures."""


def measured(name: str, bench: Bench) -> Iterable[Target]:
    """The targets of one module of TARGETS, which makes what they need."""
    targets: Callable[[Bench], Iterable[Target]] = import_module(f"benchmarks.targets.{name}").targets
    return targets(bench)
