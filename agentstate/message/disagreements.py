"""Evidence of doubt: files that could not be read, and points at which the notes and the repository disagree."""

from collections.abc import Iterator

from agentstate.documents.conflict import conflict_line
from agentstate.documents.text import SourceText
from agentstate.message.fields import Item
from agentstate.message.wording import Wording
from agentstate.settings import parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible

PATH_FIELDS = ("files_to_load", "last_file_edited", "files_touched", "files_verified")
"""The fields of the state that name paths."""

NO_FILE = {"missing": "path_missing", "outside": "path_outside", "other": "path_other"}


def problems(tree: Tree, words: Wording) -> list[Item]:
    """Every file of the tree that is not there or could not be read whole, with the place and the reason."""
    paths = dict.fromkeys((tree.state_path, *layout.REQUIRED))
    absent = [Item(path, words.say("absent")) for path in paths if path not in tree.sources and path not in tree.unreadable]
    unread = [Item(path, words.say("nothing_read", problem=fault.message)) for path, fault in sorted(tree.unreadable.items())]
    return [*unread, *absent, *(_problem(path, fault, words) for path, fault in _faults(tree))]


def _faults(tree: Tree) -> Iterator[tuple[str, Fault]]:
    documents = (tree.state, tree.facts, tree.decisions, tree.todo, tree.protocol)
    for document in documents:
        for fault in (*document.source.faults, *document.faults, *_conflict(document.source)):
            yield document.source.path, fault
    for fault in parse_settings(tree.source(layout.CONFIG))[1]:
        yield layout.CONFIG, fault


def _conflict(source: SourceText) -> Iterator[Fault]:
    line = conflict_line(source)
    if line:
        yield Fault("conflict-marker", line, 1, "a merge conflict was left here, run `agentstate resolve`", "")


def _problem(path: str, fault: Fault, words: Wording) -> Item:
    phrase = "nothing_read" if fault.kind in {"invalid-yaml", "duplicate-key"} else "partly_read"
    return Item(f"{path}:{fault.line}:{fault.column}", words.say(phrase, problem=fault.message))


def disagreements(tree: Tree, git: GitFacts, words: Wording) -> list[Item]:
    """Each point at which the notes do not fit the repository or each other."""
    return [*_paths(tree, words), *_branch(tree, git, words), *_finished(tree, words), *_behind(tree, git, words)]


def _paths(tree: Tree, words: Wording) -> Iterator[Item]:
    for field in PATH_FIELDS:
        for path in tree.state.items(field):
            if phrase := NO_FILE.get(tree.kinds.get(path, "")):
                yield Item(visible(path, keep=""), words.say(phrase, field=field))


def _branch(tree: Tree, git: GitFacts, words: Wording) -> Iterator[Item]:
    named = tree.state.items("active_branches")
    if named and git.branch and git.branch not in named:
        yield Item(visible("; ".join(named), keep=""), words.say("other_branch", branch=visible(git.branch, keep="")))


def _finished(tree: Tree, words: Wording) -> Iterator[Item]:
    """The task or the next action, where the notes call it finished."""
    done, ticked = set(tree.state.items("done")), {item.text for item in tree.todo.items if item.state == "done"}
    for field in ("current_task", "next_action"):
        text = tree.state.text(field)
        if text in done:
            yield Item(text, words.say("already_done", field=field))
        elif text in ticked:
            yield Item(text, words.say("already_ticked", field=field))


def _behind(tree: Tree, git: GitFacts, words: Wording) -> Iterator[Item]:
    limit = tree.settings.freshness.max_commits
    if git.freshness.commits is not None and git.freshness.commits > limit:
        yield Item(tree.state_path, words.say("behind", count=git.freshness.commits, limit=limit))
