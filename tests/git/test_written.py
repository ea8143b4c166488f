"""One walk through history gives for every folder what git gives for that folder alone."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.git import written
from agentstate.git.repository import Repository as Found
from agentstate.git.repository import find_repository
from agentstate.git.runner import Git, Running
from agentstate.git.written import last_written
from tests.support.laws import law
from tests.support.repository import Repository

FOLDERS = ("", "a/", "a/b/", "ab/", "gone/")
PLACES = (".agent/STATE.yaml", ".agent/lanes")
PATHS = (
    *(f"{folder}.agent/{name}" for folder in FOLDERS[:4] for name in ("STATE.yaml", "lanes/x.yaml")),
    "a/.agent/lanes/y/z",
    "a/code",
    "b",
)

Step = tuple[list[int], int, dict[str, int | None]]
"""How far back the parents of a commit are, its time, and what it writes: a number, or None for a path that it takes away."""
STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(
        st.lists(st.integers(1, 4), max_size=3, unique=True),
        st.integers(0, 6),
        st.dictionaries(st.sampled_from(PATHS), st.none() | st.integers(0, 2), max_size=4),
    ),
    min_size=1,
    max_size=12,
)


def stream(steps: list[Step]) -> Iterator[str]:
    """Commits for `git fast-import`; the last one is HEAD. What a merge does not write it has from its first parent."""
    for number, (back, time, files) in enumerate(steps):
        parents = [f":{number + 1 - one}" for one in back if one <= number]
        yield f"reset refs/heads/step\ncommit refs/heads/step\nmark :{number + 1}\n"
        yield f"committer A <a@example.org> {1_790_000_000 + time} +0000\ndata 0\n"
        yield "".join(f"{'merge' if place else 'from'} {parent}\n" for place, parent in enumerate(parents))
        yield "".join(f"D {path}\n" if data is None else f"M 644 inline {path}\ndata 1\n{data}\n" for path, data in files.items())
    yield f"reset refs/heads/main\nfrom :{len(steps)}\n\n"


def seen(folder: Path) -> Found:
    found = find_repository(folder)
    assert found
    return found


def alone(repository: Found, folder: str) -> str:
    return repository.git.run("rev-list", "-1", repository.head, "--", *(folder + place for place in PLACES)).text


@law(100)
@given(steps=STEPS)
def test_it_is_what_git_says_of_each_folder(steps: list[Step], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("history")
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main"], cwd=folder, check=True)
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=folder, check=True, input="".join(stream(steps)).encode())
    repository = seen(folder)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(written, "_FIRST", 1)
        monkeypatch.setattr(written, "_FACTOR", 2)
        assert last_written(repository, FOLDERS, PLACES) == [alone(repository, one) for one in FOLDERS]


def test_many_commits_are_asked_about_in_few_calls(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[Step] = [([1], number // 9, {PATHS[number]: 0} if number < 4 else {"b": number % 3}) for number in range(700)]
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=worktree.path, check=True, input="".join(stream(steps)).encode())
    repository, verbs = seen(worktree.path), list[str]()
    expected = [alone(repository, one) for one in FOLDERS]
    start = Git.start

    def starting(git: Git, *words: str, **options: object) -> Running:
        verbs.append(words[0])
        return start(git, *words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Git, "start", starting)
    assert last_written(repository, FOLDERS, PLACES) == expected
    assert verbs == ["rev-list", "diff-tree"] * 2
