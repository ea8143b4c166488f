"""Whether a value could be a credential: drawn at random rather than written by a person, and no placeholder."""

import re
from functools import cache

_PLACEHOLDER = (
    "example",
    "placeholder",
    "your",
    "changeme",
    "change_me",
    "dummy",
    "redacted",
    "xxxx",
    "****",
    "....",
    "1234567890",
    "0123456789",
    "abcdefgh",
)
_VARIABLE = "$<>{}%"
_LONGEST_PIECE = 2.7
"""Average length of the runs of one class of character: 1.6 in random letters and digits, above 3 in words in camel case."""

_LEAST_KINDS = 8


def anything(_value: str) -> bool:
    """For patterns that are certain by themselves."""
    return True


def is_key(value: str) -> bool:
    """Whether what follows a provider's prefix is a key: no placeholder, no variable, and of enough different characters."""
    lowered = value.lower()
    return (
        len(set(value)) >= _LEAST_KINDS
        and not any(word in lowered for word in _PLACEHOLDER)
        and not any(character in value for character in _VARIABLE)
    )


def is_password(value: str) -> bool:
    """Whether what stands where only a password can was drawn at random, or holds capitals, small letters and digits."""
    mixed = value != value.lower() and value != value.upper() and any(character.isdigit() for character in value)
    return len(value) >= 8 and _is_written(value) and (mixed or is_random(value))


def is_assigned(value: str) -> bool:
    """Whether what is assigned to a name such as `token` is one: random, and no digest, commit id, UUID, slug, path or call."""
    return len(value) >= 8 and _is_written(value) and is_random(value) and not (is_digest(value) or _is_composed(value))


def is_hexadecimal_key(value: str) -> bool:
    """Whether what is assigned to a name that holds nothing but a secret is one: as `is_assigned`, or at least 32 hexadecimal digits."""
    return is_assigned(value) or (len(value) >= 32 and is_key(value) and _hexadecimal().fullmatch(value.lower()) is not None)


def is_key_material(value: str) -> bool:
    """Whether a text holds a long run of Base64, as the body of a private key does."""
    return _run().search(value) is not None


def is_digest(value: str) -> bool:
    """Whether the value is a commit id, a digest or a UUID, which identify something and open nothing."""
    bare = value.replace("-", "").lower()
    return _hexadecimal().fullmatch(bare) is not None or bare.startswith(("sha", "md5", "blake"))


def is_random(value: str) -> bool:
    """Whether the characters change class (capital, small, digit) as often as drawn ones do, and not as words or dates do."""
    pieces = [piece for piece in _pieces().findall(value) if piece]
    letters = sum(character.isalpha() for character in value)
    known = sum(map(len, pieces))
    return letters * 5 >= len(value) * 2 and known * 4 >= len(value) * 3 and known < _LONGEST_PIECE * len(pieces)


def _is_composed(value: str) -> bool:
    return any(character in value for character in "()[]\\") or value.count("/") > 2 or value.count("-") + value.count("_") > 2


def _is_written(value: str) -> bool:
    return is_key(value) if len(value) >= 12 else len(set(value)) >= 6 and is_key(value + "aA0_-+.~")


@cache
def _pieces() -> re.Pattern[str]:
    return re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


@cache
def _hexadecimal() -> re.Pattern[str]:
    return re.compile(r"[0-9a-f]+")


@cache
def _run() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/=]{32}")
