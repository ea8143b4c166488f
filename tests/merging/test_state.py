"""STATE.yaml, the lanes, and the files that are merged by lines."""

import pytest

from agentstate.documents.text import SourceText
from agentstate.merging import Conflict, Merged, merge
from agentstate.vocabulary import layout

STATE = """\
# yaml-language-server: $schema=local/state.schema.json
version: 1
project: shop
updated_at: 2026-11-01T00:00:00Z

# the task
current_task: the outbox # since Monday
next_action: add the loop
blocked: false
done: []
do_not:
  - push
  # the customer's data
  - touch staging
team: {lead: a}
"""


def state(text: str, path: str = layout.STATE) -> SourceText:
    return SourceText(path, text)


def merged(ours: str, theirs: str, base: str = STATE) -> str:
    found = merge(layout.STATE, state(base), state(ours), state(theirs))
    assert found == Merged(found.source)
    assert merge(layout.STATE, state(base), state(theirs), state(ours)) == found
    return found.source.text


def test_each_field_is_that_of_the_side_that_changed_it_with_its_comments() -> None:
    ours = STATE.replace("add the loop", "test it # soon").replace("# the task", "# our task")
    theirs = STATE.replace("blocked: false", "blocked: a key").replace("{lead: a}", "{lead: b}  # new")
    expected = ours.replace("blocked: false", "blocked: a key").replace("{lead: a}", "{lead: b}  # new")
    assert merged(ours, theirs) == expected


def test_the_later_time_wins() -> None:
    ours, theirs = STATE.replace("01T00:00:00Z", "01T00:00:00.5Z"), STATE.replace("01T00", "01T01")
    assert merged(ours, theirs) == theirs
    assert merged(ours, STATE.replace("2026-11-01T00:00:00Z", "2026-10-01")) == ours


def test_lists_are_sets_with_the_comments_of_their_items() -> None:
    ours = STATE.replace("  - push\n", "").replace("done: []", "done:\n- a\n- b")
    theirs = STATE.replace("  - touch", "  - force\n  - touch").replace("done: []", "done: [b, c]")
    assert merged(ours, theirs) == STATE.replace("  - push\n", "").replace("  - touch", "  - force\n  - touch").replace(
        "  # the customer's data\n  - force\n", "  # the customer's data\n  - force\n"
    ).replace("done: []", "done:\n  - a\n  - b\n  - c")


def test_items_of_several_parts_and_lines() -> None:
    one, other = "verified:\n  - fact: a\n    how: seen\n", "verified:\n    - |\n      long\n      text\n"
    assert merged(STATE + one, STATE + other) == STATE + "verified:\n    - |\n      long\n      text\n    - fact: a\n      how: seen\n"


def test_a_text_in_the_place_of_a_list_is_its_item() -> None:
    assert merged(STATE.replace("done: []", "done: a"), STATE.replace("done: []", "done: [b]")) == STATE.replace(
        "done: []", "done:\n  - a\n  - b"
    )


def test_a_list_that_both_sides_emptied_in_parts_is_empty() -> None:
    base = STATE.replace("done: []", "done: [a, b]")
    assert merged(base.replace("[a, b]", "[a]"), base.replace("[a, b]", "[b]"), base) == STATE


def test_a_field_that_one_side_took_out_is_gone_unless_the_other_changed_it() -> None:
    assert merged(STATE.replace("team: {lead: a}\n", ""), STATE.replace("a}", "b}")) == STATE.replace("a}", "b}")
    assert merged(STATE.replace("team: {lead: a}\n", ""), STATE.replace("false", "a key")) == STATE.replace(
        "team: {lead: a}\n", ""
    ).replace("false", "a key")


@pytest.mark.parametrize("path", [layout.STATE, f"{layout.LANES}/docs.yaml"])
def test_a_value_that_both_sides_changed_is_a_conflict_that_names_both_and_a_side_decides_it_alone(path: str) -> None:
    ours = STATE.replace("the outbox", "the cache").replace("done: []", "done: [a]")
    theirs = STATE.replace("the outbox", "the queue").replace("false", "a key")
    rest = STATE.replace("done: []", "done: [a]").replace("false", "a key")
    task = "current_task: the outbox # since Monday\n"
    both = "<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n".format(*(task.replace("outbox", name) for name in ("cache", "queue")))
    before, mine, other = (state(text, path) for text in (STATE, ours, theirs))
    assert merge(path, before, mine, other) == Merged(
        state(rest.replace(task, both), path), (Conflict("current_task", '"the cache"', '"the queue"'),)
    )
    assert merge(path, before, mine, other, "ours") == Merged(state(rest.replace("the outbox", "the cache"), path))
    assert merge(path, before, mine, other, "theirs") == Merged(state(rest.replace("the outbox", "the queue"), path))


