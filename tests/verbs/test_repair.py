"""`repair` as a step of values: where what was lost goes, and what a merge left of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.conflict import MEND
from agentstate.documents.decisions import Decision, parse_decisions
from agentstate.documents.losses import text_of, texts
from agentstate.documents.text import SourceText
from agentstate.verbs.repair import repair
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Commit
from agentstate.vocabulary.repository import GitFacts, Loss
from tests.support.laws import law
from tests.verbs.trees import after, refused, tree_with
from tests.verbs.trees import texts as written

LOG, ARCHIVE = layout.DECISIONS, layout.archive_path(1)
HEAD = "# Decisions\n\n"
CACHE = "## [2026-11-28] Cache\n- Decision: Redis\n- Why: several instances run\n"
RETRY = "## [2026-11-29] Retry\n- Decision: twice\n- Why: one in a thousand times out\n"
QUEUE = "## [2026-11-30] Queue\n- Decision: rows\n- Why: one database to run\n"
COMMIT, PARENT = "4f2c1d9e0b7a5e31", "9ab03c44d1f2aa07"


def entry(text: str) -> Decision:
    return parse_decisions(SourceText(LOG, text)).entries[0]


def loss(text: str, *below: str, left: str = "", path: str = LOG, commit: str = COMMIT) -> Loss:
    lost = entry(text)
    lines = None if not left else len(lost.text.split("\n")) - len(left.rstrip("\n").split("\n"))
    return Loss(
        identifier=lost.id,
        date=lost.date,
        title=lost.title,
        text=lost.text,
        left=left.rstrip("\n"),
        lines=lines,
        commit=commit,
        subject="merge",
        kept=PARENT,
        path=path,
        below=tuple(entry(other).id for other in below),
    )


def repaired(log: str, *lost: Loss, **files: str) -> dict[str, str | None]:
    """What a repair writes."""
    tree = tree_with({LOG: log, **{layout.archive_path(1): text for text in files.values()}})
    plan = repair(tree, GitFacts(lost=lost))
    again = after(tree, plan.steps)
    there = texts((again.decisions, *again.archives))
    assert {one.text for one in lost} <= there.keys()
    return written(plan.steps)


@pytest.mark.parametrize(
    ("now", "lost", "expected"),
    [
        (CACHE + "\n" + QUEUE, [loss(RETRY)], CACHE + "\n" + RETRY + "\n" + QUEUE),
        (RETRY, [loss(CACHE)], CACHE + "\n" + RETRY),
        (RETRY, [loss(QUEUE)], RETRY + "\n" + QUEUE),
        ("", [loss(RETRY), loss(CACHE), loss(QUEUE)], CACHE + "\n" + RETRY + "\n" + QUEUE),
        (CACHE + "\n" + RETRY, [loss(QUEUE, RETRY)], CACHE + "\n" + QUEUE + "\n" + RETRY),
        (CACHE.rstrip("\n"), [loss(RETRY)], CACHE + "\n" + RETRY),
        (CACHE + "# Notes\n\n" + QUEUE, [loss(RETRY)], CACHE + "# Notes\n\n" + RETRY + "\n" + QUEUE),
    ],
)
def test_an_entry_comes_back_to_its_place(now: str, lost: list[Loss], expected: str) -> None:
    assert repaired(HEAD + now, *lost) == {LOG: HEAD + expected}


@pytest.mark.parametrize(
    ("now", "lost", "expected"),
    [
        (
            "## [2026-11-28] Cache\n- Decision: Redis\n" + RETRY,
            [loss(CACHE, left="## [2026-11-28] Cache\n- Decision: Redis\n")],
            CACHE + "\n" + RETRY,
        ),
        (
            CACHE + RETRY.partition("\n")[2] + "\n" + QUEUE,
            [loss(CACHE, left=CACHE + RETRY.partition("\n")[2]), loss(RETRY)],
            CACHE + "\n" + RETRY + "\n" + QUEUE,
        ),
        (
            CACHE + "- Rejected: said nowhere else\n",
            [loss(CACHE, left=CACHE + "- Rejected: said nowhere else\n")],
            CACHE + "\n" + CACHE + "- Rejected: said nowhere else\n",
        ),
        (
            CACHE.replace("Redis", "Memcached"),
            [loss(CACHE, left="## [2026-11-28] Cache\n- Decision: Redis\n")],
            CACHE.replace("Redis", "Memcached") + "\n" + CACHE,
        ),
    ],
)
def test_what_a_merge_left_of_it_goes_unless_it_says_something_else(now: str, lost: list[Loss], expected: str) -> None:
    assert repaired(HEAD + now, *lost) == {LOG: HEAD + expected}


def test_what_was_in_the_archive_comes_back_into_it() -> None:
    volume = "# Decisions, archive volume 1\n\n"
    assert repaired(HEAD + QUEUE, loss(CACHE, path=ARCHIVE)) == {ARCHIVE: volume + CACHE}
    assert repaired(HEAD + QUEUE, loss(CACHE, path=ARCHIVE), loss(RETRY), archive=volume + RETRY.replace("twice", "thrice")) == {
        ARCHIVE: volume + RETRY.replace("twice", "thrice") + "\n" + CACHE,
        LOG: HEAD + RETRY + "\n" + QUEUE,
    }


def test_the_whole_plan() -> None:
    plan = repair(tree_with({LOG: HEAD + QUEUE}), GitFacts(lost=(loss(CACHE), loss(RETRY, left="## [2026-11-29] Retry\n"))))
    said = (
        'brought back 2026-11-28-cache-7dc7 from commit 9ab03c44d1f2; commit 4f2c1d9e0b7a "merge" had lost it\n'
        'brought back 2 lines of 2026-11-29-retry-dd15 from commit 9ab03c44d1f2; commit 4f2c1d9e0b7a "merge" had lost it'
    )
    assert (plan.result, plan.messages, plan.findings) == (said, (), False)
    assert plan.commit == Commit("agentstate repair", said, staged=True)
    never = repair(tree_with({LOG: HEAD, layout.CONFIG: "checkpoint:\n  commit: never\n"}), GitFacts(lost=(loss(CACHE),)))
    assert never.commit is None


def test_nothing_lost_is_one_line() -> None:
    plan = repair(tree_with({}), GitFacts(unseen="shallow clone"))
    assert (plan.steps, plan.commit, plan.result) == ((), None, "no decision is lost")
    assert plan.messages == ("others may be lost unseen: shallow clone",)


def test_by_what_is_not_committed() -> None:
    for operation, by in (("", "what is not committed yet"), ("rebase", "what is not committed yet"), ("merge", "the merge under way")):
        plan = repair(tree_with({LOG: HEAD}), GitFacts(operation=operation, lost=(loss(CACHE, commit=""),)))
        assert plan.result == f"brought back 2026-11-28-cache-7dc7 from commit 9ab03c44d1f2; {by} had lost it"


def test_a_log_above_its_limit_is_named() -> None:
    plan = repair(tree_with({LOG: HEAD + QUEUE, layout.CONFIG: "limits: {decisions_entries: 1}\n"}), GitFacts(lost=(loss(CACHE),)))
    assert plan.messages == (f"{LOG} is above its limit: run `agentstate rotate`",)


def test_an_entry_with_an_open_fence_is_not_brought_back() -> None:
    text = CACHE + "```\nconfig\n"
    plan = repair(tree_with({LOG: HEAD + QUEUE}), GitFacts(prefix="a/", lost=(loss(text),)))
    where = "`git show 9ab03c44d1f2:a/.agent/DECISIONS.md`"
    assert (plan.steps, plan.commit, plan.result, plan.findings) == ((), None, "nothing could be brought back", True)
    assert plan.messages == (f"{entry(text).id} is not brought back: its code fence is never closed, see {where}",)


def test_nothing_is_written_where_a_conflict_or_an_open_fence_is_left() -> None:
    with refused(f"{LOG}:3: a merge conflict was left here", MEND, 1):
        repair(tree_with({LOG: f"{HEAD}<<<<<<< ours\n{QUEUE}=======\n{RETRY}>>>>>>> theirs\n"}), GitFacts(lost=(loss(CACHE),)))
    message = f"{LOG}:6: this code fence is never closed, so nothing can be added after it"
    with refused(message, "close the fence and run the command again"):
        repair(tree_with({LOG: f"{HEAD}{QUEUE}```\n"}), GitFacts(lost=(loss(CACHE),)))


ENTRIES = st.builds(
    lambda day, title, lines: "\n".join([f"## [2026-11-{day:02d}] {title}", *lines]).rstrip("\n") + "\n",
    st.integers(1, 28),
    st.sampled_from("abc"),
    st.lists(st.sampled_from(("- Decision: d", "- Why: w", "", "  goes on", "plain")), max_size=4),
)


@given(st.lists(ENTRIES, max_size=5), st.lists(ENTRIES, max_size=5), st.sampled_from(["\n", "\r\n"]), st.booleans())
@law(50)
def test_whatever_was_lost_is_there_once_and_nothing_else_has_changed(now: list[str], lost: list[str], newline: str, torn: bool) -> None:
    text = (HEAD + "\n".join(now)).replace("\n", newline)
    tree = tree_with({LOG: text.rstrip("\r\n") if torn else text})
    had = texts((tree.decisions,))
    gone = {one.text: one for one in map(loss, lost) if one.text not in had}
    again = after(tree, repair(tree, GitFacts(lost=tuple(gone.values()))).steps)
    found = [text_of(one) for one in again.decisions.entries]
    assert set(found) == had.keys() | gone.keys()
    assert all(found.count(one) == 1 for one in gone)
    assert [one for one in found if one in had] == [text_of(one) for one in tree.decisions.entries]
    kept = tree.decisions.source.text
    assert "\n" not in again.decisions.source.text.replace("\r\n", "") or "\r\n" not in kept
