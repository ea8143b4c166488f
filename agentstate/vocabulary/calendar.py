"""Whether there is such a day and moment: `datetime` knows it too, and takes a quarter of the interpreter's own time to be imported."""

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_moment(year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0) -> bool:
    """Whether `datetime` could be made of these numbers."""
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60):
        return False
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _DAYS[month - 1] + (is_leap and month == 2)


def is_time(text: str) -> bool:
    """Whether this is a moment as this tool writes it: 2026-11-29T19:30:00Z."""
    signs = text[4:5] + text[7:8] + text[10:11] + text[13:14] + text[16:17] + text[19:]
    numbers = [text[:4], *(text[start : start + 2] for start in range(5, 18, 3))]
    return signs == "--T::Z" and all(number.isascii() and number.isdecimal() for number in numbers) and is_moment(*map(int, numbers))
