"""The shell in our YAML files, run as the service would: real shells, git and command; pip is a stand-in unless a test asks for it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agentstate import yaml
from tests.support.command import Result, process_environment

TOP = Path(__file__).parent.parent.parent
GITHUB = ("bash", "--noprofile", "--norc", "-eo", "pipefail")
"""How a runner of GitHub Actions starts `shell: bash`."""

STAND_INS = {
    "python3": """\
#!/bin/sh
printf 'python3 %s\\n' "$*" >>"$STAND_INS/log"
mkdir -p "$3/bin"
cp "$STAND_INS/pip" "$3/bin/pip"
cp "$STAND_INS/pip" "$3/bin/python"
""",
    "pip": """\
#!/bin/sh
printf '%s %s\\n' "${0##*/}" "$*" >>"$STAND_INS/log"
cp "$STAND_INS/agentstate" "${0%/*}/agentstate"
""",
    "agentstate": """\
#!/bin/sh
printf 'agentstate %s\\n' "$*" >>"$STAND_INS/log"
exec "$THIS_PYTHON" -m agentstate "$@"
""",
}


@dataclass
class Runner:
    """A machine that runs jobs in `work`, with a folder of its own for what it needs beside; `programs` are its stand-ins."""

    work: Path
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=lambda: STAND_INS)

    def __post_init__(self) -> None:
        self.path.mkdir(parents=True)
        for name, text in self.programs.items():
            program = self.path / name
            program.write_text(text, encoding="utf-8")
            program.chmod(0o755)
        self.output.touch()

    @property
    def path(self) -> Path:
        """Where the stand-ins are, before everything else on PATH."""
        return self.folder / "stand-ins"

    @property
    def output(self) -> Path:
        """The file that $GITHUB_OUTPUT names."""
        return self.folder / "output"

    @property
    def log(self) -> list[str]:
        """What was started, with its arguments; the folder of the runner is shown as TEMP."""
        return (self.path / "log").read_text(encoding="utf-8").replace(str(self.folder), "TEMP").splitlines()

    def run(self, script: str, environment: Mapping[str, str], shell: Sequence[str]) -> Result:
        """How the script ends in a shell that gets it as a file; `environment` is what the job itself sets."""
        file = self.folder / "script.sh"
        file.write_text(script, encoding="utf-8")
        surroundings = process_environment(
            CI="true",
            PATH=f"{self.path}:{os.environ['PATH']}",
            STAND_INS=str(self.path),
            THIS_PYTHON=sys.executable,
            TMPDIR=str(self.folder),
            RUNNER_TEMP=str(self.folder),
            GITHUB_OUTPUT=str(self.output),
            **self.variables,
            **environment,
        )
        done = subprocess.run([*shell, str(file)], cwd=self.work, env=surroundings, capture_output=True, encoding="utf-8", check=False)
        return Result(done.returncode, done.stdout, done.stderr)


def load(path: str) -> dict[str, yaml.Value]:
    """What a YAML file of this project says."""
    return mapping(yaml.parse((TOP / path).read_text(encoding="utf-8")).data)


def mapping(value: yaml.Value) -> dict[str, yaml.Value]:
    assert isinstance(value, dict)
    return value


def items(value: yaml.Value) -> list[yaml.Value]:
    assert isinstance(value, list)
    return value


def words(value: yaml.Value) -> dict[str, str]:
    """A mapping of variables, as a shell sees them."""
    return {key: str(word) for key, word in mapping(value).items()}


def scripts(steps: yaml.Value) -> list[dict[str, yaml.Value]]:
    """The steps that run a shell."""
    return [mapping(step) for step in items(steps) if "run" in mapping(step)]


def filled(environment: yaml.Value, inputs: Mapping[str, str]) -> dict[str, str]:
    """The environment of a step, with the inputs in it; an expression that is anything else is an error."""
    return {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], word) for name, word in words(environment).items()
    }


def results(sarif: Path) -> list[str]:
    """The rules of the findings in a SARIF file."""
    return [result["ruleId"] for result in json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]["results"]]
