"""Figures of several stops together."""

from agentstate.replay.catalogue import SHARES
from agentstate.replay.figures import measured
from agentstate.replay.judging import judged
from agentstate.replay.measured import Amount, Measured, Session, Share
from agentstate.replay.stop import END, Stop
from agentstate.vocabulary.values import replace
from tests.replay.steps import Session as Steps
from tests.replay.steps import work
from tests.replay.stops import stop

AFTER = Steps().read("src/tree.py").run("ls").edit("src/errors.py", "x", "y").read("src/lexer.py")


def found(*stops: Stop, labelled: bool = False) -> Measured:
    return measured([], [judged(one, 1000) for one in stops], (1000,), 1000, labelled=labelled)


def both() -> Measured:
    message = "src/tree.py src/lexer.py\nmake lint"
    return found(stop(work(Steps()), AFTER, message), stop(work(Steps()), AFTER, "src/errors.py", session="x__y/a.jsonl"))


def test_a_share_counts_over_all_stops() -> None:
    assert both().share("hit@20", "message", 1000) == Share("hit@20", "message", 1000, "all", 3, 6, 2, 1 / 3, 2 / 3)
    assert both().share("hit@20", "nothing", 1000) == Share("hit@20", "nothing", 1000, "all", 0, 6, 2, 0.0, 0.0)
    assert both().share("hit@20", "files", 1000) == Share("hit@20", "files", 1000, "all", 6, 6, 2, 1.0, 1.0)
    assert both().share("failures", "message", 1000) == Share("failures", "message", 1000, "all", 1, 2, 2, 0.0, 1.0)


def test_a_summary_counts_where_there_was_one() -> None:
    one = stop(work(Steps()), AFTER)
    without = replace(one, texts={1000: {name: text for name, text in one.texts[1000].items() if name != "summary"}})
    share = found(one, without).share("hit@20", "summary", 1000)
    assert share == Share("hit@20", "summary", 1000, "all", 1, 3, 1)


def test_each_group_has_its_own_stops() -> None:
    every = both()
    assert every.groups == {
        "kind of task": ("task: ",),
        "where it stopped": ("in the middle",),
        "compaction": ("auto",),
        "half": ("held out", "looked at"),
    }
    counts = [every.share("hit@20", "message", 1000, half) for half in every.groups["half"]]
    assert sorted((share.found, share.wanted, share.stops) for share in counts if share) == [(1, 3, 1), (2, 3, 1)]


def test_what_nobody_wanted_is_not_known_and_never_0() -> None:
    nothing = found()
    assert {(share.share, share.low, share.high) for share in nothing.shares} == {(None, None, None)}
    assert {(amount.mean, amount.stops) for amount in nothing.amounts} == {(None, 0)}
    assert {share.figure for share in nothing.shares} == set(SHARES)


def test_an_amount_says_of_how_many_stops_it_is_not_known() -> None:
    silent = stop(work(Steps()), Steps().run("ls").run("pwd").run("env"))
    amount = found(stop(work(Steps()), AFTER), silent).amount("first-edit")
    assert amount == Amount("first-edit", 0, "all", 1, 1, 2, 2, 2)


def test_captured_rules_are_counted_for_each_labelled_one_that_was_found() -> None:
    one = replace(stop(work(Steps()), AFTER, "never push\nnever pull", rules=("never push", "always sign")), kind=END, labelled=True)
    end = replace(one, captured=("never push", "never pull", "only this"))
    assert found(end, labelled=True).amount("captured") == Amount("captured", 0, "all", 1, 0, 3.0)
    missed = replace(end, rules=("always sign",))
    assert found(missed, labelled=True).amount("captured") == Amount("captured", 0, "all", 0, 1)
    assert found(end).amount("captured") is None


def test_warnings_say_what_a_reader_must_know() -> None:
    sessions = [Session("a", "a", silent=2, broken=1, faults=((4, "no JSON"),))]
    (one,) = [judged(stop(work(Steps()), AFTER), 1000)]
    assert measured(sessions, [one], (1000,), 1000, labelled=False).warnings == (
        "only 1 stop: the shares are anecdotes",
        "2 stops with too few tool calls before or after (10 and 3) left out",
        "1 part of the recordings could not be read, the first in a, line 4: no JSON",
        "no labels: rules are those that were captured here, so the message is held to its own ear",
    )
    assert found(labelled=True).warnings == ("no stop had enough tool calls before and after it (10 and 3): nothing could be measured",)


def test_a_field_of_the_head_counts_where_all_of_its_texts_stand() -> None:
    noted = {"task": ("mend it",), "constraints": ("keep names", "no network"), "blocked": ("nobody",)}
    one = replace(stop(work(Steps()), AFTER), noted=noted, head={1000: "mend it\nkeep names"})
    share = found(one).share("head", "message", 1000)
    assert share == Share("head", "message", 1000, "all", 1, 3, 1)


def test_a_field_whose_first_texts_stand_and_whose_rest_is_counted_stands_in_the_head() -> None:
    noted = {"done": ("one", "two"), "task": ("mend it",), "then": ("look",)}
    begun = {"done": ("Done:\n- one\n- and 1 more below\n",), "then": ()}
    one = replace(
        stop(work(Steps()), AFTER), noted=noted, begun=begun, head={1000: "mend it\nDone:\n- one\n- and 1 more below\n", 500: "one"}
    )
    known = measured([], [judged(one, 1000)], (1000, 500), 1000, labelled=False)
    counts = {
        (name, room): share.found
        for name in ("head", "head-whole")
        for room in (1000, 500)
        if (share := known.share(name, "message", room))
    }
    assert counts == {("head", 1000): 2, ("head", 500): 0, ("head-whole", 1000): 1, ("head-whole", 500): 0}
