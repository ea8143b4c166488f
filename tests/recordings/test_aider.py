"""aider: chats in one file, what aider says it did, and signs within blocks of code that mean nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.recordings.aider import FORMAT
from agentstate.recordings.step import Step
from tests.recordings.broken import check, check_cut
from tests.recordings.normalised import read
from tests.support.laws import law

_LINES = """
# aider chat started at 2026-03-01 10:00:00

> /usr/bin/aider --model m
> Aider v0.86.0
> Added src/app.py to the chat.
> Added NOTES.md to read-only files.

#### please rename the parser
####
#### and never touch the tests

Sure:

src/app.py
````python
<<<<<<< SEARCH
#### no prompt
> Applied edit to wrong.py
```
# aider
=======
x
>>>>>>> REPLACE
````

Then run the tests.

> Tokens: 15k sent, 382 received. Cost: $0.04 message, $0.04 session.
> Applied edit to src/app.py
> Commit 4363d37 feat: rename 'parse'
> pytest -q
> Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: y
> Running pytest -q
> 1 failed
> 2 passed
> Add command output to the chat? (Y)es/(N)o/(D)on't ask again [Yes]: y
> Added 114 lines of output to the chat.
> Creating empty file docs/a.md
> docs/b.md
> Add file to the chat? (Y)es/(N)o/(D)on't ask again [Yes]: y
> docs/c.md
> Add file to the chat? (Y)es/(N)o/(D)on't ask again [Yes]: n

#### /run make
> built

#### /ask why?

Broken off:

```python
x = 1
> ^C again to exit

#### !ls -la

#### /add x.py
> Added x.py to the chat

# aider chat started at 2026-03-02 10:00:00

#### /git status
"""
EXAMPLE = "\n".join(f"{line}  " if line.startswith((">", "####")) else line for line in _LINES.split("\n"))
"""As aider writes it: its own lines and those of the user end in two blanks."""


def _told(steps: list[Step]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for step in steps:
        given_values = step.payload.get("tool_input") or {}
        told.append((step.line, step.payload.get("tool_name", step.kind), *given_values.values(), step.text))
    return told


def test_what_aider_says_it_did() -> None:
    answer = EXAMPLE[EXAMPLE.index("Sure:") : EXAMPLE.index("\n\n> Tokens")]
    assert _told(read(FORMAT, EXAMPLE)) == [
        (6, "Read", "src/app.py", ""),
        (7, "Read", "NOTES.md", ""),
        (9, "prompt", "please rename the parser\n\nand never touch the tests"),
        (13, "said", answer),
        (30, "Edit", "src/app.py", ""),
        (31, "Bash", "git commit -m 'feat: rename '\"'\"'parse'\"'\"''", "[4363d37] feat: rename 'parse'"),
        (34, "Bash", "pytest -q", "1 failed\n2 passed"),
        (39, "Write", "docs/a.md", ""),
        (41, "Read", "docs/b.md", ""),
        (45, "Bash", "make", "built"),
        (48, "prompt", "why?"),
        (50, "said", "Broken off:\n\n```python\nx = 1"),
        (56, "Bash", "ls -la", ""),
        (59, "Read", "x.py", ""),
        (63, "Bash", "git status", ""),
    ]


def test_a_chat_is_a_session_with_its_time() -> None:
    steps = read(FORMAT, EXAMPLE)
    assert {(step.payload["session_id"], step.time) for step in steps} == {
        ("aider 2026-03-01 10:00:00", 1_772_359_200_000),
        ("aider 2026-03-02 10:00:00", 1_772_445_600_000),
    }


def test_how_a_command_ended_is_not_known_but_for_a_commit() -> None:
    from agentstate.agents import adapter

    events = [adapter(step.agent).event(dict(step.payload), "") for step in read(FORMAT, EXAMPLE)]
    assert [(event.exit_code, event.ok) for event in events if event.tool == "shell"] == [(0, True), *[(None, None)] * 4]
    assert [touch.op for event in events for touch in event.touches] == ["read", "read", "edit", "create", "read", "read"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Added 1 line of output to the chat.", []),
        ("Added 5.2k tokens of command output to the chat.", []),
        ("Added my file.py to the chat", [(2, "Read", "my file.py", "")]),
        ("Running /no/command", []),
        ("Commit abc no id", []),
    ],
)
def test_notices(line: str, expected: list[tuple[object, ...]]) -> None:
    assert _told(read(FORMAT, f"# aider chat started at 2026-03-01 10:00:00\n> {line}  ")) == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [(EXAMPLE, True), ("see `# aider chat started at 2026`", False), ("# aider chat started at noon", False), ("", False)],
)
def test_what_is_recognised(head: str, expected: bool) -> None:
    assert FORMAT.recognises(head) is expected


@law(200)
@given(st.lists(st.sampled_from([*dict.fromkeys(EXAMPLE.split("\n"))]) | st.text()))
def test_no_text_raises(lines: list[str]) -> None:
    check(FORMAT, "\n".join(lines))


@law(100)
@given(st.integers(0, len(EXAMPLE)))
def test_a_cut_file_tells_what_came_before_the_cut(length: int) -> None:
    check_cut(FORMAT, EXAMPLE, length)
