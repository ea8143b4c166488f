"""No regular expression of the package repeats what repeats. `python -m faults --only expressions` measures each on 100 KB of 40 shapes."""

import re
import warnings
from collections.abc import Iterator

import pytest

from tests.support.expressions import Expression, expressions, unknown

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from re import _constants as sre  # type: ignore[attr-defined]
    from re import _parser  # type: ignore[attr-defined]

SAMPLE = "".join(map(chr, range(1, 0x180))) + "　、。，：；！？“”‘’《》名中一决【】［］（）￥…—–→✓\u200b\u202e\u2028\ufeff\U000e0041"
"""Characters of every class that patterns tell apart."""

REPEATS = {sre.MAX_REPEAT, sre.MIN_REPEAT}


@pytest.fixture(scope="module")
def everything() -> list[Expression]:
    """All expressions; collected when a test asks and not before, since every module is loaded for it."""
    return expressions()


def test_every_expression_is_known(everything: list[Expression]) -> None:
    assert unknown() == []
    assert len(everything) > 300
    modules = {one.module for one in everything}
    assert {"agentstate.secrets.detector", "agentstate.documents.decisions", "agentstate.rules.imitation"} <= modules


def begins(item: tuple[object, object], flags: int) -> tuple[frozenset[str], bool]:
    """The characters with which the item can begin, and whether it can match nothing."""
    kind, held = item
    if kind in {sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY}:
        one = re.compile(_class_of(item), flags & (re.IGNORECASE | re.ASCII | re.DOTALL))
        return frozenset(character for character in SAMPLE if one.fullmatch(character)), False
    if kind is sre.SUBPATTERN:
        return _of_sequence(held[3], flags)  # type: ignore[index]
    if kind in REPEATS or kind is sre.POSSESSIVE_REPEAT:
        characters, empty = _of_sequence(held[2], flags)  # type: ignore[index]
        return characters, empty or held[0] == 0  # type: ignore[index]
    if kind is sre.BRANCH:
        parts = [_of_sequence(part, flags) for part in held[1]]  # type: ignore[index]
        return frozenset().union(*(part[0] for part in parts)), any(part[1] for part in parts)
    if kind in {sre.GROUPREF, sre.GROUPREF_EXISTS, sre.ATOMIC_GROUP}:
        return frozenset(SAMPLE), True
    return frozenset(), True  # what looks around or marks a place


def _of_sequence(items: object, flags: int) -> tuple[frozenset[str], bool]:
    found: set[str] = set()
    for item in items:  # type: ignore[attr-defined]
        characters, empty = begins(item, flags)
        found |= characters
        if not empty:
            return frozenset(found), False
    return frozenset(found), True


def _class_of(item: tuple[object, object]) -> str:
    kind, held = item
    if kind is sre.ANY:
        return "."
    if kind in {sre.LITERAL, sre.NOT_LITERAL}:
        return f"[{'^' * (kind is sre.NOT_LITERAL)}\\U{held:08x}]"
    return f"[{''.join(_member(member) for member in held)}]"  # type: ignore[attr-defined]


CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


def _member(member: tuple[object, object]) -> str:
    kind, held = member
    if kind is sre.NEGATE:
        return "^"
    if kind is sre.CATEGORY:
        return CATEGORIES[held]
    if kind is sre.RANGE:
        return f"\\U{held[0]:08x}-\\U{held[1]:08x}"  # type: ignore[index]
    return f"\\U{held:08x}"


def sequences(items: object) -> Iterator[list[tuple[object, object]]]:
    """Every sequence of items in the expression."""
    listed = list(items)  # type: ignore[call-overload]
    yield listed
    for kind, held in listed:
        if kind is sre.SUBPATTERN:
            yield from sequences(held[3])
        elif kind in REPEATS:
            yield from sequences(held[2])
        elif kind is sre.BRANCH:
            for part in held[1]:
                yield from sequences(part)


def unwrapped(item: tuple[object, object]) -> tuple[object, object]:
    """What a group of one item holds."""
    while item[0] is sre.SUBPATTERN and len(item[1][3]) == 1:  # type: ignore[index]
        item = item[1][3][0]  # type: ignore[index]
    return item


def is_endless(item: tuple[object, object]) -> bool:
    return item[0] in REPEATS and item[1][1] is sre.MAXREPEAT  # type: ignore[index]


def nested(expression: Expression) -> list[str]:
    """Repetitions without an end in one another, where the inner one can be all that the outer one repeats: these take for ever."""
    found = []
    flags = expression.flags
    for sequence in sequences(_parser.parse(expression.text, flags)):
        for item in filter(is_endless, sequence):
            body = list(item[1][2])  # type: ignore[index]
            for place, inner in enumerate(body):
                inner = unwrapped(inner)  # noqa: PLW2901
                rest = body[:place] + body[place + 1 :]
                if is_endless(inner) and all(begins(other, flags)[1] for other in rest):
                    found.append(f"{inner}")
    return found


