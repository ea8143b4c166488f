"""What the command imports and starts, for its work and before it knows that it has any: exact, where a measured time would be noise."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import agentstate
from agentstate.cli.group import COMMANDS, load
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry
from tests.support.command import process_environment, run_here
from tests.support.repository import Repository
from tests.support.surroundings import isolate
from tests.support.templates import Templates

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
    "agentstate.vocabulary.annotations",
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

PROBE_OF_HELP = """\
import json, os, sys
before = set(sys.modules)
import click
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        from agentstate.cli.main import main
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = main([name, "--help"])
        sys.stdout.flush()
        parts = {module.partition(".")[0] for module in set(sys.modules) - before}
        new = [part for part in sorted(parts - sys.stdlib_module_names) if not part.startswith("__")]
        os.write(2, (json.dumps([name, code, new]) + "\\n").encode())
        os._exit(0)
    assert os.waitpid(child, 0) == (child, 0)
"""
"""Starts Python and loads click once for all verbs; what each then loads it loads in a process of its own."""

STANDARD = """
    bisect collections contextlib copyreg enum errno fnmatch functools gc genericpath glob importlib ipaddress itertools keyword math ntpath
    operator pathlib re reprlib select signal types urllib warnings grp pwd
"""
"""The modules of the standard library, by the first part of their names, that a check of an ordinary tree may load, whichever Python it
runs on: nothing that is large, and no library of others."""

HOT = {
    "check": ("", 153, 8),
    "check --staged": ("hashlib shlex weakref", 156, 12),
    "resume": ("datetime fcntl hashlib json unicodedata locale", 190, 6),
    "recall answer": ("fcntl", 76, 0),
    "recall --file src/service.py": ("fcntl", 76, 0),
    "status": ("datetime json unicodedata locale", 158, 6),
    "checkpoint": ("datetime fcntl hashlib json locale threading unicodedata zlib", 195, 23),
    "hook claude-code": ("datetime fcntl hashlib json locale", 210, 1),
}
"""What more of the standard library each line may load, how many modules of our own, and how often it may start a program."""

PROBE_OF_COSTS = """\
import sys
before = set(sys.modules)
started = []
sys.addaudithook(lambda event, _: started.append(event) if event in {"os.posix_spawn", "subprocess.Popen"} else None)
from agentstate.cli.main import main
code = main(sys.argv[1:])
sys.stdout.flush()
print("\\n", code, len(started), *{name for name in set(sys.modules) - before}, file=sys.stderr)
"""


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
    assert {name for name in found if not name.startswith("click")} == SHELL - {"agentstate.cli.shortcuts"}


@pytest.fixture(scope="module")
def helped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, list[str]]]:
    """For each verb how its help ends, and what is loaded for it besides the standard library."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("homes"))
        done = subprocess.run(
            [sys.executable, "-c", PROBE_OF_HELP, *COMMANDS],
            env=process_environment(),
            cwd=tmp_path_factory.mktemp("helped"),
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
    return {name: (code, new) for name, code, new in map(json.loads, done.stderr.splitlines())}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_verb_imports_no_library_but_click(helped: dict[str, tuple[int, list[str]]], name: str) -> None:
    assert helped[name] == (0, ["agentstate", "click"])
    assert load(name)


@pytest.fixture
def busy(repository: Repository, templates: Templates) -> Repository:
    """A repository in which somebody works: STATE.yaml and DECISIONS.md differ from the last commit, and code was written."""
    return templates.after(work, repository)


def work(repository: Repository) -> None:
    for call in (
        ("init",),
        ("task", "rotate tokens", "--goal", "no token lives longer than a day"),
        ("set", "next_action", "add the test for an expired token to tests/test_tokens.py"),
        ("decide", "cache in Redis", "--why", "several instances run"),
    ):
        assert run_here(*call, at=repository.path).code == 0
    repository.write("src/service.py", "def answer() -> int:\n    return 43\n")
    repository.git("add", "--all")
    journal = open_journal(repository.path)
    journal.append([Entry(session="s", kind="tool", time=1, call="a", touches=(("src/service.py", "edit", ""),), ok=True)])
    journal.close()


Costs = Callable[..., tuple[set[str], set[str], int]]


@pytest.fixture
def costs(busy: Repository) -> Costs:
    """What a line loads, of ours and by the first part of the name of others, and how many programs it starts. A hook is told of the start
    of a session, or of what is `told`."""

    def probed(line: str, **told: object) -> tuple[set[str], set[str], int]:
        start = {"hook_event_name": "SessionStart", "source": "startup"}
        event = {"session_id": "new", "cwd": str(busy.path), **(told or start)}
        command = [sys.executable, "-c", PROBE_OF_COSTS, *line.split()]
        env = process_environment(PYTHONPATH=str(Path(agentstate.__file__).parent.parent))
        done = subprocess.run(command, cwd=busy.path, env=env, input=json.dumps(event), capture_output=True, check=True, encoding="utf-8")
        code, started, *names = done.stderr.split("\n")[-2].split()
        assert code == "0", done.stdout
        ours = {name for name in names if name.startswith("agentstate")}
        return ours, {name.partition(".")[0] for name in names if not name.startswith("_")} - {"agentstate"}, int(started)

    return probed


@pytest.mark.parametrize("line", HOT)
def test_a_hot_line_loads_little_and_starts_few_programs(costs: Costs, line: str) -> None:
    ours, others, started = costs(line)
    more, modules, programs = HOT[line]
    assert others - {*STANDARD.split(), *more.split()} == set()
    assert started <= programs
    assert len(ours) <= modules, sorted(ours)


CALLS: dict[str, dict[str, object]] = {
    "Edit": {"file_path": "src/service.py", "old_string": "42", "new_string": "43"},
    "Bash": {"command": "cd src && python -m pytest -q 2>&1 | tail -20"},
}


@pytest.mark.parametrize("tool", CALLS)
def test_a_tool_call_loads_hardly_anything_and_starts_nothing(costs: Costs, tool: str) -> None:
    told = {
        "hook_event_name": "PostToolUse",
        "tool_name": tool,
        "tool_input": CALLS[tool],
        "tool_response": {"stdout": "12 passed in 0.3s"},
    }
    costs("hook claude-code", **told)  # makes the journal
    ours, others, started = costs("hook claude-code", **told)
    assert others - {"fcntl", "gc", "itertools"} == set()
    assert len(ours) <= 45, sorted(ours)
    assert started == 0


WRITING = {"decide queue --why order": (210, 12), "set next_action review": (190, 4), "todo add tidy": (190, 4)}
"""Lines that click reads: how many modules of ours each may load, and how often it may start a program."""


@pytest.mark.parametrize("line", WRITING)
def test_a_line_that_writes_loads_no_library_but_click(costs: Costs, line: str) -> None:
    ours, others, started = costs(line)
    modules, programs = WRITING[line]
    assert others & {"ruamel", "jsonschema", "markdown_it", "git", "filelock", "subprocess", "sqlite3", "dataclasses"} == set()
    assert (started <= programs, len(ours) <= modules) == (True, True), (started, len(ours), sorted(ours))


IDLE = """
    agentstate.git.commit agentstate.git.descent agentstate.git.facts agentstate.git.history agentstate.git.listing agentstate.git.namesakes
    agentstate.git.paths agentstate.git.staged agentstate.hooks agentstate.journal agentstate.markdown agentstate.merging
    agentstate.schema.explanation agentstate.vocabulary.plan agentstate.workspace.past agentstate.workspace.staging agentstate.yaml.door
    agentstate.yaml.writer agentstate.documents.entry agentstate.rules.mending agentstate.cli.hints agentstate.cli.group
"""
"""Modules that a check of a tree without findings has no use for."""


def test_a_check_loads_nothing_that_it_has_no_use_for(costs: Costs) -> None:
    ours, _, _ = costs("check")
    assert ours & set(IDLE.split()) == set()
    assert "agentstate.rules.engine" in ours
