"""The status on one screen of 80 columns."""

import unicodedata
from collections.abc import Iterator

from agentstate.rules.wording import ago
from agentstate.verbs.status import Checkpoint, Fresh, Size, Status
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible

COLUMNS = 80
LABEL = 13
BAR = 20
NAME = 15
NEARLY_FULL = 80
"""Percent from which a file is shown as nearly full."""

_NOUNS = {"error": "error", "warning": "warning", "info": "note"}


@dataclass(frozen=True)
class Part:
    """A piece of a line; `style` names how it looks on a terminal with colour: "", bold, dim, red or yellow."""

    text: str
    style: str = ""


def screen(found: Status) -> tuple[tuple[Part, ...], ...]:
    """The lines of the screen, at most 80 columns wide, without anything invisible."""
    blank: tuple[Part, ...] = ()
    rows = (*_work(found), *_state(found))
    return (_heading(found), *rows, blank, *(_size(size) for size in found.sizes), *_closing(found))


def plain(found: Status) -> str:
    """The screen as text."""
    return "".join("".join(part.text for part in line) + "\n" for line in screen(found))


def _heading(found: Status) -> tuple[Part, ...]:
    where = f"branch {found.branch}" if found.branch else "detached HEAD" if found.head else ""
    at = f"{where} at {found.head[:12]}" if found.head else f"{where}, no commit yet" if where else "no git"
    changed = f", {_counted(found.uncommitted, 'file')} changed" if found.uncommitted else ""
    project = _clipped(found.project or "[no project]", COLUMNS // 2)
    return Part(project, "bold"), Part(_clipped(f"  {at}{changed}", COLUMNS - _width(project)), "dim")


def _row(label: str, text: str, style: str = "") -> tuple[Part, ...]:
    return Part(f"{label:<{LABEL}}", "dim"), Part(_clipped(text, COLUMNS - LABEL), style)


def _work(found: Status) -> Iterator[tuple[Part, ...]]:
    yield _row("task", found.task or "[not recorded]", "" if found.task else "yellow")
    if found.stage:
        yield _row("stage", found.stage)
    yield _row("next action", found.next_action or "[not recorded]", "" if found.next_action else "yellow")
    if found.blocked:
        yield _row("blocked", found.blocked, "yellow")


def _state(found: Status) -> Iterator[tuple[Part, ...]]:
    yield _row("freshness", _freshness(found.freshness), "red" if found.freshness.verdict == "stale" else "")
    yield _row("checkpoint", _checkpoint(found.checkpoint))
    todo = [f"{found.todo[name]} {word}" for name, word in (("doing", "in progress"), ("blocked", "blocked")) if found.todo[name]]
    doing = f" ({', '.join(todo)})" if todo else ""
    yield _row("todo", f"{found.todo['open']} open{doing}, {found.todo['done']} done")
    others = [f"{count} {name}" for name, count in found.decisions.items() if count and name != "active"]
    volumes = [_counted(found.archives, "archive volume")] if found.archives else []
    yield _row("decisions", ", ".join([f"{found.decisions['active']} in force", *others, *volumes]))


def _freshness(fresh: Fresh) -> str:
    since = fresh.since[:12]
    return {
        "fresh": f"no code commit since the state was committed at {since}",
        "behind": f"{_counted(fresh.commits or 0, 'code commit')} since {since} ({fresh.limit} allowed)",
        "stale": f"stale: {_counted(fresh.commits or 0, 'code commit')} since {since} ({fresh.limit} allowed)",
        "edited": "the state has uncommitted changes",
        "uncommitted": "the state was never committed",
        "unknown": f"unknown: {fresh.reason}" if fresh.reason else "unknown",
    }[fresh.verdict]


def _checkpoint(newest: Checkpoint | None) -> str:
    if newest is None:
        return "none in the tree"
    return newest.id if newest.age_seconds is None else f"{newest.id}, {ago(newest.age_seconds)}"


def _size(size: Size) -> tuple[Part, ...]:
    name = f"{size.path.rpartition('/')[2] or 'read at boot':<{NAME}}"
    if size.state != "read":
        return Part(name, "dim"), Part("cannot be read" if size.state == "unreadable" else "missing", "red")
    filled = min(BAR, size.percent * BAR // 100)
    entries = f", {size.entries} of {size.entries_limit} entries" if size.entries_limit else ""
    style = "red" if size.percent > 100 else "yellow" if size.percent >= NEARLY_FULL else ""
    bar = f"[{'#' * filled}{'.' * (BAR - filled)}] {size.percent:>3} %"
    return Part(name, "dim"), Part(bar, style), Part(f"  {_kilobytes(size.bytes)} of {_kilobytes(size.bytes_limit)} KB{entries}")


def _kilobytes(count: int) -> str:
    return f"{count / 1024:.1f}".removesuffix(".0")


def _closing(found: Status) -> Iterator[tuple[Part, ...]]:
    if found.problems is not None or found.hints:
        yield ()
    if found.problems is not None:
        counts = [_counted(count, _NOUNS[name]) for name, count in found.problems.items() if count]
        style = "red" if found.problems["error"] else "yellow" if found.problems["warning"] else ""
        yield _row("problems", ", ".join(counts) or "none", style)
    for hint in found.hints[:2]:
        yield _row("hint", hint)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two, marks none."""
    return sum(0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def _clipped(text: str, columns: int) -> str:
    """`text` as one visible line of at most so many columns."""
    shown = visible(text[: columns * 2], keep="")
    if _width(shown) <= columns and len(text) <= columns * 2:
        return shown
    while _width(shown) > columns - 1:
        shown = shown[:-1]
    return f"{shown}…"
