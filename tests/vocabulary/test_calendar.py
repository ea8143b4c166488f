"""Days and moments, beside the standard library."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from agentstate.vocabulary.calendar import is_moment, is_time
from tests.support.laws import law

NUMBERS = st.tuples(
    st.integers(-1, 10_001) | st.sampled_from([1900, 2000, 2024, 2100]),
    st.integers(-1, 14),
    st.integers(-1, 33),
    *[st.integers(-1, 61)] * 3,
)


@law(400)
@given(NUMBERS)
def test_there_is_a_moment_where_the_standard_library_has_one(numbers: tuple[int, int, int, int, int, int]) -> None:
    try:
        datetime(*numbers, tzinfo=UTC)
        there = True
    except ValueError:
        there = False
    assert is_moment(*numbers) == there


@law(400)
@given(
    st.datetimes().map(lambda time: time.strftime("%Y-%m-%dT%H:%M:%SZ")), st.integers(0, 22), st.text("0123456789-:TZ+. \u0663", max_size=2)
)
def test_what_is_taken_for_a_time_is_one_for_the_standard_library(text: str, place: int, put: str) -> None:
    changed = text[:place] + put + text[place + len(put) :]
    if is_time(changed):
        assert datetime.fromisoformat(changed).strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20) == changed
    assert is_time(text.zfill(20))


def test_what_is_no_time() -> None:
    for text in ("", "2026-11-29", "2026-11-29T19:30:00", "2026-11-29T24:00:00Z", "2026-02-29T00:00:00Z", "２026-11-29T19:30:00Z", "x"):
        assert not is_time(text)
