"""The settings of an agent: JSON in which comments and a comma before a closing bracket are allowed."""

import json
import re
from collections.abc import Mapping
from functools import cache


def read_settings(text: str) -> Mapping[str, object]:
    """The settings in `text`; none where it is no JSON object."""
    bare = _comment().sub(lambda found: found[0] if found[0].startswith('"') else " ", text)
    bare = _comma().sub(lambda found: found[0] if found[0].startswith('"') else "", bare)
    try:
        found = json.loads(bare)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@cache
def _comment() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]|\\.)*"?|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)', re.DOTALL)


@cache
def _comma() -> re.Pattern[str]:
    return re.compile(r'"(?:[^"\\]|\\.)*"?|,(?=[ \t\r\n]*[\]}])', re.DOTALL)
