"""What the hook of a tool call imports: exact, where a measured time would be noise."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hooks.scripts import payload, workplace
from tests.support.command import process_environment
from tests.support.repository import Repository

__all__ = ["workplace"]

PROBE = """\
import sys
before = set(sys.modules)
sys.argv[1:] = ["hook", "claude-code"]
from agentstate.cli.main import main
main()
print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""
LIGHT = """
    agentstate agentstate.agents agentstate.agents.claude_code agentstate.cli agentstate.cli.hooking
    agentstate.cli.hooking.call agentstate.cli.hooking.process agentstate.cli.main agentstate.files agentstate.files.nearest
    agentstate.hooks agentstate.hooks.clean agentstate.hooks.detection agentstate.hooks.event agentstate.hooks.fields
    agentstate.hooks.notation agentstate.hooks.outline agentstate.hooks.paths agentstate.hooks.plans agentstate.hooks.replies
    agentstate.hooks.results agentstate.journal agentstate.journal.appending agentstate.journal.engine agentstate.journal.failures
    agentstate.journal.journal agentstate.journal.opening agentstate.journal.place agentstate.journal.schema
    agentstate.journal.standing agentstate.journal.waiting agentstate.vocabulary agentstate.vocabulary.entries
    agentstate.vocabulary.errors agentstate.vocabulary.values
"""
FOR_COMMANDS = """
    agentstate.extraction agentstate.extraction.redaction agentstate.extraction.suspicion
    agentstate.hooks.commands agentstate.hooks.runners agentstate.hooks.shell agentstate.vocabulary.patterns
"""
HEAVY = """
    click git ruamel jsonschema markdown_it filelock subprocess dataclasses typing pathlib inspect datetime calendar logging threading
    hashlib importlib json contextlib tempfile shutil locale unicodedata sqlite3 selectors signal random
"""


def imported(place: Path, text: str) -> set[str]:
    command = [sys.executable, "-S", "-c", PROBE]
    done = subprocess.run(command, cwd=place, input=text, env=process_environment(), capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == ""
    return set(done.stderr.split())


def shell(place: Path, command: str) -> str:
    event = json.loads(payload("claude-code", "posttooluse-bash-success", place))
    event["tool_input"]["command"] = command
    return json.dumps(event)


@pytest.mark.parametrize("name", ["posttooluse-edit", "posttooluse-read", "posttooluse-mcp", "posttooluse-write-create"])
def test_a_tool_call_imports_the_least(workplace: Repository, name: str) -> None:
    found = imported(workplace.path, payload("claude-code", name, workplace.path))
    assert {module for module in found if module.startswith("agentstate")} == set(LIGHT.split())
    assert {module.split(".")[0] for module in found} & {*HEAVY.split(), "re", "enum"} == set()


@pytest.mark.parametrize("command", ["cd src && grep -rn 'two words' . 2>&1 | head", "python a.py > out.txt 2>/dev/null", "make -j4 all"])
def test_a_command_imports_what_reads_commands(workplace: Repository, command: str) -> None:
    found = imported(workplace.path, shell(workplace.path, command))
    assert {module for module in found if module.startswith("agentstate")} == {*LIGHT.split(), *FOR_COMMANDS.split()}
    assert {module.split(".")[0] for module in found} & {*HEAVY.split(), "re", "enum"} == set()
