"""Random concurrent histories: merged in any order, and merged by lines as git does without us. The tests of the suite, at length."""

from collections.abc import Callable, Iterable
from functools import partial

from agentstate.rules.example import VALID
from faults.ground import scratch
from faults.trial import Trial
from tests.cli.test_check_line_merges import every_loss_is_found
from tests.merging.histories import check_history
from tests.support.command import run_here
from tests.support.repository import Repository

_HISTORIES, _SOME = 1000, 25


def histories(full: bool) -> Trial:
    """All that was ever decided is there once, whatever the order of merging; 1,000 histories, or 25."""
    return histories_of(range(_HISTORIES if full else _SOME))


def histories_of(seeds: Iterable[int]) -> Trial:
    """The histories that these seeds make."""
    trial = Trial(figures="histories, each merged in three orders")
    for seed in seeds:
        _held(trial, partial(check_history, f"long-{seed}"), f"history long-{seed}")
    return trial


def line_merges(full: bool) -> Trial:
    """`check` finds every entry that a merge by lines lost, and `repair` brings it back; 1,000 pairs, or 25."""
    return line_merges_of(range(_HISTORIES if full else _SOME))


def line_merges_of(seeds: Iterable[int]) -> Trial:
    """The pairs of branches that these seeds make."""
    trial, losses = Trial(), list[int]()
    with scratch() as folder:
        repository = Repository.create(folder / "repository")
        for path, text in VALID.items():
            repository.write(path, text)
        repository.commit("tree")
        call = partial(run_here, at=repository.path)
        for seed in seeds:
            losses.append(_held(trial, partial(every_loss_is_found, repository, call, seed), f"pair {seed}") or 0)
    trial.figures = f"merges by lines; {sum(map(bool, losses))} lost {sum(losses)} entries"
    return trial


def _held(trial: Trial, check: Callable[[], int | None], name: str) -> int | None:
    """What comes of one example of a check, which raises AssertionError where it does not hold."""
    trial.count += 1
    try:
        return check()
    except AssertionError as error:
        trial.misses.append(f"{name}: {' '.join(str(error).split())[:200]}")
        return None
