import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.facts import Fact, add_fact, parse_facts, replace_fact
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from tests.support.laws import law


def source(text: str) -> SourceText:
    return SourceText(".agent/FACTS.md", text)


def test_facts_with_section_lines_and_the_decision_they_come_from() -> None:
    lines = [
        "---",
        "- no: fact",
        "---",
        "# Facts",
        "- above every section",
        "## Data ##",
        "* money is in cents [2026-11-29-money-9c1e]",
        "- two lines,",
        "  the second indented [2026-11-29-缓存-00ff]",
        "",
        "text",
        "- runs",
        "on",
        "### Deep",
        "",
        "  + indented list",
        "  + its second",
        "    - nested",
        "",
        "    after a blank",
        "1. no bullet",
        "```",
        "- code",
        "```",
        "- [link](x.md) [note]",
        "-no fact",
    ]
    assert parse_facts(source("\n".join(lines))).facts == (
        Fact("above every section", "", 5, 6),
        Fact("money is in cents", "Data", 7, 8, "2026-11-29-money-9c1e"),
        Fact("two lines,\nthe second indented", "Data", 8, 10, "2026-11-29-缓存-00ff"),
        Fact("runs\non", "Data", 12, 14),
        Fact("indented list", "Deep", 16, 17),
        Fact("its second\n- nested\n\nafter a blank", "Deep", 17, 21),
        Fact("[link](x.md) [note]\n-no fact", "Deep", 25, 27),
    )


def test_a_list_that_goes_on_further_out_is_measured_from_there() -> None:
    assert [fact.text for fact in parse_facts(source("  - a\n- b\n  - nested\n- c\n")).facts] == ["a", "b\n- nested", "c"]


def test_a_tab_is_indent_enough_and_a_code_fence_ends_what_runs_on() -> None:
    text = "- a\n\n\tb\n- c\n  ```\ncode\n  ```\n"
    assert [(fact.text, fact.end) for fact in parse_facts(source(text)).facts] == [("a\n\nb", 4), ("c\n```", 6)]


@pytest.mark.parametrize("end", ["[2026-11-29-a-9C1E]", "[a-9c1e]", "[2026-11-29-a b-9c1e]", "[2026-11-29-a-9c1e].", "x[2026]"])
def test_other_brackets_at_the_end_are_text(end: str) -> None:
    assert parse_facts(source(f"- a {end}\n")).facts == (Fact(f"a {end}", "", 1, 2),)


def test_a_code_fence_that_is_never_closed_is_a_fault() -> None:
    facts = parse_facts(source("- a\n```\n- b\n"))
    assert facts.facts == (Fact("a", "", 1, 2),)
    assert facts.faults == (Fault("unclosed-fence", 2, 1, "this code fence is never closed", "close the fence"),)


@pytest.mark.parametrize(
    ("before", "section", "after"),
    [
        ("", "", "## Facts\n- new\n"),
        ("# Facts\n", "", "# Facts\n\n## Facts\n- new\n"),
        ("# Facts\n", "Data", "# Facts\n\n## Data\n- new\n"),
        ("## A\n- a\n\n## B\n- b", "", "## A\n- a\n\n## B\n- b\n- new\n"),
        ("## A\n- a\n  more\n\n## B\n- b\n", "a", "## A\n- a\n  more\n- new\n\n## B\n- b\n"),
        ("## A\n- a\n\n## B\n- b\n", "C", "## A\n- a\n\n## B\n- b\n\n## C\n- new\n"),
        ("## A\n\n## B\n- b\n", "A", "## A\n- new\n\n## B\n- b\n"),
        ("## A\ntext\n\n## B\n", "A", "## A\ntext\n\n- new\n\n## B\n"),
        ("## A\r\n- a\r\n## B\r\n", "A", "## A\r\n- a\r\n- new\r\n## B\r\n"),
        ("## A\n- a\n## a\n- b\n", "A", "## A\n- a\n## a\n- b\n- new\n"),
        ("- new [2026-01-01-a-0000]\n", "A", "- new [2026-01-01-a-0000]\n\n## A\n- new\n"),
    ],
)
def test_a_fact_is_added_below_the_last_of_its_section(before: str, section: str, after: str) -> None:
    assert add_fact(parse_facts(source(before)), " new\n", section).text == after


