"""What a tool call did, as replay sees it."""

import pytest

from agentstate.replay.action import Action
from tests.replay.steps import Session, actions


def test_a_read_names_its_file_and_counts_what_came_back() -> None:
    (done,) = actions(Session().read("src/a.py", "0123456789"))
    assert done == Action(1, 0, 1, "read", "Read", touches=(("src/a.py", "read"),), ok=True, excerpt="0123456789", size=10)
    assert (done.paths, done.read, done.changed, done.edits, done.failed) == (("src/a.py",), ("src/a.py",), (), False, False)


@pytest.mark.parametrize(
    "response",
    [
        {"type": "text", "file": {"filePath": "/work/parser/src/a.py", "content": "0123456789", "numLines": 1}},
        [{"type": "text", "text": "0123456789"}],
        {"stdout": "01234", "stderr": "56789", "interrupted": False, "status": "completed"},
        {"llmContent": "0123456789", "returnDisplay": "Read one line"},
        {"output": "0123456789", "metadata": {"title": "src/a.py"}},
        "0123456789",
    ],
)
def test_of_an_answer_the_content_alone_is_counted(response: object) -> None:
    (done,) = actions(Session()._call("Read", {"file_path": "/work/parser/src/a.py"}, response, ""))
    assert done.size == 10


def test_an_edit_tells_the_lines_it_took_out_and_put_in() -> None:
    (done,) = actions(Session().edit("src/a.py", "same\nold", "same\nnew"))
    assert (done.removed, done.added, done.changed, done.edits) == (("old",), ("new",), ("src/a.py",), True)


def test_a_failed_command_keeps_its_status_and_its_words() -> None:
    (done,) = actions(Session().run("cd sub && make lint | tail -3", 2, "no rule"))
    assert (done.written, done.cwd, done.exit_code, done.failed, done.tests) == ("cd sub && make lint | tail -3", "sub", 2, True, False)


def test_what_a_command_writes_was_changed_and_what_it_names_was_touched() -> None:
    (done,) = actions(Session().run("sed -i s/a/b/ src/a.py"))
    assert (done.paths, done.changed, done.edits) == (("src/a.py",), ("src/a.py",), True)
    (named,) = actions(Session().run("grep -n word src/b.py"))
    assert (named.paths, named.changed, named.edits) == (("src/b.py",), (), False)


def test_what_git_puts_back_changes_files_that_nobody_named() -> None:
    (done,) = actions(Session().run("git stash pop"))
    assert (done.changed, done.edits) == ((), True)


def test_a_failed_edit_changed_nothing() -> None:
    (done,) = actions(Session()._failed("Edit", {"file_path": "/work/parser/a.py", "old_string": "x", "new_string": "y"}, "not found"))
    assert (done.failed, done.changed, done.edits) == (True, (), False)


def test_a_patch_tells_its_lines() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n context\n-old\n+new\n*** End Patch"
    (done,) = actions(Session()._call("apply_patch", {"patch": patch}, {}, ""))
    assert (done.removed, done.added) == (("old",), ("new",))
