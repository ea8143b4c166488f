"""AS413 and AS414: what a commit lost of the log of decisions, and whether all commits could be looked at."""

from collections.abc import Iterator

from agentstate.documents.losses import place
from agentstate.rules.kept import logs_are_whole
from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import quoted, share
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import GitFacts, Loss

_LOG = layout.DECISIONS
_COMMIT_LENGTH = 12


def _lost(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    if logs_are_whole(tree):
        base = f" --base {git.base[:_COMMIT_LENGTH]}" if git.base != git.head else ""
        for loss in git.lost:
            line = place(tree.decisions, loss) if loss.path in {"", _LOG} else None
            yield Finding(_LOG, line or 1, 1, _said(loss), f"run `agentstate repair{base}`")


def _said(loss: Loss) -> str:
    """What was lost, and by which commit."""
    by = f"commit {loss.commit[:_COMMIT_LENGTH]} {quoted(loss.subject)}" if loss.commit else "the merge under way"
    return f"{by} lost {share(loss.lines)}decision {quoted(loss.title or loss.date)} ({loss.identifier})"


def _unseen(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    if git.unseen and tree.has(_LOG):
        hint = "run `git fetch --unshallow`; in a job, set `fetch-depth` (GitHub) or `GIT_DEPTH` (GitLab)"
        yield Finding(_LOG, 1, 1, f"decisions may be lost unseen: {git.unseen}", hint if git.shallow else "check a whole clone")


_HEAD = "# Decisions\n\n"
_CACHE = "## [2026-11-29] Cache in Redis\n- Decision: all caching goes through Redis\n- Why: several instances run\n"
_RETRY = "## [2026-11-30] Retry twice\n- Decision: at most two retries\n- Why: one in a thousand calls times out\n"
_MERGE = Loss(
    identifier="2026-11-29-cache-in-redis-4fd6",
    date="2026-11-29",
    title="Cache in Redis",
    text=_CACHE.rstrip("\n"),
    commit="4f2c1d9e0b7a",
    subject="Merge branch 'retries'",
    kept="9ab03c44d1f2",
    path=_LOG,
)

RULES = (
    Rule(
        code="AS413",
        slug="decision-lost",
        severity=Severity.ERROR,
        summary="a commit lost a decision",
        what="Every entry that a parent of HEAD has, in its log or archive, is in the log or the archive now; with "
        "`--base` the same of every commit since, and always of a merge under way. Entries are compared by their whole text, since a merge "
        "by lines (`merge=union`, “accept both”) leaves the heading and takes lines from below it. A commit with one parent may reword "
        "an entry: somebody wrote that (and AS411 spoke before the commit). Lines that only moved into an entry that is new are a loss: so "
        "a squash or a rebase records a merge by lines. A merge may reword nothing, unless one of its sides did. An entry may be gone once "
        "another one names its id under `Supersedes` and says `Decision: entry removed`; a fact that it went on as is none. A library that "
        "was merged into a folder of its own (`git subtree`) keeps its log there. More in docs/history.md.",
        why="Merges by line, reverts, and merges on servers, where no merge driver runs, drop entries without a conflict. Nobody notices "
        "that a decision is missing.",
        mend="Run `agentstate repair`: it brings the entry back from the commit that still has it.",
        bad=Example(
            {_LOG: _HEAD + _RETRY},
            git=GitFacts(head="4f2c1d9e0b7a", base="4f2c1d9e0b7a", lost=(_MERGE,)),
            shown='the last commit merges two branches, and only one of its parents has "Cache in Redis"',
        ),
        good=Example(
            {_LOG: f"{_HEAD}{_CACHE}\n{_RETRY}"},
            git=GitFacts(head="4f2c1d9e0b7a", base="4f2c1d9e0b7a"),
            shown="the last commit merges two branches, each with one of the two",
        ),
        check_git=_lost,
        waivable=False,
    ),
    Rule(
        code="AS414",
        slug="history-unseen",
        severity=Severity.INFO,
        summary="git cannot tell whether a commit lost a decision",
        what="Says why not every commit could be looked at: the clone is shallow, objects are missing, there are very many commits, or a "
        "volume of the archive cannot be read.",
        why="A check that looks at half of a history would call a loss in the other half fine.",
        mend="Fetch the whole history; in continuous integration, check out with a fetch depth of 0.",
        bad=Example(
            git=GitFacts(shallow=True, unseen="shallow clone; fetch with depth 0"), shown="the repository is a shallow clone of depth 1"
        ),
        good=Example(git=GitFacts(head="4f2c1d9e0b7a"), shown="the repository holds its whole history"),
        check_git=_unseen,
    ),
)
