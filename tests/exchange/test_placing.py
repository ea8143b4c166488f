"""Where imported items go: what is set stays, limits hold, nothing is lost, and a second import changes nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.conflict import conflict_line
from agentstate.exchange.entries import MOST, MOST_PENDING
from agentstate.exchange.item import KINDS, Imported, Item, Passage
from agentstate.exchange.mapping import summary
from agentstate.exchange.placing import Placement, place
from agentstate.rules.engine import run
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Severity
from agentstate.vocabulary.repository import GitFacts
from tests.support.laws import law
from tests.verbs.trees import after, limited, refused, texts, tree_with

TREE_FILES = (layout.STATE, layout.FACTS, layout.TODO, layout.DECISIONS)
NOW = "2026-11-29T19:30:00Z"
RECORD = layout.import_path(1)
EMPTY_STATE = 'project: ""\ncurrent_task: ""\nnext_action: ""\n'
EMPTY = tree_with({layout.STATE: EMPTY_STATE, layout.DECISIONS: "# Decisions\n", layout.FACTS: "# Facts\n", layout.TODO: "# TODO\n"})

LETTERS = st.sampled_from("abc xyz012 缓存一致 -#*>[]`:;()|~\n.!é")
WORDS = st.text(LETTERS, min_size=1, max_size=60)
LONG = st.integers(1, 40).flatmap(lambda count: WORDS.map(lambda text: " ".join([text] * count)))
FIELDS = st.dictionaries(
    st.sampled_from(("title", "date", "decision", "why", "rejected", "status", "section", "state", "priority", "blocked", "how", "at")),
    WORDS | st.sampled_from(("2026-01-02", "P1", "done", "proposed", "superseded", "doing")),
    max_size=5,
)
ITEMS = st.builds(Item, st.sampled_from(KINDS), WORDS | LONG, st.sampled_from(("a.md", "b/c.json")), st.integers(1, 9), fields=FIELDS)
PASSAGES = st.builds(Passage, WORDS | LONG, st.just("a.md"), st.integers(1, 9))
IMPORTED = st.builds(Imported, st.just("notes"), st.lists(ITEMS, max_size=30).map(tuple), st.lists(PASSAGES, max_size=5).map(tuple))


def placed(tree: Tree, *items: Item | Passage, files: Sequence[str] = ()) -> Placement:
    own = tuple(one for one in items if isinstance(one, Item))
    imported = Imported("notes", own, tuple(one for one in items if isinstance(one, Passage)))
    return place(tree, [imported], dict.fromkeys(files, "file"), NOW)


def item(kind: str, text: str, line: int = 1, **fields: str) -> Item:
    return Item(kind, text, "notes.md", line, 0, fields)


def outcomes(placement: Placement) -> list[tuple[str, str, str]]:
    return [(row.said.text[:40], row.place, row.reason) for row in placement.rows]


def test_a_field_that_is_set_stays_and_the_record_has_what_lost() -> None:
    tree = tree_with({layout.STATE: "project: shop\ncurrent_task: the cache\nnext_action: measure\n"})
    placement = placed(tree, item("task", "the queue"), item("goal", "be\nfast", 2), item("project", "Shop.", 3))
    assert outcomes(placement) == [
        ("the queue", "", 'current_task is "the cache" already'),
        ("be\nfast", "STATE.yaml goal", ""),
        ("Shop.", "STATE.yaml project", ""),
    ]
    assert texts(placement.plan.steps) == {
        RECORD: "# Import record, volume 1\n\n"
        "Where each item of an import came from, and word for word what has no place in the files of the tree.\n\n"
        "## 2026-11-29: notes.md (notes)\n\n"
        '- line 1, task → only here: current_task is "the cache" already [ae95126ee8ba]\n\n~~~\nthe queue\n~~~\n\n'
        "- line 2, goal → STATE.yaml goal: be fast [6f56319bb282]\n"
        "- line 3, project → STATE.yaml project: Shop. [85999fe0e58d]\n\n~~~\nShop.\n~~~\n\n",
        layout.STATE: "project: shop\ncurrent_task: the cache\nnext_action: measure\ngoal: be fast\n",
    }


def test_actions_fill_the_next_one_then_the_one_after_and_then_the_list() -> None:
    placement = placed(EMPTY, *(item("next", f"step {number}", number) for number in (1, 2, 3)))
    assert [row.place for row in placement.rows] == ["STATE.yaml next_action", "STATE.yaml then", "TODO.md"]


def test_a_full_list_sends_constraints_to_the_facts_and_others_to_the_record() -> None:
    items = [item(kind, f"{kind} {number}", number) for kind in ("constraint", "done") for number in range(1, 23)]
    rows = placed(EMPTY, *items).rows
    assert [row.place for row in rows[:22]] == ["STATE.yaml constraints"] * 20 + ["FACTS.md"] * 2
    assert [(row.place, row.reason) for row in rows[42:]] == [("", "done holds 20 items, its limit")] * 2


def test_what_cannot_stand_in_a_tree_is_refused_with_its_reason() -> None:
    odd = [
        (item("goal", "x" * 201), "goal takes at most 200 characters"),
        (item("fact", "x" * 501), "it has 501 characters, and a fact is a line or two"),
        (item("todo", "done already", state="done"), "it is done"),
        (item("todo", "a <!-- b"), "it holds an HTML comment"),
        (item("fact", "a\u202eb"), "it holds a character that does not show"),
        (item("fact", "see docs/api.md"), "it says nothing by itself"),
        (item("confidence", "0.95"), "confidence cannot say it"),
        (item("file", "src/gone.py"), "there is no such file here"),
        (item("file", "../outside.py"), "it is no path from the folder that holds .agent/"),
        (item("updated", "2026-01-01"), "the tree has no field for it"),
        (item("decision", "Use X", status="Superseded by 7"), 'it is not in force: "superseded by 7"'),
        (item("decision", "-"), "it does not say what was decided"),
    ]
    rows = placed(EMPTY, *(one for one, _ in odd)).rows
    assert [(row.place, row.reason) for row in rows] == [("", reason) for _, reason in odd]


def test_a_decision_gets_the_one_shape_in_the_order_of_days() -> None:
    placement = placed(
        EMPTY,
        item("decision", "Use Y", title="Storage", date="2026-03-01", why="it is\nthere", rejected="X\nZ", status="accepted", owner="ann"),
        item("decision", "Use A", date="2025-01-01", status="proposed"),
        item("decision", "Use B"),
    )
    assert texts(placement.plan.steps)[layout.DECISIONS] == (
        "# Decisions\n\n## [2025-01-01] Use A\n- Why: [not recorded] (Use A)\n- Status: pending (Use A)\n\n"
        "## [2026-03-01] Storage\n- Decision: Use Y\n- Why: it is there\n- Rejected: X; Z\n\n"
        "## [2026-11-29] Use B\n- Why: [not recorded] (Use B)\n- Day: [not recorded] (Use B)\n"
    )
    assert [row.reason for row in placement.rows] == ["", "without a reason", "without a day: that of the import, without a reason"]
    assert "status: accepted\nowner: ann\n" in (texts(placement.plan.steps)[RECORD] or "")


def test_decisions_beyond_the_log_go_to_the_archive_and_pending_ones_to_the_record() -> None:
    many = [item("decision", f"Use {number}", number + 1, date=f"2026-01-{number:02}", why=f"for {number}") for number in range(1, 32)]
    placement = placed(EMPTY, *many)
    assert sum(row.place.startswith("the archive ") for row in placement.rows) == 11
    assert placement.plan.messages == ("11 decisions went on to the archive: the log has no room for them",)
    assert "11 items → the archive" in summary(placement).split("\n")
    pending = placed(EMPTY, *(item("decision", f"Use {number}", status="proposed") for number in range(MOST_PENDING + 1)))
    assert [row.place for row in pending.rows].count("") == 1
    with refused(".agent/DECISIONS.md has no room for 31 decisions", "run `agentstate rotate` first", 1):
        placed(limited(EMPTY, auto=False), *many)


def test_a_credential_is_never_written() -> None:
    token = "gh" + "p_" + "R7kQ2mZx9LtV4bNw8HsY3cJf6DpA1uGe5iTo"
    hint = "take it out of the source, or import with --mask"
    with refused(f"{layout.FACTS}:4 would hold what looks like a credential: GitHub token", hint, 1):
        placed(EMPTY, item("fact", f"the token is {token}"))


def test_equal_passages_are_kept_as_often_as_they_were_said_and_known_again_on_any_line() -> None:
    first = placed(EMPTY, Passage("same", "notes.md", 3), Passage("same", "notes.md", 7))
    tree = after(EMPTY, first.plan.steps)
    assert tree.source(RECORD).text.count("\nsame\n") == 2
    again = placed(tree, Passage("same", "notes.md", 13), Passage("same", "notes.md", 17), Passage("new", "notes.md", 20))
    assert (again.before, outcomes(again)) == (2, [("new", "", "it has no place in a tree")])


def test_a_digest_that_a_source_wrote_is_not_believed() -> None:
    first = placed(EMPTY, Passage("real", "notes.md", 1))
    known = re.findall(r"\[([0-9a-f]{12})\]", texts(first.plan.steps)[RECORD] or "")[0]
    forged = after(EMPTY, placed(EMPTY, Passage(f"- x [{known}]", "notes.md", 1)).plan.steps)
    assert placed(forged, Passage("real", "notes.md", 1)).before == 0


def test_a_long_record_goes_on_in_a_new_volume() -> None:
    passages = [Passage(f"{number} {'word ' * 900}", "notes.md", number) for number in range(1, 60)]
    written = texts(placed(EMPTY, *passages).plan.steps)
    assert list(written) == [layout.import_path(1), layout.import_path(2), layout.import_path(3)]
    assert all(len(text or "") <= 128 * 1024 for text in written.values())


def test_the_marks_of_a_conflict_stand_in_the_record_and_make_none() -> None:
    text = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> them"
    record = after(EMPTY, placed(EMPTY, Passage(text, "notes.md", 1)).plan.steps).source(RECORD)
    assert conflict_line(record) == 0
    assert record.text.endswith(f" ~~~\n {text.replace(chr(10), chr(10) + ' ')}\n ~~~\n\n")


def test_a_number_with_its_sign_and_a_priority_are_kept() -> None:
    files = texts(placed(EMPTY, item("todo", "#123 fix"), item("todo", "P1 ship"), item("fact", "# Title: x is y")).plan.steps)
    assert (files[layout.TODO], files[layout.FACTS]) == (
        "# TODO\n\n- [ ] #123 fix\n- [ ] P1 ship\n",
        "# Facts\n\n## Imported\n- Title: x is y\n",
    )


def test_one_import_places_no_more_decisions_than_it_says() -> None:
    many = [item("decision", f"Use {number}", number + 1, date="2026-01-01", why=f"for {number}") for number in range(MOST + 2)]
    rows = placed(EMPTY, *many).rows
    assert [(row.place, row.reason) for row in rows[MOST:]] == [("", f"more than {MOST} decisions in one import")] * 2


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _shown(one: Item) -> list[str]:
    """The fields of an item but for a state that the box of a list shows."""
    return [value for name, value in one.fields.items() if (name, value) != ("state", "doing")]


@law(200)
@given(IMPORTED)
def test_every_word_stands_in_the_tree_or_in_the_record(imported: Imported) -> None:
    placement = place(EMPTY, [imported], {}, NOW)
    tree = after(EMPTY, placement.plan.steps)
    there = words("\n".join(source.text for source in tree.sources.values()))
    said = [*(one.text for one in imported.remainder), *(text for one in imported.items for text in (one.text, *_shown(one)))]
    assert words("\n".join(said)) <= there


@law(200)
@given(IMPORTED)
def test_a_second_import_changes_nothing(imported: Imported) -> None:
    tree = after(EMPTY, place(EMPTY, [imported], {}, NOW).plan.steps)
    again = place(tree, [imported], {}, "2027-01-01T00:00:00Z")
    assert (again.plan.steps, again.rows) == ((), ())
    assert again.before == len(imported.items) + len(imported.remainder)


@law(200)
@given(IMPORTED)
def test_a_tree_stays_valid_and_within_its_limits(imported: Imported) -> None:
    tree = after(EMPTY, place(EMPTY, [imported], {}, NOW).plan.steps)
    found = run(replace(tree, names=frozenset(path for path in tree.sources if path.startswith(".agent/"))), GitFacts())
    of_form = [one for one in found if one.code[:3] in {"AS1", "AS2", "AS4", "AS5"} or one.code < "AS330"]
    assert [one for one in of_form if one.severity is Severity.ERROR] == []


def _texts_of(tree: Tree) -> dict[str, list[str]]:
    """All that the files of a tree say, as lists in which what stands twice is seen twice."""
    state = [f"{name} {one}" for name in ("goal", "next_action", "then", "done", "constraints") for one in tree.state.items(name)]
    return {
        "state": sorted(state),
        "facts": sorted(fact.text for fact in tree.facts.facts),
        "todo": sorted(one.text for one in tree.todo.items),
        "decisions": sorted(one.title for log in (tree.decisions, *tree.archives) for one in log.entries),
    }


@pytest.mark.parametrize("then", [NOW, "2026-12-05T08:00:00Z"])
def test_an_import_that_was_cut_anywhere_is_completed_by_the_next_one_and_doubles_nothing(then: str) -> None:
    said = [
        item(kind, f"{kind} number {number}", number) for kind in ("constraint", "done", "todo", "fact", "next") for number in range(1, 5)
    ]
    said += [item("goal", "be fast"), item("decision", "Use no date", 9)]
    said += [item("decision", f"Use {number}", 9 + number, date=f"2026-01-{number:02}", why=f"for {number}") for number in range(1, 32)]
    imported = [Imported("notes", tuple(said), (Passage("left", "notes.md", 99),))]
    steps = place(EMPTY, imported, {}, NOW).plan.steps
    assert [step.path for step in steps] == [layout.archive_path(1), *TREE_FILES, RECORD]
    whole = _texts_of(after(EMPTY, steps))
    for count in range(len(steps)):
        cut = after(EMPTY, steps[:count])
        done = after(cut, place(cut, imported, {}, then).plan.steps)
        assert _texts_of(done) == whole, count
        assert place(done, imported, {}, then).rows == ()
