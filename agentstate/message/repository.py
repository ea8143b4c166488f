"""Evidence from git: what changed, where the work stands in the history, and how far the notes lag behind."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from agentstate.message.fields import Evidence, Item
from agentstate.message.wording import Wording
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import Change, GitFacts
from agentstate.vocabulary.values import dataclass, field
from agentstate.vocabulary.visible import visible

SHORT_COMMIT = 12
"""Digits of a commit id that are shown."""


@dataclass(frozen=True)
class Observed:
    """What was seen of the changed files: whether a test run has `tested` them since, where they were `moved` to, what was `undone`."""

    tested: Mapping[str, bool] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    undone: frozenset[str] = frozenset()


def repository(tree: Tree, git: GitFacts, words: Wording, seen: Observed | None = None) -> Evidence:
    """What git says about the repository, and which files the notes say were touched, beside what was `seen` of them."""
    return {
        "changed_files": _changed_files(tree, git, words, seen or Observed()),
        "repository": [Item(line) for line in _lines(tree, git, words)],
        "diff_stat": _diff_stat(git),
    }


def short(commit: str) -> str:
    """The beginning of a commit id, as it is shown."""
    return commit[:SHORT_COMMIT]


def code_changes(git: GitFacts) -> list[Change]:
    """The uncommitted changes of anything but notes."""
    return [change for change in git.changes if layout.FOLDER not in change.path.split("/")]


def is_state_edited(tree: Tree, git: GitFacts) -> bool:
    """Whether the state differs from HEAD, so that nothing is known of what came after it was written."""
    around = {f"{layout.FOLDER}/", f"{layout.LANES}/"} if tree.lane else {f"{layout.FOLDER}/"}
    return any(change.path in {tree.state_path, *around} for change in git.changes)


def _changed_files(tree: Tree, git: GitFacts, words: Wording, seen: Observed) -> Iterator[Item]:
    """The code that git sees changed, then what the notes name beside it; each that is there verified or not."""
    verified = set(tree.state.items("files_verified"))
    changed = code_changes(git)
    for change in changed:
        yield Item(visible(change.path, keep=""), _changed(change, verified, words, seen))
    touched = dict.fromkeys((*tree.state.items("files_touched"), *sorted(verified)))
    for path in touched:
        phrase = "edited_undone" if path in seen.undone else _verification(path, verified, seen.tested)[1]
        yield Item(visible(path, keep=""), words.say(phrase))
    if not changed and not touched and not git.reason:
        yield Item("", words.say("nothing_uncommitted"))


def _changed(change: Change, verified: Collection[str], words: Wording, seen: Observed) -> str:
    if change.kind == "deleted":
        target = visible(seen.moved.get(change.path, ""), keep="")
        return words.say("moved_to", path=target) if target else words.say("edited_deleted")
    return words.say(_verification(change.path, verified, seen.tested)[0], kind=change.kind)


def _verification(path: str, verified: Collection[str], tested: Mapping[str, bool]) -> tuple[str, str]:
    """The phrases for a file that git sees changed and for one that was touched: what was observed goes before what was noted."""
    if tested.get(path):
        return "changed_tested", "touched_tested"
    if path not in verified:
        return "changed_unverified", "touched_unverified"
    return ("changed_contested", "touched_contested") if path in tested else ("changed_verified", "touched_verified")


def _diff_stat(git: GitFacts) -> list[Item]:
    """The summary first, then a line for each file."""
    lines = [line.strip() for line in git.diff_stat.split("\n") if line.strip()]
    return [Item(visible(line, keep="")) for line in [*lines[-1:], *lines[:-1]]]


def _lines(tree: Tree, git: GitFacts, words: Wording) -> Iterator[str]:
    if git.reason:
        yield words.say("no_git", reason=git.reason)
        return
    branch = visible(git.branch, keep="")
    phrase = "unborn" if not git.head else "branch" if branch else "detached"
    yield words.say(phrase, branch=branch, commit=short(git.head))
    if git.operation:
        unmerged = any(change.kind == "unmerged" and layout.is_own(change.path) for change in git.changes)
        yield words.say("operation_notes" if unmerged else "operation", operation=git.operation)
    yield from _freshness(tree, git, words)
    yield words.say("status", counts=_counts(git) or words.say("clean"))
    if notes := [visible(change.path, keep="") for change in git.changes if change.path.startswith(f"{layout.FOLDER}/")]:
        yield words.say("uncommitted_notes", paths=words.say("comma").join(notes))


def _freshness(tree: Tree, git: GitFacts, words: Wording) -> Iterator[str]:
    fresh = git.freshness
    if fresh.commits is not None:
        yield words.say(_freshness_phrase(tree, git), since=short(fresh.since), count=fresh.commits)
    elif fresh.reason:
        yield words.say("commits_unknown", reason=fresh.reason)


def _freshness_phrase(tree: Tree, git: GitFacts) -> str:
    """No code commits are counted where the state itself differs from HEAD, so that is no proof that there are none."""
    if git.freshness.commits:
        return "code_commits"
    if not git.freshness.since:
        return "never_committed"
    return "state_edited" if is_state_edited(tree, git) else "no_code_commits"


def _counts(git: GitFacts) -> str:
    """The changed paths by kind, in git's words."""
    kinds = Counter(change.kind for change in git.changes)
    staged = sum(change.staged for change in git.changes)
    counts = [f"{kind} {count}" for kind, count in sorted(kinds.items())]
    return ", ".join([*counts, f"staged {staged}"] if staged else counts)
