"""The project's own files: what the README promises is what CI runs, and what is generated is current."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from agentstate.cli.group import COMMANDS
from tests.support.command import process_environment
from tests.support.source import PACKAGE

TOP = Path(__file__).parent.parent
TEXTS = sorted([*TOP.glob("*.md"), *TOP.glob("docs/*.md")])
WORKFLOWS = [*sorted((TOP / ".github/workflows").glob("*.yml")), TOP / "templates/ci/github.yaml"]


def text(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


def readme_commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", text("README.md"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_the_readme_opens_with_one_line_for_the_main_job_and_one_for_the_tests() -> None:
    assert readme_commands()[:2] == ["sh .ci/setup && .venv/bin/agentstate demo", "sh .ci/setup test && .venv/bin/pytest -n auto"]


def test_ci_runs_exactly_the_test_line_of_the_readme() -> None:
    _, test_line = readme_commands()[:2]
    assert test_line in text(".ci/run").splitlines()
    assert f"      - run: {test_line}" in text(".github/workflows/ci.yml").splitlines()


def test_the_readme_names_every_verb_and_no_other() -> None:
    table = text("README.md").partition("## Verbs")[2].partition("\n\nEvery verb")[0]
    named = re.findall(r"`([a-z]+)`", "".join(row.split("|")[1] for row in table.splitlines() if row.startswith("| `")))
    assert sorted(named) == sorted(COMMANDS)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(TOP).as_posix())
def test_links_lead_to_files_that_exist(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_no_text_tells_anybody_to_install_the_project_of_another() -> None:
    shipped = [path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".md", ".yaml", ".json"}]
    telling = re.compile(r"\binstall (?:[-\w]+ )*[\"']?agentstate\b(?!-cli)")
    assert [path for path in (*TEXTS, *shipped) if telling.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_start_without_permissions_and_pin_actions_by_commit(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert "permissions: {}" in lines
    used = [line for line in lines if "uses:" in line]
    assert [line for line in used if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\Z", line)] == []


def test_generated_pages_are_current() -> None:
    command = [sys.executable, str(TOP / ".ci/docs"), "--check"]
    done = subprocess.run(command, env=process_environment(), capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


def texts_opened_in_any_encoding(path: Path) -> list[str]:
    """The calls that read or write a whole text and leave the encoding to the machine; elsewhere they would be other bytes."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    opened = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in {"read_text", "write_text"}]
    loose = [call for call in opened if all(keyword.arg != "encoding" for keyword in call.keywords)]
    return [f"{path.name}:{call.lineno}" for call in loose if ast.unparse(call.func) != "resources.read_text"]


def test_every_text_is_read_and_written_in_one_encoding() -> None:
    sources = [*PACKAGE.rglob("*.py"), *(path for path in Path(__file__).parent.rglob("*.py") if "cases" not in path.parts)]
    assert [call for path in sorted(sources) for call in texts_opened_in_any_encoding(path)] == []
