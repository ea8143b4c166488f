"""GitFacts for the pure steps, in as few calls as the question needs; the calls run side by side."""

from collections.abc import Iterator, Sequence

from agentstate.git.configuration import read_configuration
from agentstate.git.failure import GitError
from agentstate.git.freshness import FreshnessQuestion, freshness, start_since
from agentstate.git.repository import Repository, operation
from agentstate.git.runner import Git, Running, completed, gather
from agentstate.git.status import (
    LineCount,
    StatusLine,
    merged,
    parse_counts,
    parse_status,
    start_counts,
    start_status,
    stat_text,
)
from agentstate.vocabulary.layout import FOLDER, LOCAL
from agentstate.vocabulary.repository import Change, Freshness, GitFacts
from agentstate.vocabulary.values import replace

STAT_LINES = 40
"""How many paths the text of the difference names; the rest is counted."""


def collect(
    repository: Repository | str, *, status: bool = True, diff_stat: bool = False, state: FreshnessQuestion | None = None
) -> GitFacts:
    """What git knows about the repository around a tree; a string in its place is the reason why nothing is known.

    `status` asks for the changed paths (`.agent/local/` left out), `diff_stat` for the size of the uncommitted difference outside
    `.agent/`, `state` for the freshness of a state file. What is not asked for stays empty.
    """
    if isinstance(repository, str):
        return GitFacts(reason=repository, freshness=Freshness(None, "", repository))
    known = GitFacts(
        prefix=repository.prefix,
        head=repository.head,
        branch=repository.branch,
        operation=operation(repository),
        shallow=repository.shallow,
    )
    try:
        return _asked(known, repository, status=status, diff_stat=diff_stat, state=state)
    except GitError as failure:
        return replace(known, reason=failure.message, freshness=Freshness(None, "", failure.message))


def _asked(known: GitFacts, repository: Repository, *, status: bool, diff_stat: bool, state: FreshnessQuestion | None) -> GitFacts:
    git = repository.git
    if status or diff_stat or state:
        git = git.with_blanked(read_configuration(git).blanks)
    begun = dict(_begin(git, repository, status=status or diff_stat or state is not None, state=state))
    answers = {name: running.answer() for name, running in begun.items()}
    lines = parse_status(completed(answers["status"]).fields) if "status" in answers else ()
    counting = start_counts(git, repository.prefix, lines) if diff_stat else []
    counts = [count for answer in gather(*counting) for count in parse_counts(answer.fields)]
    return replace(
        known,
        changes=_changes(lines, repository.prefix) if status else (),
        diff_stat=_diff_stat(counts, repository.prefix),
        freshness=freshness(repository, state, answers.get("since"), lines) if state else known.freshness,
    )


def _begin(git: Git, repository: Repository, *, status: bool, state: FreshnessQuestion | None) -> Iterator[tuple[str, Running]]:
    if status:
        yield "status", start_status(git, repository.prefix)
    if state and repository.head:
        yield "since", start_since(repository, state)


def _changes(lines: Sequence[StatusLine], prefix: str) -> tuple[Change, ...]:
    """The changed paths, relative to the tree's folder."""
    found = [replace(line.change, path=line.change.path.removeprefix(prefix)) for line in lines]
    return tuple(change for change in found if f"/{LOCAL}/" not in f"/{change.path}")


def _diff_stat(counts: Sequence[LineCount], prefix: str) -> str:
    inside = [replace(count, path=count.path.removeprefix(prefix)) for count in counts]
    return stat_text(merged([count for count in inside if FOLDER not in count.path.split("/")]), STAT_LINES)
