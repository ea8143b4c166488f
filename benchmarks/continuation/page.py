"""docs/continuation.md: how the made-up sessions are made, and what the messages held."""

from collections.abc import Iterator, Mapping, Sequence

from agentstate.replay.catalogue import CONTROLS, MEANING
from agentstate.replay.stop import FILES, GIT, MESSAGE, NOTHING, SOURCES, TAIL
from benchmarks.continuation.judging import NOTED, Looked, Share, captured_for_each, read, share
from benchmarks.continuation.ledger import KINDS, WRONG
from benchmarks.continuation.material import LANGUAGES, TASKS
from benchmarks.continuation.noted import WRITTEN

ROOMS = (1000, 2000, 4000, 8000)
HEADLINE = 8000

_TITLES: Mapping[str, str] = {
    NOTED: "message, with notes",
    MESSAGE: "message, journal alone",
    **{name: SOURCES[name] for name in (TAIL, FILES, GIT, NOTHING)},
}

_TOP = """# Going on after a compaction: made-up sessions

<!-- made by `python -m benchmarks.continuation` -->

```sh
.venv/bin/python -m benchmarks.continuation            # two minutes; writes this page, and measures recorded sessions where there are some
.venv/bin/python -m benchmarks.continuation --check    # whether this page is current
```

Of a recorded session nobody knows all that was true in it. These sessions are made up, so that it is known: a ledger is kept of what the
user asked, forbade and allowed, what was found out, decided and not chosen, of files, commands and the plan. They are written as Claude
Code records a session and go through [replay](replay.md), the very same as for recorded ones; at each compaction the message is held
against the ledger, beside what else an agent could have been given in the same room.
"""

_MADE = """
## How they are made

- {sessions} sessions: each of the kinds {tasks} with {seeds} seeds, one of them in Chinese; {stops} compactions, half of them between two
  tasks, half in the middle of one. The same seed gives the same bytes, and two runs print the same page.
- After a compaction 79 of 100 calls that name a file name an earlier one, and half of these were named at most 20 calls ago, as in
  recorded sessions. Of commands three in ten fail, some pass later; some the user does not allow.
- Rules are said in 18 English and 11 Chinese wordings, written as people write: some are none that the extraction knows, and beside them
  stand sentences that sound like rules and are none.
- The agent writes down {written:.0%} of what comes up, and had written down what it knew before. *With notes* is the message that it gets
  then; *journal alone* is the message of an agent that never writes a note. Facts and what awaits approval stand in notes alone.
- The sessions have no summary of the agent's own: who makes it up would decide its figures. `agentstate replay` has it of recorded ones.
- What is made up by the same hands as the code says less than what is recorded: these tables find what gets lost, not how often.
"""


def page(stops: Sequence[Looked]) -> str:
    """The page."""
    return "".join([_TOP, _made(stops), *_tables(stops), f"\n## What this means, and what not\n\n{MEANING}\n"])


def _made(stops: Sequence[Looked]) -> str:
    names = {stop.session.name for stop in stops}
    tasks = f"{', '.join(TASKS[:-1])} and {TASKS[-1]}"
    return _MADE.format(sessions=len(names), tasks=tasks, seeds=len(names) // len(TASKS), stops=len(stops), written=WRITTEN)


def _tables(stops: Sequence[Looked]) -> Iterator[str]:
    for room in reversed(ROOMS):
        sources = [name for name in _TITLES if name != MESSAGE or room == HEADLINE]
        yield f"\n## What stood there word for word, in {room:,} characters\n\n"
        columns = {_TITLES[name]: [_cell(share(stops, kind, name, room)) for kind in KINDS] for name in sources}
        yield _table("entry", [f"{kind}: {what}" if room == HEADLINE else kind for kind, what in KINDS.items()], columns)
    yield f"\nOf the controls, {'; '.join(f'*{SOURCES[name]}* is {CONTROLS[name]}' for name in (TAIL, FILES, GIT, NOTHING))}.\n"
    yield "\n## By kind of task\n\nThe message with notes, in 8,000 characters.\n\n"
    yield _grouped({task: [stop for stop in stops if stop.session.task == task] for task in TASKS})
    yield "\n## Between two tasks and in the middle, in English and in Chinese\n\nThe message with notes, in 8,000 characters.\n\n"
    places = {"between tasks": False, "in the middle": True}
    groups = {title: [stop for stop in stops if stop.moment.middle is middle] for title, middle in places.items()}
    yield _grouped(groups | {_LANGUAGES[one]: [stop for stop in stops if stop.session.language == one] for one in LANGUAGES})
    yield f"\nThe journal alone captured {captured_for_each(stops):.2f} of the user's sentences for each true rule among them.\n"
    yield "\n## What must not be read there\n\nCounted in the messages of 8,000 characters; 0 is what is wanted.\n\n"
    columns = {_TITLES[name]: [_cell(read(stops, kind, name, HEADLINE)) for kind in WRONG] for name in (NOTED, MESSAGE)}
    yield _table("what", [f"{kind}: {what}" for kind, what in WRONG.items()], columns)


_LANGUAGES = {"en": "English", "zh": "Chinese"}


def _grouped(groups: Mapping[str, Sequence[Looked]]) -> str:
    columns = {title: [_cell(share(members, kind, NOTED, HEADLINE)) for kind in KINDS] for title, members in groups.items()}
    return _table("entry", list(KINDS), columns)


def _table(first: str, names: Sequence[str], columns: Mapping[str, Sequence[str]]) -> str:
    rows = [f"| {' | '.join([name, *(cells[place] for cells in columns.values())])} |\n" for place, name in enumerate(names)]
    return f"| {first} | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}\n{''.join(rows)}"


def _cell(share: Share) -> str:
    """`93.1 % [90.2, 95.5], 270 of 290`; without an interval where it is a point, and `0 of 290` where none is held."""
    if not share.found:
        return f"0 of {share.wanted}" if share.wanted else "none"
    between = (
        "" if share.low is None or share.high is None or share.low == share.high else f" [{100 * share.low:.1f}, {100 * share.high:.1f}]"
    )
    return f"{100 * share.found / share.wanted:.1f} %{between}, {share.found} of {share.wanted}"
