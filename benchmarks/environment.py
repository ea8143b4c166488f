"""A clean environment: this checkout as an installed wheel, compiled as an installer compiles it, and the tools it is measured by."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
_PEERS = ("check-jsonschema",)


def variables(home: Path) -> dict[str, str]:
    """The variables of every measured process: nothing of this machine's settings for git and Python."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "B"), ("EMAIL", "b@example.org"))},
    }


def programs(folder: Path) -> Path:
    """The folder of the programs of an environment in `folder`, made where there is none, with this checkout in it as it is now."""
    found = folder / "bin"
    if not (found / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        # The pip that comes with Python 3.11 writes start scripts that cost more than an empty program.
        _install(found, "--upgrade", "pip")
    _install(found, str(CHECKOUT), *_PEERS)
    _install(found, "--force-reinstall", "--no-deps", str(CHECKOUT))
    return found


def _install(found: Path, *arguments: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([str(found / "python"), "-m", "pip", "install", "--quiet", *arguments], check=True, env=environment)
