"""AS336 and AS411: what was committed and may not change silently, the anchor of the task and the log of decisions."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from agentstate.documents.conflict import conflict_line
from agentstate.documents.decision import Decision
from agentstate.documents.decisions import DecisionLog, parse_decisions, unresolved
from agentstate.documents.losses import removed
from agentstate.documents.state import StateDocument, parse_state
from agentstate.documents.text import SourceText
from agentstate.rules.documents import at
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import plain, quoted, says_nothing
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import replace

_LOG = layout.DECISIONS
_ANCHOR = ("goal", "acceptance", "constraints", "do_not")
_COMMIT_LENGTH = 12


def _changed_anchor(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    return (found for now in tree.states for found in _changed_in(now, tree, git))


def _changed_in(now: StateDocument, tree: Tree, git: GitFacts) -> Iterator[Finding]:
    """The same of one state; of a lane that was concluded nothing is asked."""
    before = git.before.get(now.source.path)
    if not before or now.faults or conflict_line(now.source):
        return
    old = parse_state(SourceText.decode(now.source.path, before))
    if plain(old.text("current_task")) == plain(now.text("current_task")) and not _has_new_decision(tree, git):
        for field in _ANCHOR:
            lost = _lost(old, now, field)
            if lost:
                message = f"{field} no longer says {quoted(lost)}, though neither the task nor a decision is new"
                yield at(now, (field,), message, "put it back, or say why it changed with `agentstate decide`")


def _lost(old: StateDocument, now: StateDocument, field: str) -> str:
    """The first item of the field that is not in it any more; "" where all are. What was added took nothing away."""
    kept = {plain(item) for item in now.items(field)}
    return next((item for item in old.items(field) if plain(item) not in kept), "")


def _has_new_decision(tree: Tree, git: GitFacts) -> bool:
    before = {entry.id for entry in _log_before(git, _LOG).entries}
    return _LOG in git.before and any(entry.id not in before for entry in tree.decisions.entries)


def logs_before(git: GitFacts) -> list[DecisionLog]:
    """The log, and the volumes of the archive, as the commit has them that is compared with, as far as they are other now."""
    return [_log_before(git, path) for path in git.before if path == _LOG or layout.ARCHIVE_NAME.fullmatch(path)]


def _log_before(git: GitFacts, path: str) -> DecisionLog:
    return recorded_log(SourceText.decode(path, git.before.get(path) or b""))


@lru_cache(maxsize=16)
def recorded_log(source: SourceText) -> DecisionLog:
    """A log as a commit holds it. Of one in which a conflict was committed, the entries of both sides, without the marker lines."""
    if not conflict_line(source):
        return parse_decisions(source)
    from agentstate.merging.markers import versions

    found = versions(source)
    if not found:
        return parse_decisions(source)
    ours, theirs = parse_decisions(found.ours), parse_decisions(found.theirs)
    known = {entry.id for entry in ours.entries}
    return replace(ours, entries=(*ours.entries, *(entry for entry in theirs.entries if entry.id not in known)))


def _broken_log(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    """Committed entries that are in no log now. A log that cannot be read as one is reported as that, not as the loss of its entries; nor
    is what a commit lost, or what an entry says is removed."""
    before = logs_before(git)
    if not before or not _is_whole(tree, [log.source.path for log in before]):
        return
    now = {entry.id for log in _logs(tree) for entry in log.entries} | removed(_logs(tree)) | {loss.identifier for loss in git.lost}
    if all(entry.id in now for log in before for entry in log.entries):
        return
    successors = _successors(tree, {entry.id for log in before for entry in log.entries})
    for log in before:
        hint = f"put it back as `git show {git.base[:_COMMIT_LENGTH]}:{git.prefix}{log.source.path}` has it, and decide anew below it"
        for entry in {entry.id: entry for entry in log.entries if entry.id not in now}.values():
            path, other = successors.get((entry.date, entry.title)) or successors.get(_body(entry)) or ("", None)
            if other is None or not _is_mended(tree, entry, other):
                place = (path, other.line) if other else _place(tree, log, entry)
                what = "is changed" if other else "is neither in the log nor in the archive"
                remedy = hint if other or git.base != git.head else "run `agentstate repair`"
                yield Finding(*place, 1, f'decision "{entry.id}" was committed, and {what}', remedy)


def _logs(tree: Tree) -> tuple[DecisionLog, ...]:
    return (tree.decisions, *tree.archives)


def _is_whole(tree: Tree, paths: Sequence[str]) -> bool:
    return tree.has(_LOG) and all(tree.has(path) for path in paths if path in tree.names) and logs_are_whole(tree)


def logs_are_whole(tree: Tree) -> bool:
    """Whether what is in the log and the archive can be told: no conflict and no open code fence hides an entry."""
    return not any(conflict_line(log.source) or any(fault.kind == "unclosed-fence" for fault in log.faults) for log in _logs(tree))


def _successors(tree: Tree, known: Collection[str]) -> dict[object, tuple[str, Decision]]:
    """The entries that are new, with the file that each is in, by what an edit leaves alone: date and title, or all that is below."""
    found: dict[object, tuple[str, Decision]] = {}
    for log in _logs(tree):
        for entry in log.entries:
            if entry.id not in known:
                found.setdefault((entry.date, entry.title), (log.source.path, entry))
                if _body(entry):
                    found.setdefault(_body(entry), (log.source.path, entry))
    return found


def _body(entry: Decision) -> str:
    return entry.text.partition("\n")[2]


def _place(tree: Tree, before: DecisionLog, entry: Decision) -> tuple[str, int]:
    """Where a deleted entry stood: at the next one that is still there, or the file as a whole."""
    log = next((log for log in _logs(tree) if log.source.path == before.source.path), tree.decisions)
    lines = {other.id: other.line for other in reversed(log.entries)}
    below = (lines[other.id] for other in before.entries if other.line > entry.line and other.id in lines)
    return log.source.path, next(below, 1)


def _is_mended(tree: Tree, old: Decision, now: Decision) -> bool:
    """Whether `old` had a fault that `check` asks to mend in its place, and all its other lines are in `now` as they were."""
    alone = DecisionLog(SourceText(_LOG, ""), (old,))
    others = (entry for log in _logs(tree) for entry in log.entries)
    keys = {"Why"} if says_nothing(old.why) else set()
    keys |= {"Decision"} if says_nothing(old.title) and says_nothing(old.decision) else set()
    keys |= {"Supersedes"} if unresolved(alone, others) else set()
    lines = old.text.split("\n")
    faulty = {line - old.line for key, line, _ in old.fields if key in keys}
    faulty |= {0} if _has_invalid_date(old) or "Decision" in keys else set()
    left = [line.rstrip() for index, line in enumerate(lines) if index not in faulty]
    there = iter([line.rstrip() for line in now.text.split("\n")])
    return bool(keys or faulty) and all(line in there for line in left)


def _has_invalid_date(entry: Decision) -> bool:
    return bool(parse_decisions(SourceText(_LOG, entry.text)).faults)


_HEAD = "# Decisions\n\n"
_CACHE = "## [2026-11-29] Cache in Redis\n- Decision: all caching goes through Redis\n- Why: several instances run\n"
_EDITED = _CACHE.replace("Redis\n- Why", "Memcached\n- Why")
_BASE = "4f2c1d9e0b7a"
_GOAL = state_text("goal: halve the latency of the profile page")

RULES = (
    Rule(
        code="AS336",
        slug="anchor-changed",
        severity=Severity.WARNING,
        summary="the anchor of the task was changed without a reason",
        what="Compares `goal`, `acceptance`, `constraints` and `do_not` with the last commit (or the one that `--base` names). What was "
        "there has to be there still, unless `current_task` is another one or the log has a new decision. What was added, or was empty "
        "before, is fine.",
        why="The anchor is what the work is measured by. An agent that is short of context softens it to fit what it has done.",
        mend="Put it back; or record why it changed with `agentstate decide`; or begin a new task with `agentstate task`.",
        bad=Example(
            {layout.STATE: state_text("goal: make the profile page faster")},
            git=GitFacts(base=_BASE, before={layout.STATE: _GOAL.encode()}),
            shown='the last commit has "goal: halve the latency of the profile page" and the same current_task',
        ),
        good=Example({layout.STATE: _GOAL}, git=GitFacts(base=_BASE, before={layout.STATE: state_text().encode()}), shown="no goal before"),
        check_git=_changed_anchor,
    ),
    Rule(
        code="AS411",
        slug="decision-rewritten",
        severity=Severity.ERROR,
        summary="a committed decision was changed or deleted",
        what="Every entry that the last commit has (or the one that `--base` names) is in DECISIONS.md or in the archive, with the same "
        "id, which means with the same text. Blanks at line ends do not count. An entry may be mended where `check` reports it: a reason, "
        "decision or date that is missing, a reference that leads nowhere; and it may go once another one says so (AS413).",
        why="The log is append-only: what others relied on must not turn into something else. An old decision ends when a new one "
        "supersedes it.",
        mend="Put the entry back as `git show` has it (`agentstate repair` does that for one that is gone), and write a new one that "
        "supersedes it: `agentstate decide --supersedes ID`.",
        bad=Example(
            {_LOG: _HEAD + _EDITED},
            git=GitFacts(base=_BASE, before={_LOG: (_HEAD + _CACHE).encode()}),
            shown='the last commit has "all caching goes through Redis"',
        ),
        good=Example(
            {_LOG: f"{_HEAD}{_CACHE}\n## [2026-11-30] Retry twice\n- Why: one in a thousand calls times out\n"},
            git=GitFacts(base=_BASE, before={_LOG: (_HEAD + _CACHE).encode()}),
            shown="the last commit has the first of the two",
        ),
        check_git=_broken_log,
    ),
)
