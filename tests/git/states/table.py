"""What is found in each state, beside the truth and beside what the times of the files say; and the page that shows it."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from agentstate.git.descent import Descent
from agentstate.git.freshness import FreshnessQuestion, _changed_by_commits, start_since
from agentstate.git.repository import Repository, discover
from agentstate.rules import engine
from agentstate.vocabulary.repository import Freshness
from agentstate.workspace.discovery import find_forests
from tests.git.states.branches import BRANCHES
from tests.git.states.commits import COMMITS
from tests.git.states.places import PLACES
from tests.git.states.site import LIMIT, STATE, Build, Truth

STATES: Mapping[str, Build] = {**COMMITS, **BRANCHES, **PLACES}
PAGE = Path(__file__).parents[3] / "docs/freshness.md"
HEAD = f"| state | true | found | `check` (limit {LIMIT}) | by file times |\n|---|---|---|---|---|\n"


def found(truth: Truth) -> tuple[Freshness, tuple[str, ...]]:
    """What `agentstate check` finds out about freshness, and the codes of what it says about it."""
    (forest,) = find_forests([truth.site.path / truth.folder], staged=truth.staged)
    trees = {tree.prefix.rstrip("/"): (tree, facts) for tree, facts in forest.read(archives=0).trees}
    tree, facts = trees[truth.folder]
    return facts.freshness, tuple(one.code for one in engine.judge(tree, facts, ("AS2",), ())[0])


def both_readings(truth: Truth) -> tuple[list[list[str]], list[list[str]]]:
    """What each commit since the state was written changed below its folder: as it is read for one tree, and for many at once."""
    here = discover(truth.site.path / truth.folder)
    assert isinstance(here, Repository)
    since = start_since(here, FreshnessQuestion(STATE)).result().text if here.head else ""
    if not since:
        return [], []
    first = here.git.run("rev-list", "--first-parent", here.head).text.split()[-1]
    alone = ([path for path in paths if path.startswith(here.prefix)] for paths in _changed_by_commits(here, since, None))
    together = Descent(here, {since: 0, first: 0}, [here.prefix, ""]).changed(since, here.prefix)
    return sorted(paths for paths in alone if paths), sorted(together)


def by_file_times(folder: Path) -> bool:
    """Whether any file of code is younger than the state: what a check of file times would call behind."""
    code = [path for path in _files(folder) if not path.name.endswith((".lock", "-lock.json"))]
    return max(path.lstat().st_mtime_ns for path in code) > (folder / STATE).lstat().st_mtime_ns


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in {".git", ".agent"}]
        yield from (Path(parent, name) for name in names if name != ".git")


def row(name: str, truth: Truth, freshness: Freshness, codes: Iterable[str]) -> str:
    """One line of the table."""
    count = "unknown" if freshness.commits is None else str(freshness.commits)
    verdict = {"AS201": "stale", "AS202": "unknown"}.get("".join(codes), "fresh")
    if truth.missed:
        count += " (documented)"
    times = by_file_times(truth.site.path / truth.folder)
    judged = ("behind" if times else "current") + ("" if times == bool(truth.behind) else ", **wrong**")
    return f"| {name} | {truth.behind} | {count} | {verdict} | {judged} |\n"


def page_with(text: str, rows: Iterable[str]) -> str:
    """The page with these rows in its table, and how often file times are wrong in them."""
    table = "".join(rows)
    total, wrong = table.count("\n"), table.count("**wrong**")
    text = re.sub(r"\*\*\d+ of \d+\*\*", f"**{wrong} of {total}**", text)
    return text[: text.index(HEAD)] + HEAD + table


def rows_of(text: str) -> list[str]:
    """The rows of the table in a page, each with its line end."""
    return text[text.index(HEAD) + len(HEAD) :].splitlines(keepends=True)
