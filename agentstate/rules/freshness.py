"""AS2xx: how far the code is ahead of the state, from git alone."""

from collections.abc import Iterator

from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import counted
from agentstate.settings import Settings
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import Freshness, GitFacts

_UPDATE = "bring next_action and done up to date with `agentstate set` and `agentstate add`, then run `agentstate checkpoint`"
_EVERY = 1
"""The limit of `require_update`: one code change may be under way, so that code, checkpoint, code, checkpoint passes."""


def _stale(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    yield from _behind(tree, git.freshness.commits, tree.settings.freshness.max_commits)


def _update_required(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    if (git.freshness.commits or 0) <= tree.settings.freshness.max_commits:
        yield from _behind(tree, git.freshness.commits, _EVERY)


def _behind(tree: Tree, commits: int | None, limit: int) -> Iterator[Finding]:
    if commits is not None and commits > limit and tree.has(tree.state_path):
        message = f"{counted(commits, 'code change')} since the state was last written, at most {limit} are allowed"
        yield Finding(tree.state_path, 1, 1, message, _UPDATE)


def _unknown(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    reason = git.freshness.reason or git.reason
    if git.freshness.commits is None and reason and tree.has(tree.state_path):
        yield Finding(tree.state_path, 1, 1, f"freshness unknown: {reason}", _complete(git))


def _complete(git: GitFacts) -> str:
    """How to come by a history that is whole."""
    if git.reason:
        return "check a clone that git can read, or leave this out with `--ignore AS202`"
    if git.shallow:
        return "run `git fetch --unshallow`; in a job, set `fetch-depth` (GitHub) or `GIT_DEPTH` (GitLab)"
    return "run `git fetch --refetch`, or clone without a filter"


def _required_level(settings: Settings) -> Severity | None:
    return {"warn": Severity.WARNING, "error": Severity.ERROR}.get(settings.freshness.require_update)


def _git(commits: int | None, reason: str = "", *, shallow: bool = False) -> GitFacts:
    return GitFacts(head="4f2c1d9e", shallow=shallow, freshness=Freshness(commits, "9ab03c44", reason))


_REQUIRED = "freshness:\n  require_update: error\n"

RULES = (
    Rule(
        code="AS201",
        slug="stale-state",
        severity=Severity.ERROR,
        summary="the code has moved on since the state was last written",
        what="Counts the commits that change code (and uncommitted code as one) since STATE.yaml was last committed. Clocks, file "
        "times and branch names play no part, so a fresh clone gives the same answer.",
        why="An agent that wakes up follows the state to the letter. A state that the code has left behind sends it back to finished work.",
        mend="Read what changed (`agentstate status`), bring `next_action` and `done` up to date with `agentstate set` and `agentstate "
        "add`, and run `agentstate checkpoint`. Alone it records nothing: the state is as it was.",
        bad=Example(git=_git(11), shown="11 commits changed code since STATE.yaml was last committed"),
        good=Example(git=_git(10), shown="10 commits changed code since STATE.yaml was last committed"),
        check_git=_stale,
        options=("freshness.max_commits", "freshness.ignore"),
    ),
    Rule(
        code="AS202",
        slug="freshness-unknown",
        severity=Severity.INFO,
        summary="git cannot tell whether the state is fresh",
        what="Says why the commits since the state was last written cannot be counted: a shallow or partial clone, or no repository.",
        why="A check that counts what it can see of a cut-off history would call a stale state fresh.",
        mend="Fetch the whole history; in continuous integration, check out with a fetch depth of 0.",
        bad=Example(
            git=_git(None, "shallow clone; fetch with depth 0", shallow=True), shown="the repository is a shallow clone of depth 1"
        ),
        good=Example(git=_git(3), shown="the repository holds its whole history"),
        check_git=_unknown,
    ),
    Rule(
        code="AS203",
        slug="update-required",
        severity=Severity.WARNING,
        summary="code changed twice without a checkpoint between",
        what="The same count as AS201 with a limit of one, for projects that want the state written with every change of code. Off "
        "unless `freshness.require_update` is `warn` or `error`.",
        why="Where several agents share a repository, the next one may start from any commit.",
        mend="Bring STATE.yaml up to date and run `agentstate checkpoint`, or commit STATE.yaml together with the code.",
        bad=Example({".agent/config.yaml": _REQUIRED}, git=_git(2), shown="2 commits changed code since STATE.yaml was last committed"),
        good=Example({".agent/config.yaml": _REQUIRED}, git=_git(1), shown="1 commit changed code since STATE.yaml was last committed"),
        check_git=_update_required,
        options=("freshness.require_update",),
        level=_required_level,
    ),
)
