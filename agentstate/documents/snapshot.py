"""A checkpoint's file: the state of the work at one moment, with what git said then, and the state file's own text inside."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from itertools import accumulate, count

from agentstate import schema
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.layout import REASONS
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, names
from agentstate.yaml import Value, YamlDocument, dump, parse

SLUG_LENGTH = 40
"""How much of a message becomes part of a file name, in characters."""

CHANGED_LIMIT = 200
"""Paths of changed files in one snapshot; the others are counted."""

PART_LIMIT = 8_000
"""Characters of changed paths, and of the diff stat, in one snapshot: it has to stay below what is read of a YAML file."""

_SUMMARY_LENGTH = 200
_SURROGATE = pattern("[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """What a checkpoint holds. `created` is RFC 3339 in UTC; `state` is the text of the state file, LF line ends, comments and all.

    `changed` are paths relative to the folder that holds the tree, `changed_more` how many more there were; `decisions` are the ids
    of the entries in force, `open_items` the open lines of TODO.md as they were written. `verified`, `unverified` and `commands` were
    derived from what an agent did since the checkpoint before: files that it changed, by whether a test run passed after that, and the
    last commands with how they ended.
    """

    id: str
    reason: str
    created: str
    state: str
    message: str = ""
    lane: str = ""
    commit: str = ""
    branch: str = ""
    changed: tuple[str, ...] = ()
    changed_more: int = 0
    diff_stat: str = ""
    decisions: tuple[str, ...] = ()
    open_items: tuple[str, ...] = ()
    verified: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


_DERIVED = ("verified", "unverified", "commands")
"""Written only where there are any."""

_ORDER = (
    "reason",
    "message",
    "lane",
    "created",
    "commit",
    "branch",
    "changed",
    "changed_more",
    "diff_stat",
    "decisions",
    "open_items",
    *_DERIVED,
    "state",
)


def snapshot_id(now: datetime, reason: str, message: str, taken: Collection[str]) -> str:
    """An id that is not among `taken`: time in UTC, reason, the message in ASCII as far as it has any, and a number where one is needed.

    `now` has a time zone. Raises AgentStateError where the reason is none of `layout.REASONS`.
    """
    if reason not in REASONS:
        raise AgentStateError(f'unknown reason "{reason}"', f"use one of {', '.join(REASONS)}")
    from unicodedata import combining, normalize

    letters = "".join(letter for letter in normalize("NFKD", message.casefold()) if not combining(letter))
    slug = re.sub("[^a-z0-9]+", "-", letters)[:SLUG_LENGTH].strip("-")
    name = "-".join(part for part in (now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ"), reason, slug) if part)
    known = {one.lower() for one in taken}
    return next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}").lower() not in known)


def render_snapshot(snapshot: Snapshot) -> str:
    """The text of a snapshot's file. What goes past the limits of a part is counted; a byte that was not UTF-8 becomes U+FFFD."""
    kept = _first(snapshot.changed)
    parts: Mapping[str, Value] = {
        **{name: getattr(snapshot, name) for name in names(Snapshot)},
        "changed": list(kept),
        "changed_more": snapshot.changed_more + len(snapshot.changed) - len(kept),
        "diff_stat": _shortened(snapshot.diff_stat),
        "decisions": list(snapshot.decisions),
        "open_items": list(snapshot.open_items),
        **{name: list(_first(getattr(snapshot, name))) for name in _DERIVED},
    }
    text = dump({name: parts[name] for name in _ORDER if parts[name] or name not in _DERIVED})
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _first(paths: tuple[str, ...]) -> tuple[str, ...]:
    lengths = accumulate(map(len, paths[:CHANGED_LIMIT]))
    return paths[: sum(length <= PART_LIMIT for length in lengths)]


def _shortened(text: str) -> str:
    """The first lines and the last one, which is a diff stat's summary; a line says how many are missing between them."""
    if len(text) <= PART_LIMIT:
        return text
    lines = text.removesuffix("\n").split("\n")
    last = lines[-1][:_SUMMARY_LENGTH]
    kept = text[: PART_LIMIT - 2 * _SUMMARY_LENGTH].split("\n")[:-1]
    return "\n".join([*kept, f" … {len(lines) - len(kept) - 1} more lines", last, ""])


def parse_snapshot(source: SourceText) -> Snapshot | tuple[Fault, ...]:
    """The snapshot in `source`, whose file name is its id, or what is wrong with it: faults of kind `invalid-yaml`, `duplicate-key`
    or `invalid-snapshot`."""
    document = parse(source.text)
    if document.faults:
        return document.faults
    violations = schema.violations(document.data, "checkpoint")
    if violations or not isinstance(document.data, dict):
        return tuple(_fault(document, violation) for violation in violations)
    return _snapshot(source.path.rpartition("/")[2].removesuffix(".yaml"), document.data)


def _fault(document: YamlDocument, violation: schema.Violation) -> Fault:
    mark = document.mark(violation.path)
    return Fault("invalid-snapshot", mark.line, mark.column, violation.message, violation.hint)


def _snapshot(identifier: str, data: Mapping[str, Value]) -> Snapshot:
    more = data.get("changed_more", 0)
    return Snapshot(
        id=identifier,
        reason=_text(data, "reason"),
        message=_text(data, "message"),
        lane=_text(data, "lane"),
        created=_text(data, "created"),
        commit=_text(data, "commit"),
        branch=_text(data, "branch"),
        changed=_texts(data, "changed"),
        changed_more=more if isinstance(more, int) else 0,
        diff_stat=_text(data, "diff_stat"),
        decisions=_texts(data, "decisions"),
        open_items=_texts(data, "open_items"),
        verified=_texts(data, "verified"),
        unverified=_texts(data, "unverified"),
        commands=_texts(data, "commands"),
        state=_text(data, "state"),
    )


def _text(data: Mapping[str, Value], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _texts(data: Mapping[str, Value], name: str) -> tuple[str, ...]:
    value = data.get(name)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
