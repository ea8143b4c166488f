"""What is on the disk, and when, as the kernel sees it."""

import shutil
from pathlib import Path

import pytest

faults = pytest.importorskip("faults.orders", reason="the fault tests are in the checkout alone")

from faults.ground import planted  # noqa: E402 - after the question whether there is such a module
from faults.orders import _whole, disorder  # noqa: E402
from faults.verbs import VERBS  # noqa: E402


@pytest.mark.skipif(not shutil.which("strace"), reason="no strace here")
def test_nothing_of_a_checkpoint_is_named_or_acknowledged_before_it_is_on_the_disk(tmp_path: Path) -> None:
    assert list(disorder(planted(tmp_path / "repository").resolve(), VERBS["checkpoint"], tmp_path / "trace")) == []


def test_a_call_that_another_interrupts_is_one() -> None:
    lines = ["1 fsync(3</a> <unfinished ...>", "2 write(1</b>, ) = 1", "1 <... fsync resumed>) = 0"]
    assert list(_whole(lines)) == ["2 write(1</b>, ) = 1", "1 fsync(3</a>) = 0"]
