"""AS711 to AS713: paths that exist on one machine only, or lead out of the project."""

from collections.abc import Container, Iterator
from functools import lru_cache

from agentstate.documents.text import SourceText
from agentstate.rules.documents import states
from agentstate.rules.rule import Check, Example, Rule, state_text
from agentstate.rules.structure import own_sources
from agentstate.rules.waivers import plain
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.patterns import pattern

_REST = r"[^\s`'\"<>()|,;，。；）]{0,200}"
_PLACE = pattern(
    r"(?<![\w./\\~:$*+?%{}\])@-])(?:"
    rf"(?P<home>(?:/home/|/Users/|/private/home/|[A-Za-z]:[\\/]{{1,2}}Users[\\/]{{1,2}})(?P<name>[\w.-]{{2,32}})(?=[/\\]){_REST})"
    rf"|(?P<machine>[A-Za-z]:\\{{1,2}}\w{{2}}{_REST}|[A-Z]:/\w{_REST}|\\\\[A-Za-z0-9][\w.-]{{1,60}}\\[A-Za-z0-9$][\w.$-]{{1,60}}{_REST}"
    rf"|(?:~|\$HOME|\$\{{HOME\}}|%USERPROFILE%)[/\\][\w-]{_REST}"
    rf"|/(?:mnt|media|srv|root|Volumes|private|var/folders)/\w{_REST})"
    rf"|(?P<parent>\.\.[/\\](?:\.\.[/\\]){{0,20}}[\w@.-]{_REST})"
    r")"
    rf"|file:(?P<file>///?[\w.]{_REST})"
)
_SIGNS = (
    *("/home/", "Users", ":\\", ":/", "\\\\", "~/", "~\\", "HOME", "%USERPROFILE%", "../", "..\\"),
    *("/mnt/", "/media/", "/srv/", "/root/", "/Volumes/", "/private/", "/var/folders/"),
)
"""Without one of these in it a file names no such place."""

_IMPORTS = pattern(r"(?:\b(?:import|from|require|export|use|include)\b|@import)[^;]{0,200}['\"]\Z")
"""What stands in front of the path of a module, which leads from the file that imports it."""

_PLACEHOLDERS = frozenset(
    (
        *("user", "username", "you", "youruser", "yourname", "your-name", "your_name", "your-username", "your_username", "yourusername"),
        *("name", "me", "someone", "somebody", "example", "foo", "xxx"),
    )
)
"""Names that stand for whoever it is: a path with one of them is a pattern, and no place."""

_NOBODY = frozenset(("alice", "bob", "john", "jane", "runner", "vscode", "node", "app", "ubuntu", "shared", "public"))
"""Names of nobody in particular, and those of the accounts that images and runners have."""


_SCHEMA = "# yaml-language-server: $schema=../local/state.schema.json"
"""The first line of a lane: the schema is beside the folder of the lanes."""


@lru_cache(maxsize=64)
def _places(source: SourceText) -> tuple[tuple[str, int, int, str], ...]:
    """Kind, line, column and text of every such path."""
    if not any(sign in source.text for sign in _SIGNS):
        return ()
    return tuple(entry for number, line in enumerate(plain(source), 1) for entry in _in_line(number, line))


def _in_line(number: int, line: str) -> Iterator[tuple[str, int, int, str]]:
    for found in _PLACE.finditer(line):
        kind = next(name for name in ("home", "machine", "parent", "file") if found[name])
        text = found[kind].rstrip(".:!?")
        if kind == "home" and found["name"].casefold() in _PLACEHOLDERS:
            continue
        if kind == "machine" and text.endswith(("Users\\", "Users/")):
            continue  # what follows is a placeholder in brackets
        if kind == "home" and found["name"].casefold() in _NOBODY:
            kind = "machine"
        imported = kind == "parent" and line[: found.start()].endswith(("'", '"')) and _IMPORTS.search(line[: found.start()])
        if not (imported or (kind == "parent" and _is_link_inside(line, found.start(), text))):
            yield "machine" if kind == "file" else kind, number, found.start(kind if found[kind] else "home") + 1, text


