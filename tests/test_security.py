"""SECURITY.md names a test for each promise: all of them are there, and the page is where people look for it."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PAGE = TOP / "SECURITY.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the page is in the checkout alone")
def test_every_test_that_the_page_names_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    promised = text[text.index("## What is promised") : text.index("## What is not promised")]
    groups = re.findall(r"\*\(([^)]*)\)\*", promised)
    assert len(groups) == promised.count("\n**") == 9
    for group in groups:
        folder = ""
        for name in re.split(r"[,;]\s*", group):
            folder = name.strip().rpartition("/")[0] or folder
            assert (TOP / folder / name.strip().rpartition("/")[2]).is_file(), name
    assert len(text.split("\n")) <= 120


@pytest.mark.skipif(not PAGE.exists(), reason="the page is in the checkout alone")
def test_readme_and_pages_lead_to_it() -> None:
    assert "SECURITY.md" in (TOP / "README.md").read_text(encoding="utf-8")
    assert "SECURITY.md" in (TOP / "docs/architecture.md").read_text(encoding="utf-8")
