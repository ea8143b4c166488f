"""What is said where nothing was lost: a few lines at the start of a session, one line after it was cleared, one at the end of a turn."""

from collections.abc import Sequence

from agentstate.message.budget import characters
from agentstate.message.frame import FRAME_LINE_LENGTH, seal
from agentstate.message.wording import WORDINGS, Wording
from agentstate.tree import Tree
from agentstate.vocabulary.visible import visible

MOST = 600
"""Characters of what is said at the start of a session, its frame included."""

_LINE = 150
"""Characters of a task, an action or an item that is named."""

_PATHS = 5


def beginning(tree: Tree) -> str:
    """The task, what is next and what is not to be done, in at most MOST characters; "" without a task."""
    words, task = WORDINGS[tree.settings.language], tree.state.text("current_task")
    if not task.strip():
        return ""
    lines = [words.say("begin"), _labelled(words, "task", task)]
    if tree.state.text("next_action").strip():
        lines.append(_labelled(words, "next_action", tree.state.text("next_action")))
    more = words.say("begin_more")
    room = MOST - 2 * FRAME_LINE_LENGTH - characters("\n".join([*lines, more, ""]))
    forbidden = _not_to_be_done(words, tree.state.items("do_not"), room)
    return seal("\n".join([*lines, *forbidden, more]))


def after_clear(tree: Tree) -> str:
    """One line that names the task and where its notes are; "" without a task."""
    task = _one_line(tree.state.text("current_task"))
    return WORDINGS[tree.settings.language].say("cleared", task=task) if task else ""


def unwritten(tree: Tree, paths: Sequence[str]) -> str:
    """One line that says which files changed since the notes were written, and what these name as the next action."""
    words, next_action = WORDINGS[tree.settings.language], _one_line(tree.state.text("next_action"))
    named = words.say("comma").join(f"`{_one_line(path)}`" for path in paths[:_PATHS])
    more = words.say("unwritten_more", count=len(paths) - _PATHS) if len(paths) > _PATHS else ""
    after = words.say("unwritten_next", next_action=next_action) if next_action else words.say("unwritten_none")
    return words.say("unwritten", paths=named) + more + after


def handoff(tree: Tree, percent: int, *, clean: bool) -> str:
    """One line that says how full the context is, what the notes lack for the time after it, and where a boundary is `clean`, that."""
    words = WORDINGS[tree.settings.language]
    fields = ("next_action", "hypotheses", "do_not")
    lacking = [f"`{field}`" for field in fields if not any(map(str.strip, tree.state.items(field)))]
    lacks = words.say("full_lacks", fields=words.say("comma").join(lacking)) if lacking else words.say("full_whole")
    return words.say("full", percent=percent) + lacks + (words.say("full_clean") if clean else "")


def _labelled(words: Wording, name: str, text: str) -> str:
    return words.say("label", label=words.labels[name]) + _one_line(text)


def _one_line(text: str) -> str:
    line = visible(" ".join(text.split()))
    return line if len(line) <= _LINE else f"{line[: _LINE - 1]}…"


def _not_to_be_done(words: Wording, items: Sequence[str], room: int) -> list[str]:
    """A line with as many of the items as there is room for, and the number of the others."""
    label = words.say("label", label=words.labels["do_not"])
    kept: list[str] = []
    for number, item in enumerate(items, 1):
        rest = len(items) - number
        line = label + "; ".join([*kept, _one_line(item), *_counted(words, rest)])
        if characters(line) + 1 > room:
            break
        kept.append(_one_line(item))
    if not kept:
        line = label + words.say("none_at", count=len(items))
        return [line] if items and len(line) < room else []
    return [label + "; ".join([*kept, *_counted(words, len(items) - len(kept))])]


def _counted(words: Wording, count: int) -> list[str]:
    return [words.say("more_below", count=count)] if count else []
