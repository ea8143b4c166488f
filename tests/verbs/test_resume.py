"""The recovery message from literals: whole texts beside this file in golden/, and the laws that hold for any tree."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate import message
from agentstate.message.budget import BYTES
from agentstate.message.fields import BODY, HEAD
from agentstate.message.frame import unseal
from agentstate.message.wording import CHINESE, ENGLISH, WORDINGS
from agentstate.tree import Tree
from agentstate.verbs import resume as verb
from agentstate.verbs.resume import LEAST_BUDGET, as_json, resume
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import Change, Freshness, GitFacts
from agentstate.vocabulary.visible import is_invisible
from tests.support.laws import law
from tests.support.recovery import CASES, FILES, FULL, GIT, KINDS, SINCE, tree
from tests.support.recovery import HEAD as COMMIT

GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.txt"))
SIX = ["task", "changed_files", "facts", "hypotheses", "next_action", "newest_instruction"]


def lines(given_tree: Tree, git: GitFacts = GIT) -> list[str]:
    """The content of the message, line by line."""
    return (unseal(resume(given_tree, git).text) or "").split("\n")


def state(text: str) -> Tree:
    return tree({**FILES, layout.STATE: text}, kinds=KINDS)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_message(path: Path) -> None:
    case = CASES[path.stem]
    assert resume(case.tree, case.git, budget=case.budget, known=case.known).text == path.read_text(encoding="utf-8")


def test_every_case_has_its_message() -> None:
    assert {path.stem for path in GOLDEN} == set(CASES)


TEXT = st.one_of(
    st.text(max_size=60),
    st.text("记忆中断之后", max_size=250),
    st.text("- [ ]x:#>`\n\"'{}[]|\t\r\\", max_size=60),
    st.text("a \U0001f600\x1b\u202e", max_size=120),
)
BYTES_OF_FILES = st.one_of(TEXT.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=200))
OWN = [layout.STATE, layout.FACTS, layout.DECISIONS, layout.TODO, layout.PROTOCOL, layout.CONFIG]
STATES = st.dictionaries(
    st.sampled_from(["current_task", "next_action", "do_not", "done", "verified", "files_to_load", "blocked"]),
    st.one_of(TEXT, st.lists(TEXT, max_size=25), st.lists(st.dictionaries(st.sampled_from(["fact", "commit", "tried"]), TEXT), max_size=4)),
).map(lambda data: json.dumps(data).encode())
TREES = st.dictionaries(st.sampled_from(OWN), BYTES_OF_FILES).flatmap(
    lambda files: st.one_of(st.just(files), STATES.map(lambda data: {**files, layout.STATE: data}))
)
GITS = st.builds(
    lambda branch, paths, stat, behind: GitFacts(
        head=COMMIT,
        branch=branch,
        changes=tuple(Change(path, "modified", staged=False, unstaged=True) for path in paths),
        diff_stat=stat,
        freshness=Freshness(behind, SINCE),
    ),
    TEXT,
    st.lists(TEXT, max_size=30),
    TEXT,
    st.one_of(st.none(), st.integers(0, 99)),
)


@given(TREES, GITS, st.sampled_from(sorted(WORDINGS)), st.integers(LEAST_BUDGET, 9000))
@law(200)
def test_any_tree_gives_a_message_within_its_budget(files: dict[str, bytes], git: GitFacts, language: str, budget: int) -> None:
    some = tree({}, language="zh" if language == "zh" else "en")
    some = replace(some, sources={path: replace(some.source(path).decode(path, data)) for path, data in files.items()})
    text = resume(some, git, budget=budget).text
    assert len(text) <= budget
    assert len(text.encode()) <= BYTES
    assert unseal(text) is not None
    assert [character for character in text if is_invisible(character) and character not in "\n\t"] == []
    assert [name for name in SIX if WORDINGS[language].labels[name] not in text] == []
    assert resume(some, git, budget=budget).text == text


@pytest.mark.parametrize("budget", [599, 0, -1])
def test_a_budget_without_room_for_a_message_is_refused(budget: int) -> None:
    with pytest.raises(AgentStateError) as caught:
        resume(FULL, GIT, budget=budget)
    assert (caught.value.message, caught.value.hint, caught.value.exit_code) == (
        f'budget "{budget}" is too small for a message',
        "give 600 or more",
        2,
    )


def test_the_languages_have_the_same_labels_and_phrases() -> None:
    assert list(ENGLISH.labels) == list(CHINESE.labels) == [slot.name for _, group in HEAD for slot in group] + [slot.name for slot in BODY]
    assert list(ENGLISH.phrases) == list(CHINESE.phrases)


@pytest.mark.parametrize("phrase", ENGLISH.phrases)
def test_a_phrase_has_the_same_places_in_both_languages(phrase: str) -> None:
    english, chinese = (sorted(re.findall("{[a-z]+}", words.phrases[phrase])) for words in (ENGLISH, CHINESE))
    assert english == chinese


def test_every_phrase_is_said_somewhere() -> None:
    modules = [*Path(message.__file__).parent.glob("*.py"), Path(verb.__file__)]
    source = "".join(path.read_text(encoding="utf-8") for path in modules)
    said = set(re.findall("[\"']([a-z_]+)[\"']", source))
    counts = {f"{unit}_{place}" for unit in ("more", "cut", "none") for place in ("below", "at")}
    assert set(ENGLISH.phrases) - said == counts - said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("confidence: high\n", "Confidence: high"),
        ("confidence: low\n", "Confidence: low [reading before editing is due]"),
        ("project: x\n", None),
        (
            "files_to_load: [src/gone.py]\n",
            "Confidence: [not set, and the notes have gaps or disagree with the repository: reading before editing is due]",
        ),
        ("confidence: medium\nfiles_to_load: [src/gone.py]\n", "Confidence: medium"),
    ],
)
def test_what_is_said_about_confidence(text: str, expected: str | None) -> None:
    assert next((line for line in lines(state(text)) if line.startswith("Confidence")), None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("blocked: false\n", None),
        ("blocked: true\n", "Blocked: [no reason recorded]"),
        ('blocked: ""\n', None),
        ("blocked: the staging database is down\n", "Blocked: the staging database is down"),
    ],
)
def test_what_is_said_about_a_block(text: str, expected: str | None) -> None:
    assert next((line for line in lines(state(text)) if line.startswith("Blocked")), None) == expected


CLEAN = replace(GIT, changes=())
VERIFIED = "verified: [{{fact: it holds, commit: '{}'}}]\n"


@pytest.mark.parametrize(
    ("text", "git", "note"),
    [
        pytest.param(VERIFIED.format(COMMIT), CLEAN, "", id="at HEAD"),
        pytest.param(VERIFIED.format(COMMIT[:7]), CLEAN, "", id="at HEAD, short"),
        pytest.param(VERIFIED.format(SINCE), CLEAN, "", id="no code commit since"),
        pytest.param(VERIFIED.format(COMMIT), GIT, " [was true at 222222222222]", id="code changed in the work tree"),
        pytest.param(
            VERIFIED.format(SINCE), replace(CLEAN, freshness=Freshness(2, SINCE)), " [was true at 333333333333]", id="code commits"
        ),
        pytest.param(VERIFIED.format("4" * 40), CLEAN, " [was true at 444444444444]", id="some other commit"),
        pytest.param(VERIFIED.format(COMMIT), GitFacts(reason="no git"), " [was true at 222222222222]", id="nothing known"),
        pytest.param("verified: [it holds]\n", CLEAN, "", id="no commit named"),
        pytest.param(
            "verified: [it holds]\n",
            replace(CLEAN, freshness=Freshness(2, SINCE)),
            " [was true when noted; code has changed since]",
            id="no commit named, code commits",
        ),
    ],
)
def test_a_verified_fact_says_whether_it_still_is_one(text: str, git: GitFacts, note: str) -> None:
    found = next(line for line in lines(state(text), git) if "it holds" in line)
    assert found.partition(")")[2 if "commit" in found else 0].removeprefix("- it holds") == note


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last_file_edited: src/gone.py\n", "src/gone.py [named in last_file_edited, does not exist]"),
        ("files_to_load: [../up.py]\n", "../up.py [named in files_to_load, leads outside the folder of the tree]"),
        ("files_verified: [dev/null]\n", "dev/null [named in files_verified, is no regular file]"),
        ("active_branches: [topic]\n", "topic [named in active_branches; the branch is main]"),
        ("active_branches: [topic, main]\n", None),
        ("current_task: x\ndone: [x]\n", "x [current_task, yet listed in done]"),
        ("next_action: table\n", "table [next_action, yet ticked in TODO.md]"),
        ("next_action: metrics\n", None),
    ],
)
def test_a_disagreement_of_notes_and_repository(text: str, expected: str | None) -> None:
    some = replace(state(text), kinds={"src/gone.py": "missing", "../up.py": "outside", "dev/null": "other"})
    label = "Notes and repository disagree: "
    assert next((line.removeprefix(label) for line in lines(some) if line.startswith(label)), None) == expected


@pytest.mark.parametrize(
    ("git", "expected"),
    [
        (replace(CLEAN, freshness=Freshness(11, SINCE)), ".agent/STATE.yaml [behind the code: 11 code commits, 10 allowed]"),
        (replace(CLEAN, freshness=Freshness(10, SINCE)), None),
        (replace(CLEAN, freshness=Freshness(None, SINCE, "shallow clone")), None),
    ],
)
def test_a_state_behind_the_code_is_a_disagreement(git: GitFacts, expected: str | None) -> None:
    label = "Notes and repository disagree: "
    assert next((line.removeprefix(label) for line in lines(state("project: x\n"), git) if line.startswith(label)), None) == expected


def test_a_file_that_cannot_be_read_does_not_hide_the_others() -> None:
    fault = Fault("unreadable", 1, 1, "permission denied", "")
    some = replace(tree({path: text for path, text in FILES.items() if path != layout.STATE}), unreadable={layout.STATE: fault})
    found = lines(some)
    assert found[0] == "Your task: [not recorded]"
    assert "Problems found on reading: .agent/STATE.yaml [permission denied; nothing of this file could be read]" in found
    assert "- every access goes through `src/repository.py`" in found


def test_the_state_of_a_lane_is_the_one_that_is_asked_for() -> None:
    lane = ".agent/lanes/ui.yaml"
    some = replace(tree({**FILES, lane: "current_task: Draw the form\n"}), state_path=lane)
    assert lines(some)[0] == "Your task: Draw the form"


def test_a_decision_of_the_archive_is_in_force_where_it_was_read() -> None:
    volume = layout.archive_path(1)
    archived = "## [2025-01-01] Kept\n- Decision: keep it\n- Why: needed\n"
    some = tree({**FILES, volume: archived})
    assert "- [2025-01-01] Kept" in lines(some)
    assert "- Decisions in the log: 4, archive volumes: 1 (`agentstate decisions --all`)" in lines(some)


def test_the_fields_as_json() -> None:
    given_message = resume(tree({layout.STATE: "current_task: Write\nblocked: true\n"}), GitFacts(reason="not a git repository"))
    found = json.loads(as_json(given_message))
    assert found["version"] == 1
    assert found["text"] == given_message.text
    assert found["fields"][:4] == [
        {"name": "task", "required": True, "items": [{"text": "Write", "note": ""}], "hidden": 0},
        {"name": "next_action", "required": True, "items": [], "hidden": 0},
        {"name": "blocked", "required": False, "items": [{"text": "", "note": "no reason recorded"}], "hidden": 0},
        {"name": "changed_files", "required": True, "items": [], "hidden": 0},
    ]
    assert [field["name"] for field in found["fields"][4:]] == [
        *("about", "newest_instruction", "facts", "hypotheses", "problems", "repository", "read_more"),
    ]


def test_of_a_conflict_both_sides_are_said_and_no_line_that_git_wrote() -> None:
    sides = "<<<<<<< HEAD\n{}||||||| base\n=======\n{}>>>>>>> topic\n"
    entry = "## [2026-11-30] {0}\n- Decision: {0}\n- Why: because of {0}\n"
    conflicted = tree(
        {
            **FILES,
            layout.FACTS: "# Facts\n\n- three\n" + sides.format("- one\n", "- two\n"),
            layout.DECISIONS: "# Decisions\n\n" + sides.format(entry.format("ours"), entry.format("theirs")),
            layout.TODO: "# TODO\n\n" + sides.format("- [ ] first\n", "- [ ] second\n"),
        }
    )
    git = replace(GIT, operation="merge", changes=(Change(layout.FACTS, "unmerged", staged=True, unstaged=True),))
    said = lines(conflicted, git)
    for line in ("- one", "- two", "- three", "- first", "- second"):
        assert line in said, line
    assert any(line.endswith("because of theirs") for line in said)
    assert [line for line in said if re.search("[<=|>]{7}", line)] == []
    assert any("Under way: merge; the notes are in conflict, run `agentstate resolve`" in line for line in said)
    assert not any("in conflict, run" in line for line in lines(conflicted, replace(git, changes=())))
