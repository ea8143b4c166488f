"""docs/replay.md, with the figures as they are defined where they are counted."""

from collections.abc import Iterable, Mapping

from agentstate.replay.catalogue import AMOUNTS, CONTROLS, MEANING, SHARES, Figure
from agentstate.replay.page import DOCUMENT as PAGE
from agentstate.replay.stop import MESSAGE, SOURCES
from agentstate.replay.tuning import DOCUMENT as TUNING

_TOP = """# Replay: does it work?

<!-- made from the code by .ci/docs -->

```sh
agentstate replay ~/.claude/projects                      # a folder of recorded sessions, or files
agentstate replay session.jsonl --at 0.5 --at 0.75        # stops after a half and three quarters of the tool calls
agentstate replay sessions --labels rules.tsv --records wants.jsonl --format json
```

A recorded session goes through the adapter of its agent into a scratch journal, the same code as in use. At each compaction it is
stopped, the message is made from the journal as it then stood, and what the session did next is looked for in it. No model is asked,
nothing is sent anywhere, and nothing of yours is changed.
[The formats](recordings.md) are told by content. A line that cannot be read is named and counted, and the rest is measured.
"""

_WHERE = """
## Where a session is stopped

`--at compactions` is the default; `--at 0.5` stops after half of the tool calls of the main thread, `--at 120` after so many; several are
allowed. A stop counts where at least 10 tool calls came before it and 3 after it; others are only counted. What comes after a stop ends
at the next compaction. Calls of subagents go into the journal, but are neither what came before nor what came next.

A session that was compacted before its first step is not stopped there: what came before is not in the recording.

Stops are grouped by the kind of task (by the first telling word of the newest instruction of 20 characters or more: a rough sorting), by
whether it was at a boundary (after a prompt, a commit, tests that passed, or a compaction that the user asked for) or in the middle, by
what set off the compaction, and by half: the sessions fall into two by a hash of the folder that they are in, so that nobody mends for
those of the second.

## What is looked for

`--budget` is the room in characters, for the message and for every control; several are allowed, and at 8,000 (else the largest) the
controls and groups are compared. A path counts as named where it stands by itself or at the end of an absolute one; a command or a
sentence where its words stand in their order, whatever white space is between them, and no longer word, name or path goes on before or
after them: `make t12` does not tell of `make t1`. A command may stand without the folder it changes to,
comments before it, and what its output is sent to; a credential in it may be covered.

"""

_NUMBERS = """
Counted on the recording alone, or of the message:

"""

_CONTROLS = """
## Beside what

The same is looked for in what an agent could be given instead, each cut to the same room:

"""

_REST = """
Each share is printed with its counts and, from two stops on, with a 95 % interval. Where nothing was wanted, or the recording does not
tell, it says `not recorded`: never 0.

## Rules that a person labelled

`--labels FILE` takes a table of session, step (from 0) and sentence, parted by tabs, below a line of headings. A session is known by the
end of its path. A sentence counts from the prompt that says it, else from its step. Labels that match no recording, and those whose
sentence no prompt says in a session without such a step, are counted in a warning and left out. With labels each session is looked at
once more at its end, and sentences that were captured are counted for each labelled one that was found. Without them the rules looked
for are those captured here, which holds the message to its own ear.

## Records

`--records FILE` writes one JSON object on each line: first what the figures mean, then each thing that was wanted: `session`, `stop`,
`line`, `task`, `fill_level` (tokens before the compaction), `kind`, `compaction` (auto or manual), `boundary`, the action `before` the
stop and the one `after` it that needed the thing, the `figures` it counts for, what was `wanted`, its `age` in tool calls, the `result`
of each source (true, false, or null where the recording has no such source), and the `cause` where the message does not hold it. What is
not recorded is null. Credentials are covered.
"""

