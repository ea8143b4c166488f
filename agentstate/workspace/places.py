"""Which file somebody means: a path from where they are or from the root, absolute, with either slash, or only the end of one."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from agentstate.files.resolve import resolve_inside
from agentstate.hooks.paths import relative
from agentstate.journal import recalling
from agentstate.journal.journal import Journal
from agentstate.workspace.disk import Disk, is_outside
from agentstate.workspace.traces import Ran, Traces

_LONGEST = 4_096
"""Characters; no system has longer paths."""


def places(journal: Journal, disk: Disk, root: Path, written: str, folder: str = "", ran: Ran | None = None) -> tuple[str, ...]:
    """The paths, from the root, that `written` can mean to somebody in `folder`; one where it is clear, none where nothing is known.

    What is known or there as it is written comes before links, these before the ends of paths, and these before another case.
    """
    if len(written) > _LONGEST:
        return ()
    ways = list(dict.fromkeys(_ways(str(root), written, folder)))
    traces = Traces(journal, disk, ways, ran)
    for way in ways:
        if recalling.is_known(journal, way) or traces.known([way]):
            return (way,)
    for found in (resolve_inside(root, way) for way in ways if not is_outside(way)):
        if found is not None:
            return (found,)
    known = [*recalling.ending(journal, ways[-1]), *(file.path for file in traces.touched(-1, 0))] if ways else []
    return _alike(sorted(set(known)), ways[-1]) if ways else ()


def _ways(root: str, written: str, folder: str) -> Iterator[str]:
    """The path as it may be meant, the likeliest first; the last is as it would be from the root, with "/"."""
    for text in (written, written.replace("\\", "/")):
        for start in (folder or root, root):
            way = relative(text, start, root)
            if way and way != "." and not way.startswith(".."):
                yield way


def _alike(known: Iterable[str], written: str) -> tuple[str, ...]:
    """Those that end with the path, in the same case where there are such."""
    ends = [path for path in known if f"/{path}".endswith(f"/{written}")]
    folded = f"/{written}".casefold()
    return tuple(ends or [path for path in known if f"/{path}".casefold().endswith(folded)])
