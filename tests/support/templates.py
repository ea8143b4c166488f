"""Repositories in which some work was done, copied where the same work was done before: git and the command need no second time for it."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.support.repository import Repository

Work = Callable[[Repository], object]


class Templates:
    """What each function made of the repository that every test begins with; kept below `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: dict[Work, Repository] = {}

    def after(self, work: Work, repository: Repository) -> Repository:
        """`repository`, which is as it came from its fixture, after `work`: a function of a module, which depends on nothing else."""
        if work in self._made:
            shutil.rmtree(repository.path)
            _copy(self._made[work], repository)
        else:
            work(repository)
            self._made[work] = Repository(Path(tempfile.mkdtemp(dir=self.folder)) / "repository")
            _copy(repository, self._made[work])
        return repository


def _copy(source: Repository, target: Repository) -> None:
    shutil.copytree(source.path, target.path, symlinks=True)
    target.minutes = source.minutes
