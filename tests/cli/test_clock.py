from datetime import UTC, datetime, timedelta

import pytest

from agentstate.cli.clock import now
from agentstate.vocabulary.errors import AgentStateError


def test_the_time_is_now_in_utc_and_whole_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    moment = now()
    assert (moment.tzinfo, moment.microsecond) == (UTC, 0)
    assert abs(datetime.now(UTC) - moment) < timedelta(minutes=1)


@pytest.mark.parametrize(("given", "expected"), [("0", "1970-01-01T00:00:00+00:00"), ("1796067000", "2026-11-30T19:30:00+00:00")])
def test_the_clock_stands_where_the_environment_sets_it(monkeypatch: pytest.MonkeyPatch, given: str, expected: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    assert now().isoformat() == expected


@pytest.mark.parametrize("given", ["-1", "1.5", "soon", " 1", "1_0", "999999999999", "9" * 30, "9" * 5000])
def test_a_time_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    with pytest.raises(AgentStateError) as caught:
        now()
    assert (caught.value.message, caught.value.hint, caught.value.exit_code) == (
        f'SOURCE_DATE_EPOCH "{given[:40]}" is not a number of seconds since 1970',
        "unset it or set it to whole seconds",
        2,
    )
