"""Which invisible characters a text needs: emoji are joined and chosen by them, and some scripts are not written without them."""

BIDIRECTIONAL = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_DIRECTION_MARKS = frozenset("\u200e\u200f\u061c")
_JOINERS = frozenset("\u200c\u200d")
_SPACE = "\u200b"
_FLAG = "\U0001f3f4"
_TAG_END = "\U000e007f"
_KEYCAPS = frozenset("0123456789#*")
_SYMBOLS = frozenset(("So", "Sm", "Sk", "Po", "Pd"))
_VISIBLE_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Signs of Arabic, Syriac and Kaithi that are called format characters and are seen."""

_JOINED_SCRIPTS = (
    (0x0600, 0x08FF),  # Arabic, Syriac, Thaana, N'Ko
    (0x0900, 0x0DFF),  # the scripts of India and Sri Lanka
    (0x0E00, 0x109F),  # Thai, Lao, Tibetan, Myanmar
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0x1A20, 0x1BFF),
    (0xA840, 0xABFF),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10A00, 0x1193F),
)
_SPACELESS_SCRIPTS = ((0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF))
"""Where words are not written apart, a zero-width space says where a line may break."""


def is_tag(character: str) -> bool:
    """Whether this is a tag character, which repeats an ASCII one invisibly."""
    return 0xE0000 <= ord(character) <= 0xE007F


def is_selector(character: str) -> bool:
    """Whether this chooses a variant of the character in front of it."""
    point = ord(character)
    return 0xFE00 <= point <= 0xFE0F or 0xE0100 <= point <= 0xE01EF or point in {0x180B, 0x180C, 0x180D, 0x180F}


def is_needed(line: str, index: int) -> bool:
    """Whether the invisible character at this place does what it is there for."""
    character, before, after = line[index], line[index - 1 : index], line[index + 1 : index + 2]
    if character in _VISIBLE_FORMATS:
        return True
    if is_selector(character):
        return _chooses(character, before)
    if is_tag(character):
        return _in_flag(line, index)
    if character in _JOINERS:
        return _among(before, _JOINED_SCRIPTS) or (character == "\u200d" and _is_emoji(before) and _is_emoji(after))
    if character == _SPACE:
        return _among(before, _SPACELESS_SCRIPTS) or _among(after, _SPACELESS_SCRIPTS)
    return _is_jamo(character, before, after)


def is_direction_mark(character: str) -> bool:
    """Whether this is a mark that text from right to left may need; embeddings, overrides and isolates are not."""
    return character in _DIRECTION_MARKS


def runs_right_to_left(line: str) -> bool:
    """Whether the line holds a letter of a script that is written from right to left."""
    from unicodedata import bidirectional

    return any(bidirectional(letter) in {"R", "AL"} for letter in line if letter not in BIDIRECTIONAL)


def _chooses(selector: str, before: str) -> bool:
    from unicodedata import category

    if not before or is_selector(before):
        return False
    if ord(selector) >= 0xE0100 or ord(selector) < 0xFE00:
        return category(before) == "Lo"
    return before in _KEYCAPS or category(before) in _SYMBOLS or (category(before) == "Lo" and ord(selector) < 0xFE0F)


def _in_flag(line: str, index: int) -> bool:
    """Whether the tag belongs to a flag: a black flag, three to six tags for letters and digits, and the tag that ends them."""
    start = index
    while start and is_tag(line[start - 1]) and index - start < 8:
        start -= 1
    end = line.find(_TAG_END, start, start + 8)
    return line[start - 1 : start] == _FLAG and 3 <= end - start <= 6 and index <= end


def _is_emoji(character: str) -> bool:
    from unicodedata import category

    return bool(character) and (category(character) in {"So", "Sk"} or character == "\ufe0f")


def _is_jamo(character: str, before: str, after: str) -> bool:
    return (character == "\u115f" and _among(after, ((0x1160, 0x11FF),))) or (character == "\u1160" and _among(before, ((0x1100, 0x115F),)))


def _among(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return bool(character) and any(first <= ord(character) <= last for first, last in ranges)
