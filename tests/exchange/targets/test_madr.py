"""Decisions as records: one file each, whatever they count for now, and those that count come back as they were."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from agentstate.exchange.targets.options import options
from agentstate.vocabulary import layout
from tests.exchange.targets.trees import fresh, imported, rendered
from tests.support.laws import law
from tests.verbs.trees import tree_with

ARCHIVE = "# Decisions, volume 1\n\n## [2026-01-02] Cache in files\n- Why: no server\n- Keep: permanent\n"
LOG = """\
# Decisions

## [2026-03-01] Cache in Redis / 缓存
- Decision: all caching goes through Redis
- Why: several instances run,
  # and one process would not know of the other
- Rejected: memcached: forgets; files (slow; racy)；nothing
- Supersedes: 2026-01-02-cache
- Owner: ann

## [2026-03-02] Share the keys
- Why: fewer of them
- Status: pending

## [2026-03-03] No TTL
- Decision: withdrawn
- Why: it was a mistake
"""
TREE = tree_with({layout.archive_path(1): ARCHIVE, layout.DECISIONS: LOG})

REDIS = """\
---
status: accepted
date: 2026-03-01
---

# Cache in Redis / 缓存

## Context and Problem Statement

several instances run,
\\# and one process would not know of the other

## Considered Options

* all caching goes through Redis (chosen)
* memcached: forgets
* files (slow; racy)
* nothing

## Decision Outcome

all caching goes through Redis

## More Information

* Entry `2026-03-01-cache-in-redis-缓存-2cfb` of `.agent`
* Supersedes [0001-cache-in-files.md](0001-cache-in-files.md) `2026-01-02-cache-in-files-8ea2`
* Owner: ann
"""
FILES = """\
---
status: superseded by ADR-0002
date: 2026-01-02
---

# Cache in files

## Context and Problem Statement

no server

## Considered Options

* Cache in files (chosen)

## Decision Outcome

Chosen option: "Cache in files"

## More Information

* Entry `2026-01-02-cache-in-files-8ea2` of `.agent`
* Superseded by [0002-cache-in-redis-缓存.md](0002-cache-in-redis-缓存.md)
* Keep: permanent
"""

WORD = st.sampled_from(("cache", "Redis", "键", "2 s", "a/b", "é", "`key`", "(why)", "x: y", "TTL"))
LINE = st.lists(WORD, min_size=2, max_size=6).map(" ".join).filter(lambda text: text[0] not in "(2`")


def test_each_decision_is_a_file_with_all_that_it_says() -> None:
    found = rendered("madr", TREE)
    assert list(found.files) == ["0001-cache-in-files.md", "0002-cache-in-redis-缓存.md", "0003-share-the-keys.md", "0004-no-ttl.md"]
    assert (list(found.files.values())[:2], found.left) == ([FILES, REDIS], ())


@pytest.mark.parametrize(("number", "status"), [(0, "superseded by ADR-0002"), (1, "accepted"), (2, "proposed"), (3, "deprecated")])
def test_the_status_is_what_the_decision_counts_for(number: int, status: str) -> None:
    assert list(rendered("madr", TREE).files.values())[number].split("\n")[1] == f"status: {status}"


def test_an_entry_without_a_day_or_a_title_has_a_name_too() -> None:
    tree = tree_with({layout.DECISIONS: "# D\n\n## [soon: 1] \n- Why: it is\n\n## []\n"})
    found = rendered("madr", tree).files
    assert [(name, text.split("\n")[2]) for name, text in found.items()] == [
        ("0001-decision.md", 'date: "soon: 1"'),
        ("0002-decision.md", "---"),
    ]


@pytest.mark.parametrize(
    ("rejected", "expected"),
    [
        ("", ()),
        ("a; b；c", ("a", "b", "c")),
        ("a (x; y); b（甲；乙）", ("a (x; y)", "b（甲；乙）")),
        ("- a\n- b", ("a", "b")),
        ("a (open\nb", ("a (open", "b")),
        (") a; ;", (") a",)),
    ],
)
def test_options_are_parted_outside_of_brackets(rejected: str, expected: tuple[str, ...]) -> None:
    assert options(rejected) == expected


def decisions() -> st.SearchStrategy[list[dict[str, Any]]]:
    """What `render_decision` takes, the oldest first, no title twice."""
    parts: dict[str, st.SearchStrategy[Any]] = {
        "date": st.sampled_from(("2026-01-01", "2026-02-02")),
        "title": LINE,
        "decision": LINE | st.just(""),
        "why": LINE,
        "rejected": st.lists(LINE, max_size=3, unique_by=str.casefold),
        "pending": st.booleans(),
    }
    some = st.lists(st.fixed_dictionaries(parts), min_size=1, max_size=4, unique_by=lambda one: str(one["title"]).casefold())
    return some.map(lambda found: sorted(found, key=lambda one: str(one["date"])))


@law(80)
@given(decisions())
def test_what_counts_comes_back_as_it_was(found: list[dict[str, Any]]) -> None:
    assume(all(one["title"] not in one["rejected"] for one in found))  # nobody rejects what the decision is called
    entries = [render_decision(**one) for one in found]
    log = fresh().source(layout.DECISIONS).text + "".join(f"{line}\n" for entry in entries for line in ("", *entry))
    files = {f"adr/{name}": text for name, text in rendered("madr", tree_with({layout.DECISIONS: log})).files.items()}
    assert [entry.text for entry in imported(files).decisions.entries] == ["\n".join(entry) for entry in entries]


def test_what_is_permanent_and_what_it_will_supersede_come_back() -> None:
    old = render_decision(date="2026-01-01", title="Cache in files", why="no server", permanent=True)
    name = parse_decisions(SourceText("d.md", "\n".join(old))).entries[0].id
    new = render_decision(date="2026-01-02", title="Cache in Redis", why="faster", supersedes=[name], pending=True)
    log = fresh().source(layout.DECISIONS).text + "\n".join(["", *old, "", *new, ""])
    files = {f"adr/{name}": text for name, text in rendered("madr", tree_with({layout.DECISIONS: log})).files.items()}
    assert [entry.text for entry in imported(files).decisions.entries] == ["\n".join(old), "\n".join(new)]


def test_a_decision_that_is_pending_has_no_chosen_option() -> None:
    entry = render_decision(date="2026-01-02", title="Cache in Redis", why="faster", rejected=("files",), pending=True)
    log = "# Decisions\n\n" + "".join(f"{line}\n" for line in entry)
    (text,) = rendered("madr", tree_with({layout.DECISIONS: log})).files.values()
    assert "(chosen)" not in text
    assert "\n* Cache in Redis\n* files\n" in text
    assert '## Decision Outcome\n\nProposed option: "Cache in Redis"\n' in text
