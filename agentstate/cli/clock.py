"""The only clock: pure steps are told the time."""

import os
from datetime import UTC, datetime

from agentstate.vocabulary.errors import AgentStateError


def now() -> datetime:
    """The present moment in UTC, in whole seconds; the one that SOURCE_DATE_EPOCH names, where it is set."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return _moment(given) if given else datetime.now(UTC).replace(microsecond=0)


def _moment(seconds: str) -> datetime:
    try:
        return datetime.fromtimestamp(int(seconds if seconds.isdecimal() else ""), UTC)
    except (ValueError, OverflowError, OSError) as error:
        message = f'SOURCE_DATE_EPOCH "{seconds[:40]}" is not a number of seconds since 1970'
        raise AgentStateError(message, "unset it or set it to whole seconds") from error


def timestamp() -> str:
    """The present moment as it is written into files: RFC 3339 in UTC."""
    return now().strftime("%Y-%m-%dT%H:%M:%SZ")
