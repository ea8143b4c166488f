"""Whether an agent sees the protocol: named in a file that it loads in every session and in every clone, before its cut-off."""

from collections import deque
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from posixpath import basename, dirname

from agentstate.agents.agent import Agent
from agentstate.agents.loading import Candidate, candidates
from agentstate.documents.instructions import Import, Instructions, comment_lines, import_target, imports, named_at, protocol_of
from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass

_SHARED = frozenset({"agents.md", "claude.md", "gemini.md"})
"""Names of files that an import is meant for when it leads nowhere; of others nobody can say what would stand in them."""


class Cause(StrEnum):
    """Why an agent sees the protocol or does not; the first cause in this order is the one that is told."""

    SEEN = "seen"
    CUT_OFF = "cut off"
    IMPORT = "import"
    IGNORED = "ignored"
    SHADOWED = "shadowed"
    CONDITIONAL = "conditional"
    NOT_NAMED = "not named"


@dataclass(frozen=True)
class Reach:
    """Whether an agent sees the protocol, why in one line, and where to look: a path from the top of the repository, a line from 1."""

    agent: str
    title: str
    sees: bool
    because: str
    path: str
    line: int
    cause: Cause


@dataclass(frozen=True)
class _Found:
    """A line that names the protocol at the end of a route of files, or with `trouble` the import on it that is not followed."""

    path: str
    line: int
    route: tuple[str, ...]
    trouble: str = ""


def reach_of(agent: Agent, instructions: Instructions, prefix: str) -> Reach:
    """Whether this agent sees the protocol of the tree in the folder `prefix` ("" or "packages/a/")."""
    misses: list[Reach] = []
    before = 0
    for candidate in candidates(agent, instructions, prefix):
        for found in _announcements(agent, instructions, candidate, prefix):
            reach = _judged(agent, instructions, candidate, found, before, prefix)
            if reach.sees:
                return reach
            misses.append(reach)
        before += len(instructions.files[candidate.path].encode()) if candidate.loaded and agent.total_bytes else 0
    order = list(Cause)
    return min(misses, key=lambda miss: order.index(miss.cause), default=_not_named(agent, instructions, prefix))


def _judged(agent: Agent, instructions: Instructions, candidate: Candidate, found: _Found, before: int, prefix: str) -> Reach:
    """What becomes of one line that names the protocol."""

    def said(cause: Cause, because: str) -> Reach:
        return Reach(agent.name, agent.title, cause is Cause.SEEN, because, found.path, found.line, cause)

    if candidate.hidden_by:
        return said(Cause.SHADOWED, f"{candidate.path} is not loaded where there is {candidate.hidden_by}")
    if candidate.condition:
        return said(Cause.CONDITIONAL, f"{candidate.path} is not always loaded: {candidate.condition}")
    if found.trouble:
        return said(Cause.IMPORT, found.trouble)
    if cut := _cut(agent, candidate, instructions.files[found.path], found.line, before):
        return said(Cause.CUT_OFF, cut)
    private = [path for path in found.route if path in instructions.ignored]
    if private and protocol_of(prefix) not in instructions.ignored:
        return said(Cause.IGNORED, f"{private[0]} is ignored by git, so it reaches this clone alone")
    first = found.route[0]
    return said(Cause.SEEN, f"{first} imports {found.path}" if len(found.route) > 1 else f"it loads {first}")


def _cut(agent: Agent, candidate: Candidate, source: SourceText, line: int, before: int) -> str:
    """Why the line is beyond the agent's cut-off; "" where it is not."""
    text = "\n".join(source.lines[:line])
    if agent.total_bytes and before + len(text.encode("utf-8", "surrogateescape")) > agent.total_bytes:
        return f"all its files together are cut off after {agent.total_bytes} bytes"
    if candidate.place.characters and len(text) > candidate.place.characters:
        return f"{candidate.path} is cut off after {candidate.place.characters} characters"
    return ""


def _not_named(agent: Agent, instructions: Instructions, prefix: str) -> Reach:
    loaded = [found.path for found in candidates(agent, instructions, prefix) if found.loaded]
    path = loaded[-1] if loaded else prefix + agent.instructions
    because = "nothing that it loads names the protocol" if loaded else "there is no file that it loads"
    return Reach(agent.name, agent.title, False, because, path, 1, Cause.NOT_NAMED)  # noqa: FBT003 - the field says it


def _announcements(agent: Agent, instructions: Instructions, candidate: Candidate, prefix: str) -> Iterator[_Found]:
    """The first line that names the protocol in the file and in each that it imports, nearest first; ways that are not followed last."""
    protocol = protocol_of(prefix)
    astray: deque[_Found] = deque()
    ahead = deque([_Found(candidate.path, 0, (candidate.path,))])
    seen = {(candidate.path, False)}
    while ahead or astray:
        here = (ahead or astray).popleft()
        path = here.route[-1]
        hidden = frozenset() if agent.show_comments else comment_lines(instructions.files[path])
        places = (candidate.folder, dirname(path))
        if line := 1 if path == protocol else named_at(instructions.files[path], places, protocol, hidden):
            yield here if here.trouble else _Found(path, line, here.route)
        for step in _imported(agent, instructions, here, hidden, seen):
            if step.route == here.route:
                yield step
            else:
                (astray if step.trouble else ahead).append(step)


def _imported(
    agent: Agent, instructions: Instructions, here: _Found, hidden: frozenset[int], seen: set[tuple[str, bool]]
) -> Iterator[_Found]:
    """One step further for each import in the file at the end of a route, but to files in `seen`, which grows; no step for one that
    should lead somewhere and does not."""
    path = here.route[-1]
    if not agent.hops or len(here.route) > agent.hops + 1:
        return
    for item, target in _targets(instructions.files[path], path):
        if item.line - 1 in hidden:
            continue
        trouble = here.trouble or _trouble(agent, path, item, len(here.route))
        if target not in instructions.files:
            yield from _nowhere(here, item, target)
        elif (target, bool(trouble)) not in seen:
            seen.add((target, bool(trouble)))
            yield _Found(*((here.path, here.line) if here.trouble else (path, item.line)), (*here.route, target), trouble)


@lru_cache(maxsize=256)
def _targets(source: SourceText, path: str) -> tuple[tuple[Import, str], ...]:
    """The imports in a file, and where each leads."""
    return tuple((item, import_target(path, item.path)) for item in imports(source))


def _nowhere(here: _Found, item: Import, target: str) -> Iterator[_Found]:
    """What is wrong with an import of shared instructions that leads to no file; nothing about others."""
    if basename(item.path).casefold() in _SHARED:
        where = "to no file" if target else "out of the repository"
        yield _Found(here.route[-1], item.line, here.route, f'the import "@{item.path}" in {here.route[-1]} leads {where}')


def _trouble(agent: Agent, path: str, item: Import, hop: int) -> str:
    """Why an import is not followed, "" where it is."""
    if item.in_code:
        return f'the import "@{item.path}" in {path} stands in code, where it is text'
    return f'the import "@{item.path}" in {path} is one too many: {agent.hops} in a row are followed' if hop > agent.hops else ""
