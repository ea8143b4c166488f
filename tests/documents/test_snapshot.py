from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.snapshot import CHANGED_LIMIT, PART_LIMIT, Snapshot, parse_snapshot, render_snapshot, snapshot_id
from agentstate.documents.snapshot_yaml import yaml_faults
from agentstate.documents.text import SourceText
from agentstate.schema import violations
from agentstate.schema.violations import load
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import parse
from tests.support.laws import law

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
IDENTIFIER = "20261129T193000Z-step-done"
SNAPSHOT = Snapshot(
    id=IDENTIFIER,
    reason="step-done",
    message="decorator written: tested",
    created="2026-11-29T19:30:00Z",
    commit="3f2a9c1d0b6e4f58a7c2e91b5d4f60a1829c3e7d",
    branch="feature/cache-layer",
    changed=("services/profile_cache.py",),
    diff_stat=" services/profile_cache.py | 12 ++++++++++--\n 1 file changed\n",
    state="# yaml-language-server: x\nproject: shop\n\nnext_action: go on  # why\n",
    decisions=("2026-11-29-cache-redis-41fe",),
    open_items=("- [ ] P1 wire the controller — blocked: staging database", "- [~] write it"),
)
TEXT = """\
reason: step-done
message: "decorator written: tested"
lane: ""
created: "2026-11-29T19:30:00Z"
commit: "3f2a9c1d0b6e4f58a7c2e91b5d4f60a1829c3e7d"
branch: feature/cache-layer
changed:
  - services/profile_cache.py
changed_more: 0
diff_stat: |2
   services/profile_cache.py | 12 ++++++++++--
   1 file changed
decisions:
  - 2026-11-29-cache-redis-41fe
open_items:
  - "- [ ] P1 wire the controller — blocked: staging database"
  - "- [~] write it"
state: |
  # yaml-language-server: x
  project: shop

  next_action: go on  # why
"""


def read(text: str, identifier: str = IDENTIFIER) -> Snapshot | tuple[Fault, ...]:
    return parse_snapshot(SourceText(layout.snapshot_path(identifier), text))


def test_a_snapshot_is_written_in_one_shape() -> None:
    assert render_snapshot(SNAPSHOT) == TEXT


def test_a_snapshot_is_read_back() -> None:
    assert read(TEXT) == SNAPSHOT
    assert read(TEXT.replace("\n", "\r\n")) == SNAPSHOT


def test_the_parts_of_a_snapshot_and_the_schema_are_the_same() -> None:
    assert {field.name for field in fields(Snapshot)} - {"id"} == set(load("checkpoint")["properties"])


def test_the_smallest_snapshot_and_unknown_keys_are_read() -> None:
    text = 'reason: manual\ncreated: "2026-11-29T19:30:00Z"\nstate: ""\nderived: {x: 1}\n'
    assert read(text, "20260101T000000Z-manual") == Snapshot(
        id="20260101T000000Z-manual",
        reason="manual",
        created="2026-11-29T19:30:00Z",
        state="",
    )


ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
STATES = st.lists(
    st.sampled_from(["project: x", "# c", "", "  - a", "\t", " ", "text: |", "  ---", "é\u2028", "\0", "...", "a: 'b"]),
    max_size=8,
).map("\n".join)


@law(200)
@given(ANY | STATES | STATES.map(lambda text: text + "\n"), ANY, st.lists(ANY, max_size=3).map(tuple), st.sampled_from(layout.REASONS))
def test_any_text_comes_back_as_it_was(state: str, text: str, items: tuple[str, ...], reason: str) -> None:
    snapshot = replace(SNAPSHOT, state=state, message=text, branch=text, diff_stat=text, changed=items, open_items=items, reason=reason)
    written = render_snapshot(snapshot)
    assert read(written) == snapshot
    assert violations(parse(written).data, "checkpoint") == ()


def test_bytes_that_were_not_utf8_become_the_replacement_character() -> None:
    written = render_snapshot(replace(SNAPSHOT, state="goal: caf\udce9\n", changed=("\udce9.py",)))
    assert read(written) == replace(SNAPSHOT, state="goal: caf\ufffd\n", changed=("\ufffd.py",))


def test_what_goes_past_the_limits_is_counted() -> None:
    changed = tuple(f"src/{number}.py" for number in range(1000))
    lines = [f" src/{number}.py | 1 +" for number in range(1000)]
    snapshot = read(render_snapshot(replace(SNAPSHOT, changed=changed, diff_stat="\n".join([*lines, " 1000 files changed", ""]))))
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.changed, snapshot.changed_more) == (changed[:CHANGED_LIMIT], 800)
    stat = snapshot.diff_stat.split("\n")
    cut = len(stat) - 3
    assert stat == [*lines[:cut], f" … {1000 - cut} more lines", " 1000 files changed", ""]
    assert PART_LIMIT - 500 < len(snapshot.diff_stat) < PART_LIMIT
    assert read(render_snapshot(snapshot)) == snapshot


