"""The texts that docs/gates.md tells people to copy."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs/gates.md"


def recipe(heading: str, number: int) -> str:
    """The text of a code block, counted from 0, below the heading that ends so."""
    sections = re.split(r"^## (.*)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    section = next(body for title, body in zip(sections[::2], sections[1::2], strict=True) if title.endswith(heading))
    blocks: list[str] = re.findall(r"^```\w+\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return blocks[number]
