"""The table of symptoms: what each looks like, where it comes from, how the doctor sees it, and what to do."""

from collections.abc import Callable, Iterable

from agentstate.verbs.doctor import signs
from agentstate.verbs.doctor.examination import Examination
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible

_SHOWN = 3
_LENGTH = 100


@dataclass(frozen=True)
class Symptom:
    """One way in which memory that does not work shows. `sees` says how it is looked for, or that it cannot be; `see` does it, and
    answers with what was seen, "" where nothing was."""

    name: str
    title: str
    looks: str
    cause: str
    sees: str
    remedy: str
    see: Callable[[Examination], str]


def _named(found: Iterable[tuple[str, int]], what: str) -> str:
    items = [f'"{_short(name)}" {count} {what}' for name, count in found]
    more = f", and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return ", ".join(items[:_SHOWN]) + more


def _short(text: str) -> str:
    line = visible(" ".join(text.split()), keep="")
    return line if len(line) <= _LENGTH else f"{line[: _LENGTH - 1]}…"


def _namesakes(seen: Examination) -> str:
    return "; ".join(" and ".join(f'"{_short(path)}"' for path in paths) for paths in signs.namesakes(seen.record.trail)[:_SHOWN])


def _forgotten(seen: Examination) -> str:
    return _named(((rule.text, rule.times) for rule in seen.record.rules if rule.times > 1), "times said")


def _growing(seen: Examination) -> str:
    record = seen.record
    return f"{record.size:,} of {record.limit:,} bytes" if record.limit and record.size > record.limit * 9 // 10 else ""


def _lagging(seen: Examination) -> str:
    behind = seen.notes.behind
    return f"{behind} commits of code since the state was written" if behind is not None and behind > seen.notes.allowed else ""


def _long(seen: Examination) -> str:
    return ", ".join(f"{path}: {size:,} of {limit:,} bytes" for path, size, limit in seen.notes.full)


def _timid(seen: Examination) -> str:
    calls = signs.calls_without_change(seen.record.trail, seen.record.sessions)
    return f"{calls} tool calls in the newest session without a change" if calls >= signs.TIMID else ""


def _slow(seen: Examination) -> str:
    calls = signs.calls_to_change(seen.record.trail, seen.record.sessions)
    return f"{calls} tool calls between the last message and the first change" if calls > signs.SLOW else ""


SYMPTOMS = (
    Symptom(
        "rereads",
        "It reads the same file again and again",
        "After a compaction, files that it knew are opened one after the other.",
        "It was not told what it knew: the hooks are not installed or not trusted, or the message named other files.",
        f"Among the last events, a session read a file {signs.READS} times or more and did not change it in between.",
        "Put what it looks for into a fact or into `next_action`, and the file into `files_to_load`; see whether the last message was"
        " delivered; raise `recall.files` in config.yaml where the file is missing in the message.",
        lambda seen: _named(signs.rereads(seen.record.trail), "times"),
    ),
    Symptom(
        "reruns",
        "It runs a test again that has passed",
        "The same test command, again and again, with no edit between.",
        "It does not know that the test passed: the agent does not tell how commands end, or the run was recorded as unknown.",
        f"Among the last events, a test command passed {signs.PASSES} times or more with no change of any file in between.",
        "Record it with `agentstate add verified`; let tests be called directly, not inside a script that hides their exit status.",
        lambda seen: _named(signs.reruns(seen.record.trail), "times passed"),
    ),
    Symptom(
        "namesakes",
        "It edits the wrong file of the same name",
        "A change lands in another `config.py`, `utils.ts` or `test_api.py` than the one that is at work.",
        "Notes or prompts name a file without its folder.",
        "Among the last events, one session changed two files of one name. That can be right: look at them.",
        "Write paths from the root in `next_action`, `files_to_load` and facts; `agentstate check` names files that do not exist.",
        _namesakes,
    ),
    Symptom(
        "rules",
        "It forgets a rule",
        "What was forbidden or required is said a second time.",
        "The rule was only said: a captured sentence ends with the task, and a summary loses negations first.",
        "A sentence that forbids or requires was heard more than once.",
        "Adopt it: `agentstate add constraints` or `agentstate add do_not` for this task, `agentstate fact` for good.",
        _forgotten,
    ),
    Symptom(
        "ignores",
        "It ignores the message",
        "The message was delivered, and the agent goes on as if it had not been.",
        "The message is long and what matters stands late; or notes and code disagree, and it trusts the code.",
        "The journal cannot tell what was read. Whether the last compaction was followed by a message is said for each agent.",
        "Read what it got: `agentstate resume`. Shorten the state, make `next_action` one step, and mend what stands under the reality"
        " check.",
        lambda _: "",
    ),
    Symptom(
        "retries",
        "It tries again what was ruled out",
        "A rejected design or a command that cannot work comes back.",
        "The reason was not recorded, or the decision left the log, or nobody wrote down what failed.",
        f"Among the last events, a command failed {signs.FAILURES} times or more with no change of any file in between."
        " Whether an idea was rejected before, the journal cannot tell.",
        'Record what was rejected and why: `agentstate decide … --rejected "…"`, `agentstate add failed_attempts … --because …`.',
        lambda seen: _named(signs.retries(seen.record.trail), "times failed"),
    ),
    Symptom(
        "journal",
        "The journal grows",
        "`.agent/local/` takes more and more space.",
        "Much is recorded, and no hook makes the journal smaller: an agent would wait for it. `checkpoint`, `task` and `doctor` do.",
        "The journal fills more than nine tenths of its limit.",
        "Nothing, if `agentstate checkpoint` is run now and then: this call has made it smaller already. `agentstate journal purge --yes`"
        " empties it. Nothing tracked is lost.",
        _growing,
    ),
    Symptom(
        "lag",
        "The state lags behind the code",
        "The message speaks of steps that were taken long ago.",
        "Nobody wrote the state: the agent was not asked to, or works around the protocol.",
        "Git holds more commits of code since the state was written than config.yaml allows.",
        "`agentstate set next_action …`, then `agentstate checkpoint`; the gate `agentstate-freshness` refuses a commit that leaves it"
        " behind.",
        _lagging,
    ),
    Symptom(
        "log",
        "The log is too long to read",
        "Decisions are no longer read, or the message names a few and counts the rest.",
        "Old decisions stay in DECISIONS.md, or entries hold what belongs elsewhere.",
        "A file of the tree fills more than nine tenths of what it may hold.",
        "`agentstate rotate` moves old entries to the archive word for word; `agentstate decisions --all --grep …` finds them.",
        _long,
    ),
    Symptom(
        "timid",
        "It is too timid to edit",
        "It reads, searches and asks, and changes nothing.",
        "A next action that is no action, open approvals, or constraints that seem to forbid everything.",
        f"The newest session made {signs.TIMID} tool calls or more since its last change. Where the task is to read, that is right.",
        "Make `next_action` name a file and a change; settle `awaiting_approval`; say in `constraints` what may be changed.",
        _timid,
    ),
    Symptom(
        "slow",
        "Recovery is slow",
        "After a compaction it takes many calls until the work goes on.",
        "The message lacks the files or the step, or hooks answer late.",
        f"More than {signs.SLOW} tool calls lie between the last message and the first change after it."
        " How fast the command answers is said for each agent.",
        "Keep `next_action` and `files_to_load` current before a compaction comes; `agentstate resume` shows what the message would be"
        " now.",
        _slow,
    ),
)
