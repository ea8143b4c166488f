"""Where the protocol is announced: a block in AGENTS.md and in the instruction file of each agent that does not read AGENTS.md."""

from collections.abc import Iterator, Sequence

from agentstate import resources
from agentstate.agents import SHARED_INSTRUCTIONS
from agentstate.agents.agent import Agent
from agentstate.documents.announcement import IMPORT_LINES, block_lines, imports_shared, language_of
from agentstate.documents.block import drop_block, find_block, put_block
from agentstate.documents.text import SourceText
from agentstate.settings import Language
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError


def announced(tree: Tree, agents: Sequence[Agent], language: Language) -> Iterator[SourceText]:
    """Every instruction file as it is once each of these agents is told to read the protocol.

    AGENTS.md is one of them in any case. A file that imports it, or is a link to it, gets no block of its own; a block that is there
    is brought up to date in its own language.
    """
    shared = _target(tree, SHARED_INSTRUCTIONS)
    yield _with_block(tree, shared, language)
    for agent in reversed({agent.instructions: agent for agent in reversed(agents)}.values()):
        path = _target(tree, agent.instructions)
        if path == shared:
            continue
        if path in tree.sources:
            yield tree.sources[path] if _imports_only(tree.sources[path]) else _with_block(tree, path, language)
        elif agent.imports_shared:
            yield put_block(SourceText(path, ""), IMPORT_LINES)
        elif agent.front:
            yield put_block(SourceText(path, _front(agent)), block_lines(language))


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
    return imports_shared(source.lines) and (block is None or block.lines == IMPORT_LINES)


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
