"""The command line an agent is given: quoted, harmless where the command is missing, and found again."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.hooks.install import call, owned
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.handlers import is_ours, wanted
from agentstate.vocabulary.errors import AgentStateError

ODD = 'it\'s $HOME "quoted" `id` & co; ü'
SHELLS = [shell for shell in ("sh", "bash", "zsh", "fish") if shutil.which(shell)]


def installed(folder: Path) -> Path:
    folder.mkdir(parents=True)
    command = folder / "agentstate"
    command.write_text('#!/bin/sh\ncat\nprintf "%s|" "$@"\nexit 3\n', encoding="utf-8")
    command.chmod(0o755)
    return command


def run(*words: str, path: str = "/usr/bin:/bin") -> tuple[int, str]:
    done = subprocess.run(words, input="{}", capture_output=True, encoding="utf-8", env={"PATH": path}, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_finds_a_path_of_any_kind(shell: str, tmp_path: Path) -> None:
    command = installed(tmp_path / ODD)
    assert run(shell, "-c", call.for_shell(Caller((str(command),)), "hook", "codex")) == (0, "{}hook|codex|")
    module = Caller(("/bin/sh", str(command)))
    assert run(shell, "-c", call.for_shell(module, "hook", "codex")) == (0, "{}hook|codex|")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_committed_form_does_nothing_where_the_command_is_missing(shell: str, tmp_path: Path) -> None:
    line = call.for_shell(Caller(), "hook", "codex")
    assert run(shell, "-c", line) == (0, "")
    folder = installed(tmp_path / "bin").parent
    assert run(shell, "-c", line, path=f"{folder}:/usr/bin:/bin") == (0, "{}hook|codex|")


def test_a_script_answers_where_the_command_is_missing(tmp_path: Path) -> None:
    cline = HOOKS["cline"]
    target = cline.project
    assert target
    command = installed(tmp_path / ODD)
    for caller, expected in (
        (Caller(), '{"cancel": false}\n'),
        (Caller((str(command),)), "{}hook|cline|"),
        (Caller(("/no/agentstate",)), '{"cancel": false}\n'),
    ):
        script = tmp_path / "PostToolUse"
        script.write_bytes(next(iter(owned.contents(cline, target, caller).values())))
        assert run("sh", str(script))[1] == expected


@pytest.mark.parametrize(
    ("write", "words", "line"),
    [
        (call.for_shell, (), "agentstate hook codex || exit 0"),
        (call.for_cmd, (), "agentstate hook codex || exit 0"),
        (call.for_powershell, (), "if (Get-Command 'agentstate' -ErrorAction Ignore) { & 'agentstate' hook codex }; exit 0"),
        (call.for_cmd, ("C:\\Py\\agentstate.exe",), "C:\\Py\\agentstate.exe hook codex || exit 0"),
        (call.for_cmd, ("C:\\Jo Li\\agentstate.exe",), '"C:\\Jo Li\\agentstate.exe" hook codex || exit 0'),
        (
            call.for_powershell,
            ("D:\\J's\\python.exe", "-m", "agentstate"),
            "if (Get-Command 'D:\\J''s\\python.exe' -ErrorAction Ignore) { & 'D:\\J''s\\python.exe' '-m' 'agentstate' hook codex }; exit 0",
        ),
    ],
)
def test_lines(write: Callable[..., str], words: tuple[str, ...], line: str) -> None:
    assert write(Caller(words), "hook", "codex") == line
    assert call.is_call(line, "codex")


@pytest.mark.parametrize("hooks", HOOKS.values(), ids=HOOKS)
@pytest.mark.parametrize("words", [(), (ODD + "/agentstate",), ("/usr/bin/python3", "-m", "agentstate"), ("C:\\Jo Li\\agentstate.exe",)])
@pytest.mark.parametrize("windows", [False, True])
def test_what_we_write_is_ours_and_nobody_elses(hooks: object, words: tuple[str, ...], windows: bool) -> None:
    from agentstate.hooks.install.specification import Hooks

    assert isinstance(hooks, Hooks)
    entries = wanted(hooks, Caller(words, windows=windows and bool(words)))
    assert [agent for agent in HOOKS if any(is_ours(one.handler, agent) for one in entries)] == [hooks.agent]


@pytest.mark.parametrize(
    ("line", "ours"),
    [
        ("nice -n 5 /x/agentstate hook codex", True),
        ("cd /x && agentstate  hook codex --event Stop", True),
        ("agentstate hook codex-cloud", False),
        ("agentstate hooks status codex", False),
        ("myagentstate hook codex", False),
        ("echo agentstate", False),
        ("agentstate hook cursor", False),
    ],
)
def test_a_call_is_known_in_any_wrapping(line: str, ours: bool) -> None:
    assert call.is_call(line, "codex") is ours


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("/a\nb/agentstate", 'the path "/a\\nb/agentstate" cannot be written into a settings file'),
        ("/a\udcff/agentstate", 'the path "/a\\udcff/agentstate" cannot be written into a settings file'),
        ("/bin/state", '"/bin/state" is not the command agentstate'),
    ],
)
def test_a_path_that_would_not_be_found_again_is_refused(word: str, message: str) -> None:
    with pytest.raises(AgentStateError) as refused:
        call.checked(Caller((word,)))
    assert refused.value.message == message
