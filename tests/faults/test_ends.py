"""A verb that is asked to end while git is at work."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.worksite import begin_work, plant
from tests.support.command import process_environment
from tests.support.repository import Repository

START = "from agentstate.cli.main import process; process()"
GIT = """\
#!/bin/sh
for word; do
    if [ "$word" = commit-tree ]; then echo reached >"$REACHED"; exec sleep 60; fi
done
exec {git} "$@"
"""


@pytest.mark.parametrize(("asked", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_checkpoint_that_is_asked_to_end_takes_back_what_it_staged(repository: Repository, tmp_path: Path, asked: int, code: int) -> None:
    root = plant(repository)
    theirs = begin_work(repository)
    repository.write(".agent/TODO.md", "# TODO\n\n- [ ] new\n")
    staged = repository.git("ls-files", "--stage")
    program, reached = tmp_path / "bin/git", tmp_path / "reached"
    program.parent.mkdir()
    program.write_text(GIT.format(git=shutil.which("git")), encoding="utf-8")
    program.chmod(0o755)
    os.mkfifo(reached)
    path = f"{program.parent}:{os.environ['PATH']}"
    environment = process_environment(PATH=path, REACHED=str(reached))
    child = subprocess.Popen([sys.executable, "-c", START, "checkpoint", "half way"], cwd=root, env=environment, stderr=subprocess.PIPE)
    assert reached.read_text(encoding="utf-8") == "reached\n"
    child.send_signal(asked)
    _, err = child.communicate(timeout=5)
    assert (child.returncode, err.strip()) == (code, b"")
    assert repository.git("ls-files", "--stage") == staged
    assert [path.name for path in root.rglob(".agentstate-*.tmp")] == []
    assert theirs.removesuffix("?? notes.txt\n") in repository.status()


def test_a_signal_that_the_caller_ignores_stays_ignored(tmp_path: Path) -> None:
    program = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); from agentstate.cli import main\n"
        "main._end_in_order(); print(signal.getsignal(signal.SIGTERM) is signal.SIG_IGN)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=process_environment(), capture_output=True, check=True)
    assert done.stdout == b"True\n"
