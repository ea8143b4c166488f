"""The repositories that are measured in: a tree with a task and a decision, and code beside it, a little or a lot."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

_IN_A_FOLDER = 100


def make(folder: Path, files: int, agentstate: Path, environment: Mapping[str, str], commits: int = 0) -> Path:
    """A repository of so many code files, with so many commits that change one of them, on whose tree somebody works: STATE.yaml and
    DECISIONS.md differ from the last commit."""

    def run(*words: str, given: bytes | None = None) -> None:
        subprocess.run(words, cwd=folder, env=dict(environment), input=given, check=True, stdout=subprocess.DEVNULL)

    folder.mkdir(parents=True)
    run("git", "init", "--quiet", "--initial-branch=main")
    run("git", "fast-import", "--quiet", given=_commits(files, commits))
    run("git", "reset", "--quiet", "--hard", "main")
    run(str(agentstate), "init")
    run(str(agentstate), "task", "--quiet", "Rotate tokens", "--goal", "no token lives longer than a day")
    run(str(agentstate), "set", "next_action", "add the test for an expired token to tests/test_tokens.py")
    run(str(agentstate), "decide", "Cache in Redis", "--why", "several instances run", "--rejected", "in process (instances disagree)")
    return folder


def _commits(files: int, commits: int) -> bytes:
    """A stream for `git fast-import`: one commit with so many small files, a hundred in a folder, and so many that change one of them."""
    paths = [f"src/part_{number // _IN_A_FOLDER}/module_{number}.py" for number in range(files)]
    further = [_commit(number, {paths[number % files]: f"change {number}"}) for number in range(1, commits + 1)]
    return "".join([_commit(0, {path: path for path in paths}), *further]).encode()


def _commit(number: int, files: Mapping[str, str]) -> str:
    """One commit, so many seconds after the first."""
    head = f"commit refs/heads/main\ncommitter B <b@example.org> {1_795_980_000 + number} +0000\ndata 4\ncode\n"
    return head + "".join(f"M 644 inline {path}\ndata {len(text)}\n{text}\n" for path, text in files.items())
