"""Every verb, cut after a step or with a call that fails; and the tests of the long form find what is broken."""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

faults = pytest.importorskip("faults.crashes", reason="the fault tests are in the checkout alone")

from agentstate.documents.snapshot import parse_snapshot  # noqa: E402 - after the question whether there is such a module
from agentstate.files import apply, system  # noqa: E402
from agentstate.vocabulary.plan import Remove, Step  # noqa: E402
from faults import ground  # noqa: E402
from faults.calls import Calls, watched  # noqa: E402
from faults.crashes import cut_everywhere  # noqa: E402
from faults.failures import fail_everywhere  # noqa: E402
from faults.ground import NOW  # noqa: E402
from faults.reordering import reorder  # noqa: E402
from faults.trial import Trial  # noqa: E402
from faults.verbs import VERBS, Templates  # noqa: E402
from tests.cli.worksite import WRITING  # noqa: E402

Attempt = Callable[..., Trial]
KNOWN = cache(parse_snapshot)


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    return Templates(tmp_path_factory.mktemp("templates"))


@pytest.fixture(autouse=True)
def each_snapshot_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text is the same snapshot: after each fault all of them are looked at, and reading them anew was half of the time."""
    monkeypatch.setattr(ground, "parse_snapshot", KNOWN)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calls]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", NOW)
    with watched() as calls:
        yield calls


@pytest.mark.parametrize(("name", "every"), [("decide", 12), ("rotate", 18), ("checkpoint", 18), ("task", 24), ("lane close", 24)])
def test_a_cut_loses_nothing_and_the_next_command_works(calls: Calls, templates: Templates, tmp_path: Path, name: str, every: int) -> None:
    trial = Trial()
    cut_everywhere(trial, calls, templates.of(name), tmp_path / "repository", name, every)
    assert trial.misses == []
    assert trial.count > 1


def test_a_call_that_fails_is_told_and_loses_nothing(calls: Calls, templates: Templates, tmp_path: Path) -> None:
    trial = Trial()
    fail_everywhere(trial, calls, templates.of("set"), tmp_path / "repository", "set", full=False)
    assert trial.misses == []
    assert trial.count > 10


def test_a_file_that_is_written_in_place_is_found_out(
    calls: Calls, templates: Templates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_place(root: Path, step: Step) -> None:
        assert not isinstance(step, Remove)
        descriptor = os.open(root / step.path, os.O_WRONLY | os.O_TRUNC | os.O_CREAT)
        system.write(descriptor, memoryview(step.data))
        system.close(descriptor)

    monkeypatch.setattr(apply, "_carry_out", in_place)
    trial = Trial()
    cut_everywhere(trial, calls, templates.of("set"), tmp_path / "repository", "set")
    assert [miss for miss in trial.misses if ".agent/STATE.yaml is neither old nor new" in miss] != [], trial.misses


def test_content_that_is_renamed_unsynced_is_found_out(
    calls: Calls, templates: Templates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "sync", lambda _descriptor: None)
    trial = Trial()
    reorder(trial, calls, templates.of("decide"), tmp_path / "repository", "decide", every=100)
    assert any(": lost: " in miss for miss in trial.misses)


def test_every_verb_that_writes_is_tried() -> None:
    assert WRITING.keys() <= VERBS.keys()
