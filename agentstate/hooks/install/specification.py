"""What is installed into one agent, as data: which of its events call us, in which of its files, and what its user must still do."""

from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.values import dataclass

Base = Literal["root", "home"]
Scope = Literal["local", "user", "project"]
SCOPES: tuple[Scope, ...] = ("local", "user", "project")

LONG, SHORT, END = 20, 10, 5
"""Seconds an agent grants: before and after a compaction, at any other event, at the end of a session."""


@dataclass(frozen=True)
class Target:
    """A file: `path` below the folder that holds the tree ("root") or below the home folder ("home").

    Where the environment variable `variable` is set, it stands for the first folder of `path`.
    """

    base: Base
    path: str
    variable: str = ""

    @property
    def shown(self) -> str:
        """The file as a person names it."""
        return f"~/{self.path}" if self.base == "home" else self.path


@dataclass(frozen=True)
class Moment:
    """An event of the agent that calls us: its name there, the seconds it waits for us, and a pattern where the agent wants one."""

    event: str
    seconds: int = SHORT
    matcher: str = ""


@dataclass(frozen=True)
class Hooks:
    """How one agent is told to call us.

    `agent` is the word after `agentstate hook`. `shape` says how its file holds hooks: "groups" (event → groups with a matcher and
    handlers), "entries" (event → handlers), "triggers" (one list of named hooks), "scripts" (an executable file for each event) or
    "plugin" (one JavaScript module). `local`, `user` and `project` are the files for one person in this repository, one person
    everywhere, and everybody in this repository; for shapes that write several files, or one of its own, they are folders.
    `alternative` is a TOML file beside `user` or `project` that takes the hooks where it holds hooks already. `extra` is what a new
    file says besides the hooks. `windows` is how the agent starts a command there. `unit` is how many of its units make one second.
    `must` is what its user must still do, `must_in` what in one scope, `note` what is to be known.
    """

    agent: str
    title: str
    shape: Literal["groups", "entries", "triggers", "scripts", "plugin"]
    moments: tuple[Moment, ...]
    user: Target | None = None
    project: Target | None = None
    local: Target | None = None
    alternative: str = ""
    unit: int = 1
    extra: tuple[tuple[str, int | str], ...] = ()
    keys: tuple[str, ...] = ("command",)
    timeout: str = "timeout"
    named: bool = False
    typed: bool = True
    names_event: bool = False
    windows: Literal["cmd", "powershell", "words"] = "cmd"
    must: tuple[str, ...] = ()
    must_in: tuple[tuple[Scope, str], ...] = ()
    note: str = ""

    def target(self, scope: Scope) -> Target | None:
        """The file for that scope; None: the agent has none."""
        return {"local": self.local, "user": self.user, "project": self.project}[scope]

    def still(self, *scopes: Scope) -> tuple[str, ...]:
        """What the user must still do for hooks in these scopes."""
        return (*self.must, *(line for scope, line in self.must_in if scope in scopes))

    @property
    def default(self) -> Scope:
        """The narrowest scope that the agent knows and that is not shared with others, or else the shared one."""
        return next((scope for scope in SCOPES if self.target(scope)), "project")
