"""Builds every state and prints the table; with --write it is put into docs/freshness.md."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.git.states.site import Site
from tests.git.states.table import HEAD, PAGE, STATES, found, page_with, row
from tests.support.surroundings import isolate


def rows(folder: Path) -> Iterator[str]:
    """The rows, one state after the other, built below `folder`."""
    planted = Site.planted(folder / "planted")
    for number, (name, build) in enumerate(STATES.items()):
        truth = build(Site.copied(planted, folder / f"{number}/repository"))
        yield row(name, truth, *found(truth))


def main() -> None:
    """Prints the table, or writes it."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, Path(name))
        table = list(rows(Path(name, "states")))
    if "--write" in sys.argv:
        PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), table), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(HEAD + "".join(table))


if __name__ == "__main__":
    main()
