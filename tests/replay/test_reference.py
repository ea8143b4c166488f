"""docs/replay.md."""

from agentstate.replay.catalogue import AMOUNTS, MEANING, SHARES
from agentstate.replay.reference import document


def test_the_page_has_every_figure_and_ends_with_what_they_mean() -> None:
    page = document()
    assert [name for name in (*SHARES, *AMOUNTS) if f"| `{name}` |" not in page] == []
    assert page.endswith(f"\n{MEANING}\n")
