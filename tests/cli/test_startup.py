"""What the command imports and starts, for its work and before it knows that it has any: exact, where a measured time would be noise."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import agentstate
from agentstate.cli.group import COMMANDS, load
from agentstate.git.runner import Git, Running
from tests.support.command import Result
from tests.support.repository import Repository

SHELL = {
    "agentstate",
    "agentstate.cli",
    "agentstate.cli.group",
    "agentstate.cli.invocation",
    "agentstate.cli.main",
    "agentstate.cli.options",
    "agentstate.cli.output",
    "agentstate.cli.shortcuts",
    "agentstate.cli.usage",
    "agentstate.vocabulary",
    "agentstate.vocabulary.errors",
    "agentstate.vocabulary.patterns",
    "agentstate.vocabulary.values",
    "agentstate.vocabulary.visible",
}
PROBE = """\
import os, sys
before = set(sys.modules)
sys.argv = ["agentstate", *sys.argv[1:]]
os._exit = sys.exit
import runpy
try:
    runpy.run_module("agentstate", run_name="__main__", alter_sys=True)
except SystemExit:
    pass
sys.stdout.flush()
standard = sys.stdlib_module_names
new = {name for name in set(sys.modules) - before if name.split(".")[0] not in standard and not name.startswith("__")}
print(*sorted(new), sep="\\n", file=sys.stderr)
"""

CHECKED = {
    *("agentstate", "bisect", "collections", "contextlib", "copyreg", "datetime", "enum", "errno", "fcntl", "fnmatch", "functools"),
    *(
        "gc",
        "genericpath",
        "glob",
        "hashlib",
        "importlib",
        "ipaddress",
        "itertools",
        "json",
        "keyword",
        "locale",
        "math",
        "ntpath",
        "operator",
        "pathlib",
        "re",
    ),
    *("reprlib", "select", "selectors", "signal", "subprocess", "threading", "types", "typing", "unicodedata", "urllib", "warnings"),
    *("grp", "pwd", "weakref"),
}
"""The modules, by the first part of their names, that a check of an ordinary tree may load, whichever Python it runs on: no library of
others, and of the standard one nothing that is large."""

CHECK = """\
import sys
before = set(sys.modules)
from agentstate.cli.main import main
code = main(sys.argv[1:])
print(code, *{name.partition(".")[0] for name in set(sys.modules) - before}, file=sys.stderr)
"""
PROCESSES = {"check": 9, "check --staged": 13}
"""How often a check of one tree may start git."""


def imported(tmp_path: Path, *arguments: str, **environment: str) -> set[str]:
    return set(probe(PROBE, tmp_path, *arguments, **environment))


def probe(program: str, folder: Path, *arguments: str, **environment: str) -> list[str]:
    """The words that a Python program writes to stderr."""
    importable = str(Path(agentstate.__file__).parent.parent)
    command = [sys.executable, "-c", program, *arguments]
    env = {**os.environ, "PYTHONPATH": importable, **environment}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=True, encoding="utf-8")
    return done.stderr.split()


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ()])
def test_the_shell_imports_no_verb_and_no_library_but_click(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    found = imported(tmp_path, *arguments)
    assert {name for name in found if not name.startswith("click")} == SHELL


def test_completing_a_verb_imports_no_verb(tmp_path: Path) -> None:
    found = imported(tmp_path, _AGENTSTATE_COMPLETE="bash_complete", COMP_WORDS="agentstate ", COMP_CWORD="1")
    assert {name for name in found if not name.startswith("click")} == SHELL


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_verb_imports_no_library_but_click(tmp_path: Path, name: str) -> None:
    found = imported(tmp_path, name, "--help")
    assert {module.split(".")[0] for module in found} == {"agentstate", "click"}
    assert load(name)


@pytest.fixture
def busy(repository: Repository, cli: Callable[..., Result]) -> Repository:
    """A repository in which somebody works: STATE.yaml and DECISIONS.md differ from the last commit, and code was written."""
    cli("init")
    cli("task", "rotate tokens", "--goal", "no token lives longer than a day")
    cli("set", "next_action", "add the test for an expired token to tests/test_tokens.py")
    cli("decide", "cache in Redis", "--why", "several instances run")
    repository.write("src/service.py", "def answer() -> int:\n    return 43\n")
    repository.git("add", "--all")
    return repository


@pytest.mark.parametrize("line", PROCESSES)
def test_a_check_loads_little(busy: Repository, line: str) -> None:
    code, *names = probe(CHECK, busy.path, *line.split())
    assert (code, {name for name in names if not name.startswith("_")} - CHECKED) == ("0", set())


@pytest.mark.parametrize("line", PROCESSES)
def test_a_check_asks_git_a_few_questions(busy: Repository, cli: Callable[..., Result], line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    start = Git.start

    def counted(git: Git, *arguments: str, **options: Any) -> Running:  # noqa: ANN401 - passed on
        begun.append(arguments[0])
        return start(git, *arguments, **options)

    monkeypatch.setattr(Git, "start", counted)
    assert cli(*line.split(), at=busy.path).code == 0
    assert len(begun) <= PROCESSES[line], begun
