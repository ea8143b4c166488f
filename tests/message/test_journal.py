"""What the journal adds to a message: laws for any memory, and the places where notes and observation meet."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.message.budget import BYTES
from agentstate.message.frame import unseal
from agentstate.message.journal import files, in_progress, next_words
from agentstate.message.recollection import Recollection
from agentstate.message.wording import WORDINGS
from agentstate.tree import Tree
from agentstate.verbs.resume import as_json, resume
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.support.laws import law
from tests.support.recovery import FILES, FULL, GIT, KINDS, KNOWN, STATE, command, definition, file, saying, tree

WORDS = st.one_of(st.text(max_size=40), st.text("不要，记忆", min_size=1, max_size=300), st.just("x" * 2000), st.just("a\nb\u202ec"))
PATHS = st.one_of(st.text("ab/.", min_size=1, max_size=30), WORDS.filter(bool))
MEMORIES = st.builds(
    Recollection,
    instruction=WORDS,
    rules=st.lists(WORDS, max_size=30).map(tuple),
    changed=st.lists(st.builds(file, PATHS, st.integers(1, 99), verified=st.booleans(), deleted=st.booleans()), max_size=30).map(tuple),
    gone=st.frozensets(PATHS, max_size=3),
    failures=st.lists(st.builds(command, WORDS.filter(bool), st.one_of(st.none(), st.just(1)), failures=st.just(2)), max_size=30).map(
        tuple
    ),
    commands=st.lists(st.builds(command, WORDS.filter(bool), st.one_of(st.none(), st.just(0))), max_size=30).map(tuple),
    files=st.lists(PATHS, max_size=40).map(tuple),
    symbols=st.lists(st.builds(definition, WORDS, PATHS, WORDS), max_size=9).map(tuple),
    plan=st.one_of(WORDS, st.just("[x] a\n[~] b\n[ ] c")),
    decisions=st.lists(st.builds(saying, st.just("decision"), WORDS), max_size=9).map(tuple),
    dead_ends=st.lists(st.builds(saying, st.just("dead-end"), WORDS), max_size=9).map(tuple),
    problem=WORDS,
)


def lines(known: Recollection, notes: Tree = FULL, git: GitFacts = GIT) -> list[str]:
    return (unseal(resume(notes, git, known=known).text) or "").split("\n")


@given(MEMORIES, st.sampled_from(sorted(WORDINGS)), st.integers(600, 9000))
@law(150)
def test_any_memory_gives_a_message_within_its_budget(known: Recollection, language: str, budget: int) -> None:
    notes = tree(FILES, language="zh" if language == "zh" else "en", kinds=KINDS)
    text = resume(notes, GIT, budget=budget, known=known).text
    assert len(text) <= budget
    assert len(text.encode()) <= BYTES
    assert unseal(text) is not None
    assert resume(notes, GIT, budget=budget, known=known).text == text


def test_an_empty_journal_adds_only_what_it_is() -> None:
    without, with_one = lines_of(None), lines_of(Recollection())
    assert [line for line in with_one if line not in without] == [
        "- Commands, files of this session and what was said come from a journal of your tool calls: observed, not noted.",
        "- What was done with a file or a symbol: `agentstate recall NAME`, `agentstate recall --file PATH`",
    ]
    assert [line for line in without if line not in with_one] == []


def lines_of(known: Recollection | None) -> list[str]:
    return (unseal(resume(FULL, GIT, known=known).text) or "").split("\n")


def test_the_head_holds_every_field_that_has_something_word_for_word() -> None:
    start = resume(FULL, GIT, known=KNOWN).text[:2000]
    for text in ("Write orders to the outbox before", "write the retry loop in `src/retry.py`", "never run `make migrate`", "src/moved.py"):
        assert text in start


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("[x] a\n[~] b c\n[ ] d", "b c"),
        ("#1 [x] a\n#2 [~] b", "b"),
        ("[x] a\n[ ] b", ""),
        ("# A plan\n\n1. do it", ""),
        ("  [~] indented", "indented"),
        ("", ""),
    ],
)
def test_the_step_in_progress(plan: str, expected: str) -> None:
    assert in_progress(plan) == expected


def test_a_step_that_the_notes_name_too_is_no_other_next_action() -> None:
    notes = tree({layout.STATE: "next_action: write it\n"})
    assert "Your next action: write it" in lines(Recollection(plan="[~] write it"), notes)


def test_a_next_action_stands_alone_without_a_step_in_progress() -> None:
    assert "Your next action: add the retry loop to `src/outbox.py:flush`" in lines(Recollection(plan="[ ] later"))


def test_a_rule_that_the_notes_hold_is_not_said_again() -> None:
    rules = ("The public API stays as it is.", "Never  PUSH", "never push!", "Use tabs.")
    shown = lines(Recollection(rules=rules))
    start = shown.index("Said by the user, word for word:")
    assert shown[start + 1 : start + 3] == ["- Never  PUSH", "- Use tabs."]


def test_rules_beyond_their_characters_are_counted() -> None:
    rules = tuple(f"Rule number {index:02} of those that were said: never do this, whatever else happens." for index in range(40))
    shown = lines(Recollection(rules=rules), Tree())
    kept = [line for line in shown if line.startswith("- Rule number")]
    assert kept == [f"- {rule}" for rule in rules[:19]]
    assert "- and 21 more: `agentstate recall --rules`" in shown


def test_what_was_said_and_is_recorded_is_not_said_again() -> None:
    known = Recollection(
        decisions=(saying("decision", "keys are made in `src/cache.py`"),), dead_ends=(saying("dead-end", "a trigger in the"),)
    )
    shown = lines(known)
    assert [line for line in shown if "said, not recorded" in line or line.startswith("Said, not recorded")] == []


def test_files_to_hand_begin_with_those_of_the_next_action() -> None:
    known = Recollection(
        files=("a.py", "b.py", "src/outbox.py", "lib/flush.py"), symbols=(definition("flush", "lib/flush.py", "def flush()"),)
    )
    notes = tree(
        {layout.STATE: "next_action: call `flush` in outbox.py\nfiles_to_load: [docs/x.md, gone.md]\n"}, kinds={"gone.md": "missing"}
    )
    assert files(known, notes) == ("src/outbox.py", "lib/flush.py", "docs/x.md", "a.py", "b.py")


def test_old_notes_do_not_hide_the_files_of_the_work() -> None:
    noted = [f"notes/{index}.md" for index in range(20)]
    notes = tree({layout.STATE: f"files_to_load: [{', '.join(noted)}]\n"})
    known = Recollection(files=tuple(f"src/{index}.py" for index in range(30)))
    assert files(known, notes)[:20] == (*noted[:10], *(f"src/{index}.py" for index in range(10)))


def test_as_many_files_as_the_settings_ask_for() -> None:
    known = Recollection(files=tuple(f"src/{index}.py" for index in range(30)))
    few = replace(Tree(), settings=replace(Tree().settings, recall=replace(Tree().settings.recall, files=3)))
    shown = lines(known, few)
    start = shown.index("Files to hand:")
    assert shown[start + 1 : start + 5] == ["- src/0.py", "- src/1.py", "- src/2.py", "- and 27 more: `agentstate recall --files`"]


def test_as_many_commands_and_decisions_as_the_settings_ask_for() -> None:
    known = Recollection(
        commands=tuple(command(f"make {index}", 0) for index in range(30)),
        decisions=tuple(saying("decision", f"use way {index}") for index in range(9)),
    )
    few = replace(Tree(), settings=replace(Tree().settings, recall=replace(Tree().settings.recall, commands=2, decisions=1)))
    shown = lines(known, few)
    start = shown.index("Commands:")
    assert shown[start + 1 : start + 4] == ["- make 0 [exit 0]", "- make 1 [exit 0]", "- and 28 more: `agentstate recall --commands`"]
    said = next(index for index, line in enumerate(shown) if "use way 0" in line)
    assert shown[said + 1] == "- and 8 more: `agentstate recall --said`"
    assert sum(line.startswith("- make") for line in lines(known, Tree())) == 10
    assert sum("use way" in line for line in lines(known, Tree())) == 9


@pytest.mark.parametrize(
    ("state", "verified", "expected"),
    [
        ("files_verified: [src/models.py]\n", None, "src/models.py [modified, verified as noted]"),
        ("files_verified: [src/models.py]\n", True, "src/models.py [modified, verified: tests have passed since its last edit]"),
        (
            "files_verified: [src/models.py]\n",
            False,
            "src/models.py [modified, noted as verified, but no test run has passed since its last edit]",
        ),
        ("project: x\n", True, "src/models.py [modified, verified: tests have passed since its last edit]"),
        ("project: x\n", False, "src/models.py [modified, not verified]"),
    ],
)
def test_what_was_observed_goes_before_what_was_noted(state: str, verified: bool | None, expected: str) -> None:
    changed = () if verified is None else (file("src/models.py", 3, verified=verified),)
    assert f"- {expected}" in lines(Recollection(changed=changed), tree({layout.STATE: state}))


def test_a_touched_file_that_git_does_not_see_is_judged_by_what_was_observed() -> None:
    notes = tree({layout.STATE: "files_touched: [a.py, b.py]\nfiles_verified: [b.py]\n"})
    known = Recollection(changed=(file("a.py", 1, verified=True), file("b.py", 1)))
    assert lines(known, notes, GitFacts(head="1" * 40))[2:5] == [
        "Changed files:",
        "- a.py [touched, verified: tests have passed since its last edit]",
        "- b.py [touched, noted as verified, but no test run has passed since its last edit]",
    ]


def test_a_command_of_the_notes_says_how_it_ended() -> None:
    known = Recollection(commands=(command("make", 0, runs=9), command("pytest tests/orders -x", 0, runs=2)))
    shown = lines(known)
    start = shown.index("Commands:")
    assert shown[start + 1 : start + 3] == ["- pytest tests/orders -x [exit 0, run 2 times]", "- make [exit 0, run 9 times]"]


def test_words_of_what_is_next() -> None:
    notes = tree({layout.STATE: STATE.replace("src/outbox.py:flush", "./src/outbox.py")})
    assert {"src/outbox.py", "retry", "loop", "pytest", "tests/orders"} <= next_words(notes, "")
    assert next_words(Tree(), "[~] see `a.b`, then (c).") - {""} == {"see", "a.b", "then", "c"}


def test_the_fields_come_whole_as_json() -> None:
    assert '"name": "failures"' in as_json(resume(FULL, GIT, known=KNOWN))


def test_what_failed_and_what_was_refused_stand_by_turns_where_nothing_is_to_be_repeated() -> None:
    known = Recollection(failures=(command("make a", 1), command("make b", 2)), refused=("git push",), commands=(command("ls", 0),))
    shown = lines(known, Tree())
    start = shown.index("Commands failed or refused and not passed since:")
    assert shown[start + 1 : start + 5] == [
        "- make a [exit 1]",
        "- git push [refused by the user]",
        "- make b [exit 2]",
        "Commands: ls [exit 0]",
    ]
