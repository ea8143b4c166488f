"""When something happened, as recordings write it."""

from datetime import UTC, datetime


def milliseconds(text: str) -> int:
    """Milliseconds since 1970 of `2026-02-23 23:01:55Z` and the like, 0 for what is no such time; without a zone it is taken as UTC."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return max(round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000), 0)
    except (ValueError, OverflowError):
        return 0


def seconds(value: object) -> int:
    """Milliseconds since 1970 of a number of seconds since then, 0 for what is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e11
    return round(value * 1000) if is_number and isinstance(value, int | float) else 0
