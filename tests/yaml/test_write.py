import io
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from agentstate.yaml import Value, dump, flow, parse, scalar
from tests.support.laws import law

TEXT = st.text(st.characters(exclude_categories=["Cs"])) | st.text(" \n\t:#-a\u2028\x85'\"\\0é\r", max_size=12)
WORDS = "yes NO on y ~ null True 1 0x1 0o7 1_000 12:30 1e3 .5 .Inf .nan 2026-01-02 = << a: #a [a {a} 'a' %a @a `a` --- ... | > *a"
TRICKY = st.sampled_from([*WORDS.split(), "", " ", "- a", "? a", "a: b", "a #b", "a, b", '"a"', "... a"])
KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | TRICKY
LEAVES = st.none() | st.booleans() | st.integers(-(10**18) + 1, 10**18 - 1) | st.floats(allow_nan=False) | TEXT | TRICKY
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12)


def written(value: Value) -> str:
    """A value with its types: Python holds 1, 1.0 and True for equal."""
    return repr(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add the guard to the decorator", "add the guard to the decorator"),
        ("为装饰器补充缓存穿透保护：先写测试", "为装饰器补充缓存穿透保护：先写测试"),
        ("services/profile_cache.py", "services/profile_cache.py"),
        ("fix a, then b (see [c])", "fix a, then b (see [c])"),
        ("run http://localhost:8080 & look", "run http://localhost:8080 & look"),
        ("3 files left", "3 files left"),
        ("`src/auth.py:verify_token`", '"`src/auth.py:verify_token`"'),
        ("fix: the guard", '"fix: the guard"'),
        ("issue #3", '"issue #3"'),
        ("2026-11-29", '"2026-11-29"'),
        ("1234567", '"1234567"'),
        ("12e5678", '"12e5678"'),
        ("no", '"no"'),
        ("", '""'),
        (" a", '" a"'),
        ('say "hi" \\ bye\n', '"say \\"hi\\" \\\\ bye\\n"'),
        ("tab\there", '"tab\\there"'),
        ("a\u202eb\u2028\x85\U000e0041", '"a\\u202eb\\u2028\\u0085\\U000e0041"'),
        ("\U0001f600 ⚠️", "\U0001f600 ⚠️"),
    ],
)
def test_text_is_quoted_only_where_readers_disagree(text: str, expected: str) -> None:
    assert scalar(text) == expected


@law(200)
@given(TEXT | TRICKY)
def test_a_scalar_is_read_back_as_the_same_text_everywhere(text: str) -> None:
    line = scalar(text)
    assert line.isprintable() or "\n" not in line
    assert parse(f"k: {line}").data == {"k": text}
    assert parse(f"{line}: k").data == {text: "k"}
    assert parse(f"- {line}\n- {line}").data == [text, text]
    inside = scalar(text, in_flow=True)
    assert parse(f"k: [{inside}, {{{inside}: {inside}}}]").data == {"k": [text, {text: text}]}


@law(200)
@given(TEXT | TRICKY)
def test_a_reader_of_yaml_1_1_takes_a_scalar_for_the_same_text(text: str) -> None:
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 1)
    assert reader.load(f"k: {scalar(text)}\n") == {"k": text}


def test_a_document_is_written_in_blocks() -> None:
    data: Value = {
        "reason": "step-done",
        "changed": ["src/a.py", {"b": 1, "c": ["d"]}, []],
        "diff_stat": " a | 1 +\n 1 file changed\n",
        "state": "project: x\n# why\n\ngoal: y\n",
        "empty": {},
        "none": None,
        "no": True,
        "notes": ["a\nb", "c\n\n"],
    }
    assert dump(data) == (
        "reason: step-done\n"
        "changed:\n"
        "  - src/a.py\n"
        "  - b: 1\n"
        "    c:\n"
        "      - d\n"
        "  - []\n"
        "diff_stat: |2\n"
        "   a | 1 +\n"
        "   1 file changed\n"
        "state: |\n"
        "  project: x\n"
        "  # why\n"
        "\n"
        "  goal: y\n"
        "empty: {}\n"
        "none: null\n"
        '"no": true\n'
        "notes:\n"
        "  - |-\n"
        "    a\n"
        "    b\n"
        "  - |+\n"
        "    c\n"
        "\n"
    )


@law(200)
@given(VALUES)
@example({"a": "\n", "b": " \n", "c": "\ta\n", "d": "a\n ", "e": "a\n\n\n", "f": "\n\na", "g": "a\r\nb", "h": "#\n#"})
@example({"a": "x\n\n"})
@example([[[]], [{}], [["a\nb\n\n"], "c"]])
def test_what_is_dumped_is_read_back(value: Value) -> None:
    text = dump(value)
    assert written(parse(text).data) == written(value)
    assert text.endswith("\n")


@law(200)
@given(VALUES)
def test_a_value_on_one_line_is_read_back(value: Value) -> None:
    text = flow(value)
    assert "\n" not in text
    assert written(parse(f"k: {text}").data) == written({"k": value})


def test_numbers_beyond_the_finite_are_written_as_yaml_has_them() -> None:
    assert dump([math.inf, -math.inf, math.nan]) == "- .inf\n- -.inf\n- .nan\n"


def test_the_library_reads_a_dump_as_we_do() -> None:
    data: Value = {"a": ["x: y", "no", 1, 1.5, None, True], "b": {"c": "d\ne\n"}}
    assert YAML(typ="safe", pure=True).load(io.StringIO(dump(data))) == data