def test_long_paths_count_by_their_length() -> None:
    snapshot = read(render_snapshot(replace(SNAPSHOT, changed=tuple(f"{number}{'x' * 3998}" for number in range(10, 20)))))
    assert isinstance(snapshot, Snapshot)
    assert (len(snapshot.changed), snapshot.changed_more) == (2, 8)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("reason: 'x", (Fault("invalid-yaml", 1, 9, "the quote that opens here is never closed", "close it"),)),
        ("a: 1\na: 2\n", (Fault("duplicate-key", 2, 1, 'key "a" is on line 1 and again on line 2', "keep one of them"),)),
        (
            "",
            (
                Fault(
                    "invalid-snapshot",
                    1,
                    1,
                    "the document is empty: expected a mapping with one field a line",
                    "fill it in or take it out",
                ),
            ),
        ),
        (
            'reason: later\ncreated: "2026-11-29T19:30:00Z"\nopen_items: [a, 1]\n',
            (
                Fault("invalid-snapshot", 3, 17, "open_items item 2 is the number 1: expected text", "put it in quotes"),
                Fault(
                    "invalid-snapshot",
                    1,
                    9,
                    'reason is "later": expected before-change, root-cause, switch, step-done, rotation, restore or manual',
                    "write one of them",
                ),
                Fault("invalid-snapshot", 1, 1, "state is missing", 'add "state: …"'),
            ),
        ),
    ],
)
def test_what_is_no_snapshot_comes_back_as_faults(text: str, faults: tuple[Fault, ...]) -> None:
    assert read(text) == faults


@pytest.mark.parametrize(
    ("message", "taken", "identifier"),
    [
        ("", (), IDENTIFIER),
        ("Decorator written: tests pass!", (), f"{IDENTIFIER}-decorator-written-tests-pass"),
        ("Café über Straße", (), f"{IDENTIFIER}-cafe-uber-strasse"),
        ("写测试", (), IDENTIFIER),
        ("../../etc/passwd; rm -rf", (), f"{IDENTIFIER}-etc-passwd-rm-rf"),
        ("word " * 20, (), f"{IDENTIFIER}-word-word-word-word-word-word-word-word"),
        ("", (IDENTIFIER,), f"{IDENTIFIER}-2"),
        ("", (IDENTIFIER.lower(), f"{IDENTIFIER}-2"), f"{IDENTIFIER}-3"),
    ],
)
def test_an_id_says_when_why_and_what(message: str, taken: tuple[str, ...], identifier: str) -> None:
    assert snapshot_id(NOW, "step-done", message, taken) == identifier


def test_an_id_is_in_utc_whatever_the_time_zone() -> None:
    assert snapshot_id(NOW.astimezone(timezone(timedelta(hours=9))), "manual", "", ()) == "20261129T193000Z-manual"


def test_an_unknown_reason_is_refused() -> None:
    with pytest.raises(AgentStateError, match='unknown reason "later"') as refused:
        snapshot_id(NOW, "later", "", ())
    assert refused.value.hint == "use one of before-change, root-cause, switch, step-done, rotation, restore, manual"


@law(200)
@given(st.sampled_from(layout.REASONS), ANY, st.integers(0, 3))
def test_every_id_is_the_name_of_a_file_of_the_tree(reason: str, message: str, count: int) -> None:
    taken: list[str] = []
    for _ in range(count + 1):
        taken.append(snapshot_id(NOW, reason, message, taken))
    assert len({one.lower() for one in taken}) == count + 1
    assert all(layout.is_own(layout.snapshot_path(one)) and one.isascii() and len(one) < 100 for one in taken)


@given(
    st.text(max_size=30),
    st.lists(st.text(max_size=30), max_size=4),
    st.lists(st.text(max_size=20), max_size=4).map("\n".join),
)
@law(200)
def test_what_was_written_is_found_readable_without_a_parser(message: str, items: list[str], state: str) -> None:
    snapshot = Snapshot(id="x", reason="manual", created="2026-11-29T19:30:00Z", message=message, open_items=tuple(items), state=state)
    assert yaml_faults(SourceText("x", render_snapshot(snapshot))) == ()


@given(st.text(alphabet='a:# -|"\\[]n\n  2', max_size=30))
@law(200)
def test_what_is_taken_for_readable_without_a_parser_is(text: str) -> None:
    assert yaml_faults(SourceText("x", text)) == parse(text).faults
