"""`rotate`: nothing is lost, the order of leaving is kept, and twice is once."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.decisions import Standing, parse_decisions, render_decision, standings
from agentstate.documents.text import SourceText
from agentstate.settings import Limits, Settings
from agentstate.tree import Tree
from agentstate.verbs.leaving import VOLUME_BYTES
from agentstate.verbs.rotate import rotate, rotated_log, unrecorded
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Remove
from agentstate.vocabulary.repository import GitFacts
from tests.support.laws import law
from tests.verbs.trees import after, refused, texts, tree_with

EVERYTHING = GitFacts(committed=frozenset(layout.WORK))


def entry(title: str, *, day: int = 1, why: str = "it is so", more: str = "") -> str:
    return f"## [2026-11-{day:02d}] {title}\n- Why: {why}\n{more}"


def log(*entries: str) -> str:
    return "# Decisions\n\n" + "\n".join(entries)


def with_limit(tree: Tree, **limits: int) -> Tree:
    return replace(tree, settings=Settings(limits=replace(Limits(), **limits)))


def identifier(text: str) -> str:
    return parse_decisions(SourceText("", text)).entries[0].id


def test_a_log_within_its_limits_is_left_alone() -> None:
    plan = rotate(tree_with({}), EVERYTHING)
    assert (plan.steps, plan.commit, plan.result, plan.findings) == ((), None, "nothing to rotate", False)


def test_entries_leave_in_the_order_withdrawn_superseded_oldest_and_pending_ones_stay() -> None:
    old, superseded, withdrawn = entry("old"), entry("superseded", day=2), entry("withdrawn", day=3)
    pending = entry("pending", day=4, more="- Status: pending\n")
    newer = entry("newer", day=5, more=f"- Supersedes: {identifier(superseded)}\n")
    back = entry("back", day=6, more=f"- Decision: withdrawn\n- Supersedes: {identifier(withdrawn)}\n")
    every = [old, superseded, withdrawn, pending, newer, back]
    for limit, stay in ((4, [pending, back]), (5, [pending, newer, back])):
        plan = rotate(with_limit(tree_with({layout.DECISIONS: log(*every)}), decisions_entries=limit), EVERYTHING)
        written = texts(plan.steps)
        assert written[layout.DECISIONS] == log(*stay)
    assert written == {
        layout.archive_path(1): f"# Decisions, archive volume 1\n\n{withdrawn}\n{superseded}\n{old}",
        layout.DECISIONS: log(pending, newer, back),
    }
    assert plan.result == "moved 3 decisions to the archive"


@pytest.mark.parametrize(
    ("files", "more", "fact"),
    [
        ({}, "- Keep: permanent\n", "first — because: it is so"),
        ({}, "- Decision: never call the API twice\n", "never call the API twice — because: it is so"),
        ({layout.TODO: "- [ ] see ID\n"}, "", "first — because: it is so"),
        ({layout.STATE: "project: p\ncurrent_task: as in ID\nnext_action: a\n"}, "", "first — because: it is so"),
        ({}, "- Decision: use the pool\n", None),
    ],
)
def test_what_must_last_goes_on_as_a_fact(files: dict[str, str], more: str, fact: str | None) -> None:
    first = entry("first", more=more)
    named = {path: text.replace("ID", identifier(first)) for path, text in files.items()}
    tree = with_limit(tree_with({**named, layout.DECISIONS: log(first, entry("second", day=2))}), decisions_entries=1)
    written = texts(rotate(tree, EVERYTHING).steps)
    promoted = f"\n## Decisions\n- {fact} [{identifier(first)}]\n" if fact else None
    before = tree.source(layout.FACTS).text
    assert written.get(layout.FACTS) == (before + promoted if promoted else None)


def test_a_later_decision_in_force_that_cites_an_entry_makes_it_last() -> None:
    first = entry("first")
    citing = entry("second", day=2, why=f"as {identifier(first)} says", more="- Status: pending\n")
    in_force = entry("third", day=3, why=f"as {identifier(first)} says")
    rest = [entry(f"entry {number}", day=4, more="- Status: pending\n") for number in range(2)]
    for cites, promoted in ((citing, False), (in_force, True)):
        tree = with_limit(tree_with({layout.DECISIONS: log(first, cites, *rest)}), decisions_entries=3)
        assert (layout.FACTS in texts(rotate(tree, EVERYTHING).steps)) is promoted


def test_a_promoted_decision_takes_the_place_of_the_fact_it_supersedes() -> None:
    old = entry("old limit", more="- Keep: permanent\n")
    new = entry("new limit", day=2, more=f"- Keep: permanent\n- Supersedes: {identifier(old)}\n")
    facts = f"# Facts\n\n## Limits\n- a\n- old limit — because: it is so [{identifier(old)}]\n- b\n"
    files = {layout.FACTS: facts, layout.DECISIONS: log(new, entry("last", day=3)), layout.archive_path(1): log(old)}
    written = texts(rotate(with_limit(tree_with(files), decisions_entries=1), EVERYTHING).steps)
    assert written[layout.FACTS] == f"# Facts\n\n## Limits\n- a\n- new limit — because: it is so [{identifier(new)}]\n- b\n"


def test_full_facts_take_no_more_and_what_should_be_there_is_named() -> None:
    first = entry("first", more="- Keep: permanent\n")
    tree = with_limit(tree_with({layout.DECISIONS: log(first, entry("second", day=2))}), decisions_entries=1, facts_bytes=80)
    plan = rotate(tree, EVERYTHING)
    assert layout.FACTS not in texts(plan.steps)
    assert plan.findings
    said = "not in FACTS.md, and in the archive only, though they should last: 1 decisions: "
    assert plan.messages == (f"{said}{identifier(first)}; shorten FACTS.md and add them with `agentstate fact`",)


def test_pending_decisions_that_alone_exceed_the_limit_are_named() -> None:
    pending = [entry(f"open {number}", day=number, more="- Status: pending\n") for number in (1, 2)]
    plan = rotate(with_limit(tree_with({layout.DECISIONS: log(*pending)}), decisions_entries=1), EVERYTHING)
    assert (plan.steps, plan.findings) == ((), True)
    named = ", ".join(identifier(text) for text in pending)
    assert plan.messages == (f".agent/DECISIONS.md stays above its limit: 2 pending decisions never leave the log: {named}",)


def test_a_full_volume_is_closed_and_the_next_one_begun() -> None:
    big = [entry(f"big {number}", day=number % 28 + 1, why="x" * 20_000) for number in range(14)]
    plan = rotate(with_limit(tree_with({layout.DECISIONS: log(*big)}), decisions_bytes=10_000), EVERYTHING)
    volumes = {path: text for path, text in texts(plan.steps).items() if layout.ARCHIVE_NAME.fullmatch(path)}
    assert list(volumes) == [layout.archive_path(1), layout.archive_path(2), layout.archive_path(3)]
    assert all(len((text or "").encode()) <= VOLUME_BYTES for text in volumes.values())
    moved = [found.text for path, text in volumes.items() for found in parse_decisions(SourceText(path, text or "")).entries]
    assert moved == [text.rstrip("\n") for text in big]


def test_done_items_and_old_snapshots_go_once_git_has_them() -> None:
    names = [layout.snapshot_path(f"2026112{day}T000000Z-manual") for day in range(1, 8)]
    files = {layout.TODO: "- [ ] a\n- [x] b\n", **dict.fromkeys(names, "x: 1\n")}
    tree = tree_with(files)
    assert rotate(tree, GitFacts()).steps == ()
    plan = rotate(tree, GitFacts(committed=frozenset({layout.TODO, *names[:-1]})))
    assert texts(plan.steps) == {layout.TODO: "- [ ] a\n", names[0]: None, names[1]: None}
    assert plan.result == "pruned done items of TODO.md\nremoved 2 older snapshots from the tree; git has them"


def test_an_entry_that_would_swallow_the_next_ones_does_not_move() -> None:
    tree = with_limit(tree_with({layout.DECISIONS: log(entry("open", more="```\n"))}), decisions_bytes=20)
    with pytest.raises(AgentStateError) as raised:
        rotate(tree, EVERYTHING)
    message = ".agent/DECISIONS.md:5: this code fence is never closed, so nothing can be added after it"
    assert (raised.value.message, raised.value.hint) == (message, "close the fence and run the command again")


TITLES = st.text(alphabet="abc xyz", min_size=1, max_size=12).filter(str.strip)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (layout.CONFIG, "limits: {decisions_entries: 30}\n# \x1b\n"),
        (layout.STATE, "project: shop\n# \x1b\n"),
        (".agent/lanes/api.yaml", "project: shop\n# \x1b\n"),
    ],
)
def test_where_limits_or_a_state_cannot_be_read_nothing_is_said_to_be_in_order(path: str, text: str) -> None:
    with refused(f"{path}:2:3: character U+001B is not allowed", "remove it"):
        unrecorded(tree_with({path: text}), GitFacts())


def test_no_log_is_rotated_by_limits_that_could_not_be_read() -> None:
    tree = tree_with({layout.DECISIONS: log(*(entry(f"Choice {number}") for number in range(40))), layout.CONFIG: "a: [\n"})
    with pytest.raises(AgentStateError) as raised:
        rotated_log(tree)
    assert raised.value.message.startswith(".agent/config.yaml:")


@st.composite
def logs(draw: st.DrawFn) -> tuple[str, str]:
    """A log of random entries that supersede, withdraw, stay pending or last, and its line end."""
    entries: list[str] = []
    for number in range(draw(st.integers(0, 12))):
        earlier = [identifier(text) for text in entries]
        lines = render_decision(
            date=f"2026-11-{number + 1:02d}",
            title=f"{draw(TITLES).strip()} {number}",
            decision=draw(st.sampled_from(["", "never do this", "use it", "withdrawn"])),
            why=draw(TITLES).strip(),
            supersedes=draw(st.lists(st.sampled_from(earlier), max_size=2, unique=True)) if earlier else [],
            permanent=draw(st.booleans()),
            pending=draw(st.booleans()),
        )
        entries.append("\n".join([*lines, *draw(st.sampled_from([[], ["", "```", "## [2026-01-01] no entry", "```"], ["text"]]))]) + "\n")
    return log(*entries), draw(st.sampled_from(["\n", "\r\n"]))


@law(300)
@given(logs(), st.integers(1, 6), st.integers(60, 4000), st.sets(st.sampled_from(layout.WORK)))
def test_every_entry_of_the_past_is_found_after_each_step_and_twice_is_once(
    written: tuple[str, str], entries: int, size: int, committed: set[str]
) -> None:
    text, newline = written
    tree = with_limit(
        tree_with({layout.DECISIONS: text.replace("\n", newline)}), decisions_entries=entries, decisions_bytes=size, facts_bytes=size
    )
    git = GitFacts(committed=frozenset(committed))
    past = [found.text for found in tree.decisions.entries]
    plan = rotate(tree, git)
    for count in range(len(plan.steps) + 1):
        cut = after(tree, plan.steps[:count])
        held = [found.text for document in (*cut.archives, cut.decisions) for found in document.entries]
        assert set(held) == set(past)
    assert sorted(held) == sorted(past)
    standing = standings(tree.decisions.entries)
    assert [one.id for one in tree.decisions.entries if standing[one.id] is Standing.PENDING] == [
        one.id for one in cut.decisions.entries if standing[one.id] is Standing.PENDING
    ]
    again = rotate(cut, git)
    assert again.steps == ()
    assert not any(isinstance(step, Remove) for step in plan.steps)


@law(100)
@given(logs(), st.data())
def test_a_run_cut_short_is_completed_by_the_next_one_and_doubles_nothing(written: tuple[str, str], data: st.DataObject) -> None:
    tree = with_limit(tree_with({layout.DECISIONS: written[0]}), decisions_entries=2)
    plan = rotate(tree, EVERYTHING)
    cut = after(tree, plan.steps[: data.draw(st.integers(0, len(plan.steps)))])
    completed, whole = (after(begun, rotate(begun, EVERYTHING).steps) for begun in (cut, tree))
    assert completed.sources == whole.sources
