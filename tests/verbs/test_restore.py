"""`restore`: the state goes back to the letter, the present one is kept first, and nothing that is newer is taken away."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.snapshot import Snapshot, parse_snapshot, render_snapshot
from agentstate.documents.text import SourceText
from agentstate.documents.todo import parse_todo
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion
from agentstate.verbs.restore import Known, chosen, known_checkpoints, restore, with_items
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.vocabulary.repository import GitFacts, RecordedFile
from tests.support.laws import law
from tests.verbs.trees import after, refused, texts, tree_with

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
OCCASION = Occasion("restore", NOW)
OLD = "# by hand\nproject: shop\ncurrent_task: old\nnext_action: a\n"
PRESENT = "project: shop\ncurrent_task: new\nnext_action: b\n"
SNAPSHOT = Snapshot(
    id="20261101T000000Z-manual", reason="manual", created="2026-11-01T00:00:00Z", state=OLD, open_items=("- [ ] P1 wire it",)
)
KEPT = "20261129T193000Z-restore-before-20261101t000000z-manual"


def of(state: str | None, todo: str | None = "- [ ] P1 wire it\n") -> Tree:
    return tree_with({layout.STATE: state, layout.TODO: todo})


def test_the_state_goes_back_and_the_present_one_is_kept_before() -> None:
    plan = restore(of(PRESENT), GitFacts(), SNAPSHOT, OCCASION)
    written = texts(plan.steps)
    assert list(written) == [layout.snapshot_path(KEPT), layout.STATE]
    assert written[layout.STATE] == OLD
    kept = parse_snapshot(SourceText(layout.snapshot_path(KEPT), written[layout.snapshot_path(KEPT)] or ""))
    assert isinstance(kept, Snapshot)
    assert (kept.state, kept.reason, kept.message) == (PRESENT, "restore", f"before {SNAPSHOT.id}")
    assert (plan.result, plan.messages) == (KEPT, (f"back to {SNAPSHOT.id}; the state before is in {KEPT}",))
    assert plan.commit == Commit(f"agentstate restore: back to {SNAPSHOT.id}", f"Agentstate-Checkpoint: {KEPT}")


def test_nothing_is_written_where_all_is_as_it_was() -> None:
    nothing = Plan(messages=(f"nothing to restore: state and list are as in {SNAPSHOT.id}",))
    assert restore(of(OLD), GitFacts(), SNAPSHOT, OCCASION) == nothing
    assert restore(of(OLD.replace("\n", "\r\n")), GitFacts(), SNAPSHOT, OCCASION) == nothing


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        (PRESENT.replace("\n", "\r\n"), OLD.replace("\n", "\r\n")),
        ("\ufeff" + PRESENT, "\ufeff" + OLD),
        ("project: [broken\n", OLD),
        ("", OLD),
    ],
)
def test_line_ends_and_byte_order_mark_are_those_of_the_present_file(present: str, expected: str) -> None:
    tree = of(None).with_sources({layout.STATE: SourceText.decode(layout.STATE, present.encode())})
    assert texts(restore(tree, GitFacts(), SNAPSHOT, OCCASION).steps)[layout.STATE] == expected


def test_a_state_that_is_missing_is_written_and_nothing_is_kept() -> None:
    plan = restore(of(None), GitFacts(), SNAPSHOT, OCCASION)
    assert texts(plan.steps) == {layout.STATE: OLD}
    assert (plan.result, plan.messages) == ("", (f"back to {SNAPSHOT.id}; there was no state before",))
    assert plan.commit == Commit(f"agentstate restore: back to {SNAPSHOT.id}")


def test_a_state_that_could_not_be_kept_is_not_replaced() -> None:
    tree = of(None).with_sources({layout.STATE: SourceText.decode(layout.STATE, b"project: caf\xe9\n")})
    with refused(".agent/STATE.yaml:1:13: not UTF-8: byte 0xe9 at offset 12", "save it elsewhere first: it would be lost"):
        restore(tree, GitFacts(), SNAPSHOT, OCCASION)
    fault = Fault("unreadable", 1, 1, "it is a symbolic link, not a regular file", "put a regular file in its place")
    with refused(fault.message, fault.hint):
        restore(replace(of(None), unreadable={layout.STATE: fault}), GitFacts(), SNAPSHOT, OCCASION)


def test_a_snapshot_without_a_state_is_refused() -> None:
    with refused(f'checkpoint "{SNAPSHOT.id}" holds no state', "choose another checkpoint"):
        restore(of(PRESENT), GitFacts(), replace(SNAPSHOT, state="\n"), OCCASION)


@pytest.mark.parametrize(
    ("todo", "lines", "expected"),
    [
        ("- [x] a\n- [ ] b\n", ("- [ ] a", "- [ ] P1 b"), None),
        ("- [x] a\n", ("- [ ] a", "- [~] P0 c — blocked: key"), "- [x] a\n- [~] P0 c — blocked: key\n"),
        ("- [ ] a", ("- [ ] b",), "- [ ] a\n- [ ] b\n"),
        ("- [ ] a\r\n", ("- [ ] b",), "- [ ] a\r\n- [ ] b\r\n"),
        ("# TODO\n\ntext\n", ("- [ ] b",), "# TODO\n\ntext\n- [ ] b\n"),
        (None, ("- [ ] b",), "- [ ] b\n"),
        (None, (), None),
        ("", ("- [ ] a", "  - [ ] a1", "- [ ] b"), "- [ ] a\n  - [ ] a1\n- [ ] b\n"),
        ("- [ ] a\n- [ ] b\n", ("- [ ] a", "  - [ ] a1"), "- [ ] a\n- [ ] b\n- [ ] a1\n"),
        ("- [ ] b\n", ("    - [ ] a1", "- [ ] b", "  - [ ] b1"), "- [ ] b\n- [ ] a1\n- [ ] b1\n"),
        ("", ("- [ ] same", "- [ ] same"), "- [ ] same\n- [ ] same\n"),
    ],
)
def test_open_items_that_are_missing_come_back_and_no_other_line_changes(
    todo: str | None, lines: tuple[str, ...], expected: str | None
) -> None:
    plan = restore(of(OLD, todo), GitFacts(), replace(SNAPSHOT, open_items=lines), OCCASION)
    assert texts(plan.steps).get(layout.TODO) == expected


def test_a_list_in_which_the_items_would_be_swallowed_is_refused() -> None:
    message = ".agent/TODO.md:1: this code fence is never closed, so nothing can be added after it"
    with refused(message, "close the fence and run the command again"):
        restore(of(PRESENT, "```\n"), GitFacts(), SNAPSHOT, OCCASION)
    plan = restore(of(PRESENT, "```\n"), GitFacts(), replace(SNAPSHOT, open_items=()), OCCASION)
    assert list(texts(plan.steps))[1:] == [layout.STATE]


ITEMS = st.lists(st.tuples(st.sampled_from(["", "  ", "    "]), st.sampled_from(" ~x"), st.sampled_from("abcde")), max_size=6)


@law(200)
@given(ITEMS, ITEMS)
def test_every_open_item_is_in_the_list_afterwards_and_none_that_was_there_has_changed(
    present: list[tuple[str, str, str]], kept: list[tuple[str, str, str]]
) -> None:
    before = parse_todo(SourceText(layout.TODO, "".join(f"{indent}- [{mark}] {text}\n" for indent, mark, text in present)))
    lines = [f"{indent}- [{mark}] {text}" for indent, mark, text in kept if mark != "x"]
    restored = with_items(before, lines)
    assert restored.text.startswith(before.source.text)
    items = parse_todo(restored).items
    assert [(item.text, item.state, item.line) for item in items[: len(before.items)]] == [
        (item.text, item.state, item.line) for item in before.items
    ]
    assert {item.text for item in items} == {item.text for item in before.items} | {line[-1] for line in lines}
    assert with_items(parse_todo(restored), lines) == restored


def checkpoints(snapshots: Mapping[str, str], *recorded: str) -> tuple[Known, ...]:
    tree = tree_with({layout.snapshot_path(name): text for name, text in snapshots.items()})
    return known_checkpoints(tree, [RecordedFile(layout.snapshot_path(name), name[:8].rjust(40, "0")) for name in recorded])


def unread(commit: str, path: str) -> SourceText:
    raise AssertionError((commit, path))


TEXT = render_snapshot(replace(SNAPSHOT, message="half way"))


def test_the_checkpoints_of_the_disk_and_of_git_are_one_list_newest_first() -> None:
    found = checkpoints(
        {"20261103T000000Z-manual": TEXT, "20261101T000000Z-step-done-cache-2": "x: [", "20261102T000000Z-mine": TEXT},
        "20261103T000000Z-manual",
        "20261104T000000Z-before-change-big-one",
    )
    assert [(one.id, one.reason, one.message, one.created, one.commit.strip("0")) for one in found] == [
        ("20261104T000000Z-before-change-big-one", "before-change", "big-one", "2026-11-04T00:00:00Z", "20261104"),
        ("20261103T000000Z-manual", "manual", "half way", "2026-11-01T00:00:00Z", "20261103"),
        ("20261102T000000Z-mine", "manual", "half way", "2026-11-01T00:00:00Z", ""),
        ("20261101T000000Z-step-done-cache-2", "step-done", "cache-2", "2026-11-01T00:00:00Z", ""),
    ]


@pytest.mark.parametrize(
    ("subject", "message"),
    [("agentstate manual: 第一步", "第一步"), ("agentstate switch: other", "half"), ("my own words", "half"), ("", "half")],
)
def test_what_is_only_in_git_has_the_message_of_its_commit(subject: str, message: str) -> None:
    record = RecordedFile(layout.snapshot_path("20261101T000000Z-manual-half"), "1" * 40, subject)
    (one,) = known_checkpoints(tree_with({}), [record])
    assert (one.reason, one.message, one.commit) == ("manual", message, "1" * 40)


def test_a_name_that_is_no_time_has_none() -> None:
    (one,) = checkpoints({}, "20261399T000000Z-manual")
    assert (one.id, one.created) == ("20261399T000000Z-manual", "")


def test_an_id_or_a_beginning_of_it_chooses_one() -> None:
    names = ["20261101T000000Z-manual", "20261101T000000Z-manual-2", "20261102T000000Z-manual"]
    known = checkpoints(dict.fromkeys(names, TEXT))
    for given_id, found in ((names[0], names[0]), (names[1], names[1]), ("20261102", names[2])):
        assert chosen(given_id, known, unread) == replace(SNAPSHOT, id=found, message="half way")
    for given_id, found in (("20261101", '2 checkpoints begin with "20261101"'), ("2025", 'no checkpoint has the id "2025"')):
        with refused(found, "see `agentstate restore` for the list"):
            chosen(given_id, known, unread)


def test_one_that_is_only_in_git_or_broken_on_the_disk_is_read_from_its_commit() -> None:
    for known in (checkpoints({}, SNAPSHOT.id), checkpoints({SNAPSHOT.id: "state: ["}, SNAPSHOT.id)):
        asked: list[tuple[str, str]] = []

        def read(commit: str, path: str, asked: list[tuple[str, str]] = asked) -> SourceText:
            asked.append((commit, path))
            return SourceText(path, TEXT)

        assert chosen(SNAPSHOT.id, known, read) == replace(SNAPSHOT, message="half way")
        assert asked == [("20261101".rjust(40, "0"), layout.snapshot_path(SNAPSHOT.id))]


@pytest.mark.parametrize("text", ["state: [", "reason: manual\n", ""])
def test_a_broken_snapshot_is_refused_at_its_place(text: str) -> None:
    faults = parse_snapshot(SourceText("", text))
    assert isinstance(faults, tuple)
    path, fault = layout.snapshot_path(SNAPSHOT.id), faults[0]
    with refused(f"{path}:{fault.line}:{fault.column}: {fault.message}", "choose another checkpoint"):
        chosen(SNAPSHOT.id, checkpoints({SNAPSHOT.id: text}), unread)


def test_one_that_cannot_be_opened_and_is_not_in_git_is_refused() -> None:
    path = layout.snapshot_path(SNAPSHOT.id)
    tree = replace(tree_with({}), names=frozenset({path}))
    with refused(f"{path} cannot be read", "choose another checkpoint"):
        chosen(SNAPSHOT.id, known_checkpoints(tree, ()), unread)


@law(50)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1).filter(str.strip))
def test_a_state_of_any_text_comes_back_to_the_letter(text: str) -> None:
    changed = after(of(text), restore(of(text), GitFacts(), SNAPSHOT, OCCASION).steps)
    kept = chosen("20261129", known_checkpoints(changed, ()), unread) if changed.snapshots else SNAPSHOT
    later = replace(OCCASION, now=datetime(2026, 11, 30, tzinfo=UTC))
    assert after(changed, restore(changed, GitFacts(), kept, later).steps).state.source.text == text
