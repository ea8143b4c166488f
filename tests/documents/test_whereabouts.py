"""Where an entry may be: never passed over where it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.documents.whereabouts import may_name, may_remove
from tests.support.laws import law

DAYS = st.sampled_from(
    ["2026-11-29", "2026-11-02", "2026/11/29", "2026.11.02", "２０２６-11-29", "2026年11月29日", "2026-11-2", "", "soon"]
)
HEADINGS = st.builds(
    "{}{}{}{}{}\n- Why: because\n".format,
    st.sampled_from(["## [", "##  [", "##\t[", "## ", "## 【", "### [", " ## [", "```\n## ["]),
    DAYS,
    st.sampled_from(["] ", "", "】", "] (", "-12] "]),
    st.sampled_from(["Cache", "缓存", "2026-11-02 again", "## [2026-11-29]"]),
    st.sampled_from(["", "\r", "\n\n## [2026-11-02] More", "\n##"]),
)


@given(texts=st.lists(HEADINGS, max_size=4), length=st.integers(1, 30))
@law(200)
def test_what_names_an_entry_is_never_passed_over(texts: list[str], length: int) -> None:
    text = "\n".join(texts)
    for entry in parse_decisions(SourceText("", text)).entries:
        assert may_name({entry.id}, text)
        assert may_name({entry.id[:length], "2020-01-01-other-0000"}, text)


def test_a_log_of_other_days_is_passed_over() -> None:
    text = "# Decisions\n\n## [2026-11-29] Cache\n- Why: slow since 2026-11-02\n\n## [2026-11-30] Retry\n- Why: timeouts\n"
    assert not may_name({"2026-11-02-cache-1234", "2026-11-28"}, text)
    assert may_name({"2026-11-02-cache-1234", "2026-11-30"}, text)
    assert may_name({"2026-11"}, text)


@pytest.mark.parametrize(("text", "may"), [("- Decision: Entry Removed (Cache)", True), ("条目已删除", True), ("- Why: removed", False)])
def test_what_removes_an_entry_says_so(text: str, *, may: bool) -> None:
    assert may_remove(text) is may
