"""The figures by name: what each is called, what it counts, and what all of them mean and do not mean."""

from collections.abc import Mapping

from agentstate.replay.stop import FILES, GIT, MESSAGE, NOTHING, SUMMARY, TAIL
from agentstate.vocabulary.values import dataclass

MEANING = (
    "These figures say what was there for an agent to use, not what it uses. They are counted on recordings, without a model: a high "
    "share means that what the session needed next stood in the text, not that the agent would have read it, trusted it or done better "
    "work. What the session did next was done with the memory that it had then, with another it might have gone elsewhere. The brackets "
    "are a 95 % interval from drawing the stops again (bootstrap). The stops of one session are alike, so the truth is wider; and where "
    "every stop has the same share, the interval is a point and says nothing of what is rarer than one stop in these."
)
"""Stands on every output."""

LEAST_STOPS = 10
"""With fewer stops a share is an anecdote, and it is said so."""

EVERY = (MESSAGE, NOTHING, GIT, FILES, TAIL, SUMMARY)

CONTROLS: Mapping[str, str] = {
    NOTHING: "an agent that is given nothing",
    GIT: "git status and git log -5, rebuilt from the recording: files changed since its last git commit, subjects of its last five",
    FILES: "a bare list of the 20 files touched last",
    TAIL: "the end of the transcript, as long as there is room",
    SUMMARY: "the agent's own summary, where the recording has it",
}
"""What each control is."""


@dataclass(frozen=True)
class Figure:
    """One figure: `title` is its line in a table, `definition` what is counted, `sources` those for which it has a meaning."""

    title: str
    definition: str
    sources: tuple[str, ...] = EVERY


HITS = {1: "hit@1", 3: "hit@3", 10: "hit@10", 20: "hit@20"}
"""The figure of files for each number of next calls."""


def _calls(count: int) -> str:
    return "call" if count == 1 else f"{count} calls"


SHARES: Mapping[str, Figure] = {
    **{
        name: Figure(
            f"files, next {_calls(calls)}", f"of the files touched before that the next {_calls(calls)} touched again, those named"
        )
        for calls, name in HITS.items()
    },
    "commands": Figure("last 10 commands", "of the last 10 different commands, those that stand there word for word"),
    "failures": Figure(
        "unresolved failures", "of the commands of the last 50 calls that failed and did not run well since, those that stand there"
    ),
    "refused": Figure("refused commands", "of the commands of the last 50 calls that the user did not allow, those that stand there"),
    "rules": Figure(
        "rules",
        "of the user's sentences that forbid or demand (labelled by hand, else those captured), those that stand there word for word",
    ),
    "rules-end": Figure("rules, at the end", "of the labelled sentences of a session, those in the message at its end"),
    "warned": Figure(
        "continuation failures named",
        "of the next 3 calls that rerun what had passed, reread, restore what was taken out, or rerun what failed, those whose command "
        "or file was named",
    ),
    "right-reference": Figure(
        "wrong references, right one there",
        "of the next 20 calls that named a path or symbol that never was, those whose right one was named",
    ),
    "head": Figure(
        "head fields in 2,000 characters",
        "of the fields of the head, all of them filled, those that stand in the first 2,000: whole, or with their label, their first "
        "entries and a count of the rest, which goes on in the body",
        (MESSAGE,),
    ),
    "head-whole": Figure(
        "head fields whole in 2,000 characters",
        "of the same fields, those of which every entry stands in the first 2,000",
        (MESSAGE,),
    ),
}
"""Figures that are shares, in the order in which they are shown."""

AMOUNTS: Mapping[str, Figure] = {
    "rerun": Figure("reruns of what had passed", "of the next 3 calls, commands that had passed, with no edit since", ()),
    "reread": Figure("rereads", "of the next 3 calls, reads of files read before and not changed since", ()),
    "restored": Figure("restored text", "of the next 3 calls, edits that put back lines which an earlier edit took out", ()),
    "failed-again": Figure("failed commands run again", "of the next 3 calls, commands whose last run failed, with no edit since", ()),
    "wrong-references": Figure("wrong references", "of the next 20 calls, those that named a path or symbol that never was", ()),
    "first-edit": Figure("calls to the first edit", "tool calls after the stop before one that changes a file", ()),
    "repeated": Figure("repeated steps", "of the calls up to the first edit, those that read or ran what was read or run before", ()),
    "reread-characters": Figure(
        "characters read again", "what came back, up to the first edit, of files read before, as far as it is recorded", ()
    ),
    "characters": Figure("characters", "of the message", (MESSAGE,)),
    "bytes": Figure("bytes", "of the message, in UTF-8", (MESSAGE,)),
    "tokens": Figure("tokens, estimated", "a quarter of the bytes", (MESSAGE,)),
    "captured": Figure(
        "captured rules for each true one", "captured sentences for each labelled one found, over whole sessions", (MESSAGE,)
    ),
}
"""Figures that are numbers of each stop, in the order in which they are shown; `captured` is one number over all sessions."""

SIZES = ("characters", "bytes", "tokens")
"""Amounts that depend on the room."""
