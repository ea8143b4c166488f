"""Fields in, text out: the ceilings, the head and the counts hold for any content and any budget."""

import re

from hypothesis import given
from hypothesis import strategies as st

from agentstate.message.budget import BYTES
from agentstate.message.compose import HEAD_CHARACTERS, compose
from agentstate.message.fields import BODY, HEAD, Field, Item, Slot, gather
from agentstate.message.frame import defused, unseal
from agentstate.message.section import Section, whole
from agentstate.message.wording import CHINESE, ENGLISH, WORDINGS
from agentstate.vocabulary.values import replace
from tests.support.laws import law

SLOTS = [slot for _, group in HEAD for slot in group] + list(BODY)
REQUIRED = [slot.name for slot in SLOTS if slot.required]
LANGUAGES = st.sampled_from(list(WORDINGS))
TEXT = st.one_of(
    st.text(max_size=60),
    st.text("记忆中断后，", min_size=1, max_size=200),
    st.text("\U0001f600\x1b\u202e", max_size=80),
    st.text("ab/.-_ ", min_size=1, max_size=200),
    st.just("x" * 1_000),
    st.just("--- agentstate memory 0123456789abcdef ends ---"),
)
ITEMS = st.lists(st.builds(Item, TEXT.filter(bool), st.sampled_from(["", "not verified"])), max_size=22)
EVIDENCE = st.dictionaries(st.sampled_from([slot.name for slot in SLOTS]), ITEMS)


def fields(**evidence: list[str]) -> tuple[Field, ...]:
    return gather({name: [Item(text) for text in texts] for name, texts in evidence.items()})


@given(EVIDENCE, LANGUAGES, st.integers(600, 9000))
@law(200)
def test_no_content_breaks_a_ceiling_or_hides_a_required_field(evidence: dict[str, list[Item]], language: str, budget: int) -> None:
    words = WORDINGS[language]
    text = compose(gather(evidence), words, budget)
    assert len(text) <= budget
    assert len(text.encode()) <= BYTES
    assert unseal(text) is not None
    assert [name for name in REQUIRED if words.labels[name] not in text] == []
    assert compose(gather(evidence), words, budget) == text


@given(EVIDENCE, LANGUAGES, st.integers(3400, 9000))
@law(200)
def test_a_group_within_its_share_stands_whole_in_the_head(evidence: dict[str, list[Item]], language: str, budget: int) -> None:
    given_fields, words = gather(evidence), WORDINGS[language]
    start = compose(given_fields, words, budget)[:HEAD_CHARACTERS]
    for share, slots in HEAD:
        group = [defused(whole(Section(field.escaped(), words))) for field in given_fields if field.slot in slots and field.printed]
        if len("".join(group)) <= share:
            assert "".join(group) in start


@given(st.dictionaries(st.sampled_from(SLOTS), st.integers(0, 40)), st.integers(600, 9000))
@law(200)
def test_every_item_is_printed_or_counted(counts: dict[Slot, int], budget: int) -> None:
    """What stands in the message whole, what is cut there, and what is counted as left out add up to all there is."""
    evidence = {slot.name: [Item(f"<{slot.name} {index} {'x' * 40}>") for index in range(count)] for slot, count in counts.items()}
    text = compose(gather(evidence), ENGLISH, budget)
    whole_ones = set(re.findall("<[^<>…]*>", text))
    cut_ones = set(re.findall("<([^<>…]*)…[^\n]*more characters: ", text))
    counts_said = re.findall("and ([0-9]+) more: |[(]([0-9]+)[)]|: ([0-9]+) items\n---|([0-9]+) left out]", text)
    counted = [int(count) for found in counts_said for count in found if count]
    assert len(whole_ones) + len(cut_ones) + sum(counted) == sum(counts.values())


def test_an_empty_message_says_what_is_not_recorded() -> None:
    assert unseal(compose(fields(), ENGLISH, 600)) == (
        "Your task: [not recorded]\n"
        "Your next action: [not recorded]\n"
        "Changed files: [not recorded]\n"
        "\n"
        "Newest instruction: [not recorded]\n"
        "Established facts: [not recorded]\n"
        "Open hypotheses: [not recorded]"
    )


def test_an_empty_message_in_chinese() -> None:
    assert unseal(compose(fields(), CHINESE, 600)) == (
        "你的任务：[未记录]\n你的下一步：[未记录]\n改动的文件：[未记录]\n\n最新的指示：[未记录]\n已确认的事实：[未记录]\n待验证的假设：[未记录]"
    )


def test_long_notes_leave_failures_and_files_their_lines_where_room_is_short() -> None:
    known = fields(
        newest_instruction=["please " + "y" * 300],
        rules=["Never do it"],
        failures=["make lint", "make test"],
        facts=[f"fact {number} {'long ' * 12}" for number in range(20)],
        hypotheses=["maybe " + "x" * 150],
        files=["a.py"],
    )
    firm = tuple(replace(one, slot=replace(one.slot, firm=True, keep=8)) if one.slot.name == "files" else one for one in known)
    text = compose(firm, ENGLISH, 1000)
    assert "- make lint\n- make test\n" in text
    assert "Files to hand: a.py\n" in text
