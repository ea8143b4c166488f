import re

import pytest

from agentstate.vocabulary.patterns import pattern

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
