"""AS51x: FACTS.md is flat, short, and every fact is what it says it is."""

from collections.abc import Iterator

from agentstate.documents.facts import Fact
from agentstate.documents.wording import chained_document
from agentstate.rules.kept import logs_before
from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import GitFacts

LONGEST = 2
"""Lines a fact may have (docs/convention.md, FACTS.md)."""


def _too_long(tree: Tree) -> Iterator[Finding]:
    for fact in tree.facts.facts:
        count = sum(bool(line.strip()) for line in tree.facts.source.lines[fact.line - 1 : fact.end - 1])
        if count > LONGEST:
            message = f"the fact has {count} lines, at most {LONGEST} are allowed"
            yield Finding(layout.FACTS, fact.line, 1, message, "split it, or say it in fewer words")


def _chained(tree: Tree) -> Iterator[Finding]:
    for fact in tree.facts.facts:
        document = chained_document(fact.text)
        if document:
            line, column = _place(tree, fact, document)
            message = f"the fact sends the reader to {quoted(document)}"
            yield Finding(layout.FACTS, line, column, message, "say here what counts; a source file may be named, a document not")


def _unknown_source(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    """Facts of decisions that are in no log. One that was lost is reported as that: the fact is the last that is left of it."""
    known = {entry.id for log in (tree.decisions, *tree.archives, *logs_before(git)) for entry in log.entries}
    known |= {loss.identifier for loss in git.lost}
    if not all(tree.has(path) for path in (layout.DECISIONS, *tree.archive_paths)):
        return
    for fact in tree.facts.facts:
        if fact.source_id and fact.source_id not in known:
            line, column = _place(tree, fact, fact.source_id)
            message = f"the fact names the decision {quoted(fact.source_id)}, which is in no log"
            yield Finding(
                layout.FACTS,
                line,
                column,
                message,
                "correct the id; an entry that was lost comes back with `agentstate repair --base COMMIT`",
            )


def _place(tree: Tree, fact: Fact, text: str) -> tuple[int, int]:
    """Line and column of a piece of the fact; those of the fact where the piece runs over a line end."""
    lines = tree.facts.source.lines
    found = ((line, lines[line - 1].rfind(text) + 1) for line in range(fact.line, fact.end))
    return next(((line, column) for line, column in found if column), (fact.line, 1))


def _facts(*lines: str) -> Example:
    return Example({layout.FACTS: "\n".join(["# Facts", "", "## Cache", *lines, ""])})


RULES = (
    Rule(
        code="AS511",
        slug="fact-too-long",
        severity=Severity.ERROR,
        summary="a fact takes more than two lines",
        what=f"An entry of FACTS.md has at most {LONGEST} lines.",
        why="Facts are read each time an agent wakes up, and never to be violated. What takes a paragraph is not remembered as one rule.",
        mend="Split it into facts that hold by themselves, or shorten it.",
        bad=_facts("- Keys are made in one place", "  and nowhere else,", "  not even in tests"),
        good=_facts("- Keys are made in one place", "  and nowhere else, not even in tests"),
        check=_too_long,
    ),
    Rule(
        code="AS512",
        slug="chained-fact",
        severity=Severity.ERROR,
        summary="a fact only points to another document",
        what='Finds entries such as "see docs/cache.md". A fact may name the source file that it is about.',
        why="The first screen must hold what counts: a chain of documents is not followed by an agent that is short of context.",
        mend="Write the fact itself.",
        bad=_facts("- Cache keys: see docs/cache.md"),
        good=_facts("- Cache keys are `user:{id}:profile`, made in one place"),
        check=_chained,
    ),
    Rule(
        code="AS513",
        slug="unknown-source",
        severity=Severity.ERROR,
        summary="a fact claims to come from a decision that is in no log",
        what="A fact that was promoted from the log ends with the id of its decision, which is in the log or in the archive.",
        why="FACTS.md has the most authority of all files, so where a line came from has to be true.",
        mend="Correct the id; take it out where somebody wrote the fact by hand. Where the entry was lost, `agentstate repair` brings it "
        "back, with `--base` from before the loss: leave the fact until then.",
        bad=_facts("- Cache keys are never made by hand [2026-11-02-cache-keys-41fe]"),
        good=_facts("- Cache keys are never made by hand"),
        check_git=_unknown_source,
    ),
)
