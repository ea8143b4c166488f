"""AS4xx: every entry of the log can be read, says why, and is found where other entries look for it."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from agentstate.documents.decision import Decision
from agentstate.documents.decisions import Standing, standings, unresolved
from agentstate.documents.divergence import divergent
from agentstate.documents.text import SourceText
from agentstate.rules.documents import passed_on
from agentstate.rules.rule import Example, Rule, finding
from agentstate.rules.strays import stray_headings
from agentstate.rules.wording import counted, quoted, says_nothing
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

_LOG = layout.DECISIONS
READ_AT_BOOT = 20
"""How many of the newest entries the boot protocol reads."""


def _strays(tree: Tree) -> Iterator[Finding]:
    for line, text in stray_headings(tree.decisions):
        message = f"no decision starts at {quoted(text)}, though it looks like one"
        yield Finding(_LOG, line, 1, message, 'begin the entry with a heading such as "## [2026-11-29] title" in column one')


def _missing_decision(tree: Tree) -> Iterator[Finding]:
    for entry in tree.decisions.entries:
        if says_nothing(entry.title) and says_nothing(entry.decision):
            yield Finding(_LOG, entry.line, 1, "neither the title nor a line says what was decided", 'add a line "- Decision: …"')


def _missing_reason(tree: Tree) -> Iterator[Finding]:
    for entry in tree.decisions.entries:
        if says_nothing(entry.why):
            place = next((line for key, line, _ in entry.fields if key == "Why"), entry.line)
            message = f"decision {quoted(entry.title or entry.date)} does not say why"
            yield Finding(_LOG, place, 1, message, 'add a line "- Why: …" to the entry')


def _duplicates(tree: Tree) -> Iterator[Finding]:
    for first, again in _repeated(tree):
        message = f"decision {quoted(again.title or again.date)} has the id of the one in line {first.line}"
        hint = "delete one of the two" if _alike(first, again) else "reword the title of one of the two"
        yield Finding(_LOG, again.line, 1, message, hint)


def _without_duplicates(tree: Tree) -> Mapping[str, SourceText]:
    copies = [again for first, again in _repeated(tree) if _alike(first, again)]
    gone = {number: None for copy in copies for number in range(copy.line, copy.end)}
    from agentstate.rules.mending import with_changed_lines

    return {_LOG: with_changed_lines(tree.decisions.source, gone)}


def _repeated(tree: Tree) -> Iterator[tuple[Decision, Decision]]:
    """Each entry whose id an earlier one has, after that one."""
    seen: dict[str, Decision] = {}
    for entry in tree.decisions.entries:
        if entry.id in seen:
            yield seen[entry.id], entry
        seen.setdefault(entry.id, entry)


def _alike(one: Decision, other: Decision) -> bool:
    return [line.rstrip() for line in one.text.split("\n")] == [line.rstrip() for line in other.text.split("\n")]


def _unresolved(tree: Tree) -> Iterator[Finding]:
    archived = [entry for log in tree.archives for entry in log.entries]
    complete = all(tree.has(path) for path in tree.archive_paths)
    for found in unresolved(tree.decisions, archived):
        column = tree.decisions.source.lines[found.line - 1].find(found.identifier) + 1
        if found.candidates:
            message = f"{quoted(found.identifier)} could mean {' or '.join(map(quoted, found.candidates[:3]))}"
            yield Finding(_LOG, found.line, max(column, 1), message, "write the whole id")
        elif complete:
            message = f"no decision has the id {quoted(found.identifier)}"
            yield Finding(_LOG, found.line, max(column, 1), message, "copy the id from `agentstate decisions --all`")


def _too_many(tree: Tree) -> Iterator[Finding]:
    entries, limit = tree.decisions.entries, tree.settings.limits.decisions_entries
    if len(entries) > limit:
        message = f"{counted(len(entries), 'entry', 'entries')}, at most {limit} are allowed"
        yield Finding(_LOG, entries[limit].line, 1, message, "run `agentstate rotate`")


def _ambiguous(tree: Tree) -> Iterator[Finding]:
    fault = divergent(tree.decisions.source)
    if fault:
        yield finding(_LOG, fault)


def _archived_active(tree: Tree) -> Iterator[Finding]:
    archived = {entry.id: entry for log in tree.archives for entry in log.entries}
    here = {entry.id for entry in tree.decisions.entries} | {fact.source_id for fact in tree.facts.facts}
    standing = standings([*archived.values(), *tree.decisions.entries])
    count = sum(standing[identifier] is Standing.ACTIVE for identifier in archived.keys() - here)
    if count and tree.has(_LOG):
        least = "" if all(tree.has(path) for path in tree.archive_paths) else "at least "
        message = f"{least}{counted(count, 'decision')} in force, and only in the archive"
        yield Finding(_LOG, 1, 1, message, "keep those that still bind with `agentstate fact`, and supersede the others")


def _out_of_order(tree: Tree) -> Iterator[Finding]:
    wrong = {fault.line for fault in tree.decisions.faults if fault.kind == "invalid-date"}
    dated = [entry for entry in tree.decisions.entries if entry.line not in wrong]
    for before, entry in pairwise(dated):
        if entry.date < before.date:
            message = f"the entry of {entry.date} stands below one of {before.date}"
            yield Finding(_LOG, entry.line, 5, message, "put new entries at the end; the order of the file counts, not the date")


def _left_pending(tree: Tree) -> Iterator[Finding]:
    entries = tree.decisions.entries
    older = entries[: max(0, len(entries) - READ_AT_BOOT)]
    if any(entry.pending for entry in older):
        standing = standings([*(entry for log in tree.archives for entry in log.entries), *entries])
        for place, entry in enumerate(older, 1):
            if standing[entry.id] is Standing.PENDING:
                line = next(line for key, line, _ in entry.fields if key == "Status")
                message = (
                    f"{quoted(entry.title or entry.date)} is pending, with {counted(len(entries) - place, 'entry', 'entries')} below it"
                )
                yield Finding(_LOG, line, 1, message, f"decide it: `agentstate decide TITLE --why TEXT --supersedes {entry.id}`")


_HEAD = "# Decisions\n\n"
_CACHE = "## [2026-11-29] Cache in Redis\n- Decision: all caching goes through Redis\n- Why: several instances run\n"
_RETRY = "\n## [2026-11-30] Retry twice\n- Decision: calls to the bank are tried again twice\n- Why: one in a thousand times out\n"
_TWENTY = "".join(f"\n## [2026-11-30] Number {number}\n- Why: because of {number}\n" for number in range(1, 21))
_ARCHIVE = layout.archive_path(1)
_QUEUE = "## [2026-10-01] Queue in Postgres\n- Decision: jobs are rows\n- Why: one database to run\n"


def _log(text: str, **more: str) -> Example:
    return Example({_LOG: _HEAD + text, **more})


RULES = (
    Rule(
        code="AS401",
        slug="malformed-entry",
        severity=Severity.ERROR,
        summary="a heading looks like a decision and is not read as one",
        what="An entry starts at `## [` or at `## ` and a date, in column one. Headings of another level with a date, and sections that "
        "hold decision fields under a heading without a date, are reported.",
        why="What is not read as an entry has no id, is not shown to the agent, and is not kept when the log is rotated.",
        mend="Give the entry the heading `## [2026-11-29] title`.",
        bad=_log("## Cache in Redis\n- Decision: all caching goes through Redis\n- Why: several instances run\n"),
        good=_log(_CACHE),
        check=_strays,
    ),
    Rule(
        code="AS402",
        slug="missing-decision",
        severity=Severity.ERROR,
        summary="an entry does not say what was decided",
        what="An entry has a title or a `Decision` line.",
        why="A reason without a decision binds nobody.",
        mend="Add a line `- Decision: …`.",
        bad=_log("## [2026-11-29]\n- Why: several instances run\n"),
        good=_log("## [2026-11-29]\n- Decision: all caching goes through Redis\n- Why: several instances run\n"),
        check=_missing_decision,
    ),
    Rule(
        code="AS403",
        slug="missing-reason",
        severity=Severity.ERROR,
        summary="an entry does not say why",
        what="An entry has a `Why` line (also read: Reason, Rationale, 理由, 决策原因, 原因) that says something.",
        why="Without the reason nobody can tell a hard limit from a passing choice, and the next agent overturns it.",
        mend="Add a line `- Why: …`.",
        bad=_log("## [2026-11-29] Cache in Redis\n- Decision: all caching goes through Redis\n- Why: TBD\n"),
        good=_log(_CACHE),
        check=_missing_reason,
    ),
    Rule(
        code="AS404",
        slug="invalid-date",
        severity=Severity.ERROR,
        summary="the heading of an entry has no valid date",
        what="The brackets of the heading hold a date of the calendar, as year-month-day.",
        why="The date is the beginning of the entry's id, by which other entries supersede it.",
        mend="Write the date as `[2026-11-29]`.",
        bad=_log("## [2026-13-45] Cache in Redis\n- Why: several instances run\n"),
        good=_log("## [2026-11-29] Cache in Redis\n- Why: several instances run\n"),
        check=passed_on("invalid-date"),
    ),
    Rule(
        code="AS405",
        slug="duplicate-entry",
        severity=Severity.ERROR,
        summary="two entries of the log have the same id",
        what="An id is made of date, title and the text of the entry, so this is the same entry twice, as a merge may leave it.",
        why="What supersedes one of them supersedes both, and the log is longer than it says.",
        mend="Delete one of the two.",
        bad=_log(f"{_CACHE}\n{_CACHE}"),
        good=_log(_CACHE + _RETRY),
        check=_duplicates,
        fix=_without_duplicates,
    ),
    Rule(
        code="AS406",
        slug="unresolved-reference",
        severity=Severity.ERROR,
        summary="an entry supersedes a decision that does not exist",
        what="Each id in `Supersedes` is the id, or the beginning of the id, of exactly one entry of the log or of the archive.",
        why="The old decision stays in force although somebody meant to replace it.",
        mend="Copy the id from `agentstate decisions --all`.",
        bad=_log(f"{_CACHE}{_RETRY}- Supersedes: 2026-11-02-retry-forever\n"),
        good=_log(f"{_CACHE}{_RETRY}- Supersedes: 2026-11-29-cache\n"),
        check=_unresolved,
    ),
    Rule(
        code="AS407",
        slug="too-many-entries",
        severity=Severity.ERROR,
        summary="the log has more entries than its limit",
        what="Counts the entries of DECISIONS.md; the place shown is the first one past the limit.",
        why="The boot protocol reads the last 20. What stands further up is in the way, and in the archive it is not lost.",
        mend="Run `agentstate rotate`: each entry that leaves the log is in the archive first.",
        bad=_log(_CACHE + _RETRY, **{layout.CONFIG: "limits:\n  decisions_entries: 1\n"}),
        good=_log(_CACHE + _RETRY, **{layout.CONFIG: "limits:\n  decisions_entries: 30\n"}),
        check=_too_many,
        options=("limits.decisions_entries",),
    ),
    Rule(
        code="AS408",
        slug="ambiguous-heading",
        severity=Severity.ERROR,
        summary="a Markdown reader sees other entries than the tool",
        what="Finds headings inside HTML comments, tags, lists or quotes, which only one of the two readings takes for an entry.",
        why="A person who reads the rendered page and an agent that is shown the log would not see the same decisions.",
        mend="Take the heading out of what surrounds it; an entry that no longer holds is superseded, not commented out.",
        bad=_log(f"<!--\n{_CACHE}-->\n"),
        good=_log(_CACHE),
        check=_ambiguous,
    ),
    Rule(
        code="AS409",
        slug="archived-decision-in-force",
        severity=Severity.INFO,
        summary="decisions in force are only in the archive",
        what="Counts the entries of the archive that nothing has superseded and that are not in FACTS.md. Of an archive of several "
        "volumes those that were read are counted: the newest, what changed, and what something names.",
        why="They still hold, and the boot protocol does not read them.",
        mend="Keep what must not be forgotten as a fact, and supersede what no longer holds.",
        bad=Example({_ARCHIVE: _QUEUE}),
        good=_log(f"{_CACHE}- Supersedes: 2026-10-01-queue\n", **{_ARCHIVE: _QUEUE}),
        check=_archived_active,
    ),
    Rule(
        code="AS410",
        slug="entries-out-of-order",
        severity=Severity.INFO,
        summary="an entry is dated before the one above it",
        what="Entries stand oldest first. The order of the file decides; a date that runs backwards is only mentioned.",
        why="It may be a clock that was wrong, a merge, or an entry put into the wrong place.",
        mend="Put new entries at the end of the file; leave old ones as they are.",
        bad=_log(f"{_RETRY[1:]}\n{_CACHE}"),
        good=_log(_CACHE + _RETRY),
        check=_out_of_order,
    ),
    Rule(
        code="AS412",
        slug="left-pending",
        severity=Severity.WARNING,
        summary="a decision has been pending for more than twenty entries",
        what="Finds entries that say `Status: pending`, that nothing supersedes, and that are not among the last 20 of the log.",
        why="The boot protocol reads the last 20: the question is out of sight, and the work goes on as if it had been answered.",
        mend="Decide it, or withdraw it, with an entry that supersedes it.",
        bad=_log(f"{_CACHE}- Status: pending\n{_TWENTY}"),
        good=_log(f"{_CACHE}- Status: pending\n{_TWENTY}- Supersedes: 2026-11-29-cache\n"),
        check=_left_pending,
    ),
)