_ODD = """
## What is odd

- The repositories of the recordings are not asked for: every file counts as being there, there is no git, and symbols are those that the
  journal was told of.
- A read of another part of a file counts as reading it again.
- A wrong reference is a call that failed because there was no such file or name, where a known path has nearly the same name, or the
  message a name nearly like it. It undercounts what an agent made up and did not try.
- The head is measured in a message of its own, with notes in every field: task, goal, decisions and constraints are the session's own
  words where it has some, all else is made up and the same everywhere.
- Two runs over the same files print the same bytes.

Exit codes: 0, 1 where a file that was named could not be measured and others were, 2 where none could.

## Figures

Of 30 November 2026, by `agentstate replay sessions --labels constraints.tsv` over 81 recorded sessions of seven formats: 7,454 tool
calls, 31 compactions, every one of which counts. The recordings are not part of this repository. At 8,000 characters:

| share | looked at | held out | together |
|---|---:|---:|---:|
| files, next 20 calls | 61 of 63 | 15 of 16 | 76 of 79, 96.2 % [91.4, 100.0] |
| 20 newest files, the same | 62 of 63 | 14 of 16 | 76 of 79, 96.2 % [91.4, 100.0] |
| own summary, the same | 39 of 63 | 12 of 16 | 51 of 79, 64.6 % [48.6, 79.5] |
| transcript tail, the same | | | 36 of 79, 45.6 % [34.8, 58.5] |
| git status + log, the same | | | 37 of 79, 46.8 % [32.9, 60.5] |
| last 10 commands | | | 188 of 252, 74.6 % [63.2, 84.8] |
| transcript tail, the same | | | 98 of 252, 38.9 % [26.8, 51.2] |
| unresolved failures | 13 of 13 | 4 of 4 | 17 of 17, 100.0 % |
| transcript tail, the same | 4 of 13 | 2 of 4 | 6 of 17, 35.3 % [11.8, 62.5] |
| own summary, the same | 0 of 13 | 1 of 4 | 1 of 17, 5.9 % [0.0, 23.1] |
| refused commands | 11 of 12 | | 11 of 12, 91.7 % [70.0, 100.0] |
| labelled rules, at a compaction | 6 of 6 | 7 of 7 | 13 of 13, 100.0 % |
| labelled rules, at the end | 7 of 7 | 46 of 48 | 53 of 55, 96.4 % [89.5, 100.0] |
| different labelled rules, at the end | 7 of 7 | 30 of 32 | 37 of 39, 94.9 % |
| head fields in 2,000 characters | 335 of 335 | 98 of 98 | 433 of 433, 100.0 % |
| head fields whole in 2,000 characters | 335 of 335 | 96 of 98 | 431 of 433, 99.5 % [98.8, 100.0] |

There were 2.2 captured rules for each true one. What the first half has lies within the interval of the second in each of these. The two
fields of the head that are not whole there are lists of more than twenty changed files with long paths: their first entries stand there,
the rest is counted and goes on in the body. That the controls hold about none of the unresolved failures is asked of all but the
transcript tail: it is what was run last, word for word, so that it holds them as long as they are new, whatever the message does; its
share is shown and not judged. Room by room:

| share | 1,000 | 2,000 | 4,000 | 8,000 |
|---|---:|---:|---:|---:|
| files, next 20 calls | 44 of 79 | 66 of 79 | 76 of 79 | 76 of 79 |
| last 10 commands | 9 of 252 | 40 of 252 | 134 of 252 | 188 of 252 |
| unresolved failures | 9 of 17 | 14 of 17 | 17 of 17 | 17 of 17 |
| labelled rules, at a compaction | 8 of 13 | 12 of 13 | 13 of 13 | 13 of 13 |

Where 8,000 characters were allowed, a message had 4,664 in the mean.

`python -m benchmarks.continuation` runs it again where the recordings are, and says which target is met. What is held of facts, decisions
and approvals, of which no recording tells, is measured on [sessions that are made up](continuation.md).

## What the figures mean, and what not

"""


def document() -> str:
    """The page."""
    shares, amounts = _table(SHARES, "share"), _table(AMOUNTS, "number")
    controls = "".join(f"- **{SOURCES[source]}**: {what}\n" for source, what in CONTROLS.items())
    return f"{_TOP}{_WHERE}{shares}{_NUMBERS}{amounts}{_CONTROLS}{controls}{_REST}{PAGE}{TUNING}{_ODD}{MEANING}\n"


def _table(figures: Mapping[str, Figure], kind: str) -> str:
    rows = (f"| {figure.title} | `{name}` | {figure.definition}{_only(figure.sources)} |\n" for name, figure in figures.items())
    return f"| {kind} | in JSON | what is counted |\n|---|---|---|\n{''.join(rows)}"


def _only(sources: Iterable[str]) -> str:
    return " (no control has one)" if tuple(sources) == (MESSAGE,) else ""
