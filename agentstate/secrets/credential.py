"""Whether a value could be a credential: drawn at random rather than written by a person, and no placeholder."""

import re
from functools import cache

_PLACEHOLDER = ("example", "placeholder", "changeme", "change_me", "redacted")
"""Words too long to be drawn by chance: whatever holds one is none."""

_COUNTED = 8
"""How many letters that follow upon each other in the alphabet are no longer drawn; of figures it takes one more."""

_LEAST_DRAWN = 12
"""How many characters beside placeholders make a key of their own; twice as many where `-` or `_` stands between them, as in its prefix."""

_VARIABLE = "$<>{}%"
_MARKS_OF_VARIABLES = ("${", "{{", "$(", "<", "}}", "%(", "#{")
_LONGEST_PIECE = 2.7
"""Average length of the runs of one class of character: 1.6 in random letters and digits, above 3 in words in camel case."""

_LONGEST_PIECE_OF_DRAWN = 3.3
"""The same for a value of at least 16 characters, of which hardly any drawn one comes above it."""

_SIGNS = "!#$%&*+?@^~"
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
        and not _is_filled(value)
    )


def _is_filled(value: str) -> bool:
    """Whether a value counts up, repeats a sign or says whose key it would be, and holds beside that nothing that was drawn."""
    first, *others = _fillers().split(_without_counts(value))
    rest = [first, *others]
    lumps = [part for stretch in rest for part in _separators().split(stretch) if len(part) >= _LEAST_DRAWN]
    wholes = [stretch for stretch in rest if len(stretch) >= 2 * _LEAST_DRAWN]
    return bool(others) and not any(map(is_random, [*lumps, *wholes]))


def _without_counts(value: str) -> str:
    """The value with a mark in the place of every long run that counts up or down."""
    kept, start, step = [], 0, 0
    for place in range(1, len(value) + 1):
        before, step = step, _step(value[place - 1 : place + 1])
        if not step or (before and step != before):
            run, start = value[start:place], place
            kept.append("…" if len(run) >= _COUNTED + run[0].isdigit() else run)
            step = 0
    return "".join(kept)


def _step(pair: str) -> int:
    """1 where the second of two letters or figures follows upon the first, -1 where it comes before it, else 0; after 9 comes 0."""
    if len(pair) < 2 or not (pair.isascii() and pair.isalnum()):
        return 0
    if pair in {"90", "09"}:
        return 1 if pair == "90" else -1
    difference = ord(pair[1]) - ord(pair[0])
    return difference if abs(difference) == 1 else 0


def is_password(value: str) -> bool:
    """Whether what stands where only a password can was drawn at random, or holds capitals, small letters and digits."""
    mixed = value != value.lower() and value != value.upper() and any(character.isdigit() for character in value)
    return len(value) >= 8 and _is_written(value) and (mixed or is_random(value))


def is_assigned(value: str) -> bool:
    """Whether what is assigned to a name such as `session` is one: random, and no digest, commit id, UUID, slug, path or call."""
    return len(value) >= 8 and _is_written(value) and is_random(value) and not (is_digest(value) or is_composed(value))


def is_opaque(value: str) -> bool:
    """Whether what is assigned to a name that says password, secret or token is one: as `is_assigned`, at least 32 hexadecimal digits,
    or of the characters that a generator draws from, in a mixture that no name, path or version has."""
    return is_assigned(value) or _is_hexadecimal_key(value) or _is_drawn(value) or _has_signs(value)


def _is_hexadecimal_key(value: str) -> bool:
    bare = value.removeprefix("0x").lower()
    return len(bare) >= 32 and is_key(bare) and _hexadecimal().fullmatch(bare) is not None


def _is_drawn(value: str) -> bool:
    """Whether a long value of letters, digits and `+/_-.=~` is a mixture too even for words."""
    if len(value) < 16 or not is_key(value) or is_digest(value) or is_composed(value):
        return False
    pieces = _pieces().findall(value)
    mixed = value != value.lower() and value != value.upper()
    longest, groups = max(map(len, pieces), default=0), sum(piece.isdigit() for piece in pieces)
    known = sum(map(len, pieces))
    if known * 4 < len(value) * 3 or longest * 2 > len(value):
        return False
    return known < _LONGEST_PIECE_OF_DRAWN * len(pieces) if mixed else groups >= 2 and groups * 8 >= len(value)


def _has_signs(value: str) -> bool:
    """Whether a value is a password with signs in it: capitals and small letters or digits, and at least two signs that no name has."""
    signs = sum(character in _SIGNS for character in value)
    kinds = (str.isupper, str.islower, str.isdigit)
    classes = sum(any(kind(character) for character in value) for kind in kinds)
    drawn = len(value) >= 8 and signs >= 2 and classes >= 2 and len(set(value)) >= _LEAST_KINDS
    return drawn and not any(mark in value for mark in _MARKS_OF_VARIABLES) and not (_variable().fullmatch(value) or _is_text(value))


def _is_text(value: str) -> bool:
    """Whether nothing but words, numbers and versions stand between the signs of a value."""
    return all(len(piece) > 2 or piece.isdigit() or piece.lower() in {"v", "id"} for piece in _pieces().findall(value))


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


def is_composed(value: str) -> bool:
    """Whether a value is a call, or a slug, path or version: words and numbers put together rather than a run of drawn characters."""
    if any(character in value for character in "()[]\\"):
        return True
    parts = [part for part in _separators().split(value) if part]
    if value == value.lower() or value == value.upper():
        return len(parts) > 3 or (len(parts) > 1 and any(_word().fullmatch(part) for part in parts))
    return len(parts) > 3 and (sum(map(_is_word, parts)) > 1 or not any(map(_is_mixture, parts)))


def _is_mixture(part: str) -> bool:
    """Whether capitals and small letters, and perhaps digits, follow upon each other as in no word."""
    return len(part) >= 5 and part not in {part.lower(), part.upper(), part.capitalize()} and is_random(part)


def _is_word(part: str) -> bool:
    return len(part) > 2 and part.isalpha() and part in {part.lower(), part.capitalize()}


def _is_written(value: str) -> bool:
    return is_key(value) if len(value) >= 12 else len(set(value)) >= 6 and is_key(value + "aA0_-+.~")


@cache
def _pieces() -> re.Pattern[str]:
    return re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


@cache
def _fillers() -> re.Pattern[str]:
    return re.compile(r"…+|your|dummy|x{4,}|[*]{4,}|[.]{4,}", re.IGNORECASE)


@cache
def _hexadecimal() -> re.Pattern[str]:
    return re.compile(r"[0-9a-f]+")


@cache
def _run() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/=]{32}")


@cache
def _separators() -> re.Pattern[str]:
    return re.compile(r"[-_/+.=~]+")


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z]{4,}[0-9]{0,2}")


@cache
def _variable() -> re.Pattern[str]:
    return re.compile(r"[$%]\w+%?", re.ASCII)
