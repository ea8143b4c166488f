"""Many processes at once: every record that was acknowledged is there exactly once, nobody was refused, the user's work is untouched."""

import time
from collections.abc import Callable
from pathlib import Path

from faults.ground import outside, planted, scratch, silent
from faults.processes import code_of, fork, warm
from faults.trial import Trial
from tests.support.repository import Repository

_EVERY = 7
"""After so many decisions a writer makes a checkpoint."""


def storms(full: bool) -> Trial:
    """One tree, then two work trees of one repository: 16 writers of 500 records in each, or 8 of 6."""
    trial, began = Trial(), time.monotonic()
    warm()
    writers, each = (16, 500) if full else (8, 6)
    for trees in (1, 2):
        storm(trial, writers, each, trees)
    trial.figures = f"records; {trial.count / (time.monotonic() - began):.0f} in a second"
    return trial


def storm(trial: Trial, writers: int, each: int, trees: int) -> None:
    """So many writers share so many work trees of one repository."""
    with scratch() as folder:
        roots = [planted(folder / "repository")]
        for number in range(1, trees):
            other = folder / f"tree-{number}"
            Repository(roots[0]).git("worktree", "add", "--quiet", "-b", f"tree-{number}", str(other))
            roots.append(other)
        theirs = [outside(root) for root in roots]
        running = [fork(_writer(number, each), roots[number % trees], folder / f"said-{number}") for number in range(writers)]
        codes = [code_of(child) for child in running]
        trial.expect(not any(codes), f"{sum(map(bool, codes))} of {writers} writers were refused, with {codes}")
        said = [(folder / f"said-{number}").read_text("utf-8", "replace") for number in range(writers)]
        for number, root in enumerate(roots):
            _judge(trial, root, [token for each in said[number::trees] for token in each.split("\n") if token.startswith("w")])
        trial.expect([outside(root) for root in roots] == theirs, "what is not the tree's was touched")
        for number, text in enumerate(said):
            trial.expect("Traceback (most recent" not in text, f"writer {number} said {text[-200:]!r}")


def _writer(number: int, each: int) -> Callable[[], int]:
    """Decides again and again, names what was acknowledged, makes a checkpoint now and then, and stops at the first refusal."""
    from agentstate.cli.main import main

    def work() -> int:
        for n in range(each):
            with silent():
                code = main(["decide", f"w{number}n{n}e", "--why", "w", "-q"])
            if not code:
                print(f"w{number}n{n}e")  # noqa: T201 - into the file of this writer
            if not code and n % _EVERY == _EVERY - 1:
                with silent():
                    code = main(["checkpoint", f"w{number}n{n}", "-q"])
            if code:
                return code
        return 0

    return work


def _judge(trial: Trial, root: Path, acknowledged: list[str]) -> None:
    logs = [root / ".agent/DECISIONS.md", *sorted((root / ".agent/checkpoints").glob("DECISIONS.archive-*.md"))]
    there = [line.rpartition("] ")[2] for path in logs for line in path.read_text("utf-8").split("\n") if line.startswith("## [")]
    trial.expect(len(set(there)) == len(there), "records are there more than once")
    for token in acknowledged:
        trial.count += 1
        trial.expect(there.count(token) == 1, f"{token} was acknowledged and is there {there.count(token)} times")
    repository = Repository(root)
    trial.expect(repository.git("diff", "--cached", "--name-only", "--", ".agent") == "", "the index differs from HEAD below .agent")
    try:
        repository.git("fsck", "--strict", "--no-dangling")
    except AssertionError as error:
        trial.misses.append(str(error))
