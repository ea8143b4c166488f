"""Freshness in every state that git can be in: the truth comes from the operations that built the state, the answer from `check`."""

from pathlib import Path

import pytest

from tests.git.states.site import LIMIT, Site
from tests.git.states.table import PAGE, STATES, both_readings, found, page_with, row, rows_of
from tests.support.surroundings import isolate


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """What each state begins with; made once."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("planted-home"))
        return Site.planted(tmp_path_factory.mktemp("planted") / "repository")


@pytest.mark.parametrize("name", STATES)
def test_what_check_finds_is_what_was_done(planted: Site, tmp_path: Path, name: str) -> None:
    truth = STATES[name](Site.copied(planted, tmp_path / "repository"))
    freshness, codes = found(truth)
    assert (freshness.commits, freshness.reason.split(":")[0]) == (truth.commits, truth.reason)
    assert codes == (("AS202",) if truth.commits is None else ("AS201",) if truth.commits > LIMIT else ())
    if not truth.reason:
        alone, together = both_readings(truth)
        assert alone == together
    assert row(name, truth, freshness, codes) in rows_of(PAGE.read_text(encoding="utf-8"))


def test_the_page_shows_every_state_and_counts_them() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = rows_of(text)
    assert [line.split(" | ")[0].removeprefix("| ") for line in rows] == list(STATES)
    assert page_with(text, rows) == text
