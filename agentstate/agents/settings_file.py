"""The settings of an agent: JSON in which comments and a comma before a closing bracket are allowed."""

import re
from collections.abc import Mapping

from agentstate.vocabulary.patterns import pattern

_COMMENT = pattern(r'"(?:[^"\\]|\\.)*"?|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)', re.DOTALL)
_COMMA = pattern(r'"(?:[^"\\]|\\.)*"?|,(?=[ \t\r\n]*[\]}])', re.DOTALL)


def read_settings(text: str) -> Mapping[str, object]:
    """The settings in `text`; none where it is no JSON object."""
    import json

    bare = _COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", text)
    bare = _COMMA.sub(lambda found: found[0] if found[0].startswith('"') else "", bare)
    try:
        found = json.loads(bare)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
