"""What AS413 and AS414 say of what git found."""

import pytest

from agentstate.rules import engine
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts, Loss
from agentstate.vocabulary.values import replace
from tests.rules.trees import laid, shown

LOG = layout.DECISIONS
CACHE = "## [2026-11-28] Cache\n- Decision: Redis\n- Why: several instances run\n"
QUEUE = "## [2026-11-30] Queue\n- Decision: rows\n- Why: one database to run\n"
COMMIT = "4f2c1d9e0b7a5e31"
RETRY = Loss(identifier="2026-11-29-retry-dd15", date="2026-11-29", title="Retry", text="", commit=COMMIT, subject="Merge x")


def found(loss: Loss, log: str = CACHE + QUEUE, **known: str) -> list[str]:
    git = GitFacts(head=COMMIT, lost=(loss,), **{"base": COMMIT, **known})  # type: ignore[arg-type]
    return [f"{shown(one)}; {one.hint}" for one in engine.run(laid({LOG: log}), git, select=("AS413",))]


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        (RETRY, 'DECISIONS.md:4:1 AS413 commit 4f2c1d9e0b7a "Merge x" lost decision "Retry" (2026-11-29-retry-dd15)'),
        (
            replace(RETRY, date="2026-12-01"),
            'DECISIONS.md:1:1 AS413 commit 4f2c1d9e0b7a "Merge x" lost decision "Retry" (2026-11-29-retry-dd15)',
        ),
        (
            replace(RETRY, left=CACHE.rstrip("\n"), lines=1, title=""),
            'DECISIONS.md:1:1 AS413 commit 4f2c1d9e0b7a "Merge x" lost 1 line of decision "2026-11-29" (2026-11-29-retry-dd15)',
        ),
        (
            replace(RETRY, left=QUEUE.rstrip("\n"), lines=0, subject="a\x1b[2J"),
            'DECISIONS.md:4:1 AS413 commit 4f2c1d9e0b7a "a\\x1b[2J" lost the wording of decision "Retry" (2026-11-29-retry-dd15)',
        ),
        (
            replace(RETRY, commit="", lines=2),
            'DECISIONS.md:4:1 AS413 the merge under way lost 2 lines of decision "Retry" (2026-11-29-retry-dd15)',
        ),
    ],
)
def test_what_is_said_of_a_loss(loss: Loss, said: str) -> None:
    assert found(loss) == [f"{said}; run `agentstate repair`"]


def test_where_a_base_is_named_the_repair_names_it() -> None:
    assert found(RETRY, base="0123456789abcdef")[0].endswith("; run `agentstate repair --base 0123456789ab`")


@pytest.mark.parametrize("log", [f"<<<<<<< ours\n{CACHE}=======\n{QUEUE}>>>>>>> theirs\n", f"{CACHE}```\n{QUEUE}"])
def test_nothing_is_said_of_a_log_in_which_a_conflict_or_an_open_fence_hides_entries(log: str) -> None:
    assert found(RETRY, log) == []


def test_a_decision_that_a_commit_lost_is_reported_once() -> None:
    queue = replace(RETRY, identifier="2026-11-30-queue-5d4f", title="Queue")
    before = {LOG: (CACHE + QUEUE).encode()}
    (entry,) = laid({LOG: QUEUE}).decisions.entries
    for lost, codes in ((), ["AS411"]), ((replace(queue, identifier=entry.id),), ["AS413"]):
        git = GitFacts(head="b", base="a", before=before, lost=lost)
        assert [one.code for one in engine.run(laid({LOG: CACHE}), git, select=("AS411", "AS413"))] == codes


def test_the_rule_can_be_switched_off_and_no_place_be_an_exception() -> None:
    git = GitFacts(head=COMMIT, base=COMMIT, lost=(RETRY,))
    off = laid({LOG: CACHE, layout.CONFIG: "rules: {ignore: [AS413]}\n"})
    assert [one.code for one in engine.run(off, git)] == []
    waived = laid({LOG: CACHE, layout.CONFIG: f'waivers: [{{rule: AS413, path: {LOG}, reason: "we know"}}]\n'})
    assert [one.code for one in engine.run(waived, git)] == ["AS413", "AS792"]


def test_what_cannot_be_seen_is_said() -> None:
    for shallow, hint in (
        (True, "run `git fetch --unshallow`; in a job, set `fetch-depth` (GitHub) or `GIT_DEPTH` (GitLab)"),
        (False, "check a whole clone"),
    ):
        (one,) = engine.run(laid({LOG: CACHE}), GitFacts(shallow=shallow, unseen="it is cut"), select=("AS414",))
        assert (shown(one), one.hint) == ("DECISIONS.md:1:1 AS414 decisions may be lost unseen: it is cut", hint)
    assert engine.run(laid({LOG: None}), GitFacts(unseen="it is cut"), select=("AS414",)) == ()
