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


@pytest.mark.parametrize("start", [START, "import runpy; runpy.run_module('agentstate', run_name='__main__')"])
@pytest.mark.parametrize(("asked", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
@pytest.mark.parametrize("module", ["agentstate.cli.shortcuts", "agentstate.cli.checking", "agentstate.cli.output", "click"])
def test_a_signal_ends_the_process_in_order_wherever_it_comes_up(tmp_path: Path, module: str, asked: str, code: int, start: str) -> None:
    """Also where a failure is being told, of which the output is loaded late."""
    signalled = (
        "import sys, signal\n"
        "class Signal:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: signal.raise_signal(signal.{asked})\n"
        f"sys.modules.pop({module!r}, None)\n"
        "sys.meta_path.insert(0, Signal())\n"
    )
    ended = run(*(["decisions"] if module == "click" else ["check"]), folder=tmp_path, start=signalled + start)
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, "", "")


@pytest.mark.parametrize(("asked", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_signal_while_the_last_of_the_output_is_written_leaves_no_traceback(tmp_path: Path, asked: str, code: int) -> None:
    start = (
        "import sys, signal, io\n"
        "class Stream(io.StringIO):\n"
        f"    def flush(self): signal.raise_signal(signal.{asked})\n"
        "import agentstate.cli.main as place\n"
        "place.main = lambda: setattr(sys, 'stdout', Stream()) or 0\n"
        "place.process()"
    )
    ended = run("check", folder=tmp_path, start=start)
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, "", "")
