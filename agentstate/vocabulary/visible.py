"""Text that is safe to show: no control, bidirectional, zero-width, tag or variation-selector character gets through."""

_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Characters that count as letters or marks and show as nothing."""


def is_invisible(character: str) -> bool:
    """Whether a character would hide, reorder or control text; tab and line feed are judged too (the caller lets them pass)."""
    point = ord(character)
    if 0x20 <= point < 0x7F:
        return False
    from unicodedata import category  # a library of its own, and most texts are ASCII

    return (
        category(character) in _UNSAFE_CATEGORIES
        or character in _BLANK_LETTERS
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0000 <= point <= 0xE0FFF
        or 0x180B <= point <= 0x180F
    )


def _escaped(character: str) -> str:
    point = ord(character)
    if 0xDC80 <= point <= 0xDCFF:
        return f"\\x{point - 0xDC00:02x}"
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def visible(text: str, keep: str = "\n\t") -> str:
    r"""`text` with every invisible character written as an escape; those in `keep` stay. A byte that was not UTF-8 shows as `\xhh`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character if character in keep or not is_invisible(character) else _escaped(character) for character in text)


_COMMON = (
    (0xA1, 0xAC),
    (0xAE, 0x2FF),
    (0x370, 0x5FF),
    (0x2010, 0x2027),
    (0x2030, 0x205E),
    (0x2070, 0x27FF),
    (0x3001, 0x3163),
    (0x3400, 0x9FFF),
    (0xFF01, 0xFF5E),
)
"""Ranges in which every character is seen and most of those stand that people write beside ASCII: letters, punctuation, arrows, Chinese."""


def is_common(text: str) -> bool:
    """Whether the text holds nothing but common characters, tabs and line ends; quicker than looking for those that are not seen."""
    bare = text.replace("\n", "").replace("\t", "").replace("\r", "")
    if bare.isascii():
        return bare.isprintable()
    points = [ord(character) for character in set(bare) if not " " <= character <= "~"]
    return all(any(low <= point <= high for low, high in _COMMON) for point in points)


SHOWN = 60
"""How many characters of an offending value a message repeats."""


def quoted(value: str) -> str:
    """The value in double quotes, on one line, cut to 60 characters, with invisible characters as escapes."""
    shown = visible(value[: SHOWN + 1], keep="")
    return f'"{shown}"' if len(value) <= SHOWN and len(shown) <= SHOWN else f'"{shown[:SHOWN]}…"'


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Such as `1 entry` or `3 entries`; the plural adds an s where it is not given."""
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"
