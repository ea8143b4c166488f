"""Where the work stands, for a person: the task, how fresh and how full the tree is, and what is wrong with it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from agentstate.documents.decisions import Standing, standings
from agentstate.message.repository import code_changes, is_state_edited
from agentstate.rules.structure import boot_sizes
from agentstate.settings import Limits
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Report, Severity
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass

_TIME = pattern(r"[0-9]{8}T[0-9]{6}Z", re.ASCII)


@dataclass(frozen=True)
class Size:
    """How full a file is: bytes, and entries where those are limited too (0: they are not). `state`: read, missing or unreadable."""

    path: str
    state: str
    bytes: int
    bytes_limit: int
    entries: int = 0
    entries_limit: int = 0

    @property
    def percent(self) -> int:
        """The part of the nearer limit that is used, rounded up: above 100 is above the limit."""
        entries = -(-self.entries * 100 // self.entries_limit) if self.entries_limit else 0
        return max(-(-self.bytes * 100 // self.bytes_limit), entries)


@dataclass(frozen=True)
class Fresh:
    """How far the state lags behind the code: `verdict` is fresh, behind, stale, edited, uncommitted or unknown; `reason`: why unknown."""

    verdict: str
    commits: int | None
    limit: int
    since: str
    reason: str


@dataclass(frozen=True)
class Checkpoint:
    """The newest snapshot in the tree, and how old it is; None where its name says no time."""

    id: str
    age_seconds: int | None


@dataclass(frozen=True, kw_only=True)
class Status:
    """All that is to be said, as values; "" and None where nothing is known. `uncommitted` counts changed paths outside `.agent/`."""

    project: str
    task: str
    stage: str
    next_action: str
    blocked: str
    branch: str
    head: str
    uncommitted: int
    freshness: Fresh
    checkpoint: Checkpoint | None
    todo: dict[str, int]
    decisions: dict[str, int]
    archives: int
    sizes: tuple[Size, ...]
    problems: dict[str, int] | None
    hints: tuple[str, ...]


def status(tree: Tree, git: GitFacts, *, now: datetime, report: Report | None = None) -> Status:
    """Where the work stands at `now`; the problems are counted from `report` where there is one."""
    state = tree.state
    return Status(
        project=state.text("project"),
        task=state.text("current_task"),
        stage=state.text("current_stage"),
        next_action=state.text("next_action"),
        blocked="no reason recorded" if state.data.get("blocked") is True else state.text("blocked"),
        branch=git.branch,
        head=git.head,
        uncommitted=len(code_changes(git)),
        freshness=_freshness(tree, git),
        checkpoint=_checkpoint(tree, now),
        todo=_todo(tree),
        decisions=_decisions(tree),
        archives=len(tree.archive_paths),
        sizes=tuple(_sizes(tree)),
        problems={severity.value: report.count(severity) for severity in Severity} if report else None,
        hints=tuple(_hints(tree, git, report)),
    )


def as_json(found: Status) -> str:
    """The status as JSON, always with every key."""
    from dataclasses import asdict

    sizes = [{**asdict(size), "percent": size.percent} for size in found.sizes]
    return json.dumps({"version": 1, **asdict(found), "sizes": sizes}, ensure_ascii=False, indent=2) + "\n"


def _freshness(tree: Tree, git: GitFacts) -> Fresh:
    fresh, limit = git.freshness, tree.settings.freshness.max_commits
    return Fresh(_verdict(tree, git), fresh.commits, limit, fresh.since, git.reason or fresh.reason)


def _verdict(tree: Tree, git: GitFacts) -> str:
    commits = git.freshness.commits
    if commits is None:
        return "unknown"
    if not git.freshness.since:
        return "uncommitted"
    if is_state_edited(tree, git):
        return "edited"
    return "stale" if commits > tree.settings.freshness.max_commits else "behind" if commits else "fresh"


def _checkpoint(tree: Tree, now: datetime) -> Checkpoint | None:
    if not tree.lane_snapshots:
        return None
    found = _TIME.match(tree.lane_snapshots[-1])
    try:
        made = datetime.strptime(found[0], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) if found else None
    except ValueError:
        made = None
    return Checkpoint(tree.lane_snapshots[-1], int((now - made).total_seconds()) if made else None)


def _todo(tree: Tree) -> dict[str, int]:
    states = Counter(item.state for item in tree.todo.items)
    blocked = sum(bool(item.blocked) for item in tree.todo.items if item.state != "done")
    return {"open": states["open"] + states["doing"], "doing": states["doing"], "blocked": blocked, "done": states["done"]}


def _decisions(tree: Tree) -> dict[str, int]:
    """The decisions of the log by what they count for."""
    found = standings([entry for log in (*tree.archives, tree.decisions) for entry in log.entries])
    counts = Counter(found[entry.id] for entry in tree.decisions.entries)
    return {standing.value: counts[standing] for standing in Standing}


def _sizes(tree: Tree) -> Iterator[Size]:
    limits = tree.settings.limits
    for path, limit, entries, entries_limit in _limited(tree, limits):
        state = "read" if tree.has(path) else "unreadable" if path in tree.unreadable else "missing"
        yield Size(path, state, len(tree.source(path).encode()), limit, entries, entries_limit)
    yield Size("", "read", sum(boot_sizes(tree).values()), limits.boot_bytes)


def _limited(tree: Tree, limits: Limits) -> tuple[tuple[str, int, int, int], ...]:
    """Each file with its limits and its number of entries."""
    return (
        (tree.state_path, limits.state_bytes, 0, 0),
        (layout.FACTS, limits.facts_bytes, 0, 0),
        (layout.DECISIONS, limits.decisions_bytes, len(tree.decisions.entries), limits.decisions_entries),
        (layout.TODO, limits.todo_bytes, len(tree.todo.items), limits.todo_items),
        (layout.PROTOCOL, limits.protocol_bytes, 0, 0),
    )


def _hints(tree: Tree, git: GitFacts, report: Report | None) -> Iterator[str]:
    """What is worth doing now, most urgent first."""
    if report and report.diagnostics:
        yield "see the problems with `agentstate check`"
    if any(not tree.has(path) and path not in tree.unreadable for path in layout.REQUIRED):
        yield "write the missing files with `agentstate init`"
    if not tree.state.text("current_task"):
        yield 'say what you work on with `agentstate task "…"`'
    elif not tree.state.text("next_action"):
        yield 'say what comes next with `agentstate set next_action "…"`'
    if _verdict(tree, git) == "stale":
        yield "update next_action and done, then run `agentstate checkpoint`"
    elif not tree.lane_snapshots:
        yield "run `agentstate checkpoint` after the next verified step"
    if any(size.percent > 100 for size in _sizes(tree)):
        yield "bring the files under their limits with `agentstate rotate`"
