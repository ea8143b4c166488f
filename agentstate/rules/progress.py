"""AS334 and AS335: the state does not send anybody back to finished work, and says what holds up what is blocked."""

from collections.abc import Iterator

from agentstate.documents.state import StateDocument
from agentstate.rules.documents import at, readable_states
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import plain, quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

_NEXT = "run `agentstate set {} TEXT` with what is left to do"
_AHEAD = {
    "current_task": "begin the next task with `agentstate task TITLE`, or take the line out of what is done",
    "next_action": _NEXT.format("next_action"),
    "then": _NEXT.format("then"),
}
"""The fields that say what is to be done, and what to do when it is done already."""

_ASSENT = frozenset({"true", "yes", "y", "on", "1", "blocked", "是", "阻塞", "受阻", "被阻塞"})
_DENIAL = frozenset({"false", "no", "n", "off", "0", "not blocked", "否", "没有", "未阻塞", "不"})


def _already_done(tree: Tree) -> Iterator[Finding]:
    left = {plain(item.text) for item in tree.todo.items if item.state != "done"}
    ticked = {plain(item.text): item.line for item in tree.todo.items if item.state == "done" and plain(item.text) not in left}
    for document in readable_states(tree):
        done = {plain(text): place for place, text in enumerate(document.items("done"))}
        for field, hint in _AHEAD.items():
            wanted = plain(document.text(field))
            if wanted and (wanted in done or wanted in ticked):
                where = _done_at(document, done[wanted]) if wanted in done else f"it is ticked in TODO.md, line {ticked[wanted]}"
                yield at(document, (field,), f"{field} {quoted(document.text(field))} is done already: {where}", hint)


def _done_at(document: StateDocument, place: int) -> str:
    return f"it stands in done, line {document.position('done', place)[0]}"


def _without_reason(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        said = document.data.get("blocked")
        if isinstance(said, str) and plain(said) in _ASSENT:
            yield at(document, ("blocked",), f"blocked is {quoted(said)}, which is no reason", "write what blocks the work, or false")
        elif isinstance(said, str) and plain(said) in _DENIAL:
            yield at(document, ("blocked",), f"blocked is {quoted(said)}, which is read as the reason", "write false")
    for item in tree.todo.items:
        if item.blocked and plain(item.blocked) in _ASSENT:
            message = f"an item is blocked by {quoted(item.blocked)}, which is no reason"
            yield Finding(layout.TODO, item.line, 1, message, "write the reason after the colon")


def _state(*lines: str, **fields: str) -> Example:
    return Example({layout.STATE: state_text(*lines, **fields)})


RULES = (
    Rule(
        code="AS334",
        slug="already-done",
        severity=Severity.WARNING,
        summary="the task or the next action is done already",
        what="Compares `current_task`, `next_action` and `then` with `done` and with the ticked items of TODO.md: the same text, but for "
        "blanks, case and a full stop at the end. An item that is there once more and not ticked counts as left to do.",
        why="An agent that wakes up begins with the next action, and does finished work a second time.",
        mend="Run `agentstate set next_action TEXT`, or `agentstate task TITLE` for the next task.",
        bad=_state("done:", "  - Write the test of the cache key."),
        good=_state("done:", "  - find where the keys are made"),
        check=_already_done,
    ),
    Rule(
        code="AS335",
        slug="blocked-without-reason",
        severity=Severity.ERROR,
        summary="the work is said to be blocked, and not by what",
        what='Finds words such as "yes" where `blocked`, or `— blocked:` of an item, should say the reason; and words such as "no", which '
        "YAML takes for text, so that they would be shown as the reason. `blocked: true` is AS306, an item without any word AS521.",
        why="Whoever wakes up cannot tell whether it is still so, nor whom to ask.",
        mend="Write what blocks the work, or `false`.",
        bad=_state("blocked: yes"),
        good=_state("blocked: the staging database is down"),
        check=_without_reason,
    ),
)
