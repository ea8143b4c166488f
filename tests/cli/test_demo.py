"""`demo`: the same bytes each time, and every line of it from the real verbs."""

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.verbs import resume
from tests.support.command import Result
from tests.support.repository import Repository

BEGUN = "begun: Write the tokenizer; there was no task before it, so no checkpoint was made\n"
TRANSCRIPT = Path(__file__).with_name("demo.txt")


def masked(text: str) -> str:
    """The text without the ids that change with every byte of a template: commits, and the marker of the frame."""
    return re.sub(r"\b[0-9a-f]{12,40}\b", "<id>", text)


def test_the_demo_tells_the_whole_story_and_leaves_nothing_behind(
    cli: Callable[..., Result], repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    environment, files = dict(os.environ), repository.snapshot()
    done = cli("demo")
    assert (done.code, done.err, masked(done.out)) == (0, BEGUN, TRANSCRIPT.read_text(encoding="utf-8"))
    assert (dict(os.environ), repository.snapshot(), list(temporary.iterdir())) == (environment, files, [])


def test_the_demo_is_the_same_whoever_runs_it(cli: Callable[..., Result], home: Path) -> None:
    first = cli("demo")
    (home / ".gitconfig").write_text("[user]\n\tname = Somebody\n[commit]\n\tgpgSign = true\n", encoding="utf-8")
    assert cli("demo") == first


def test_the_demo_ends_where_a_verb_fails(cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume, "LEAST_BUDGET", 1_000_000)
    done = cli("demo")
    error = 'agentstate: error: budget "8000" is too small for a message\nhint: give 1000000 or more\n'
    assert (done.code, done.err) == (2, BEGUN + error)
