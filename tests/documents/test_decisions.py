import hashlib

import pytest

from agentstate.documents.decisions import Decision, append, decision_id, entry_heading, parse_decisions, without
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError

CACHE = """\
## [2026-11-29] Cache: Redis with a local expiry marker
- Decision: all caching goes through Redis; keys are made in `services/profile_cache.py`
- Why: several instances run; an in-process cache would disagree between them
- Rejected: in-process Caffeine (instances disagree); database side cache (complex)
- Supersedes: 2026-11-02-cache-in-process-9c1e     (optional)
- Keep: permanent                                   (optional: belongs into FACTS.md)
- Status: pending                                   (optional; only "pending" is ever written)
"""


def source(text: str) -> SourceText:
    return SourceText(".agent/DECISIONS.md", text)


def only(text: str) -> Decision:
    (entry,) = parse_decisions(source(text)).entries
    return entry


def four(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:4]


def test_an_entry_is_read_whole() -> None:
    text = "\n".join(line.rstrip() for line in CACHE.splitlines())
    assert parse_decisions(source(f"# Decisions\n\n{CACHE}\n\n")).entries == (
        Decision(
            id=f"2026-11-29-cache-redis-with-a-local-expiry-marker-{four(text)}",
            date="2026-11-29",
            title="Cache: Redis with a local expiry marker",
            line=3,
            end=12,
            text=CACHE.rstrip("\n"),
            fields=(
                ("Decision", 4, "all caching goes through Redis; keys are made in `services/profile_cache.py`"),
                ("Why", 5, "several instances run; an in-process cache would disagree between them"),
                ("Rejected", 6, "in-process Caffeine (instances disagree); database side cache (complex)"),
                ("Supersedes", 7, "2026-11-02-cache-in-process-9c1e     (optional)"),
                ("Keep", 8, "permanent                                   (optional: belongs into FACTS.md)"),
                ("Status", 9, 'pending                                   (optional; only "pending" is ever written)'),
            ),
            decision="all caching goes through Redis; keys are made in `services/profile_cache.py`",
            why="several instances run; an in-process cache would disagree between them",
            rejected="in-process Caffeine (instances disagree); database side cache (complex)",
            supersedes=("2026-11-02-cache-in-process-9c1e",),
            permanent=True,
            pending=True,
        ),
    )


def test_an_entry_in_chinese_is_read_by_its_other_spellings() -> None:
    fields = ["决定：不改公共接口", "决策原因：引用的文件太多", "替代方案：在调用侧舍入", "否决理由：重复代码"]
    text = "\n- ".join(["## 【2025-06-03】汇率精度", *fields, "取代：甲、乙，丙", "保留：永久", "状态：待定"])
    entry = only(text)
    assert (entry.id, entry.date, entry.title) == (f"2025-06-03-汇率精度-{four(text)}", "2025-06-03", "汇率精度")
    assert (entry.decision, entry.why, entry.rejected) == ("不改公共接口", "引用的文件太多", "在调用侧舍入\n重复代码")
    assert (entry.supersedes, entry.permanent, entry.pending) == (("甲", "乙", "丙"), True, True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("## [2026-11-29] Title", ("2026-11-29", "Title")),
        ("##\t[ 2026-11-29 ]Title  ", ("2026-11-29", "Title")),
        ("## ［2026-11-29］：标题", ("2026-11-29", "标题")),
        ("## [2026-11-29] - Title", ("2026-11-29", "Title")),
        ("## 2026-11-29 Title", ("2026-11-29", "Title")),
        ("## 2026-11-29: Title", ("2026-11-29", "Title")),
        ("## 2026-11-29 — Title", ("2026-11-29", "Title")),
        ("## 2026-11-29", ("2026-11-29", "")),
        ("## 2026年1月2日 标题", ("2026年1月2日", "标题")),
        ("## 2026/1/2 Title", ("2026/1/2", "Title")),
        ("## [Unreleased]", ("Unreleased", "")),
        ("## []", ("", "")),
        ("## [2026-11-29 Title", ("2026-11-29 Title", "")),
        ("## 2026-11-291 Title", None),
        ("## ２０２６-１１-２９ Title", None),
        ("## Section", None),
        ("##[2026-11-29] Title", None),
        ("### [2026-11-29] Title", None),
        (" ## [2026-11-29] Title", None),
    ],
)
def test_which_headings_start_an_entry(line: str, expected: tuple[str, str] | None) -> None:
    assert entry_heading(line) == expected


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("- Why: because", ("Why", 2, "because")),
        ("* WHY : because", ("Why", 2, "because")),
        ("+ **Why**: because", ("Why", 2, "because")),
        ("- **Why:** because", ("Why", 2, "because")),
        ("- **理由**：因为", ("Why", 2, "因为")),
        ("**Reason**: because", ("Why", 2, "because")),
        ("Rationale: because", ("Why", 2, "because")),
        (" - Why: **because** it: is", ("Why", 2, "**because** it: is")),
        ("• 原因：因为", ("Why", 2, "因为")),
        ("- Why:", ("Why", 2, "")),
    ],
)
def test_the_ways_to_write_a_field(line: str, field: tuple[str, int, str]) -> None:
    assert only(f"## [2026-11-29] T\n{line}\n").fields == (field,)


