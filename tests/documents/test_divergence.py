import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.decisions import section_starts
from agentstate.documents.divergence import divergent, reads_alike
from agentstate.documents.lines import fences, front_matter
from agentstate.documents.text import SourceText
from agentstate.markdown import headings
from agentstate.resources import read_text
from agentstate.vocabulary.diagnostics import Fault
from tests.support.laws import law

A = "## [2026-11-01] A\n- Why: a\n"
B = "## [2026-11-02] B\n- Why: b\n"


def source(text: str) -> SourceText:
    return SourceText("x.md", text)


def missing(line: int) -> Fault:
    hint = "take the heading out of the comment, tag or list around it"
    return Fault("ambiguous-heading", line, 1, "a Markdown reader sees no heading here", hint)


def surprising(line: int) -> Fault:
    message = "a Markdown reader sees a heading here that is none in this log"
    return Fault("ambiguous-heading", line, 1, message, "begin it with ## in column one, or put it in a code fence")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"<!--\n{A}-->\n{B}", missing(2)),
        (f"<details>\n{A}</details>\n\n{B}", missing(2)),
        (f"{A}  ```\n  code\n{B}", surprising(5)),
        (f"{A}<!-- a\n```\n-->\n{B}", surprising(6)),
        (f"{A}\ntext\n---\n{B}", surprising(4)),
        (f"{A}- # in a list\n{B}", surprising(3)),
        (f"{A}> ## [2026-11-03] quoted\n", surprising(3)),
        (f"{A} {B}", surprising(3)),
        (f"{A}text\r{B}", surprising(3)),
        (f"{A}- Rejected: ```\n\n<pre>\n{B}</pre>\n", missing(6)),
        (" ## [2026-11-03] only one\n", surprising(1)),
        ("[2026-11-03] underlined\n---\n", surprising(1)),
        (f"{A}{'- ' * 12}deeper than the parser goes\n{B}", missing(4)),
        (f"## [2026-11-01] A\rtext\n{B}", None),
        (f"- ```\n{A}", None),
        (f"<div>\n# Title\n</div>\n\n{A}", None),
        (f"Title\n=====\n{A}", None),
        (f"---\n{'a: 1'}\n---\n{A}{B}", None),
        (f"<details>\n\n{A}\n</details>\n\n{B}", None),
        (f"<details>\n\n{A}\n</details>\n{B}", missing(7)),
        (f"{A}[x]: /u 'a\n{B}'", None),
        (f"{A}1. ```\n   code\n   ```\n{B}", surprising(6)),
    ],
)
def test_where_commonmark_reads_otherwise(text: str, fault: Fault | None) -> None:
    assert not reads_alike(source(text)) or fault is None
    assert divergent(source(text)) == fault


def test_the_line_is_counted_with_the_front_matter() -> None:
    assert divergent(source(f"---\na: 1\n---\n{A}\ntext\n---\n")) == surprising(7)


PLAIN = [
    f"# Decisions\n\n{A}\n{B}",
    f"{A}  a\n  - b <c>\n\n---\n\n* * *\n\n1. x\n> quote\n{B}",
    f"{A}```python\n# code\n## [x]\n<!--\n```\n\n~~~\n- # y\n~~~\n{B}",
    f"<!-- a remark of\n- ```` two lines -->\n{A}<!-- one line -->\n{B}",
    f"{A}| a | b |\n|---|---|\n| <br> | `#` |\n{B}",
    "",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_logs_need_no_parser(text: str) -> None:
    assert reads_alike(source(text))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_log_that_init_writes_needs_no_parser(lang: str) -> None:
    assert reads_alike(source(read_text("templates", f"{lang}/DECISIONS.md") + f"\n{A}\n{B}"))


_PIECES = st.sampled_from(
    [
        *("# ", "## ", "### ", "#", "##", "## [2026-01-02] t\n", "## 2026-01-02 b", "- Why: x\n", "- ", "* ", "+", "1. ", "2) ", "> ", ">"),
        *(
            " ",
            "  ",
            "    ",
            "\t",
            "\n",
            "\n\n",
            "\n",
            "\r",
            "\r\n",
            "```",
            "~~~",
            "````",
            "``` x",
            "`",
            "---",
            "-",
            "===",
            "=",
            "***",
            "_" * 3,
        ),
        *("<!--", "-->", "<!-->", "<details>", "</div>", "<", "<?", "?>", "<![CDATA[", "]]>", "<pre>", "</pre>", "<a>", '<a href="'),
        *(
            "[x]: /u",
            "[x]: /u 'ti",
            "'",
            "[x]:",
            "[",
            "]",
            "\\",
            "a",
            "b c",
            "|",
            "\0",
            "\ufeff",
            "\u00a0",
            "\u3000",
            "\x0b",
            "\x0c",
            "\x85",
            "\u2028",
        ),
    ]
)
_NASTY = st.lists(_PIECES, max_size=40).map("".join)


@law(200)
@given(_NASTY)
def test_what_needs_no_parser_the_parser_reads_alike(text: str) -> None:
    check_alike(source(text))


def check_alike(text: SourceText) -> None:
    fault = divergent(text)
    if reads_alike(text):
        cut = front_matter(text.lines)
        parsed = {line - 1 + cut for line, level, _ in headings("\n".join(text.lines[cut:])) if level <= 2}
        assert (parsed, fault) == (set(section_starts(text, fences(text))), None)
