"""The page for a person: all that is known, in the tree's language, and the same bytes for the same tree."""

from dataclasses import replace

from agentstate.exchange.targets.wording import HAND_OVER
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.exchange.targets.trees import fresh, rendered
from tests.verbs.trees import tree_with

STATE = """\
project: shop
updated_at: 2026-11-29T19:30:00Z
goal: halve the latency
current_task: cache the profiles
confidence: low
blocked: the server is down
next_action: write the test
then: wire it
do_not: [drop a table]
verified: [{fact: it is stable, how: ran twice, commit: abc1234}]
failed_attempts: [{tried: pickle, because: slow}]
files_to_load: [src/a.py]
"""
LOG = """\
# Decisions

## [2026-03-01] Cache in Redis
- Decision: all caching goes through Redis
- Why: several instances run,
  each with a process
- Rejected: memcached

## [2026-03-02] Share the keys
- Why: fewer
- Status: pending

## [2026-03-03] Use ETags
- Why: x

## [2026-03-04] No ETags
- Decision: withdrawn
- Why: y
- Supersedes: 2026-03-03
"""
FILES = {
    layout.STATE: STATE,
    layout.DECISIONS: LOG,
    layout.FACTS: "# Facts\n- above\n\n## Data\n- never\n  drop\n- always\n",
    layout.TODO: "# TODO\n- [x] parent\n  - [ ] child — blocked: review\n- [~] P1 other\n  - [ ] part\n",
    ".agent/lanes/api.yaml": "current_task: routes\n",
}
GIT = GitFacts(head="7b3f9c2d", branch="main")

PAGE = """\
# Hand-over: shop

## Task

- Goal: halve the latency
- Task: cache the profiles
- Confidence: low
- Blocked: the server is down

## Next

- First: write the test
- Then: wire it

## Ruled out

- pickle — because slow

## Not to be done

- drop a table

## Verified

- it is stable (ran twice, commit abc1234)

## Decisions in force

- 2026-03-01 Cache in Redis: all caching goes through Redis
  - Why: several instances run, each with a process
  - Rejected: memcached
- 2026-03-04 No ETags: withdrawn
  - Why: y

## Not decided yet

- 2026-03-02 Share the keys
  - Why: fewer

## Open items

- child (blocked: review)
- P1 other (in progress)
  - part

## Facts

- above

### Data

- never
  drop
- always

## Files to read first

- src/a.py

## Other tasks under way

- `api`: routes

## Where this comes from

- commit `7b3f9c2d`, branch `main`
- state: `.agent/STATE.yaml`, last updated 2026-11-29T19:30:00Z
"""


def page(tree: Tree, git: GitFacts = GIT) -> str:
    return rendered("hand-over", tree, git).files[""]


def test_the_page_says_all_that_a_person_needs() -> None:
    assert page(tree_with(FILES)) == PAGE


def test_the_same_tree_is_the_same_page() -> None:
    assert page(tree_with(dict(reversed(FILES.items())))) == PAGE


def test_the_words_are_those_of_the_tree() -> None:
    tree = tree_with(FILES)
    text = page(replace(tree, settings=replace(tree.settings, language="zh")))
    headings = [line.removeprefix("## ") for line in text.split("\n") if line.startswith("## ")]
    assert text.startswith("# 交接：shop\n\n## 任务\n\n- 目标：halve the latency\n")
    assert headings[:5] == ["任务", "下一步", "已排除", "不要做", "已验证"]
    assert text.endswith("- 提交 `7b3f9c2d`，分支 `main`\n- 状态：`.agent/STATE.yaml`，最后更新于 2026-11-29T19:30:00Z\n")


def test_both_languages_have_the_same_words() -> None:
    assert list(HAND_OVER["en"]) == list(HAND_OVER["zh"])


def test_a_fresh_tree_says_that_nothing_is_noted() -> None:
    start = "# Hand-over: shop\n\n## Task\n\nNothing is noted.\n\n## Next\n\nNothing is noted.\n\n## Where this comes from\n\n"
    state = "- state: `.agent/STATE.yaml`\n"
    assert page(fresh(), GitFacts(reason="no repository")) == f"{start}- nothing was read from git: no repository\n{state}"
    assert page(fresh(), GitFacts(branch="main")) == f"{start}- nothing is committed yet, branch `main`\n{state}"
    assert page(fresh(), GitFacts(head="7b3f")) == f"{start}- commit `7b3f`, no branch\n{state}"


def test_what_could_not_be_read_is_on_the_page() -> None:
    text = page(tree_with({layout.STATE: "a: [\n", layout.FACTS: None}))
    assert "## What could not be read\n\n- .agent/FACTS.md is missing\n- .agent/STATE.yaml:1: " in text
