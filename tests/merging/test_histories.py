"""Random concurrent histories, merged in several orders."""

import pytest

from tests.merging.histories import check_history


@pytest.mark.parametrize("seed", range(25))
def test_no_order_of_merging_loses_or_doubles_anything(seed: int) -> None:
    check_history(str(seed))


@pytest.mark.slow
def test_no_order_of_merging_loses_or_doubles_anything_in_a_thousand_histories() -> None:
    for seed in range(1000):
        check_history(f"long-{seed}")
