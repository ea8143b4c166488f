"""Evidence from the notes: the state, the facts, the decisions and the list of what is left to do, as somebody wrote them."""

from collections.abc import Iterable, Iterator, Mapping

from agentstate.documents.conflict import conflict_line, without_marker_lines
from agentstate.documents.decisions import Decision, Standing, standings
from agentstate.message.fields import Evidence, Item
from agentstate.message.repository import code_changes, is_state_edited, short
from agentstate.message.wording import Wording
from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible

LINES: Mapping[str, str] = {
    "task": "current_task",
    "goal": "goal",
    "stage": "current_stage",
    "project": "project",
    "next_action": "next_action",
    "then": "then",
}
"""Fields of the message that are one line of the state."""

LISTS: Mapping[str, str] = {
    "acceptance": "acceptance",
    "constraints": "constraints",
    "do_not": "do_not",
    "awaiting_approval": "awaiting_approval",
    "commands": "commands",
    "hypotheses": "hypotheses",
    "findings": "recent_findings",
}
"""Fields of the message that are a list of the state, in its order."""


def notes(tree: Tree, git: GitFacts, words: Wording) -> Evidence:
    """What the notes of the tree say, of a conflict both sides; `git` only tells which of it may no longer be true."""
    tree = _without_markers(tree)
    state, in_force = tree.state, _in_force(tree)
    return {
        **{name: _items([state.text(field)]) for name, field in LINES.items()},
        **{name: _items(state.items(field)) for name, field in LISTS.items()},
        "awaiting_approval": [*_items(state.items("awaiting_approval")), *_pending(tree, words)],
        "blocked": _blocked(tree, words),
        "done": _items(reversed(state.items("done"))),
        "decisions": [Item(_with_rejected(decision, words)) for decision in in_force],
        "failed_attempts": _failed_attempts(tree, words),
        "facts": [*(Item(fact.text) for fact in tree.facts.facts), *_verified(tree, git, words)],
        "files": _files(tree, words),
        "todo": _todo(tree, words),
        "reasons": [Item(_with_reason(decision, words)) for decision in in_force],
    }


def _without_markers(tree: Tree) -> Tree:
    """The tree without the lines that git wrote around conflicts in its Markdown files: no note says them."""
    marked = (source for path, source in tree.sources.items() if path.endswith(".md") and conflict_line(source))
    changed = {source.path: without_marker_lines(source) for source in marked}
    return tree.with_sources(changed) if changed else tree


def _items(texts: Iterable[str]) -> list[Item]:
    return [Item(text) for text in texts if text]


def _in_force(tree: Tree) -> list[Decision]:
    """The decisions in force, newest first, those of the archive included where it was read."""
    entries = [entry for log in (*tree.archives, tree.decisions) for entry in log.entries]
    found = standings(entries)
    return [entry for entry in reversed(entries) if found[entry.id] is Standing.ACTIVE]


def _title(decision: Decision) -> str:
    return f"[{decision.date}] {decision.title}"


def _with_rejected(decision: Decision, words: Wording) -> str:
    title = _title(decision)
    return words.say("rejected", title=title, rejected=decision.rejected) if decision.rejected else title


def _with_reason(decision: Decision, words: Wording) -> str:
    said = f"[{decision.date}] {decision.decision or decision.title}"
    return words.say("reason", decision=said, why=decision.why) if decision.why else said


def _pending(tree: Tree, words: Wording) -> list[Item]:
    return [Item(_title(decision), words.say("pending")) for decision in tree.decisions.entries if decision.pending]


def _blocked(tree: Tree, words: Wording) -> Iterator[Item]:
    if tree.state.data.get("blocked") is True:
        yield Item("", words.say("no_reason"))
    elif text := tree.state.text("blocked"):
        yield Item(text)


def _failed_attempts(tree: Tree, words: Wording) -> Iterator[Item]:
    values = tree.state.data.get("failed_attempts")
    for value, text in zip(values if isinstance(values, list) else [values], tree.state.items("failed_attempts"), strict=False):
        parts = value if isinstance(value, dict) else {}
        tried, because = parts.get("tried"), parts.get("because")
        if isinstance(tried, str) and isinstance(because, str):
            yield Item(words.say("because", tried=tried, because=because))
        elif text:
            yield Item(text)


def _verified(tree: Tree, git: GitFacts, words: Wording) -> Iterator[Item]:
    values = tree.state.data.get("verified")
    for value, text in zip(values if isinstance(values, list) else [values], tree.state.items("verified"), strict=False):
        commit = value.get("commit") if isinstance(value, dict) else None
        if text:
            yield Item(text, _age(commit if isinstance(commit, str) else "", tree, git, words))


def _age(commit: str, tree: Tree, git: GitFacts, words: Wording) -> str:
    """What is to be said of the age of a verified fact; nothing where no code has changed since."""
    if not commit:
        return words.say("was_true_when_noted") if git.freshness.commits else ""
    return "" if _is_same_code(commit, tree, git) else words.say("was_true", commit=short(commit))


def _is_same_code(commit: str, tree: Tree, git: GitFacts) -> bool:
    """Whether the code is known to be as it was at `commit`."""
    if code_changes(git):
        return False
    level = git.freshness.commits == 0 and not is_state_edited(tree, git)
    return git.head.startswith(commit) or (level and git.freshness.since.startswith(commit))


def _files(tree: Tree, words: Wording) -> Iterator[Item]:
    for path in tree.state.items("files_to_load"):
        yield Item(visible(path, keep=""))
    if last := tree.state.text("last_file_edited"):
        yield Item(visible(last, keep=""), words.say("last_edited"))


def _todo(tree: Tree, words: Wording) -> Iterator[Item]:
    """The items left to do, as they are written behind the box."""
    lines = tree.todo.source.lines
    for item in tree.todo.items:
        if item.state != "done":
            text = lines[item.line - 1].partition("]")[2].strip()
            yield Item(text, words.say("in_progress") if item.state == "doing" else "")
