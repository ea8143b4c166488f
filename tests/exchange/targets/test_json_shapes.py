"""State snapshots and memory layers: out and in again is the same, in and out again too."""

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agentstate.exchange.text import refusal
from agentstate.rules.wording import says_nothing
from agentstate.vocabulary import layout
from tests.exchange.targets.trees import cases, fresh, imported, rendered
from tests.support.laws import law
from tests.verbs.trees import tree_with

WORDS = ("the", "cache", "key", "401", "取整", "方案", "retry(3)", "a/b.py", "é", "(why)", "`total`", "because", "30s", "“x”", "a: b", "#7")
LINE = st.lists(st.sampled_from(WORDS), min_size=2, max_size=9).map(" ".join).filter(lambda text: text[0] != "#" and not refusal(text))
LINES = st.lists(LINE, max_size=6, unique=True)
NAME = st.from_regex(r"[a-z]{1,6}(?:::[a-z]{1,6})?", fullmatch=True)
PATHS = st.lists(st.from_regex(r"[a-z]{1,8}(?:/[a-z]{1,8}){0,2}\.(?:py|ts)", fullmatch=True), max_size=5, unique=True)
SNAPSHOTS = st.fixed_dictionaries(
    {
        "task_goal": LINE,
        "current_step": LINE | st.just(""),
        "files_touched": PATHS,
        "files_verified": PATHS,
        "verified_assumptions": LINES,
        "failed_attempts": LINES,
        "next_action": LINE | st.just(""),
        "confidence": st.sampled_from(("", "low", "medium", "high")),
    }
)
NOTE = st.fixed_dictionaries({}, optional={"note": LINE})
FILE = st.builds(lambda path, note: {"type": "file", "path": path, **note}, PATHS.filter(bool).map(lambda paths: paths[0]), NOTE)
THING = st.fixed_dictionaries(
    {"type": st.sampled_from(("function", "table", "class")), "name": NAME},
    optional={"file": PATHS.filter(bool).map(lambda paths: paths[0]), "note": LINE},
)
LAYERS = st.fixed_dictionaries(
    {
        "task_anchor": st.fixed_dictionaries(
            {"goal": LINE, "constraints": LINES, "acceptance": LINE | st.just("") | st.lists(LINE, min_size=2, max_size=4, unique=True)}
        ),
        "entities": st.lists(FILE | THING, max_size=5, unique_by=json.dumps),
        "progress": st.fixed_dictionaries({"done": LINES, "verified": LINES, "todo": LINES}),
    }
)


def exported(name: str, text: str) -> dict[str, Any]:
    """What is exported once `text` was imported into a fresh tree."""
    value: dict[str, Any] = json.loads(rendered(name, imported({f"{name}.json": text})).files[""])
    return value


def lines(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [line for one in (value.values() if isinstance(value, dict) else value) for line in lines(one)]  # type: ignore[attr-defined]


def has_room(value: object) -> bool:
    return not any(says_nothing(line) for line in lines(value) if line) and sum(len(line.encode()) for line in lines(value)) < 2000


@law(80)
@given(SNAPSHOTS)
def test_a_snapshot_comes_out_as_it_went_in(snapshot: dict[str, Any]) -> None:
    assume(has_room(snapshot))
    assert exported("state-snapshot", json.dumps(snapshot, ensure_ascii=False)) == snapshot


@law(80)
@given(LAYERS)
def test_a_memory_layer_comes_out_as_it_went_in(layer: dict[str, Any]) -> None:
    assume(has_room(layer))
    assert exported("memory-layer", json.dumps(layer, ensure_ascii=False)) == layer


@pytest.mark.parametrize("name", ["state-snapshot", "memory-layer"])
def test_the_examples_come_out_as_they_went_in(name: str) -> None:
    text = cases(f"{name}.json")
    assert exported(name, text) == json.loads(text)


STATE = """\
project: shop
goal: halve the latency
acceptance:
  - under 100 ms
constraints: [no new table]
current_task: cache the profiles
current_stage: key written
next_action: test it
confidence: high
done: [the key, the key]
verified:
  - fact: it is stable
    how: ran twice
failed_attempts:
  - tried: pickle
    because: slow
files_touched: [src/a.py]
"""
FACTS = "# Facts\n\n## Entities\n- function `src/a.py:key`\n- `users:id` — a column\n- no place at all\n\n## Else\n- never\n"
TODO = "# TODO\n\n- [ ] P1 wire it\n  - [~] the route — blocked: review\n- [x] done\n"
FULL = tree_with({layout.STATE: STATE, layout.FACTS: FACTS, layout.TODO: TODO})


def test_a_snapshot_of_a_full_tree_names_what_it_has_no_place_for() -> None:
    found = rendered("state-snapshot", FULL)
    assert json.loads(found.files[""]) == {
        "task_goal": "halve the latency",
        "current_step": "key written",
        "files_touched": ["src/a.py"],
        "files_verified": [],
        "verified_assumptions": ["it is stable (ran twice)"],
        "failed_attempts": ["pickle — because slow"],
        "next_action": "test it",
        "confidence": "high",
    }
    fields = ("project", "acceptance", "constraints", "current_task", "done (2)")
    assert found.left == (*fields, "FACTS.md (4)", "DECISIONS.md (1)", "TODO.md (2)")


def test_a_memory_layer_of_a_full_tree_names_what_it_has_no_place_for() -> None:
    found = rendered("memory-layer", FULL)
    assert json.loads(found.files[""]) == {
        "task_anchor": {"goal": "halve the latency", "constraints": ["no new table"], "acceptance": "under 100 ms"},
        "entities": [{"type": "function", "name": "key", "file": "src/a.py"}, {"name": "id", "file": "users", "note": "a column"}],
        "progress": {"done": ["the key"], "verified": ["it is stable (ran twice)"], "todo": ["P1 wire it", "the route"]},
    }
    fields = ("project", "confidence", "current_stage", "current_task", "next_action", "failed_attempts", "files_touched")
    assert found.left == (*fields, "FACTS.md (2)", "DECISIONS.md (1)")


@pytest.mark.parametrize("name", ["state-snapshot", "memory-layer"])
def test_a_full_tree_goes_out_in_and_out_again(name: str) -> None:
    text = rendered(name, FULL).files[""]
    assert rendered(name, imported({"x.json": text})).files[""] == text


def test_a_fresh_tree_says_nothing_but_its_project() -> None:
    assert [rendered(name, fresh()).left for name in ("state-snapshot", "memory-layer")] == [("project",)] * 2
