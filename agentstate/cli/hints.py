"""Hints that work from where the check was started: a verb names its tree, and what waits to be staged is to be staged."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Diagnostic
from agentstate.vocabulary.layout import LANE_NAME
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import replace
from agentstate.workspace.place import find_root
from agentstate.workspace.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.tree import Tree
    from agentstate.workspace.forest import Forest

_VERB = pattern(r"`agentstate (?=(?!check|explain|demo|completion)[a-z])")
_STATE_VERB = pattern(r"`agentstate (?:set|add|drop|task|checkpoint|restore) [^`]*")
_NAMED = pattern(r'no such file "(?P<path>[^"]+)"|"(?P<mentioned>[^":]+)(?::[^"]*)?" names a file that does not exist')
"""What the rules about paths say of one that nothing is at."""


def at_hand(found: Iterable[Diagnostic], tree: "Tree", forest: "Forest", start: Path) -> Iterator[Diagnostic]:
    """The diagnostics of one tree with such hints, for somebody in the folder `start`."""
    found = (_in_lane(diagnostic, tree) for diagnostic in found)
    if isinstance(forest.repository, str):
        yield from found
        return
    top, here = Path(os.path.realpath(forest.repository.top)), Path(os.path.realpath(start))
    folder = top / tree.prefix
    option = "" if find_root(here) == folder else f"-C {_from(here, folder)} "
    staged = not all(isinstance(site, Workspace) for site in forest.sites)
    for diagnostic in found:
        waiting = _waiting(diagnostic, tree, folder) if staged else ""
        hint = f"run `git add {_from(here, folder / waiting)}`" if waiting else diagnostic.hint
        hint = hint.replace(f" {layout.LOCAL}`", f" {_from(here, folder / layout.LOCAL)}`")
        yield replace(diagnostic, hint=_VERB.sub(lambda _: f"`agentstate {option}", hint) if option else hint)


def _in_lane(diagnostic: Diagnostic, tree: "Tree") -> Diagnostic:
    """The diagnostic; of one that is about a lane, the verbs that its hint names work in that lane."""
    lane = LANE_NAME.fullmatch(diagnostic.path.removeprefix(tree.prefix))
    if not lane:
        return diagnostic
    return replace(diagnostic, hint=_STATE_VERB.sub(lambda verb: f"{verb[0]} --lane {lane['name']}", diagnostic.hint))


def _from(here: Path, place: Path) -> str:
    """The place as a shell that is in `here` takes it."""
    from shlex import quote

    return quote(os.path.relpath(place, here))


def _waiting(diagnostic: Diagnostic, tree: "Tree", folder: Path) -> str:
    """The file (from the tree's folder) that the diagnostic misses and the disk has: it is only not staged. "" where there is none."""
    path = diagnostic.path.removeprefix(tree.prefix)
    if named := _NAMED.search(diagnostic.message):
        path = os.path.normpath(named["path"] or named["mentioned"])
    elif tree.has(path) or path in tree.unreadable or path.startswith(f"{layout.LOCAL}/"):
        return ""
    return path if not path.startswith(("/", "..")) and os.path.lexists(folder / path) else ""
