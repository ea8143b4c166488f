"""AS31x: what a state says is of use to whoever reads it next, and points to the code instead of holding it."""

from collections.abc import Iterator

from agentstate.documents.passages import texts
from agentstate.documents.state import FIELDS, StateDocument
from agentstate.rules.code import stored_code
from agentstate.rules.documents import at, readable_states
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import quoted, says_nothing
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.yaml import Path


def _unknown_keys(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        for key in document.data.keys() - set(FIELDS):
            mark = document.yaml.key_marks[(key,)]
            yield Finding(document.source.path, mark.line, mark.column, f"unknown field {quoted(key)}", _meant(key))


def _meant(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, FIELDS, n=1)
    return f"did you mean {near[0]}" if near else "leave it where another tool reads it"


def _no_task(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        for field, hint in (("current_task", "run `agentstate task TITLE`"), ("next_action", "run `agentstate set next_action TEXT`")):
            if document.data.get(field, "?") in ("", None):
                yield at(document, (field,), f"{field} is not recorded", hint)
                break


def _placeholders(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        for path, text in texts(document.data):
            if text and path[0] != "files_to_load" and says_nothing(text):
                yield at(document, path, f"{quoted(text)} says nothing", 'write what is known, or "" where nothing is')


def _stored_code(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        for path, text in texts(document.data):
            code = stored_code(text)
            if code:
                line, column = _place_of(document, path, code)
                message = f"code is stored here: {quoted(code)}"
                yield Finding(document.source.path, line, column, message, "name the file and the symbol instead")


def _place_of(document: StateDocument, path: Path, code: str) -> tuple[int, int]:
    """Where a line of the value at `path` stands in the file; the place of the value where it is written in another way."""
    mark = document.yaml.marks[path]
    for number, line in enumerate(document.source.lines[mark.line - 1 :], mark.line):
        if line.strip() == code:
            return number, len(line) - len(line.lstrip()) + 1
    return mark.line, mark.column


def _state(*lines: str, **fields: str) -> Example:
    return Example({layout.STATE: state_text(*lines, **fields)})


_GOOD = _state()

RULES = (
    Rule(
        code="AS311",
        slug="unknown-field",
        severity=Severity.INFO,
        summary="a field of the state is not one of the convention's",
        what="Names fields that no verb reads, with the one that may have been meant. They are kept as they are.",
        why="A field with a slip in its name is not shown to the agent that needs it.",
        mend="Correct the name; leave it where another tool reads it.",
        bad=_state("nextaction: measure the cache"),
        good=_GOOD,
        check=_unknown_keys,
    ),
    Rule(
        code="AS312",
        slug="no-task",
        severity=Severity.INFO,
        summary="no task or no next action is recorded",
        what='Says that `current_task`, or `next_action`, is empty, which is written as `""`.',
        why="An agent that wakes up asks what to do, which is right, and better than an invented task.",
        mend="Run `agentstate task TITLE` when work begins.",
        bad=_state(current_task='""'),
        good=_GOOD,
        check=_no_task,
    ),
    Rule(
        code="AS313",
        slug="placeholder",
        severity=Severity.WARNING,
        summary="a value fills a field and says nothing",
        what='Finds values such as "TBD", "n/a" or "待定".',
        why="It reads like an answer. What is unknown is shown as not recorded, so that nobody relies on it.",
        mend='Write what is known; leave the field out, or write `""`.',
        bad=_state("goal: TBD"),
        good=_state("goal: halve the latency of the profile page"),
        check=_placeholders,
    ),
    Rule(
        code="AS314",
        slug="stored-code",
        severity=Severity.ERROR,
        summary="code is stored in the state",
        what="Finds code fences, and texts of several lines of which most read like statements of a programming language.",
        why="The code is the truth, and a copy of it is wrong after the next edit. The note is a pointer.",
        mend="Name the file and the symbol: `` `src/auth.py:verify_token` ``.",
        bad=_state("recent_findings: |", "  def key(user):", "      return f'user:{user.id}:profile'"),
        good=Example(
            {layout.STATE: state_text("recent_findings: the key is made in `src/cache.py:key`"), "src/cache.py": "def key(user): ...\n"}
        ),
        check=_stored_code,
    ),
)
