import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.vocabulary.patterns import _Sparing, folded, pattern
from tests.support.laws import law
from tests.support.source import names

WORD = r"(?P<first>[a-z])[a-z]*"


@pytest.mark.parametrize("text", ["abc def", "", "ABC", "1 a"])
def test_a_pattern_that_waits_does_what_the_compiled_one_does(text: str) -> None:
    waiting, compiled = pattern(WORD, re.IGNORECASE), re.compile(WORD, re.IGNORECASE)
    assert [found["first"] for found in waiting.finditer(text)] == [found["first"] for found in compiled.finditer(text)]
    assert repr(waiting.match(text)) == repr(compiled.match(text))
    assert repr(waiting.fullmatch(text)) == repr(compiled.fullmatch(text))
    assert repr(waiting.search(text)) == repr(compiled.search(text))
    assert (waiting.split(text), waiting.sub("-", text), waiting.findall(text)) == (
        compiled.split(text),
        compiled.sub("-", text),
        compiled.findall(text),
    )
    assert (waiting.pattern, waiting.flags, waiting.groups) == (compiled.pattern, compiled.flags, compiled.groups)


def test_nothing_is_compiled_before_it_is_used() -> None:
    waiting = pattern("(")
    with pytest.raises(re.error):
        waiting.match("a")
    with pytest.raises(AttributeError):
        getattr(pattern("a"), "no such thing")


def test_a_pattern_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(re, "compile", lambda text, flags: calls.append(text) or re._compiler.compile(text, flags))  # type: ignore[attr-defined,func-returns-value]
    waiting = pattern("a+")
    assert [bool(waiting.match(text)) for text in ("a", "b", "aa")] == [True, False, True]
    assert calls == ["a+"]


def test_a_pattern_that_needs_a_word_is_not_compiled_for_a_text_without_it() -> None:
    waiting = pattern("(word", needs=("word",))
    assert waiting.match("other") is None
    assert waiting.fullmatch("other") is None
    assert waiting.search("other", 1) is None
    assert list(waiting.finditer("other")) == []
    with pytest.raises(re.error):
        waiting.search("a word")


def test_a_pattern_that_needs_a_word_does_what_the_compiled_one_does() -> None:
    waiting = pattern("w(or)d", re.IGNORECASE, ("word",))
    assert [found.span() for found in waiting.finditer("a word, A WORD")] == [(2, 6), (10, 14)]
    assert [bool(waiting.search("a WORD", place)) for place in (2, 3)] == [True, False]
    assert (waiting.split("aWordb"), waiting.pattern) == (["a", "or", "b"], "w(or)d")


SPARING = {
    member._arguments[0]: member
    for module in names()
    if not module.startswith("agentstate.cli")
    for held in vars(import_module(module)).values()
    for member in (held if isinstance(held, tuple) else (held,))
    if isinstance(member, _Sparing)
}
"""By their texts: many modules import the same one."""


@pytest.mark.parametrize("waiting", SPARING.values(), ids=[str(number) for number in range(len(SPARING))])
def test_whatever_a_pattern_matches_holds_one_of_the_words_it_needs(waiting: _Sparing) -> None:
    compiled = re.compile(waiting.pattern, waiting.flags)

    @law(100)
    @given(st.from_regex(compiled))
    def holds(text: str) -> None:
        assert waiting.may_match(text)

    holds()


def test_some_patterns_need_words() -> None:
    assert len(SPARING) > 8


@law(200)
@given(st.text(st.sampled_from("isk\u0130\u0131\u017f\u212aISK\u0307e"), min_size=1))
def test_a_folded_text_has_the_letters_that_a_pattern_without_case_finds(text: str) -> None:
    for letter in "isk":
        assert not re.search(letter, text, re.IGNORECASE) or letter in folded(text)
