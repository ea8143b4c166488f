"""Where the protocol is announced: a block in AGENTS.md and in the instruction file of each agent that does not read AGENTS.md."""

from collections.abc import Iterator, Sequence

from agentstate import resources
from agentstate.agents import SHARED_INSTRUCTIONS
from agentstate.agents.agent import Agent, Place
from agentstate.agents.loading import candidates, places
from agentstate.agents.reach import Cause, reach_of
from agentstate.documents.announcement import IMPORT_LINES, block_lines, language_of
from agentstate.documents.block import drop_block, find_block, put_block
from agentstate.documents.instructions import Instructions, import_target, imports
from agentstate.documents.text import SourceText
from agentstate.settings import Language
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError


def announced(tree: Tree, agents: Sequence[Agent], language: Language) -> Iterator[SourceText]:
    """Every instruction file as it is once each of these agents is told to read the protocol.

    AGENTS.md is one of them in any case. A file that imports it, or is a link to it, gets no block of its own; a block that is there
    is brought up to date in its own language. Where an agent would still not see the protocol, since another file hides the one that
    it is usually told in, say, it is told in a file that it loads.
    """
    usual = {source.path: source for source in _usual(tree, agents, language)}
    yield from usual.values()
    told = tree.with_sources(usual)
    for agent in agents:
        if source := _missed(told, agent, language):
            told = told.with_sources({source.path: source})
            yield source


def _usual(tree: Tree, agents: Sequence[Agent], language: Language) -> Iterator[SourceText]:
    """AGENTS.md, and for each agent the file that it is usually told in."""
    shared = _target(tree, SHARED_INSTRUCTIONS)
    yield _with_block(tree, shared, language)
    for agent in reversed({agent.instructions: agent for agent in reversed(agents)}.values()):
        path = _target(tree, agent.instructions)
        if path == shared:
            continue
        if path in tree.sources:
            yield tree.sources[path] if _imports_only(tree.sources[path]) else _with_block(tree, path, language)
        elif tree.instructions and agent.instructions not in {place.path for place in _single(tree.instructions, agent, tree.prefix)}:
            continue
        elif agent.imports_shared or agent.front:
            yield _new(agent, path, language)


def _missed(tree: Tree, agent: Agent, language: Language) -> SourceText | None:
    """One more file that tells the agent; None where it is told already, if only in this clone, or no file of the tree would reach it."""
    found = tree.instructions
    if not found or reach_of(agent, found, tree.prefix).cause in {Cause.SEEN, Cause.IGNORED}:
        return None
    loaded = [each.path.removeprefix(tree.prefix) for each in candidates(agent, found, tree.prefix) if each.loaded]
    there = [path for path in loaded if tree.has(_target(tree, path))]
    missing = [place.path for place in _single(found, agent, tree.prefix) if tree.prefix + place.path not in found.files]
    for path in (*there, *missing):
        source = _with_block(tree, _target(tree, path), language) if path in there else _new(agent, path, language)
        if reach_of(agent, found.written({tree.prefix + source.path: source}), tree.prefix).sees:
            return source
    return None


def _single(instructions: Instructions, agent: Agent, prefix: str) -> list[Place]:
    """The places of an agent that are one file, not a folder, and that a tree may write to."""
    front = [Place(agent.instructions)] if agent.front else []
    return front + [place for place in places(agent, instructions, prefix) if not place.path.endswith("/")]


def _new(agent: Agent, path: str, language: Language) -> SourceText:
    """A file that only tells the agent: by an import of AGENTS.md beside it where the agent follows one."""
    if agent.front and path == agent.instructions:
        return put_block(SourceText(path, _front(agent)), block_lines(language))
    return put_block(SourceText(path, ""), IMPORT_LINES if agent.imports_shared and "/" not in path else block_lines(language))


def unannounced(tree: Tree, agents: Sequence[Agent]) -> Iterator[tuple[SourceText, bool]]:
    """Every instruction file that holds a block, as it is without it, and whether nothing is left that somebody else wrote."""
    fronts = {"", *(_front(agent) for agent in agents if agent.front)}
    for source in tree.sources.values():
        bare = drop_block(source) if source.path.endswith((".md", ".mdc")) else source
        if bare != source:
            yield bare, bare.text in fronts and not bare.byte_order_mark


def _front(agent: Agent) -> str:
    return resources.read_text("templates", f"shared/{agent.front}")


def _target(tree: Tree, path: str) -> str:
    """The file that is written: what a link leads to, else the path itself."""
    return tree.links.get(path, path)


def _imports_only(source: SourceText) -> bool:
    """Whether the file imports AGENTS.md and has no announcement of its own."""
    block = find_block(source)
    targets = (import_target(source.path, found.path) for found in imports(source) if not found.in_code)
    return SHARED_INSTRUCTIONS in targets and (block is None or block.lines == IMPORT_LINES)


def _with_block(tree: Tree, path: str, language: Language) -> SourceText:
    source = tree.source(path)
    for fault in (*source.faults, *_nul(source)):
        raise AgentStateError(
            f"{path}:{fault.line}:{fault.column}: {fault.message}", f"{fault.hint}, or run `agentstate init --agents none`"
        )
    block = find_block(source)
    return put_block(source, block_lines(language_of(block.lines) if block else language))


def _nul(source: SourceText) -> tuple[Fault, ...]:
    """A fault where the file holds a NUL: it is UTF-16, or no text at all, and a block in UTF-8 would spoil it."""
    before, found, _ = source.text.partition("\0")
    if not found:
        return ()
    return (
        Fault("not-utf8", before.count("\n") + 1, len(before) - before.rfind("\n"), "not UTF-8 text: a NUL byte", "save the file as UTF-8"),
    )
