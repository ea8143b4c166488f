import pytest

from agentstate.documents.wording import chained_document, is_prohibition


@pytest.mark.parametrize(
    "text",
    [
        *("Never push to main", "tokens must not be logged", "MUST use UTC", "mustn’t", "do not retry", "don't retry", "Do  not\nretry"),
        *("reads only", "it may not block", "should not", "is not allowed", "forbidden", "prohibits", "under no circumstances"),
        *("禁止在 service 层直查数据库", "必须走 repository 层", "不得自定义", "不要修改", "不能为空", "严禁外传", "只能追加", "一律用分"),
    ],
)
def test_what_forbids_or_demands(text: str) -> None:
    assert is_prohibition(text)


@pytest.mark.parametrize(
    "text",
    ["", "nevertheless", "read-only replica", "`only_once` is set", "mustard", "we do it", "Redis 本地过期标记", "the notary may block"],
)
def test_what_only_states(text: str) -> None:
    assert not is_prohibition(text)


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("see docs/api.md", "docs/api.md"),
        ("Money: See also `MONEY.md`.", "MONEY.md"),
        ("refer to ../a/B.rst for more", "../a/B.rst"),
        ("rules are described in [the guide](docs/guide.md#x)", "docs/guide.md"),
        ("详见 docs/设计.md", "docs/设计.md"),
        ("详见docs/设计.md", "docs/设计.md"),
        ("金额（见《金额.md》）", "金额.md"),
        ("参考：API.MD", "API.MD"),
        ("api.md exists, see other.md", "other.md"),
        ("the schema is in db/schema.sql", ""),
        ("see db/schema.sql", ""),
        ("`oversee api.md`", ""),
        ("api.md is generated", ""),
        ("意见.md 和常见问题.md", ""),
        ("see", ""),
    ],
)
def test_a_line_that_only_points_elsewhere(text: str, document: str) -> None:
    assert chained_document(text) == document
