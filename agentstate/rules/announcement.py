"""AS6xx: the agents of this repository are told to read the protocol."""

from collections.abc import Iterator, Mapping

from agentstate.documents.announcement import block_lines, is_current, language_of
from agentstate.documents.block import block_faults, find_block, put_block
from agentstate.documents.text import SourceText
from agentstate.rules.rule import Example, Rule, finding
from agentstate.tree import Tree
from agentstate.verbs.reach import reach
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

_SHARED = "AGENTS.md"


def instruction_sources(tree: Tree) -> tuple[SourceText, ...]:
    """The instruction files that were read: everything outside `.agent/`, in the order of their paths."""
    return tuple(tree.sources[path] for path in sorted(tree.sources) if not path.startswith(f"{layout.FOLDER}/"))


def _not_announced(tree: Tree) -> Iterator[Finding]:
    if not reach(tree) and not any(layout.PROTOCOL in source.text for source in instruction_sources(tree)):
        message = f'no instruction file tells an agent to read "{layout.PROTOCOL}"'
        yield Finding(_SHARED, 1, 1, message, "run `agentstate init`: it adds a short block to the instruction files")


def _broken(tree: Tree) -> Iterator[Finding]:
    return (finding(source.path, fault) for source in instruction_sources(tree) for fault in block_faults(source))


def _outdated(tree: Tree) -> Iterator[Finding]:
    for source in _with_outdated_block(tree):
        block = find_block(source)
        if block:
            message = "the block is not the one that this version writes"
            yield Finding(source.path, block.begin, 1, message, "run `agentstate check --fix`; text of your own goes outside the markers")


def _with_current_block(tree: Tree) -> Mapping[str, SourceText]:
    found = ((source, find_block(source)) for source in _with_outdated_block(tree))
    return {source.path: put_block(source, block_lines(language_of(block.lines))) for source, block in found if block}


def _with_outdated_block(tree: Tree) -> Iterator[SourceText]:
    for source in instruction_sources(tree):
        block = None if block_faults(source) else find_block(source)
        if block and not is_current(block.lines):
            yield source


_OLD = """\
# Notes

<!-- agentstate:begin -->
Read `.agent/PROTOCOL.md` first.
<!-- agentstate:end -->
"""

RULES = (
    Rule(
        code="AS601",
        slug="not-announced",
        severity=Severity.WARNING,
        summary="no instruction file points to the protocol",
        what=(
            "Looks for `.agent/PROTOCOL.md` in the instruction files that agents read by themselves, such as AGENTS.md and CLAUDE.md, "
            "where nothing shows which agents are used here."
        ),
        why="Agents read only what they are pointed at. A tree that nobody announces is read by nobody.",
        mend="Run `agentstate init`: it adds a short block to AGENTS.md and to the files of the agents in use.",
        bad=Example({_SHARED: "# Notes\n\nRun the tests with pytest.\n"}),
        good=Example({_SHARED: "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n"}),
        check=_not_announced,
    ),
    Rule(
        code="AS602",
        slug="broken-block",
        severity=Severity.ERROR,
        summary="the markers of the block do not pair",
        what="An instruction file holds at most one block, between one begin marker and one end marker below it.",
        why="Without both markers nobody can tell which lines are the tool's, so it changes none of them.",
        mend="Leave one pair of markers, or take them all out and run `agentstate init`.",
        bad=Example({_SHARED: _OLD.replace("<!-- agentstate:end -->\n", "")}),
        good=Example({_SHARED: "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n"}),
        check=_broken,
    ),
    Rule(
        code="AS603",
        slug="outdated-block",
        severity=Severity.INFO,
        summary="the block is not the current one",
        what="Compares the lines between the markers with what `agentstate init` writes, in English and in Chinese.",
        why="An older block may miss a moment at which a checkpoint is due; text added between the markers is lost at the next update.",
        mend="Move text of your own out of the markers, then let the block be written again.",
        bad=Example({_SHARED: _OLD}),
        good=Example(shown="the lines between the markers are what `agentstate init` writes"),
        check=_outdated,
        fix=_with_current_block,
    ),
)
