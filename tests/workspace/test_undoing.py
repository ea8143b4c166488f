"""What was undone: told from what is still to be committed, from what was committed, and from what git does not hold."""

from datetime import timedelta

import pytest

from agentstate.git.lately import lately_committed
from agentstate.git.repository import Repository as Git
from agentstate.git.repository import discover
from agentstate.journal.journal import open_journal
from agentstate.message.recollection import Recollection
from agentstate.tree import Tree
from agentstate.verbs.resume import resume
from agentstate.vocabulary.entries import Entry
from agentstate.vocabulary.repository import GitFacts
from agentstate.workspace import Workspace
from agentstate.workspace.remembering import recollection
from agentstate.workspace.undoing import undone
from tests.support.repository import FIRST_COMMIT, Repository

NAMES = ("committed.py", "new/untracked.py", "reset.py", "still.py", "ignored.log")


def moment(place: Repository, minutes: float) -> int:
    """So long after the last commit but one, in milliseconds since 1970."""
    return int((FIRST_COMMIT + timedelta(minutes=place.minutes - 1 + minutes)).timestamp() * 1000)


@pytest.fixture
def place(repository: Repository) -> Repository:
    """Files edited half a minute after a commit: one committed half a minute later, one undone, one still changed, two unknown to git."""
    repository.write(".gitignore", "*.log\n")
    for name in ("committed.py", "reset.py", "still.py"):
        repository.write(name, "x = 1\n")
    repository.write(".agent/STATE.yaml", "project: x\n")
    repository.commit()
    for name in NAMES:
        repository.write(name, "x = 2\n")
    repository.commit("done", "committed.py")
    repository.git("checkout", "--", "reset.py")
    return repository


def asked(place: Repository) -> tuple[Git | str, GitFacts]:
    workspace = Workspace(place.path)
    return workspace.repository, workspace.git_facts(Tree(), status=True)


def test_what_is_as_in_head_and_was_not_committed_since(place: Repository) -> None:
    assert undone(*asked(place), dict.fromkeys(NAMES, moment(place, 0.5))) == {"reset.py"}


def test_a_commit_that_may_be_as_new_as_the_edit_may_hold_it(place: Repository) -> None:
    assert undone(*asked(place), {"reset.py": moment(place, 0)}) == frozenset()
    assert undone(*asked(place), {"reset.py": moment(place, 0) + 1_000}) == {"reset.py"}


def test_a_commit_that_was_taken_back_is_undone(place: Repository) -> None:
    place.git("reset", "--quiet", "--hard", "HEAD~1")
    assert undone(*asked(place), {"committed.py": moment(place, 0.5)}) == {"committed.py"}


def test_without_git_nothing_is_known_to_be_undone() -> None:
    assert undone("no git", GitFacts(reason="no git"), {"a.py": 1}) == frozenset()


def test_names_of_any_kind_are_read_from_the_log(place: Repository) -> None:
    place.write("a b/名\n.py", "x")
    place.commit()
    found = discover(place.path)
    assert isinstance(found, Git)
    assert set(lately_committed(found, 0)) >= {"a b/名\n.py", "reset.py", "committed.py", ".gitignore"}
    assert "committed.py" not in lately_committed(found, moment(place, 0.5) // 1000)


def test_the_message_says_so(place: Repository) -> None:
    place.git("checkout", "--", "still.py")
    journal = open_journal(place.path)
    edits = [
        Entry(session="s", kind="tool", time=moment(place, 0.5), call=name, touches=((name, "edit", ""),), ok=True) for name in NAMES[2:4]
    ]
    journal.append([*edits, Entry(session="s", kind="tool", time=moment(place, 0.6), command="pytest", tests=True, exit_code=0, ok=True)])
    journal.close()
    repository, git = asked(place)
    known = recollection(place.path, Tree(), repository=repository, git=git)
    assert isinstance(known, Recollection)
    lines = resume(Tree(), git, known=known).text.split("\n")
    shown = [line for line in lines if line.endswith("[edited, undone since: it is as in HEAD]")]
    assert shown == [f"- {name} [edited, undone since: it is as in HEAD]" for name in ("still.py", "reset.py")]
