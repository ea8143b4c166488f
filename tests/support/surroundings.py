"""What a test must not see of the machine it runs on, and must not touch."""

import os
import pwd
import sys
import tempfile
from pathlib import Path

import pytest

REAL_HOME = Path(pwd.getpwuid(os.getuid()).pw_dir)
_WATCHED = (".gitconfig", ".config/git", ".config/agentstate", ".cache/agentstate", ".local/share/agentstate", ".agent", ".claude")
_SETTINGS = ("SOURCE_DATE_EPOCH", "GITHUB_ACTIONS", "CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")

GIT_CONFIG = """\
[user]
\tname = Test Author
\temail = author@example.org
[init]
\tdefaultBranch = main
[commit]
\tgpgSign = false
[protocol "file"]
\tallow = always
[maintenance]
\tauto = false
"""
"""Without maintenance, which git starts after every commit, a commit takes two thirds of the time."""


def home_marks() -> dict[str, int]:
    """When each file of the real home that this tool or git could write was last changed, in nanoseconds."""
    return {name: path.stat().st_mtime_ns for name in _WATCHED if (path := REAL_HOME / name).exists()}


def isolate(monkeypatch: pytest.MonkeyPatch, homes: Path) -> Path:
    """A new empty home below `homes`, and an environment in which nothing else of this machine's configuration is left."""
    home = Path(tempfile.mkdtemp(dir=homes))
    (home / ".gitconfig").write_text(GIT_CONFIG, encoding="utf-8")
    (home / "no-template").mkdir()
    for name in tuple(os.environ):
        if name.startswith(("GIT_", "AGENTSTATE_", "XDG_")):
            monkeypatch.delenv(name)
    for name in (*_SETTINGS, "PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    for name, value in _environment(home, homes).items():
        monkeypatch.setenv(name, value)
    if sys.dont_write_bytecode:
        _keep_byte_code(monkeypatch, homes.parent / "byte-code")
    return home


def _keep_byte_code(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Where no byte code may stay behind, a process that a test starts would compile the whole package: it goes where the homes are."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(folder))


def _environment(home: Path, homes: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TEMPLATE_DIR": str(home / "no-template"),
        "GIT_CEILING_DIRECTORIES": str(homes.parent),
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
