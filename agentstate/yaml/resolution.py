"""What an unquoted word means in YAML 1.2's core schema, and nothing more: dates, `yes` and `1_000` are text."""

import math

from agentstate.vocabulary.patterns import pattern

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

_DECIMAL = pattern(r"[-+]?[0-9]{1,18}")
_OCTAL_OR_HEXADECIMAL = pattern(r"0o[0-7]{1,19}|0x[0-9a-fA-F]{1,14}")
_FLOAT = pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE = pattern(r"([-+]?)\.(?:inf|Inf|INF)")


def resolve(word: str) -> str | int | float | bool | None:
    """The value of a plain scalar. An integer of more than 18 digits and a float out of range stay text: no reader agrees on them."""
    if word in _WORDS:
        return _WORDS[word]
    if word[0] not in "+-.0123456789":
        return word
    whole = _integer(word)
    return _fraction(word) if whole is None else whole


def _integer(word: str) -> int | None:
    if _DECIMAL.fullmatch(word):
        return int(word)
    return int(word, base=0) if _OCTAL_OR_HEXADECIMAL.fullmatch(word) else None


def _fraction(word: str) -> float | str:
    if found := _INFINITE.fullmatch(word):
        return float(f"{found[1]}inf")
    if word in {".nan", ".NaN", ".NAN"}:
        return math.nan
    if not _FLOAT.fullmatch(word) or word.lstrip("+-").isdigit():
        return word
    number = float(word)
    return number if math.isfinite(number) else word