def _is_link_inside(line: str, start: int, text: str) -> bool:
    """Whether this is the target of a link, which leads from the file and so, one folder up, to the folder that holds the tree."""
    return line[:start].endswith("](") and not text.startswith("../../")


def _check(kind: str, wrong: str, hint: str) -> Check:
    def check(tree: Tree) -> Iterator[Finding]:
        for source in own_sources(tree):
            named = _named_lines(tree, source.path)
            if layout.SNAPSHOT_NAME.fullmatch(source.path):
                continue  # what was said once is not corrected; the note that it was taken from is judged
            if source.path.endswith((".md", ".yaml")) and source.path != layout.CONFIG:
                for found, line, column, text in _places(source):
                    if found == kind and line not in named:
                        yield Finding(source.path, line, column, f"{quoted(text)} {wrong}", hint)

    return check


def _named_lines(tree: Tree, path: str) -> Container[int]:
    """The lines of a state that name files to open, which another rule judges, and the one that names its schema to an editor."""
    found = [document for document in states(tree) if document.source.path == path]
    schema = {1 for document in found if document.source.lines[:1] and document.source.lines[0].startswith(_SCHEMA)}
    return schema | {
        document.position("files_to_load", index)[0] for document in found for index in range(len(document.items("files_to_load")))
    }


def _fact(text: str) -> dict[str, str | None]:
    return {layout.FACTS: f"# Facts\n\n## Build\n- {text}\n"}


_RELATIVE = "write it relative to the folder that holds .agent/"

RULES = (
    Rule(
        code="AS711",
        slug="home-path",
        severity=Severity.WARNING,
        summary="a path names somebody's home folder",
        what="Finds `/home/NAME/`, `/Users/NAME/` and `C:\\Users\\NAME\\` in the files of the tree, with a name that is somebody's.",
        why="It tells everybody the name of a user, and no other machine has the folder.",
        mend="Write the path relative to the folder that holds `.agent/`.",
        bad=Example(_fact("The build runs in `/home/maria/shop/build`")),
        good=Example(_fact("The build runs in `build/`, its settings are in `~/.config/shop`")),
        check=_check("home", "is in the home folder of a user", _RELATIVE),
    ),
    Rule(
        code="AS712",
        slug="machine-path",
        severity=Severity.INFO,
        summary="a path exists on one machine only",
        what="Finds drives, shares, `file:` addresses, folders in a home folder (but not `~/.name`, where programs keep their settings), "
        "and paths in folders such as `/mnt` and `/Volumes`. Routes such as `/api/users`, and what every system has, are none.",
        why="An agent that wakes on another machine looks for the file, does not find it, and guesses.",
        mend="Write the path relative to the folder that holds `.agent/`, or say which machine has it.",
        bad=Example(_fact("The dump is in `/mnt/backup/shop.sql`")),
        good=Example(_fact("The route `/api/users` is served by `/usr/bin/env python`")),
        check=_check("machine", "exists on one machine only", f"{_RELATIVE}, or say which machine has it"),
    ),
    Rule(
        code="AS713",
        slug="parent-path",
        severity=Severity.INFO,
        summary="a path leads out of the project",
        what="Finds `../name` in the files of the tree. The target of a link may lead one folder up, since links lead from the file.",
        why="What is beside the project is not in its repository: after a clone it is not there, and who wakes in another folder opens "
        "another file.",
        mend="Write the path relative to the folder that holds `.agent/`.",
        bad=Example({layout.STATE: state_text("recent_findings: [the schema is in ../shared/schema.sql]")}),
        good=Example({layout.STATE: state_text("recent_findings: [the schema is in shared/schema.sql]")}),
        check=_check("parent", "leads out of the folder that holds .agent/", _RELATIVE),
    ),
)
