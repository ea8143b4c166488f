from agentstate.journal import hearing, recalling
from agentstate.journal.journal import Journal
from agentstate.journal.values import Engram
from agentstate.vocabulary.entries import Entity, Entry, Text
from tests.journal.events import tool


def learn(journal: Journal, symbol: str, scope: str, *, kind: str = "fact", confidence: float = 0.95) -> None:
    entity = Entity(kind, symbol, scope, f"def {symbol}()", "edit", confidence)
    journal.append([Entry(session="s", kind="tool", time=1, entities=(entity,))])


def wait(journal: Journal, steps: int) -> None:
    journal.append([tool("") for _ in range(steps)])


def symbols(found: tuple[Engram, ...]) -> list[str]:
    return [engram.symbol for engram in found]


def one(journal: Journal, symbol: str) -> Engram:
    return recalling.named(journal, symbol)[0]


def test_a_name_is_exact(journal: Journal) -> None:
    for symbol, scope, confidence in [
        ("verify", "a.py", 0.7),
        ("verify", "b.py", 0.95),
        ("Verify", "a.py", 0.95),
        ("verify_token", "a.py", 0.95),
    ]:
        learn(journal, symbol, scope, confidence=confidence)
    assert [(found.symbol, found.scope) for found in recalling.named(journal, "verify")] == [("verify", "b.py"), ("verify", "a.py")]
    assert recalling.named(journal, "verif") == ()


def test_words_are_found_in_symbols_and_in_what_is_said_of_them(journal: Journal) -> None:
    for symbol, content in [("format_date", "def format_date()"), ("DATE", "a constant"), ("render", "Formats a DATE"), ("other", "none")]:
        entity = Entity("fact", symbol, "", content, "edit", 0.95)
        journal.append([Entry(session="s", kind="tool", time=1, entities=(entity,))])
    assert symbols(recalling.bearing(journal, ["date", "Format"])) == ["render", "format_date", "DATE"]
    assert symbols(recalling.bearing(journal, ["date", "format"], 1)) == ["render"]
    assert (recalling.bearing(journal, ["%"]), recalling.bearing(journal, [])) == ((), ())


def test_a_file_is_exact(journal: Journal) -> None:
    for symbol, scope in [("f", "a.py"), ("g", "a.py"), ("h", "sub/a.py")]:
        learn(journal, symbol, scope)
    assert symbols(recalling.in_file(journal, "a.py")) == ["g", "f"]
    assert symbols(recalling.in_file(journal, "a.py", 1)) == ["g"]


def test_one_hop_goes_to_the_file_the_prefix_and_the_steps_around(journal: Journal) -> None:
    for symbol, scope in [("seed", "a.py"), ("near", "c.py")]:
        learn(journal, symbol, scope)
    wait(journal, 30)
    for symbol, scope in [("seed_two", "d.py"), ("see", "d.py"), ("same_file", "a.py"), ("far", "d.py")]:
        learn(journal, symbol, scope)
    seed = one(journal, "seed")
    assert symbols(recalling.neighbours(journal, seed, "seed")) == ["near", "seed_two", "same_file"]
    assert symbols(recalling.neighbours(journal, seed)) == ["near", "same_file"]
    assert symbols(recalling.neighbours(journal, seed, near=1)) == ["same_file"]


def test_less_than_twenty_steps_away_is_near(journal: Journal) -> None:
    learn(journal, "seed", "")
    wait(journal, 18)
    learn(journal, "near", "")
    learn(journal, "far", "")
    assert symbols(recalling.neighbours(journal, one(journal, "seed"))) == ["near"]


def test_whoever_has_too_many_neighbours_has_none(journal: Journal) -> None:
    for number in range(31):
        learn(journal, f"n{number}", "a.py")
    assert len(recalling.neighbours(journal, one(journal, "n0"))) == 30
    learn(journal, "n31", "a.py")
    assert recalling.neighbours(journal, one(journal, "n0")) == ()


def test_what_the_file_says_wins(journal: Journal) -> None:
    learn(journal, "f", "a.py")
    journal.correct({one(journal, "f").id: "def f(x)"})
    assert (one(journal, "f").content, one(journal, "f").gone) == ("def f(x)", False)
    journal.correct({one(journal, "f").id: None})
    assert (one(journal, "f").content, one(journal, "f").gone) == ("def f(x)", True)
    assert recalling.recent(journal, ["fact"]) == ()
    learn(journal, "f", "a.py")
    assert (one(journal, "f").content, one(journal, "f").gone) == ("def f()", False)


def test_what_was_of_use_is_newer(journal: Journal) -> None:
    for symbol, kind in [("old", "fact"), ("new", "artifact"), ("other", "progress")]:
        learn(journal, symbol, "", kind=kind)
    assert symbols(recalling.recent(journal, ["fact", "artifact"])) == ["new", "old"]
    wait(journal, 1)
    journal.recalled({}, [one(journal, "old").id])
    assert symbols(recalling.recent(journal, ["fact", "artifact"])) == ["old", "new"]
    assert (one(journal, "old").activations, one(journal, "old").last) == (2, 4)


def test_paths_are_found_by_their_end_in_either_case(journal: Journal) -> None:
    touches = tuple((path, "read", "") for path in ("src/a_b.py", "src/aXb.py", "A_B.PY", "xa_b.py", "src/a_b.py/c"))
    journal.append([Entry(session="s", kind="tool", time=1, call="a", touches=touches, ok=True)])
    assert recalling.ending(journal, "a_b.py") == ("A_B.PY", "src/a_b.py")
    assert [recalling.is_known(journal, path) for path in ("src/a_b.py", "a_b.py")] == [True, False]


def test_what_was_said_and_run_is_found_by_its_words(journal: Journal) -> None:
    texts = tuple(Text(kind, f"{kind} of make", "answer", 0.7) for kind in ("decision", "dead-end", "rule", "prompt"))
    run = Entry(session="s", kind="tool", time=2, call="b", command="make x", cwd="web", exit_code=2, ok=False)
    journal.append([Entry(session="s", kind="turn_end", time=1, texts=texts), run])
    assert symbols(hearing.said(journal, ["make", "dead"], 2)) == ["dead-end of make", "decision of make"]
    assert hearing.said(journal, []) == hearing.ran(journal, ["none"]) == ()
    (found,) = hearing.ran(journal, ["MAKE"])
    assert (found.symbol, found.scope, found.content) == (
        "make x",
        "web",
        "make x: exit 2, run 1 time, failed 1 time and not known to have gone well since",
    )
    assert hearing.ran_exactly(journal, "make x") == (found,)
    journal.end_task()
    assert symbols(hearing.said(journal, ["rule"])) == []