def test_a_promoted_fact_ends_with_its_decision() -> None:
    assert (
        add_fact(parse_facts(source("")), "新", source_id="2026-11-29-a-9c1e", first_section="事实").text
        == "## 事实\n- 新 [2026-11-29-a-9c1e]\n"
    )


def test_a_fact_that_is_there_is_not_added_again() -> None:
    facts = parse_facts(source("## A\n- one [2026-11-29-a-9c1e]\n"))
    assert add_fact(facts, "one", "B", "2026-11-29-a-9c1e") is facts.source
    assert add_fact(facts, "one [2026-11-29-a-9c1e]", "B") is facts.source


def test_a_fact_is_replaced_by_one_line_and_keeps_its_bullet() -> None:
    facts = parse_facts(source("## A\r\n  * old\r\n    more\r\n\r\n- other"))
    assert replace_fact(facts, facts.facts[0], "new", "2026-11-29-a-9c1e").text == "## A\r\n  * new [2026-11-29-a-9c1e]\r\n\r\n- other"
    assert replace_fact(facts, facts.facts[1], "new").text == "## A\r\n  * old\r\n    more\r\n\r\n- new"


@pytest.mark.parametrize(
    ("text", "section", "message"),
    [
        ("", "", "the fact is empty"),
        ("a\nb", "", 'the fact is more than one line: "a\\x0ab"'),
        ("# a", "", 'a fact cannot begin like a heading, a comment or a code fence: "# a"'),
        ("```a", "", 'a fact cannot begin like a heading, a comment or a code fence: "```a"'),
        ("<!-- a", "", 'a fact cannot begin like a heading, a comment or a code fence: "<!-- a"'),
        ("a", "b\nc", '--section is more than one line: "b\\x0ac"'),
    ],
)
def test_what_would_not_be_one_fact_is_refused(text: str, section: str, message: str) -> None:
    with pytest.raises(AgentStateError) as caught:
        add_fact(parse_facts(source("## A\n")), text, section)
    assert caught.value.message == message


def test_nothing_is_added_below_a_fence_that_is_never_closed() -> None:
    with pytest.raises(AgentStateError) as caught:
        add_fact(parse_facts(source("```\n")), "a")
    assert caught.value.message == ".agent/FACTS.md:1: this code fence is never closed, so nothing can be added after it"


_LINES = st.sampled_from(
    [
        *(
            "# T",
            "## A",
            "## B",
            "### A",
            "- a",
            "* b [2026-11-29-a-9c1e]",
            "  - c",
            "    - d",
            "  more",
            "runs on",
            "",
            " ",
            "```",
            "~~~",
            "---",
        ),
        *("1. x", "> q", "<!-- c -->", "-", "- ", "\t- e", "caf\udcff"),
    ]
)
_TEXTS = st.lists(_LINES, max_size=25).map(lambda lines: "".join(f"{line}\n" for line in lines))


@law(200)
@given(_TEXTS, st.sampled_from(["", "A", "b", "New"]))
def test_adding_changes_no_line_and_no_other_fact(text: str, section: str) -> None:
    facts = parse_facts(source(text))
    if facts.faults:
        return
    longer = add_fact(facts, "added", section)
    found = parse_facts(longer)
    assert [(fact.text, fact.section) for fact in found.facts if fact.text != "added"] == [
        (fact.text, fact.section) for fact in facts.facts
    ]
    (new,) = (fact for fact in found.facts if fact.text == "added")
    assert not section or new.section.casefold() == section.casefold()
    kept = list(longer.lines)
    kept.pop(new.line - 1)
    remaining = iter(kept)
    assert all(line in remaining for line in facts.source.lines)


@law(200)
@given(st.binary(max_size=200).map(lambda data: SourceText.decode("x.md", data)))
def test_no_bytes_raise(text: SourceText) -> None:
    assert all(0 < fact.line < fact.end <= len(text.lines) + 1 for fact in parse_facts(text).facts)