@pytest.mark.parametrize(
    "line", ["- Owner: me", "  - Why: nested", "    Why: code", "- Why because", "- `Why`: x", "### Why: x", "> Why: x"]
)
def test_what_is_no_field(line: str) -> None:
    assert only(f"## [2026-11-29] T\n{line}\n").fields == ()


def test_lines_that_go_on_with_a_field_belong_to_it() -> None:
    lines = [
        "## [2026-11-29] T",
        "- Why: first",
        "  second",
        "runs on",
        "",
        "  after a blank",
        "and on",
        "  ```",
        "  - Decision: code",
        "  ```",
        "- Owner: me",
        "  not a field's",
        "- Rejected:",
        "  - one",
        "  - two",
        "",
        "not any more",
        "- Rejected: three",
        "```",
        "- Decision: code",
        "```",
        "- Decision: four",
        "<!-- a remark -->",
    ]
    assert only("\n".join(lines)).fields == (
        ("Why", 2, "first\nsecond\nruns on\n\nafter a blank\nand on\n```\n- Decision: code\n```"),
        ("Rejected", 13, "- one\n- two"),
        ("Rejected", 18, "three"),
        ("Decision", 22, "four"),
    )


def test_an_entry_ends_before_the_next_heading_of_level_one_or_two() -> None:
    text = "## [2026-11-01] A\ntext\n### part\n\n## Notes\n## 2026-11-02 B\n#\n# End\n## [2026-11-03] C\n#not\n\n"
    log = parse_decisions(source(text))
    assert [(entry.title, entry.line, entry.end, entry.text) for entry in log.entries] == [
        ("A", 1, 5, "## [2026-11-01] A\ntext\n### part"),
        ("B", 6, 7, "## 2026-11-02 B"),
        ("C", 9, 12, "## [2026-11-03] C\n#not"),
    ]


def test_no_entry_starts_in_a_code_fence_or_front_matter() -> None:
    text = "---\na: 1\n# [2026-11-01] A\n---\n~~~\n## [2026-11-02] B\n~~~\n\n## [2026-11-03] C\n```\n## [2026-11-04] D\n```\n"
    assert [entry.title for entry in parse_decisions(source(text)).entries] == ["C"]


@pytest.mark.parametrize(
    ("heading", "identifier", "message"),
    [
        ("## [2026-13-45] T", "2026-13-45-t", 'not a date: "2026-13-45"'),
        ("## 2026-02-29 T", "2026-02-29-t", 'not a date: "2026-02-29"'),
        ("## [20261129] T", "20261129-t", 'not a date: "20261129"'),
        ("## 2026/11/29 T", "2026-11-29-t", 'not a date: "2026/11/29"'),
        ("## [] T", "undated-t", "an entry without a date"),
        ("## [2026-01-0\u200b2] T", "2026-01-0-2-t", 'not a date: "2026-01-0\\u200b2"'),
    ],
)
def test_a_broken_date_is_a_fault_and_the_entry_is_kept(heading: str, identifier: str, message: str) -> None:
    log = parse_decisions(source(f"\n{heading}\n- Why: x\n"))
    assert [entry.id for entry in log.entries] == [f"{identifier}-{four(f'{heading}{chr(10)}- Why: x')}"]
    assert log.faults == (Fault("invalid-date", 2, 4, message, "begin the heading with a date such as [2026-11-29]"),)


def test_a_fence_that_is_never_closed_is_a_fault() -> None:
    log = parse_decisions(source("## [2026-11-29] A\n```\n## [2026-11-30] B\n"))
    assert [entry.title for entry in log.entries] == ["A"]
    assert log.faults == (Fault("unclosed-fence", 2, 1, "this code fence is never closed", "close the fence"),)


@pytest.mark.parametrize(
    ("value", "identifiers"),
    [
        ("a-1, b-2 c-3", ("a-1", "b-2", "c-3")),
        ("`a-1`；[b-2]。", ("a-1", "b-2")),
        ("a-1 (the old one) （旧的）", ("a-1",)),
        ("none", ()),
        ("无", ()),
        ("- ", ()),
    ],
)
def test_how_superseded_ids_are_named(value: str, identifiers: tuple[str, ...]) -> None:
    assert only(f"## [2026-11-29] T\n- Supersedes: {value}\n").supersedes == identifiers


