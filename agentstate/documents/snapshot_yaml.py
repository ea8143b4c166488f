"""Whether the file of a snapshot can be read, without reading it: a check looks at several, and they are long."""

import re
from functools import cache

from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.yaml import parse


def yaml_faults(source: SourceText) -> tuple[Fault, ...]:
    """Why the file of a snapshot cannot be read as YAML: `invalid-yaml` and `duplicate-key` faults.

    One that is as `render_snapshot` writes it, each field once, is none; a parser is asked about the others, which takes long.
    """
    text = source.text.replace("\r\n", "\n")
    fields = [line.partition(":")[0] for line in text.split("\n") if line and line[0] != " "]
    as_written = text.replace("\n", "").isprintable() and len(fields) == len(set(fields)) and _written().fullmatch(text)
    return () if as_written else parse(source.text).faults


@cache
def _written() -> re.Pattern[str]:
    """A file as `render_snapshot` writes it: fields with a value of one line, a list of such, or a literal block."""
    value = r"(?:\.?\w(?:[^\n:#]|:(?=\S)|(?<=\S)#)*|\"(?:[^\"\\\n]|\\[\"\\nrt])*\")\n"
    block = r"\|[-+]?2?[-+]?\n(?:(?:  [^\n]*)?\n)*"
    return re.compile(rf"(?:[a-z_]+:(?: (?:\[\]\n|{value}|{block})|\n(?:  - {value})+))+")
