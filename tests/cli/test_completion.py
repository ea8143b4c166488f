import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import agentstate
from agentstate.cli.completion import SHELLS
from agentstate.cli.group import COMMANDS
from tests.support.command import Result, run_here


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell_asks_the_command(shell: str) -> None:
    result = run_here("completion", shell)
    assert (result.code, result.err) == (0, "")
    assert f"_AGENTSTATE_COMPLETE={shell}_complete" in result.out


def test_a_shell_that_is_not_known_is_refused() -> None:
    assert run_here("completion", "tcsh") == Result(
        2,
        "",
        'agentstate: error: invalid value for "SHELL": "tcsh" is not one of "bash", "zsh", "fish"\n'
        "hint: see `agentstate completion --help`\n",
    )


def test_no_shell_is_answered_with_those_there_are() -> None:
    assert run_here("completion") == Result(
        2,
        "",
        'agentstate: error: missing argument "SHELL". Choose from: bash, zsh, fish\nhint: see `agentstate completion --help`\n',
    )


@pytest.fixture
def bash(tmp_path: Path) -> Path:
    """A folder on PATH that holds `agentstate`."""
    if not shutil.which("bash"):
        pytest.skip("needs bash")
    command = tmp_path / "bin" / "agentstate"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m agentstate "$@"\n', encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return command.parent


def completed(bash: Path, line: str) -> list[str]:
    """What bash offers after `line`, word by word as its completion machinery would ask."""
    words = line.split(" ")
    script = (
        'eval "$(agentstate completion bash)"\n'
        f"COMP_WORDS=({' '.join(words)}); [ -n '{words[-1]}' ] || COMP_WORDS+=('')\n"
        f'COMP_CWORD={len(words) - 1}\n_agentstate_completion agentstate\nprintf "%s\\n" "${{COMPREPLY[@]}}"\n'
    )
    environment = {
        **os.environ,
        "PATH": f"{bash}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(agentstate.__file__).parent.parent),
    }
    done = subprocess.run(["bash", "--norc", "-c", script], cwd=bash, env=environment, capture_output=True, check=True, encoding="utf-8")
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_offers_the_verbs(bash: Path) -> None:
    assert completed(bash, "agentstate ") == list(COMMANDS)


def test_bash_offers_the_verbs_that_begin_with_what_was_typed(bash: Path) -> None:
    assert completed(bash, "agentstate comp") == ["completion"]


def test_bash_offers_values_and_options(bash: Path) -> None:
    assert completed(bash, "agentstate completion ") == list(SHELLS)
    assert completed(bash, "agentstate completion --") == ["--quiet", "--help"]


def test_bash_offers_verbs_after_an_option_that_would_print(bash: Path) -> None:
    assert completed(bash, "agentstate --help expl") == ["explain"]


def test_bash_offers_only_options_after_a_verb_that_does_not_exist(bash: Path) -> None:
    assert completed(bash, "agentstate nonsense --") == ["--version", "--help"]
