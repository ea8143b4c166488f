"""What the command imports before it knows that it has work to do: exact, where a measured time would be noise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import agentstate
from agentstate.cli.group import COMMANDS, load

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
import sys
before = set(sys.modules)
sys.argv = ["agentstate", *sys.argv[1:]]
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


def imported(tmp_path: Path, *arguments: str, **environment: str) -> set[str]:
    importable = str(Path(agentstate.__file__).parent.parent)
    command = [sys.executable, "-c", PROBE, *arguments]
    env = {**os.environ, "PYTHONPATH": importable, **environment}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True, encoding="utf-8")
    return set(done.stderr.split())


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
