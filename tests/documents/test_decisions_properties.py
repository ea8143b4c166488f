"""Laws of the log that hold for any text: nothing raises, nothing is lost, nothing else changes."""

from hypothesis import assume, given
from hypothesis import strategies as st

from agentstate.documents.decision import WITHDRAWALS
from agentstate.documents.decisions import append, parse_decisions, resolve, standings, unresolved, without
from agentstate.documents.divergence import divergent
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from tests.support.laws import law

_LINES = st.sampled_from(
    [
        *(
            "# Decisions",
            "## Notes",
            "## [2026-11-01] A",
            "## [2026-13-45] B",
            "## 2026-11-02: C",
            "## [",
            "##",
            "##\t2026-11-04 D",
            "### part",
            "#",
        ),
        *("- Decision: d", "- **Why:** w", "* 理由：因为", "  goes on", "runs on", "- Rejected:", "  - one", "- Decision: withdrawn"),
        *("- Supersedes: 2026-11-01, 2026", "- Supersedes: 2026-11-02-c", "- Keep: permanent", "- 状态：pending", "- Owner: x"),
        *("```", "~~~", "  ```", "<!--", "-->", "---", "", "", " \t", "text \r text", "\ufeff", "caf\udcff", "\u2028", "\x0c", "é ", ">"),
    ]
)
_ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n"])
_TEXTS = st.lists(st.tuples(_LINES, _ENDS), max_size=30).map(lambda lines: "".join(line + end for line, end in lines))
_TORN = st.tuples(_TEXTS, st.sampled_from(["", "", "torn", "## [2026-11-03] torn", "\r"])).map("".join)
_WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), min_size=1).filter(
    lambda text: text.strip().strip(" :：-–—")
)
_ANY = st.binary(max_size=200).map(lambda data: SourceText.decode("x.md", data))


def source(text: str) -> SourceText:
    return SourceText("x.md", text)


def check_leaving(text: str, mask: int) -> None:
    log = parse_decisions(source(text))
    gone = {entry.id for place, entry in enumerate(log.entries) if mask >> place & 1}
    left = without(log, gone)
    assert [entry.text for entry in parse_decisions(left).entries] == [entry.text for entry in log.entries if entry.id not in gone]
    taken = [line for entry in log.entries if entry.id in gone for line in log.source.lines[entry.line - 1 : entry.end - 1]]
    assert sorted([*left.lines, *taken]) == sorted(log.source.lines)
    assert without(log, ()) == log.source


def check_appending(text: str, lines: tuple[str, ...]) -> None:
    log = parse_decisions(source(text))
    assume(not any(fault.kind == "unclosed-fence" for fault in log.faults))
    longer = append(log, lines)
    assert longer.text.startswith(text)
    entries = parse_decisions(longer).entries
    assert [entry.text for entry in entries] == [*(entry.text for entry in log.entries), "\n".join(lines)]
    assert [entry.id for entry in entries[:-1]] == [entry.id for entry in log.entries]
    if lines[0] not in text:
        shorter = parse_decisions(without(parse_decisions(longer), {entries[-1].id}))
        assert [entry.text for entry in shorter.entries] == [entry.text for entry in log.entries]


@law(200)
@given(_TORN, st.integers(0, 2**30))
def test_when_entries_leave_the_others_are_as_they_were(text: str, mask: int) -> None:
    check_leaving(text, mask)


@law(200)
@given(_TORN, _WORDS, st.lists(_WORDS, max_size=2), st.booleans())
def test_what_is_appended_is_the_last_entry_and_changes_no_other(text: str, words: str, more: list[str], flag: bool) -> None:
    lines = render_decision(date="2026-11-29", title=words, why=words, rejected=more, decision=words, permanent=flag, pending=not flag)
    check_appending(text, lines)


@law(200)
@given(_WORDS, _WORDS, _WORDS, st.sampled_from(["en", "zh"]), st.booleans())
def test_what_is_rendered_is_read_back(title: str, why: str, decision: str, lang: str, permanent: bool) -> None:
    assume(decision.strip().casefold() not in WITHDRAWALS)
    lines = render_decision(date="2026-11-29", title=title, why=why, decision=decision, permanent=permanent, lang=lang)  # type: ignore[arg-type]
    (entry,) = parse_decisions(source("\n".join(lines))).entries
    assert (entry.date, entry.why, entry.permanent, entry.pending) == ("2026-11-29", why.strip(), permanent, False)
    assert (entry.decision, entry.title) == (decision.strip(), title.strip().lstrip(" :：-–—"))
    assert divergent(source("\n".join(lines))) is None


@law(200)
@given(_TEXTS, _TEXTS)
def test_two_logs_one_after_the_other_are_one(first: str, second: str) -> None:
    upper, lower = parse_decisions(source(first)), parse_decisions(source(f"## Section\n{second}"))
    assume(not any(fault.kind == "unclosed-fence" for fault in upper.faults))
    both = parse_decisions(source(f"{first}## Section\n{second}"))
    assert [entry.text for entry in both.entries] == [entry.text for entry in (*upper.entries, *lower.entries)]


@law(200)
@given(st.one_of(_ANY, _TORN.map(source)))
def test_no_text_raises_and_every_line_is_in_at_most_one_entry(text: SourceText) -> None:
    log = parse_decisions(text)
    found = standings(log.entries)
    assert found.keys() == {entry.id for entry in log.entries}
    assert all(resolve(entry.id, log.entries) for entry in log.entries)
    assert len(unresolved(log)) <= sum(len(entry.supersedes) for entry in log.entries)
    divergent(text)
    ends = [0, *(entry.end for entry in log.entries)]
    assert all(end <= entry.line for end, entry in zip(ends, log.entries, strict=False))
    assert all(text.lines[entry.line - 1 : entry.end - 1] for entry in log.entries)
