"""The schemas as tables for the command: what the interpreter of schemas looks at, without the words for people."""

import json
from pathlib import Path
from pprint import pformat
from typing import Any

from agentstate.schema.conformance import CHECKS

_ASKED_FOR = ("checkpoint", "config", "state")
"""The schemas that the command holds files against; the others are for whoever reads what it writes."""

_HEAD = '''"""The schemas as their interpreter wants them, made from `schemas/` by `.ci/docs`: no JSON is read where a file conforms."""

# fmt: off

from collections.abc import Mapping

from agentstate.vocabulary.annotations import Any

TABLES: Mapping[str, Mapping[str, Any]] = '''


def tables() -> str:
    """The text of `agentstate/schema/tables.py`."""
    schemas = Path(__file__).parent.parent / "schemas"
    found = {name: json.loads((schemas / f"{name}.schema.json").read_text(encoding="utf-8")) for name in _ASKED_FOR}
    return _HEAD + pformat({name: _bare(schema) for name, schema in found.items()}, width=138, sort_dicts=False) + "\n"


def _bare(schema: Any) -> Any:
    if not isinstance(schema, dict):
        return schema
    return {keyword: _argument(keyword, value) for keyword, value in schema.items() if keyword in CHECKS or keyword == "$defs"}


def _argument(keyword: str, value: Any) -> Any:
    if keyword in {"properties", "$defs"}:
        return {name: _bare(part) for name, part in value.items()}
    return _bare(value) if keyword in {"not", "items", "additionalProperties"} else value
