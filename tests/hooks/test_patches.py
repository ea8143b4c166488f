"""The files of a patch: every header counts, no line of content does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks.event import Touch
from agentstate.hooks.patches import touches
from tests.support.laws import law


def patch(*lines: str) -> str:
    return "\n".join(("*** Begin Patch", *lines, "*** End Patch"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (patch("*** Add File: a", "+x"), (Touch("a", "create"),)),
        (patch("*** Update File: a", "*** Move to: b/c", "@@", "-x", "+y"), (Touch("b/c", "move", "a"),)),
        (patch("*** Update File: a", "@@", "*** Move to: b"), (Touch("a", "update"),)),
        (patch("*** Update File: a", "*** Move to: a", "*** Add File: b", "*** Move to: c"), (Touch("a", "update"), Touch("b", "create"))),
        (patch("*** Update File: a", "*** Move to: "), (Touch("a", "update"),)),
        (patch("*** Update File: a", "@@", " *** Delete File: b", "+*** Delete File: c", "-*** Delete File: d"), (Touch("a", "update"),)),
        (patch("*** Delete File:  a b.txt \r", "*** Delete File: a b.txt"), (Touch("a b.txt", "delete"),)),
        (patch("*** Delete File: ", "*** Delete File:x", "*** delete file: y"), ()),
        ("cat <<'EOF'\n*** Add File: no\nEOF\n" + patch("*** Add File: a") + "\n*** Add File: b", (Touch("a", "create"),)),
        ("*** Update File: a\n@@\n+x", (Touch("a", "update"),)),
        ("*** Move to: a", ()),
        ("", ()),
    ],
)
def test_each_file_of_a_patch_once(text: str, expected: tuple[Touch, ...]) -> None:
    assert touches(text) == expected


@law(200)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert touches(text) == touches(patch(*text.replace("\r\n", "\n").split("\n"))) or "***" in text


@law(200)
@given(st.lists(st.tuples(st.sampled_from([" ", "+", "-"]), st.text(st.characters(exclude_characters="\n\r")))))
def test_content_never_names_a_file(lines: list[tuple[str, str]]) -> None:
    content = [sign + line for sign, line in lines]
    assert touches(patch("*** Update File: a", *content, "*** Delete File: b")) == (Touch("a", "update"), Touch("b", "delete"))