def test_no_repetition_is_all_that_another_one_repeats(everything: list[Expression]) -> None:
    assert [(one, found) for one in everything if one.module not in BOUNDED and (found := nested(one))] == []


def takes_all(item: tuple[object, object], sequence: list[tuple[object, object]], flags: int) -> bool:
    """Whether this is the last item and takes whatever there is, so that nothing fails behind it."""
    return unwrapped(sequence[-1]) is item and len(begins(item, flags)[0]) >= len(SAMPLE) - 1


def doubled(expression: Expression) -> list[str]:
    """Two repetitions without an end, one right after the other, of the same characters: these take the square of the length."""
    found = []
    flags = expression.flags
    for sequence in sequences(_parser.parse(expression.text, flags)):
        for place, item in enumerate(sequence):
            item = unwrapped(item)  # noqa: PLW2901
            if not is_endless(item):
                continue
            characters = begins(item, flags)[0]
            for other in map(unwrapped, sequence[place + 1 :]):
                following, empty = begins(other, flags)
                if is_endless(other) and characters & following and not takes_all(other, sequence, flags):
                    found.append(f"{item} {other}")
                if not empty:
                    break
    return found


BOUNDED = {
    "agentstate.documents.mentions": "at most 200 characters between backquotes",
    "agentstate.extraction.symbols.definitions": "lines of at most 1,000 characters",
    "agentstate.documents.lines": "a line of rules repeats one character of three, which is no blank",
}
"""Modules in which what is tried is short, or the analysis sees a danger that is none; all of them are measured."""


def test_no_repetition_follows_one_of_the_same_characters(everything: list[Expression]) -> None:
    assert [(one, found) for one in everything if one.module not in BOUNDED and (found := doubled(one))] == []


def leads(expression: Expression) -> bool:
    """Whether a search begins, at every place again, with a repetition that may be in vain: that takes the square of the length."""
    flags, top = expression.flags, list(_parser.parse(expression.text, expression.flags))
    parts = [list(part) for part in top[0][1][1]] if len(top) == 1 and top[0][0] is sre.BRANCH else [top]
    return any(_leads(part, flags) for part in parts)


def _leads(sequence: list[tuple[object, object]], flags: int) -> bool:
    for place, item in enumerate(map(unwrapped, sequence)):
        looks_back = "ASSERT_NOT, (-1" in repr(item) or "ASSERT, (-1" in repr(item)
        if looks_back or (item[0] is sre.AT and item[1] is not sre.AT_BOUNDARY):
            return False
        if is_endless(item) and not all(begins(other, flags)[1] for other in sequence[place + 1 :]):
            return True
        if item[0] not in {sre.ASSERT, sre.ASSERT_NOT, sre.AT} and not begins(item, flags)[1]:
            return False
    return False


def test_no_search_begins_with_a_repetition_that_may_be_in_vain(everything: list[Expression]) -> None:
    assert [one for one in everything if one.scans and leads(one)] == []


@pytest.mark.parametrize("text", [r"[ \t]*because", r"a?\w+-", r"x|( *)y"])
def test_what_a_search_would_try_again_at_every_place_is_seen(text: str) -> None:
    assert leads(Expression(text, 0, "", frozenset()))


@pytest.mark.parametrize("text", [r"(?<![ \t])[ \t]*because", r"\A\w+-", r"x *y", r"\w+", r"(?m)^ *x"])
def test_a_search_that_is_held_to_one_place_is_left_alone(text: str) -> None:
    assert not leads(Expression(text, 0, "", frozenset()))


@pytest.mark.parametrize("text", ["(a+)+b", "(?:a*)*", "(?:(?:ab)*c?)*"])
def test_what_would_take_for_ever_is_seen(text: str) -> None:
    assert nested(Expression(text, 0, "", frozenset()))


@pytest.mark.parametrize("text", [r"[ \t]*[ ]*x", r"a*b?a*c", r"\w+\d*-", r"([ \t]*)(-)?[ \t]*x"])
def test_what_would_take_the_square_is_seen(text: str) -> None:
    assert doubled(Expression(text, 0, "", frozenset()))


@pytest.mark.parametrize("text", ["(?:a+b)*", r"[ \t]*x[ \t]*", r"a*b*c"])
def test_what_is_linear_is_left_alone(text: str) -> None:
    one = Expression(text, 0, "", frozenset())
    assert (nested(one), doubled(one)) == ([], [])
