"""The command as the installed script runs it: it ends at once, and nothing is lost by that."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import agentstate

START = "from agentstate.cli.main import process; process()"


def run(*arguments: str, folder: Path, start: str = START) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(agentstate.__file__).parent.parent)}
    return subprocess.run(
        [sys.executable, "-c", start, *arguments], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["check"], 2), (["explain", "AS301"], 0), ([], 2)])
def test_a_process_says_and_returns_what_main_does(tmp_path: Path, arguments: list[str], code: int) -> None:
    ended = run(*arguments, folder=tmp_path)
    usual = run(*arguments, folder=tmp_path, start="import sys; from agentstate.cli.main import main; sys.exit(main())")
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, usual.stdout, usual.stderr)
    assert ended.stdout + ended.stderr


def test_what_others_have_printed_is_not_lost(tmp_path: Path) -> None:
    ended = run("--version", folder=tmp_path, start=f"print('before', end=''); {START}")
    assert ended.stdout == f"beforeagentstate {agentstate.__version__}\n"


def test_a_failure_that_nobody_expects_keeps_its_traceback(tmp_path: Path) -> None:
    ended = run(folder=tmp_path, start="import agentstate.cli.main as place; place.main = lambda: 1 / 0; place.process()")
    assert ended.returncode == 1
    assert ended.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_streams_that_are_closed_are_no_failure(tmp_path: Path) -> None:
    ended = run("--version", folder=tmp_path, start=f"import sys; sys.stdout = sys.stderr = None; {START}")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "module", ["signal", "agentstate.cli.shortcuts", "click", "agentstate.cli.checking", "agentstate.cli.hooking.process"]
)
def test_an_interrupt_while_modules_are_loaded_ends_without_a_traceback(tmp_path: Path, module: str) -> None:
    interrupt = (
        "import sys, signal\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        f"sys.modules.pop({module!r}, None)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
    )
    words = {"click": ["explain", "AS301"], "agentstate.cli.hooking.process": ["hook", "claude-code"]}.get(module, ["check"])
    ended = run(*words, folder=tmp_path, start=interrupt + START)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