@pytest.mark.parametrize(
    ("lines", "permanent", "pending"),
    [
        (("- Keep: Permanent",), True, False),
        (("- Keep: not permanent",), False, False),
        (("- Keep: permanently",), False, False),
        (("- Status: `pending`",), False, True),
        (("- Status: decided, was pending",), False, False),
        ((), False, False),
    ],
)
def test_permanent_and_pending_are_said_by_the_first_word(lines: tuple[str, ...], permanent: bool, pending: bool) -> None:
    entry = only("\n".join(("## [2026-11-29] T", *lines)))
    assert (entry.permanent, entry.pending) == (permanent, pending)


def test_an_id_is_date_slug_and_hash() -> None:
    text = "## [2026-11-29] T\n- Why: x"
    assert decision_id("2026-11-29", "Café ＦＵＬＬ_width!", text) == f"2026-11-29-café-full-width-{four(text)}"
    assert decision_id("2026-11-29", "?!", text) == f"2026-11-29-{four(text)}"
    assert decision_id("", "a" * 47 + " bcd", text) == f"undated-{'a' * 47}-{four(text)}"


def test_an_id_survives_crlf_trimmed_lines_and_blank_lines_below() -> None:
    written = only("## [2026-11-29] T\n- Why: x\n")
    assert only("## [2026-11-29] T  \r\n- Why: x\t\r\n \r\n\r\n").id == written.id
    assert only("## [2026-11-29] T\n- Why:  x\n").id != written.id


def test_bytes_that_are_not_utf8_are_part_of_the_entry() -> None:
    log = parse_decisions(SourceText.decode("x", b"## [2026-01-02] caf\xff\n- Why: x\n"))
    expected = hashlib.sha256(b"## [2026-01-02] caf\xff\n- Why: x").hexdigest()[:4]
    assert [entry.id for entry in log.entries] == [f"2026-01-02-caf-{expected}"]


ENTRY = ("## [2026-11-29] New", "- Why: x")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "## [2026-11-29] New\n- Why: x\n"),
        ("# Decisions\n", "# Decisions\n\n## [2026-11-29] New\n- Why: x\n"),
        ("# Decisions\n\n", "# Decisions\n\n## [2026-11-29] New\n- Why: x\n"),
        ("## [2026-11-01] Old\n- Why: to", "## [2026-11-01] Old\n- Why: to\n\n## [2026-11-29] New\n- Why: x\n"),
        ("a\n \t", "a\n \t\n## [2026-11-29] New\n- Why: x\n"),
        ("a\r\nb\r\n", "a\r\nb\r\n\r\n## [2026-11-29] New\r\n- Why: x\r\n"),
        ("a\r\nb\r", "a\r\nb\r\n\r\n## [2026-11-29] New\r\n- Why: x\r\n"),
        ("```\na\n```", "```\na\n```\n\n## [2026-11-29] New\n- Why: x\n"),
    ],
)
def test_append_starts_a_line_of_its_own_one_blank_line_below(before: str, after: str) -> None:
    assert append(parse_decisions(source(before)), ENTRY).text == after


def test_append_keeps_the_byte_order_mark() -> None:
    log = parse_decisions(SourceText.decode("x", b"\xef\xbb\xbf# Decisions\n"))
    assert append(log, ENTRY).encode() == b"\xef\xbb\xbf# Decisions\n\n## [2026-11-29] New\n- Why: x\n"


def test_append_refuses_to_write_into_a_code_fence() -> None:
    with pytest.raises(AgentStateError) as caught:
        append(parse_decisions(source("a\n~~~\nb\n")), ENTRY)
    assert caught.value.message == ".agent/DECISIONS.md:2: this code fence is never closed, so nothing can be added after it"
    assert caught.value.hint == "close the fence and run the command again"


def test_without_takes_out_entries_and_nothing_else() -> None:
    text = "# Title\r\n \n## [2026-11-01] A\n- Why: a\n\n\n## Notes\nkept\n## [2026-11-02] B\r\n- Why: b\r\n## [2026-11-03] C\n- Why: c"
    log = parse_decisions(source(text))
    a, b, c = (entry.id for entry in log.entries)
    assert without(log, {a}).text == "# Title\r\n \n## Notes\nkept\n## [2026-11-02] B\r\n- Why: b\r\n## [2026-11-03] C\n- Why: c"
    assert without(log, {b, c}).text == "# Title\r\n \n## [2026-11-01] A\n- Why: a\n\n\n## Notes\nkept\n"
    assert without(log, {a, b, c}).text == "# Title\r\n \n## Notes\nkept\n"
    assert without(log, {"unknown"}).text == text


def test_entries_that_are_alike_share_an_id_and_leave_together() -> None:
    log = parse_decisions(source("## [2026-11-01] A\n- Why: a\n\n## [2026-11-01] A\n- Why: a\n"))
    first, second = log.entries
    assert (first.id, first.line, second.line) == (second.id, 1, 4)
    assert without(log, {first.id}).text == ""