def test_without_a_base_equal_fields_agree_and_others_are_conflicts() -> None:
    found = merge(layout.STATE, None, state("project: a\nthen: x\n"), state("project: b\nthen: x\ndone: [y]\n"))
    assert found.source.text == "<<<<<<< ours\nproject: a\n=======\nproject: b\n>>>>>>> theirs\nthen: x\ndone: [y]\n"
    assert found.conflicts == (Conflict("project", '"a"', '"b"'),)


def test_a_base_that_is_itself_a_merge_with_a_conflict_has_no_such_field() -> None:
    base = STATE.replace("blocked: false\n", "<<<<<<<<< x\nblocked: a\n=========\nblocked: b\n>>>>>>>>> y\n")
    assert merged(STATE.replace("false", "c").replace("shop", "store"), STATE.replace("false", "c"), base) == STATE.replace(
        "false", "c"
    ).replace("shop", "store")


def test_a_state_that_cannot_be_read_is_merged_by_lines_and_stays_a_conflict() -> None:
    ours, theirs = state(STATE.replace("shop", "{")), state(STATE.replace("false", "a key"))
    found = merge(layout.STATE, state(STATE), ours, theirs, "ours")
    lines = state(STATE.replace("shop", "{").replace("false", "a key"))
    why = "the brace that opens here is never closed, or a comma is missing"
    note = f"{layout.STATE} is merged by lines: ours, line 3: {why}"
    assert found == Merged(lines, (Conflict("the file as a whole", mend="hand"),), (note,))


def test_two_lanes_are_never_mixed() -> None:
    ours, theirs = (SourceText(".agent/lanes/web.yaml", f"lane: {name}\ngoal: {name}\n") for name in ("web", "old"))
    said = Conflict("the lane", '"web"', '"old"', mend="lane")
    lines = "<<<<<<< ours\nlane: web\ngoal: web\n=======\nlane: old\ngoal: old\n>>>>>>> theirs\n"
    for side in ("", "ours", "theirs"):
        assert merge(ours.path, theirs.with_text("lane: old\n"), ours, theirs, side) == Merged(ours.with_text(lines), (said,))


def test_settings_and_protocol_are_merged_by_lines() -> None:
    base, ours, theirs = (SourceText(layout.CONFIG, text) for text in ("a: 1\nb: 1\nc: 1\n", "a: 2\nb: 1\nc: 1\n", "a: 1\nb: 1\nc: 3\n"))
    assert merge(layout.CONFIG, base, ours, theirs) == Merged(base.with_text("a: 2\nb: 1\nc: 3\n"))
    other = base.with_text("a: 3\nb: 1\n")
    assert merge(layout.CONFIG, base, ours, other) == Merged(
        base.with_text("<<<<<<< ours\na: 2\n=======\na: 3\n>>>>>>> theirs\nb: 1\n"), (Conflict("line 1", '"a: 2"', '"a: 3"'),)
    )
    assert merge(layout.CONFIG, base, ours, other, "theirs") == Merged(other)


def test_checkpoints_are_never_mixed() -> None:
    path = layout.snapshot_path("20261129T193000Z-manual")
    base, ours, theirs = (SourceText(path, f"message: {name}\nreason: manual\nlane: {lane}\n") for name, lane in ("ax", "bx", "ay"))
    found, why = merge(path, base, ours, theirs), "what it says cannot be told from its lines"
    lines = base.with_text("message: b\nreason: manual\nlane: y\n")
    assert found == Merged(lines, (Conflict("the file as a whole", mend="hand"),), (f"{path} is merged by lines: {why}",))


def test_a_file_that_one_side_deleted_and_the_other_changed_stays() -> None:
    note = f"{layout.STATE} stays: ours took it away, and the other side changed it"
    assert merge(layout.STATE, state(STATE), None, state("project: b\n")) == Merged(state("project: b\n"), notes=(note,))
    assert merge(layout.STATE, None, state("project: b\n"), None) == Merged(state("project: b\n"))


def test_a_comment_that_stood_above_two_fields_and_each_side_took_another_of_stays_once() -> None:
    first, second = "# why\ngoal: a\nnext_action: b\n", "goal: a\n# why\nnext_action: b\n"
    assert merged(first, second, "# why\ngoal: a\n# why\nnext_action: b\n") == first
    assert merged("# why\ngoal: a\n", "# why\nnext_action: b\n", "# why\ngoal: a\n# why\nnext_action: b\n") == ""
