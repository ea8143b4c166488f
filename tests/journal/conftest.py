from collections.abc import Iterator
from pathlib import Path

import pytest

from agentstate.journal.journal import Journal, open_journal


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that holds an empty tree."""
    (tmp_path / ".agent").mkdir()
    return tmp_path


@pytest.fixture
def journal(root: Path) -> Iterator[Journal]:
    """The journal of that tree."""
    opened = open_journal(root)
    yield opened
    opened.close()
