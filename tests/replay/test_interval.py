"""The interval of a share."""

from hypothesis import given
from hypothesis import strategies as st

from agentstate.replay.interval import BLOCKS, of_mean, of_share
from tests.support.laws import law

PAIRS = st.lists(st.tuples(st.integers(0, 20), st.integers(1, 20)).map(lambda pair: (min(pair), pair[1])), min_size=2, max_size=40)


def test_of_one_stop_nothing_is_said() -> None:
    assert (of_share([], []), of_share([3], [4]), of_mean([2.0])) == (None, None, None)


def test_it_is_the_same_each_time() -> None:
    assert of_share([1, 0, 1, 1, 0, 1, 0, 1], [1] * 8) == of_share([1, 0, 1, 1, 0, 1, 0, 1], [1] * 8) == (0.25, 1.0)


def test_where_all_stops_agree_it_is_a_point() -> None:
    assert of_share([2, 2, 2], [4, 4, 4]) == (0.5, 0.5)
    assert of_mean([3.0, 3.0]) == (3.0, 3.0)


def test_more_stops_make_it_narrower_also_in_blocks() -> None:
    few, many = of_share([1, 0] * 10, [1] * 20), of_share([1, 1, 0] * 20 * BLOCKS, [1] * 60 * BLOCKS)
    assert few
    assert many
    assert many[1] - many[0] < few[1] - few[0]
    assert many[0] <= 2 / 3 <= many[1]


@law(100)
@given(PAIRS)
def test_it_lies_between_the_least_and_the_greatest_share(pairs: list[tuple[int, int]]) -> None:
    low, high = of_share([found for found, _ in pairs], [wanted for _, wanted in pairs]) or (0.0, 1.0)
    shares = [found / wanted for found, wanted in pairs]
    assert min(shares) - 1e-9 <= low <= high <= max(shares) + 1e-9
