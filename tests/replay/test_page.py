"""The page without a browser: whole, safe whatever a session holds, bounded, and with the meaning on it."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.replay import page
from agentstate.replay.catalogue import MEANING, SHARES
from agentstate.replay.counting import Counting
from agentstate.replay.figures import measured
from agentstate.replay.judging import judged
from agentstate.replay.measured import Mark, Measured
from agentstate.replay.measured import Session as Recorded
from agentstate.replay.page import as_page
from agentstate.replay.page_style import MARK
from agentstate.replay.tuning import curves
from agentstate.vocabulary.values import replace
from tests.replay.steps import Session, actions, work
from tests.replay.stops import stop
from tests.support.laws import law

VOID = {"meta", "br", "rect", "link", "img", "input", "hr"}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \"'&\u202eevil\u2066\x00\x1b[31m\r\ud800 --><style>*{}"


class Outline(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.faults: list[str] = []
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.parts: list[str] = []
        self.firsts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self.attributes |= set(given)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []
        if self.open and self.open[-1] == "details" and self.firsts and self.firsts[-1] == "details":
            self.faults += [f"details begins with {tag}"] if tag != "summary" else []
        self.firsts.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= set(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        self.parts += [data] if "style" not in self.open else []

    @property
    def text(self) -> str:
        return "".join(self.parts)


def timeline(session: Session) -> Recorded:
    counting, done = Counting(), iter(actions(session))
    for step in session.steps:
        counting.watch(step, next(done) if step.kind == "tool" else None)
    return counting.session("owner__parser/one.jsonl", "one.jsonl", "claude-code", ())


def found(message: str = "src/tree.py\nmake lint", said: str = "Fix it.", name: str = "src/errors.py") -> Measured:
    before = work(Session().prompt(said))
    after = Session().read("src/tree.py").run("ls").edit(name, "x", "y").read("src/lexer.py").run(f"cat {name}", 1)
    one = stop(before, after, message, rules=("never push", said))
    whole = Session()
    whole.steps = [*before.steps, *Session().compaction("all fine").steps, *after.steps]
    session = replace(timeline(whole), stops=1)
    mark = next(mark for mark in session.timeline if mark.kind == "compaction")
    lost = Recorded("lost.txt", "lost.txt", problem="no recording of a format that is known")
    return measured([session, lost], [judged(replace(one, line=mark.line), 1000)], (1000,), 1000, labelled=True)


def check(text: str) -> Outline:
    """Faults that no page may have, whatever it shows."""
    outline = Outline(text)
    assert (outline.faults, outline.open) == ([], [])
    assert outline.headings[0] == 1
    assert outline.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(outline.headings, outline.headings[1:], strict=False))
    assert len(set(outline.ids)) == len(outline.ids)
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)
    assert not outline.tags & {"script", "img", "iframe", "link", "object", "form", "input", "base", "a "}
    assert not {name for name in outline.attributes if name.startswith("on") or name in {"src", "style", "action"}}
    assert not re.search(r"url\(|@import", text.partition("</style>")[0])
    assert not [character for character in text if character not in "\n\t" and ord(character) < 0x20]
    assert not re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    assert MEANING in " ".join(outline.text.split())
    return outline


def test_the_page_is_whole_and_says_what_the_message_held() -> None:
    text = as_page(found())
    outline = check(text)
    said = " ".join(outline.text.split())
    assert text.index(MARK) < 200
    for part in (
        "agentstate replay: 1 session",
        "17 tool calls, 1 compaction, 1 stop measured, at 1,000 characters.",
        "owner__parser/one.jsonl claude-code",
        "▼ compaction (auto) · Stop 1: compaction (auto), 3 of 9 held",
        "in the middle of a task · 150,000 tokens in the context",
        "✗ missed src/errors.py needed by call 3 · last seen 5 calls before ✓ held by git status + log, 20 newest files, transcript tail",
        "✓ held src/tree.py needed by call 1",
        "✓ held make lint unresolved failures · last seen 3 calls before",
        "5. shell ✗ failed cat src/errors.py",
        "lost.txt: no recording of a format that is known",
    ):
        assert part in said, part
    assert all(figure.title in said for figure in SHARES.values())


def test_nothing_may_load_but_the_style_that_stands_there() -> None:
    text = as_page(found())
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-{digest}'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in text


def test_what_a_session_says_is_text() -> None:
    outline = check(as_page(found(f"src/tree.py\n{HOSTILE}", HOSTILE, f"src/{HOSTILE}.py")))
    assert "<script>alert(1)</script>" in outline.text
    assert r"\u202eevil\u2066\x00\x1b[31m" in outline.text


@given(st.text(max_size=200), st.text(max_size=80), st.text(min_size=1, max_size=40))
@law(60)
def test_any_words_make_a_page_that_is_whole(message: str, said: str, name: str) -> None:
    check(as_page(found(message, said, name)))


def test_a_page_of_nothing_says_so() -> None:
    outline = check(as_page(measured([], [], (1000, 8000), 8000, labelled=True)))
    assert "0 sessions" in outline.text
    assert "nothing could be measured" in outline.text


def test_the_curves_are_on_it_where_they_were_asked_for() -> None:
    measured_ = found()
    outline = check(as_page(measured_, curves(measured_.stops)))
    assert "How many to list" in outline.text
    assert "too little was needed to name a number" in outline.text
    assert "How many to list" not in as_page(measured_)


def test_no_credential_gets_on_the_page() -> None:
    secret = "ghp_" + "a1B2" * 9
    assert secret not in as_page(found(f"token {secret}", f"never show {secret} to anybody"))


def test_a_long_timeline_is_folded_and_counted() -> None:
    one = found()
    marks = tuple(Mark("tool", number, number, f"file-{number}.py", "read") for number in range(1, 3001))
    session = replace(one.sessions[0], calls=5000, timeline=marks)
    text = as_page(replace(one, sessions=(session,)))
    outline = check(text)
    assert "… 2,000 left out …" in outline.text
    assert "one sign for 10 calls" in outline.text
    assert "2,000 further tool calls left out" in outline.text
    assert len(text) < 250_000


def test_many_stops_and_many_needs_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    one = found()
    stops = tuple(replace(one.stops[0], number=number, line=number) for number in range(1, 71))
    needs = tuple(one.stops[0].wants[:1] * 50)
    outline = check(as_page(replace(one, stops=(replace(stops[0], wants=needs), *stops[1:]))))
    assert "10 more stops left out" in outline.text
    assert "10 more left out" in outline.text
    monkeypatch.setattr(page, "CHARACTERS", 1_000)
    sessions = tuple(replace(one.sessions[0], name=f"s/{number}.jsonl") for number in range(3))
    outline = check(as_page(replace(one, sessions=sessions)))
    assert "2 sessions not shown below: the page is full" in outline.text
