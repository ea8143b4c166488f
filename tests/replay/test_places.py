"""Where to stop, and what a person labelled."""

import pytest

from agentstate.documents.text import SourceText
from agentstate.replay.labels import Heard, parse_labels, session_of
from agentstate.replay.places import Places, places
from agentstate.replay.task import kind_of
from agentstate.vocabulary.errors import AgentStateError


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ((), Places()),
        (("compactions",), Places()),
        (("0.5", "120"), Places(compactions=False, fractions=(0.5,), calls=(120,))),
        ((".25", "compactions"), Places(compactions=True, fractions=(0.25,))),
    ],
)
def test_places_are_compactions_shares_and_numbers(given: tuple[str, ...], found: Places) -> None:
    assert places(given) == found


@pytest.mark.parametrize("given", ["", "0", "0.0", "1.5", "-3", "half", "1e3", "٣", "50%"])
def test_what_is_no_place_is_refused(given: str) -> None:
    with pytest.raises(AgentStateError) as error:
        places([given])
    assert error.value.message == f'"{given}" is no place to stop at'


def test_a_share_is_a_call_of_the_session() -> None:
    assert Places(fractions=(0.5, 0.001), calls=(7,)).points(10) == {5, 1, 7}


def test_labels_belong_to_the_session_whose_name_ends_the_same() -> None:
    table = parse_labels(SourceText("l.tsv", "session\tstep\tsentence\nsessions/o__r/a.jsonl.norm.jsonl\t3\tnever\no__r/b.json\t0\tmust\n"))
    assert table[session_of(table, "/data/sessions/o__r/a.jsonl") or ""] == {3: ("never",)}
    assert table[session_of(table, "/elsewhere/o__r/b.json") or ""] == {0: ("must",)}
    assert session_of(table, "/elsewhere/x__y/b.json") is None


def test_a_sentence_is_heard_with_its_prompt_or_at_its_step() -> None:
    heard = Heard({40: ("late words",), 0: ("first",), 9: ("at a step",)})
    assert heard.at(0) == ("first",)
    heard.prompted("and some\n  late   words here")
    assert (heard.at(3), heard.at(9)) == (("late words", "first"), ("late words", "first", "at a step"))
    assert set(heard.at(40)) == {"late words", "first", "at a step"}
    assert Heard({}).at(0) == ()


@pytest.mark.parametrize("line", ["a\tb", "a\tb\tc", "a\t1\tc\td", "a\t-1\tc"])
def test_a_line_that_is_no_label_is_refused(line: str) -> None:
    with pytest.raises(AgentStateError, match="line 2 is no label"):
        parse_labels(SourceText("l.tsv", f"session\tstep\tsentence\n{line}\n"))


@pytest.mark.parametrize(
    ("instruction", "kind"),
    [
        ("Fix the crash and add a test", "repair"),
        ("Write tests for the fix", "feature"),
        ("测试解析器", "tests"),
        ("why is it slow", "question"),
        ("Repair the lexer", "repair"),
        ("Mend the parser and add nothing", "repair"),
        ("please correct the totals", "repair"),
        ("Document the public functions", "documentation"),
        ("documenting what it does", "documentation"),
        ("clean up, then look at it", "refactoring"),
        ("Look at it, then clean up", "question"),
        ("请修正总数", "repair"),
        ("he recommended a prefix", "other"),
        ("go on", "other"),
    ],
)
def test_the_first_telling_word_says_what_kind_of_task_it_is(instruction: str, kind: str) -> None:
    assert kind_of(instruction) == kind
