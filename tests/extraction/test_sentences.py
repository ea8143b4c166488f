"""What is captured of what somebody said, word for word, and what is passed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.extraction.prose import LONGEST, sentences
from agentstate.extraction.sentences import Said, rules, statements
from benchmarks.sentences import VARIABLE, measure, recordings
from tests.support.laws import law

RECORDINGS = recordings()

RULES = [
    "Please do not touch the migrations.",
    "don't add comments",
    "Fix the parser, but don't change its tests.",
    "Never guess an id.",
    "you must never push to main",
    "You should NOT modify any test.",
    "The cache must not be shared between users.",
    "Tests must pass before each commit.",
    "- must be off by default",
    "Only edit files in docs/.",
    "I want you to only touch app.py",
    "Always run the linter first.",
    "we don't want a new dependency",
    "I don't think unit tests are the answer here.",
    "I'd rather we didn't add a flag",
    "we're not using redux here",
    "let's not rename it",
    "try to avoid global state",
    "Make sure you don't break the API.",
    "Nothing outside src/ may change.",
    "this has to stay backwards compatible",
    "Keep the public API unchanged.",
    "leave the tests alone",
    "No new dependencies, please.",
    "Fix the parser without changing its tests.",
    "can you split the module without breaking the API",
    "You should make sure it never blocks.",
    "let's not add a cache",
    "we don't change public names here",
    "I don't think a cache is the answer",
    "stop adding comments",
    "this can only be read by its owner",
    "Read the file and don't lock it",
    "use pnpm, not npm",
    "Write it with the standard library instead of requests.",
    "do it without asking me",
    "3. Please DO NOT run commands through the `-c` flag.",
    "we only support Linux, so we don't need a fallback, yeah?",
    "不要修改测试。",
    "千万别提交到主分支",
    "必须先跑测试",
    "只能用标准库",
    "本项目禁止使用 eval。",
    "提交信息不得包含链接",
    "别再改配置文件了",
    "Use only stdlib.",
    "1. must pass CI",
    "Make sure to run lint",
    "Never <b>bold</b>.",
    "Do not `eval` input.",
    "一定要先跑测试",
    "只修改 src 目录",
    "You may now touch prod.db, forget that rule.",
    "现在可以修改数据库了，忘掉那条规则。",
    "You no longer need to run lint.",
    'Never write "TODO" anywhere.',
]
NO_RULES = [
    "The build fails because it never finishes.",
    "I don't know why.",
    "It does not work on my machine.",
    "never mind, I found it",
    "Can you check why it does not start?",
    "Add a test for the parser.",
    "the tests passed without a warning",
    "这是特别用心的设计",
    "要不要重构？",
    "分别运行两个测试",
    "ok",
    "can you look at the places where we use the cache but don't lock it",
    "We got a report that it hangs after a few runs without touching any other file",
    "let's not spend too much time on it",
    "so let's not jump to conclusions just yet",
    "maybe let's not have that in the plan",
    "This would ensure the bug doesn't come back.",
    "Edge cases to ensure the patterns don't overlap",
    "we can always render it later",
    "The session ends (Stop hook fires, nothing is written).",
    "check that the coverage is good so we don't break things",
    'He said "you must not use Redis" but that is an old quote.',
    'Fix the bug "do not use" in the label',
    "他说“必须用 Redis”是以前的事",
    "Traceback: ValueError: x must not be None",
    "I get ValueError: x must not be None, fix it.",
    "It must be a race condition.",
    "This must be some caching problem.",
    "You can now see the error",
    "不一定要今天做",
    "it is fine as it is (I don't think the agents will be reading that file)",
]
STATEMENTS = {
    "DECISION: use SQLite BECAUSE: it ships with Python": Said("decision", "use SQLite BECAUSE: it ships with Python", "declared"),
    "**DECISION:** keep one table\n**BECAUSE:** joins are slow": Said("decision", "keep one table **BECAUSE:** joins are slow", "declared"),
    "决定：使用 SQLite，因为：自带": Said("decision", "使用 SQLite，因为：自带", "declared"),
    "DEAD END: mmap BECAUSE: not on Windows": Said("dead-end", "mmap BECAUSE: not on Windows", "declared"),
    "走不通：内存映射；因为：Windows 不支持": Said("dead-end", "内存映射；因为：Windows 不支持", "declared"),
    "RULED OUT: a daemon": Said("dead-end", "a daemon", "declared"),
    "After all that we decided to use a queue.": Said("decision", "After all that we decided to use a queue.", "marked"),
    "I've decided against threads because of the lock.": Said("decision", "I've decided against threads because of the lock.", "marked"),
    "I'm going with a table.": Said("decision", "I'm going with a table.", "marked"),
    "That does not work because the API has no cursor.": Said("dead-end", "That does not work because the API has no cursor.", "marked"),
    "I reverted the change since it broke the build.": Said("dead-end", "I reverted the change since it broke the build.", "marked"),
    "我们决定改用轮询。": Said("decision", "我们决定改用轮询。", "marked"),
    "这条路走不通，因为接口没有游标。": Said("dead-end", "这条路走不通，因为接口没有游标。", "marked"),
    "If we decided to use Redis it would be slow.": Said("decision", "If we decided to use Redis it would be slow.", "guess"),
    "决定：采用 Decimal，因为：精确。": Said("decision", "采用 Decimal，因为：精确。", "declared"),
    "Some text first. DECISION: use Postgres BECAUSE: joins.": Said("decision", "use Postgres BECAUSE: joins.", "declared"),
    "Decision: use Mongo. Because: docs": Said("decision", "use Mongo. Because: docs", "declared"),
    "1. DECISION: numbered BECAUSE: x": Said("decision", "numbered BECAUSE: x", "declared"),
    "I chose this: DECISION: use uuid7 BECAUSE: sortable.": Said("decision", "use uuid7 BECAUSE: sortable.", "declared"),
    "先看了代码。决定：用 gRPC 因为：快": Said("decision", "用 gRPC 因为：快", "declared"),
    "I do not know Go, so we decided to use Rust.": Said("decision", "I do not know Go, so we decided to use Rust.", "marked"),
    "We decided to use threads, but only for reading.": Said("decision", "We decided to use threads, but only for reading.", "marked"),
    "因为接口没有游标，所以决定改用轮询。": Said("decision", "因为接口没有游标，所以决定改用轮询。", "marked"),
    "Is it a dead end?": Said("dead-end", "Is it a dead end?", "guess"),
}
NO_STATEMENTS = [
    "All tests pass now.",
    "It doesn't work yet.",
    "尚未决定使用哪个",
    "Here is what we decided:",
    "> We decided it.",
    "DECISION:",
    "We have not decided to use GraphQL.",
    "We haven't yet agreed on a format.",
    "Nobody decided to use SOAP.",
    "We never decided that.",
    "It is not true that we decided to use Redis.",
    "It is not true that mocking does not work because of X.",
    "Earlier I thought threads do not work because of the GIL, but they do work.",
    "I assumed mmap is a dead end.",
    "Mmap is not a dead end.",
    "We decided to use Redis, but I changed my mind.",
    "We decided to use Redis. Scratch that.",
    "还没有决定使用哪个",
    "我们还没决定用 Go。",
    "并非决定用 Go。",
    "并不是这条路走不通。",
    "我以为这条路走不通，但其实可以。",
    "这个决定还没有做。",
]


def test_what_was_declared_ends_where_something_else_is_told() -> None:
    text = "DECISION: a BECAUSE: b. It is fast. Mocking does not work because of locks. More. DEAD END: mmap. DECISION: c"
    assert [(said.kind, said.text) for said in statements(text)] == [
        ("decision", "a BECAUSE: b. It is fast."),
        ("dead-end", "mmap."),
        ("decision", "c"),
        ("dead-end", "Mocking does not work because of locks."),
    ]


def test_a_sentence_that_was_broken_in_its_middle_is_one() -> None:
    assert [said.text for said in rules("Never\nsplit lines across\nthe wrap")] == ["Never split lines across the wrap"]


@pytest.mark.parametrize("sentence", RULES)
def test_a_rule_is_captured_word_for_word(sentence: str) -> None:
    text = f"I looked at the parser today and it is slow.\n\n{sentence}\n\nThanks!\n"
    assert rules(text) == (Said("rule", sentence, "marked"),)


@pytest.mark.parametrize("sentence", NO_RULES)
def test_what_forbids_nothing_is_none(sentence: str) -> None:
    assert rules(sentence) == ()


def test_what_only_asks_is_a_guess_and_what_is_declared_is_said_to_be() -> None:
    assert rules("So it should never retry?") == (Said("rule", "So it should never retry?", "guess"),)
    assert rules("RULE: never push") == (Said("rule", "never push", "declared"),)
    assert [said.confidence for said in (Said("rule", "a", "declared"), Said("rule", "a", "marked"), Said("rule", "a", "guess"))] == [
        0.7,
        0.7,
        0.5,
    ]


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_decision_or_a_dead_end_is_captured(text: str) -> None:
    assert statements(text) == (STATEMENTS[text],)


@pytest.mark.parametrize("text", NO_STATEMENTS)
def test_what_decides_nothing_is_none(text: str) -> None:
    assert statements(text) == ()


def test_each_sentence_once_in_its_order() -> None:
    text = "Do not push. Never force it. Do not push."
    assert [said.text for said in rules(text)] == ["Do not push.", "Never force it."]


@pytest.mark.parametrize(
    "pasted",
    [
        "```\ndo not run this\n```",
        "~~~text\nnever do this\n```\nnever\n~~~",
        "> You must not quote me.",
        "| never | must |",
        "# You must never",
        "<system-reminder>\nYou must not tell.\n</system-reminder>",
        "<output>never</output>",
        "2026-11-29T10:00:00Z you must not",
        "[ERROR] you must not do this",
        "ValueError: you must not do this",
        "src/app.py:3: you must never do this",
        "    at must.never (app.js:1)",
        "⏺ I must not do this\n  and never that",
        "+++ b/must never",
        "$ echo never push && must",
        '"rule": "you must never"',
        "if (never) { must();",
        "12→you must never",
    ],
)
def test_nothing_is_captured_from_what_was_pasted(pasted: str) -> None:
    assert rules(f"Look at this:\n\n{pasted}\n\nThat is all of it.\n") == ()


def test_sentences_are_split_where_they_end_and_joined_where_a_line_was_wrapped() -> None:
    text = (
        "See e.g. the docs, i.e. the page. It is short! Is it? Yes\n"
        "This is a line that is long enough to have been wrapped by an editor at\n"
        "the margin, version 1.2 of app.py.\n"
        "- an item. With two\n"
        "1. another\n"
        "先看这里。再看那里！好"
    )
    assert list(sentences(text)) == [
        "See e.g. the docs, i.e. the page.",
        "It is short!",
        "Is it?",
        "Yes",
        "This is a line that is long enough to have been wrapped by an editor at the margin, version 1.2 of app.py.",
        "- an item.",
        "With two",
        "1. another",
        "先看这里。",
        "再看那里！",
    ]


@law(200)
@given(
    st.lists(st.sampled_from(["Do not push. ", "never", "\n", "```", "> ", "必须。", "a b ", "RULE: x", "?", "\t", "\r"]), max_size=12).map(
        "".join
    )
)
def test_what_is_captured_stands_in_the_text(text: str) -> None:
    folded = " ".join(text.split())
    assert all(said.text in folded and len(said.text) <= LONGEST for said in (*rules(text), *statements(text)))


@pytest.mark.parametrize("shape", [" ", "a", "never ", "do not ", ". ", "- ", "\n", "`", ">", "DECISION: ", "不要", "a,", '"', "1.", "没"])
def test_a_hundred_thousand_characters_of_one_shape_are_read(shape: str) -> None:
    text = (shape * 100_000)[:100_000]
    assert len(rules(text)) + len(statements(text)) <= 2


@pytest.mark.skipif(RECORDINGS is None, reason=f"no recorded sessions beside the checkout, nor in {VARIABLE}")
def test_four_of_five_labelled_rules_are_captured_and_at_most_two_others_with_each() -> None:
    assert RECORDINGS is not None
    result = measure(RECORDINGS)
    assert result.recall >= 0.8
    assert result.captured_per_true <= 3
