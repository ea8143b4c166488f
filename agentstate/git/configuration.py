"""The few git settings that matter here, each with the scope that set it."""

import re

from agentstate.git.policy import Pin
from agentstate.git.runner import Git
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

TRUSTED = frozenset({"system", "global"})
"""The scopes that only the user of this machine writes; "local" and "worktree" come with the repository."""

_ASKED = (
    r"^(filter\..*\.(clean|smudge|process|required)|diff\..*\.(command|textconv)|merge\..*\.driver"
    r"|(user|author|committer)\.(name|email)|commit\.gpgsign"
    r"|gpg\.(program|openpgp\.program|x509\.program|ssh\.program|ssh\.defaultkeycommand)"
    r"|core\.(autocrlf|fsmonitor)|index\.sparse)$"
)
_DRIVER = pattern(r"(?:filter|diff|merge)\..*\.(?P<variable>[a-z]+)", re.DOTALL)


@dataclass(frozen=True)
class Setting:
    """One setting as git lists it: section and variable in lower case; `value` is None for a name without "="."""

    scope: str
    name: str
    value: str | None


@dataclass(frozen=True)
class Configuration:
    """The settings in git's order: the last one of a name is the one that acts."""

    settings: tuple[Setting, ...] = ()

    def last(self, *names: str, trusted: bool = False) -> str:
        """The value that acts among `names`, "" where there is none; with `trusted`, as if only the user's own files existed."""
        found = [one for one in self.settings if one.name in names and (not trusted or one.scope in TRUSTED)]
        return (found[-1].value or "") if found else ""

    def switch(self, name: str) -> bool:
        """Whether a yes-or-no setting says yes; any text that is no "no" counts, as for a setting that may also name a program."""
        found = [one for one in self.settings if one.name == name]
        return bool(found) and (found[-1].value is None or found[-1].value.lower() not in {"", "false", "no", "off", "0"})

    def is_foreign(self, *names: str) -> bool:
        """Whether something else than the user's own files sets one of `names`."""
        return any(one.name in names and one.scope not in TRUSTED for one in self.settings)

    @property
    def blanks(self) -> tuple[Pin, ...]:
        """What takes every filter, diff and merge driver its program, by name."""
        names = {one.name: match["variable"] for one in self.settings if (match := _DRIVER.fullmatch(one.name))}
        return tuple((name, "false" if variable == "required" else "") for name, variable in names.items())


def read_configuration(git: Git) -> Configuration:
    """The settings of the repository and of its user, in one call."""
    fields = git.run("config", "--show-scope", "-z", "--get-regexp", _ASKED, expected=(0, 1)).fields
    pairs = zip(fields[::2], fields[1::2], strict=True)
    return Configuration(tuple(_setting(scope, line) for scope, line in pairs if scope != "command"))


def _setting(scope: str, line: str) -> Setting:
    name, separator, value = line.partition("\n")
    return Setting(scope, name, value if separator else None)
