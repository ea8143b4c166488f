"""Whatever a file holds, every word of it is in an item or in the remainder."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.exchange import sources
from agentstate.exchange.item import Item, Passage
from agentstate.exchange.remainder import remainder
from tests.support.laws import law

PIECES = st.sampled_from(
    (
        *("# ", "## ", "### Requirement: ", "- ", "- [ ] ", "- [x] ", "1. ", "> ", "```", "---", "|", "**", "`", ": ", "：", "  "),
        *"abcdé缓存0189",
    ),
)
LINES = st.lists(PIECES, max_size=8).map("".join)
TEXTS = st.lists(LINES | st.just("## 2026-01-02 x") | st.just("- 决策：y"), max_size=12).map("\n".join)
FILES = (
    ".agent-state/constraints.md",
    ".agent-state/decisions.md",
    ".agent-state/next-actions.md",
    "openspec/changes/a/tasks.md",
    "openspec/changes/a/proposal.md",
    "openspec/specs/a/spec.md",
)
HEAD = "---\nid: task-1\ntitle: t\nstatus: Done\n---\n"
LABELS = {"决策", "requirement", "id", "title", "status"}
MARKUP = re.compile(r"^[ \t>]*(?:[0-9]+[.)、]|[-*+])?[ \t]*(?:\[[ x]\])?", re.MULTILINE)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


@pytest.mark.parametrize("path", [*FILES, "backlog/tasks/task-1.md"])
@law(100)
@given(TEXTS)
def test_every_word_of_a_file_comes_out(path: str, text: str) -> None:
    whole = f"{HEAD}{text}" if path.startswith("backlog/") else text
    (imported,) = sources.read({path: whole})
    said = [part for item in imported.items for part in (item.text, *item.fields.values())]
    there = words("\n".join([*said, *(passage.text for passage in imported.remainder)]))
    assert {word for word in words(MARKUP.sub("", whole)) if word.casefold() not in LABELS} <= there


def test_a_line_is_held_only_by_the_items_of_its_place() -> None:
    text = "# Rules\n\n- [ ] **never** cache\n- next action: ship it\n- never cache, please\n\n---\n\nnever cache\n"
    items = [
        Item("todo", "never", "a.md", 3, 0, {"rest": "cache"}),
        Item("next", "ship it", "a.md", 4),
        Item("fact", "never cache", "a.md", 5, 0, {"section": "Rules"}),
        Item("fact", "never cache", "b.md", 9),
    ]
    assert remainder("a.md", text, items, ("next action",)) == (Passage("- never cache, please\n\n---\n\nnever cache", "a.md", 5),)
