"""How room is shared out, from literals, and the laws that hold for any wants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.message.budget import BYTES, Want, share_out, weigher

VIABLE = 60


def want(need: int, share: int, keep: int = 5, *, least: int = 0) -> Want:
    return Want(min(least, need), min(VIABLE, need), share, need, keep)


WANTS = st.lists(
    st.builds(want, st.integers(0, 5000), st.integers(1, 1200), st.integers(0, 9), least=st.sampled_from([0, 20])), max_size=12
)


@pytest.mark.parametrize(
    ("wants", "room", "grants"),
    [
        pytest.param([], 100, (), id="nobody"),
        pytest.param([want(40, 100), want(50, 100)], 500, (40, 50), id="room for all"),
        pytest.param([want(900, 100), want(50, 100)], 500, (450, 50), id="what one leaves, another gets"),
        pytest.param([want(900, 100, 1), want(900, 100, 2)], 500, (100, 400), id="the one to keep gets what is left over"),
        pytest.param([want(900, 300), want(900, 100)], 320, (232, 88), id="shares that do not fit are scaled above a viable part"),
        pytest.param([want(900, 300, 3), want(20, 100, 2), want(900, 100, 1)], 120, (100, 20, 0), id="the one to keep least leaves"),
        pytest.param([want(900, 300, 3), want(900, 100, 0, least=20)], 60, (0, 60), id="a required one never leaves"),
        pytest.param([want(900, 300, least=20), want(900, 9, least=30)], 80, (38, 42), id="the required ones share what there is"),
        pytest.param([want(900, 9, least=60), want(30, 9, least=30)], 30, (20, 10), id="not even room for the required"),
    ],
)
def test_room_is_shared_out(wants: list[Want], room: int, grants: tuple[int, ...]) -> None:
    assert share_out(wants, room) == grants


@given(WANTS, st.integers(0, 8000))
def test_no_grant_is_above_its_need_nor_all_above_the_room(wants: list[Want], room: int) -> None:
    grants = share_out(wants, room)
    assert all(0 <= grant <= want.need for grant, want in zip(grants, wants, strict=True))
    assert sum(grants) == min(room, sum(want.need for want in wants)) or room < VIABLE * len(wants)


@given(WANTS, st.integers(240, 8000))
def test_a_required_one_gets_its_least(wants: list[Want], room: int) -> None:
    assert all(grant >= want.least for grant, want in zip(share_out(wants, room), wants, strict=True))


@given(WANTS)
def test_who_asks_for_no_more_than_the_share_gets_all_of_it(wants: list[Want]) -> None:
    grants = share_out(wants, sum(max(want.share, VIABLE) for want in wants))
    assert [grant for grant, want in zip(grants, wants, strict=True) if want.need <= want.share and grant < want.need] == []


@given(st.lists(st.text()), st.integers(600, 20_000))
def test_weights_within_the_budget_keep_both_ceilings(texts: list[str], budget: int) -> None:
    weigh = weigher(budget)
    whole = "".join(texts).encode("utf-8", "replace").decode()
    if sum(weigh(text) for text in texts) <= budget:
        assert len(whole) <= budget
        assert len(whole.encode()) <= BYTES


@pytest.mark.parametrize(("text", "weight"), [("", 0), ("a" * 100, 100), ("记" * 100, 253), ("agentstate memory", 18)])
def test_the_weight_of_a_text_is_that_of_what_is_shown(text: str, weight: int) -> None:
    assert weigher(8000)(text) == weight
