"""The architecture, asserted: who may import whom, one door for each outside library, one room that writes, one that reads the clock."""

import sys
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter

import pytest

from tests.support.source import Module, modules

HEIGHT = {
    "": 0,
    "vocabulary": 1,
    **dict.fromkeys(("resources", "yaml", "markdown", "schema", "secrets"), 2),
    **dict.fromkeys(("documents", "extraction"), 3),
    **dict.fromkeys(("settings", "tree"), 4),
    **dict.fromkeys(("rules", "merging", "formats", "agents", "message", "verbs", "hooks", "recordings", "replay", "exchange"), 5),
    **dict.fromkeys(("files", "git", "journal"), 5),
    "workspace": 6,
    "cli": 7,
    "__main__": 8,
}
LOW = {lowly: {"", "vocabulary", lowly} for lowly in ("files", "git", "journal")}
"""Rooms that stand beside the pure ones and may see nothing of them."""

DOORS = {
    "click": ("agentstate.cli",),
    "ruamel": ("agentstate.yaml",),
    "markdown_it": ("agentstate.markdown",),
    "jsonschema": ("agentstate.schema",),
    "referencing": ("agentstate.schema",),
    "git": ("agentstate.git.history",),
    "filelock": ("agentstate.files.lock",),
    "subprocess": ("agentstate.git.child", "agentstate.workspace.calling"),
    "sqlite3": ("agentstate.journal.engine",),
    "_sqlite3": ("agentstate.journal.engine",),
}
STARTING = ("posix_spawn", "posix_spawnp", "fork", "forkpty", "execv", "execve", "execvp", "execvpe", "system", "popen", "startfile")
RESERVED = {
    "the clock": ({"datetime.now", "datetime.today", "datetime.utcnow", "date.today", "time.time", "time.localtime"}, {"agentstate.cli"}),
    "the environment": ({"os.environ", "os.getenv", "os.environb"}, {"agentstate.cli", "agentstate.git.runner"}),
    "the caller": ({"sys.argv", "sys.stdin", "sys.stdout", "sys.stderr", "os.getcwd", "Path.cwd", "Path.home"}, {"agentstate.cli"}),
    "programs": ({f"os.{name}" for name in STARTING}, {"agentstate.git.child"}),
    "printing": ({"print", "click.echo", "click.secho"}, {"agentstate.cli.output"}),
    "the streams": (
        {"sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__"},
        {"agentstate.cli.output", "agentstate.cli.hooking.process", "agentstate.cli.main"},  # a hook's answer; the last flush
    ),
    "writing": (
        {
            f"os.{name}"
            for name in ("replace", "rename", "unlink", "remove", "rmdir", "mkdir", "makedirs", "link", "symlink", "chmod", "write")
        }
        | {"write_text", "write_bytes", "unlink", "mkdir", "rmdir", "symlink_to", "hardlink_to", "tempfile.mkstemp", "shutil.rmtree"},
        # demo works in a temporary folder of its own, and git is written to through a pipe
        {"agentstate.files", "agentstate.journal.place", "agentstate.cli.demo", "agentstate.git.child"},
    ),
}
FORBIDDEN = {"importlib.metadata", "importlib.resources", "pkg_resources", "__future__"}


def with_parents(target: str) -> set[str]:
    words = target.split(".")
    return {".".join(words[:length]) for length in range(1, len(words) + 1)}


@cache
def at_once() -> set[str]:
    """Modules that another one imports at module level; the others wait until a function asks for them."""
    return {name for module in modules() for target in module.eager for name in with_parents(target)}


def root(target: str) -> str:
    return target.split(".", maxsplit=1)[0]


def room(target: str) -> str:
    return (*target.split("."), "")[1]


def may_import(module: Module, target: str) -> bool:
    allowed = LOW.get(module.room)
    return room(target) in allowed if allowed else HEIGHT[room(target)] <= HEIGHT[module.room]


def offences(judge: Callable[[Module], Iterable[str]]) -> dict[str, list[str]]:
    """What each module does that it must not do; modules that keep to the rule are left out."""
    return {module.name: sorted(found) for module in modules() if (found := set(judge(module)))}


def test_a_module_imports_only_what_stands_below_it() -> None:
    def upward(module: Module) -> set[str]:
        return {target for target in module.imports if root(target) == "agentstate" and not may_import(module, target)}

    assert offences(upward) == {}


def test_no_import_goes_in_a_circle() -> None:
    graph = {module.name: {name for name in module.imports if root(name) == "agentstate"} - {module.name} for module in modules()}
    assert tuple(TopologicalSorter(graph).static_order())


def test_an_outside_library_has_one_door() -> None:
    def elsewhere(module: Module) -> set[str]:
        return {target for target in module.imports if not module.within(*DOORS.get(root(target), ("agentstate",)))}

    assert offences(elsewhere) == {}


def test_nothing_is_imported_that_is_not_declared() -> None:
    declared = {*sys.stdlib_module_names, *DOORS, "agentstate"}

    def undeclared(module: Module) -> set[str]:
        return {target for target in module.imports if target in FORBIDDEN or root(target) not in declared}

    assert offences(undeclared) == {}


def test_a_heavy_library_waits_until_a_function_asks_for_it() -> None:
    def unasked(module: Module) -> set[str]:
        outside = {root(target) for target in module.eager} - {*sys.stdlib_module_names, "agentstate"}
        return (outside - {"click"} if module.within("agentstate.cli") else outside) if module.name in at_once() else set()

    assert offences(unasked) == {}


@pytest.mark.parametrize("what", RESERVED)
def test_what_touches_the_world_stays_in_its_room(what: str) -> None:
    names, rooms = RESERVED[what]

    def outside(module: Module) -> set[str]:
        used = {mention for mention in module.mentions if any(mention == name or mention.endswith(f".{name}") for name in names)}
        return set() if module.within(*rooms) else used

    assert offences(outside) == {}
