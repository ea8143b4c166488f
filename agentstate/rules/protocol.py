"""AS50x: PROTOCOL.md is short enough to be followed and says to ask."""

from collections.abc import Iterator

from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import counted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

STEPS = 5
LINES = 40
"""What the protocol may have at most (docs/convention.md, PROTOCOL.md): more is not followed to the end."""

_NUMBER = 'write the steps as "1. …", at most five of them'


def _no_steps(tree: Tree) -> Iterator[Finding]:
    if tree.has(layout.PROTOCOL) and not tree.protocol.steps:
        yield Finding(layout.PROTOCOL, 1, 1, "there is no numbered step", _NUMBER)


def _too_many_steps(tree: Tree) -> Iterator[Finding]:
    steps = tree.protocol.steps
    if len(steps) > STEPS:
        yield Finding(layout.PROTOCOL, steps[STEPS].line, 1, f"{len(steps)} steps, at most {STEPS} are allowed", "merge or drop steps")


def _too_many_lines(tree: Tree) -> Iterator[Finding]:
    lines = tree.source(layout.PROTOCOL).lines
    if len(lines) > LINES:
        yield Finding(
            layout.PROTOCOL,
            LINES + 1,
            1,
            f"{counted(len(lines), 'line')}, at most {LINES} are allowed",
            "keep what an agent must do on waking",
        )


def _no_asking(tree: Tree) -> Iterator[Finding]:
    steps = tree.protocol.steps
    if steps and not tree.protocol.asks:
        message = "no step says to ask when unsure"
        yield Finding(layout.PROTOCOL, steps[-1].line, 1, message, 'end with "If you are still unsure, ask. Do not guess."')


def _protocol(*lines: str) -> Example:
    return Example({layout.PROTOCOL: "\n".join(["# Boot protocol", "", *lines, ""])})


_READ = ("1. Read FACTS.md and STATE.yaml.", "2. Read the last 20 decisions.", "3. Read the first ten open items of TODO.md.")
_ASK = "If still unsure, ask. Do not guess."

RULES = (
    Rule(
        code="AS501",
        slug="no-steps",
        severity=Severity.ERROR,
        summary="the protocol has no numbered steps",
        what="PROTOCOL.md holds numbered steps (`1.`, `1)` or `1、`).",
        why="It is the start script of an agent that remembers nothing. Prose is not carried out in order.",
        mend="Write the steps as a numbered list.",
        bad=_protocol("Read all files, and ask rather than guess."),
        good=_protocol(*_READ, f"4. {_ASK}"),
        check=_no_steps,
    ),
    Rule(
        code="AS502",
        slug="too-many-steps",
        severity=Severity.ERROR,
        summary="the protocol has too many steps",
        what=f"PROTOCOL.md has at most {STEPS} numbered steps.",
        why="An agent follows a short list to its end and a long one in parts.",
        mend="Merge steps, or move what is not needed on waking elsewhere.",
        bad=_protocol(*_READ, "4. Open the files.", "5. Run the tests.", f"6. {_ASK}"),
        good=_protocol(*_READ, "4. Open the files and run the tests.", f"5. {_ASK}"),
        check=_too_many_steps,
    ),
    Rule(
        code="AS503",
        slug="protocol-too-long",
        severity=Severity.ERROR,
        summary="the protocol has too many lines",
        what=f"PROTOCOL.md has at most {LINES} lines: one screen.",
        why="It is read in full each time an agent wakes up.",
        mend="Keep what an agent must do on waking, and move the rest to the project's documentation.",
        bad=_protocol(*_READ, f"4. {_ASK}", *[f"Note {number}." for number in range(LINES)]),
        good=_protocol(*_READ, f"4. {_ASK}"),
        check=_too_many_lines,
    ),
    Rule(
        code="AS504",
        slug="no-asking-step",
        severity=Severity.ERROR,
        summary="no step of the protocol says to ask instead of guessing",
        what="One step says, in English or Chinese, to ask the user where the steps leave a doubt.",
        why="An agent without memory that guesses goes on with the wrong task, and does it well.",
        mend='Add the step "If you are still unsure, ask. Do not guess."',
        bad=_protocol(*_READ),
        good=_protocol(*_READ, f"4. {_ASK}"),
        check=_no_asking,
    ),
)
