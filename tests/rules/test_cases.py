"""Every folder `tests/cases/<CODE>/<bad|good>-<what>/`: its files laid over the smallest valid tree, and the report they give.

`expected.txt` is the report in the text format, `absent.txt` (optional) names files of the smallest tree that are not there.
`ACCEPT_CASES=1` writes what comes out as what is expected, for a person to read through and commit.
"""

import os
from pathlib import Path

import pytest

from agentstate.documents.text import SourceText
from agentstate.formats import RENDERERS
from agentstate.rules import ALL, engine
from agentstate.rules.example import VALID, tree_from
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Report
from agentstate.vocabulary.repository import GitFacts

CASES = Path(__file__).parent.parent / "cases"
NOTES = {"expected.txt", "absent.txt"}
FOLDERS = sorted(folder for folder in CASES.glob("*/*") if folder.is_dir())


def tree(folder: Path) -> Tree:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.relative_to(folder).as_posix() not in NOTES]
    absent = (folder / "absent.txt").read_text(encoding="utf-8").split() if (folder / "absent.txt").exists() else []
    laid = {path: SourceText(path, text) for path, text in VALID.items() if path not in absent}
    own = (SourceText.decode(path.relative_to(folder).as_posix(), path.read_bytes()) for path in files)
    return tree_from({**laid, **{source.path: source for source in own}})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_the_case_gives_the_report_beside_it(folder: Path) -> None:
    given = tree(folder)
    report = Report.of(engine.run(given, GitFacts()), files=len(given.sources))
    written = RENDERERS["text"](report).encode()
    if os.environ.get("ACCEPT_CASES") and not os.environ.get("CI"):
        (folder / "expected.txt").write_bytes(written)
    assert written.decode() == (folder / "expected.txt").read_bytes().decode()
    codes = {diagnostic.code for diagnostic in report.diagnostics}
    assert (folder.parent.name in codes) is folder.name.startswith("bad-")


def test_every_case_belongs_to_a_rule_and_says_what_it_is() -> None:
    assert len(FOLDERS) > 50
    assert {folder.parent.name for folder in FOLDERS} <= {rule.code for rule in ALL}
    assert [folder.name for folder in FOLDERS if not folder.name.startswith(("bad-", "good-"))] == []
