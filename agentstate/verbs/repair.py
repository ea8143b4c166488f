"""`repair`: decisions that a commit lost are back where they were, word for word, and what is left of them is gone."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from agentstate.documents.decisions import Decision, DecisionLog, append, parse_decisions
from agentstate.documents.lines import fences, refuse_unclosed_fence
from agentstate.documents.losses import lines_of, place, text_of, texts
from agentstate.documents.text import SourceText
from agentstate.rules.wording import quoted, share
from agentstate.tree import Tree
from agentstate.verbs.leaving import is_over
from agentstate.verbs.steps import refuse_unreadable, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.vocabulary.repository import GitFacts, Loss

_COMMIT_LENGTH = 12


def repair(tree: Tree, git: GitFacts) -> Plan:
    """Every decision in `git.lost` that is in no file now is in the log again, or in the volume of the archive that had it.

    In the log it stands above what is dated later and what stood below it. What a merge left of an entry goes, once each of its lines
    is in an entry that is there. The tree holds all volumes of the archive.
    AgentStateError where one cannot be read: nobody can say what is lost then.
    """
    for path in (layout.DECISIONS, *tree.archive_paths):
        refuse_unreadable(tree, path)
    whole = {loss.text: entry for loss in git.lost if (entry := _entry(loss))}
    wanted = [loss for loss in git.lost if loss.text in whole]
    after = tree
    for loss in wanted:
        after = after.with_sources({loss.path: _with_entry(after, loss, whole[loss.text])})
    after = _without_debris(after, wanted)
    sources = [source for path, source in after.sources.items() if source != tree.sources.get(path)]
    # The archive first: a crash leaves the log as it was.
    steps = writes(tree, *sorted(sources, key=lambda source: source.path, reverse=True))
    summary = "\n".join(_summary(git, wanted)) if git.lost else "no decision is lost"
    commit = Commit("agentstate repair", summary, staged=True) if steps and tree.settings.checkpoint_commit == "always" else None
    refused = [loss for loss in git.lost if loss.text not in whole]
    return Plan(steps, commit, summary, tuple(_remarks(git, refused, after)), bool(refused))


def _entry(loss: Loss) -> Decision | None:
    """What was lost, as it is read once it is in a log; None where it would swallow what comes after it."""
    log = parse_decisions(SourceText(loss.path, loss.text))
    return log.entries[0] if len(log.entries) == 1 and log.entries[0].text == loss.text and not fences(log.source).unclosed else None


def _with_entry(tree: Tree, loss: Loss, entry: Decision) -> SourceText:
    """The file that had the entry, with it: in the log at its place, in a volume of the archive at the end."""
    lines = tuple(entry.text.split("\n"))
    if loss.path != layout.DECISIONS:
        return append(parse_decisions(_volume(tree, loss.path)), lines)
    log = tree.decisions
    refuse_unclosed_fence(log.source, fences(log.source))
    line = place(log, loss)
    return append(log, lines) if line is None else log.source.with_lines(line - 1, line - 1, (*lines, ""))


def _volume(tree: Tree, path: str) -> SourceText:
    """A volume of the archive; one that is gone begins as it did."""
    found = layout.ARCHIVE_NAME.fullmatch(path)
    heading = f"# Decisions, archive volume {int(found['number']) if found else 1}{tree.source(layout.DECISIONS).newline}"
    return tree.sources.get(path) or SourceText(path, heading)


def _without_debris(tree: Tree, back: Iterable[Loss]) -> Tree:
    """The tree without what a commit left of the entries that are back, as far as each of its lines is in an entry that stays."""
    logs = (tree.decisions, *tree.archives)
    left = {loss.left for loss in back}
    entries = texts(logs)
    kept = {line for text, entry in entries.items() if text not in left for line in lines_of(entry)}
    debris = {text for text, entry in entries.items() if text in left and kept.issuperset(lines_of(entry))}
    return tree.with_sources({log.source.path: _without(log, debris) for log in logs}) if debris else tree


def _without(log: DecisionLog, gone: Collection[str]) -> SourceText:
    """The log without the entries of these texts and the blank lines that end them."""
    source = log.source
    for entry in reversed(log.entries):
        if text_of(entry) in gone:
            source = source.with_lines(entry.line - 1, entry.end - 1, ())
    return source


def _summary(git: GitFacts, back: Sequence[Loss]) -> Iterator[str]:
    pending = "the merge under way" if git.operation == "merge" else "what is not committed yet"
    for loss in back:
        by = f"commit {loss.commit[:_COMMIT_LENGTH]} {quoted(loss.subject)}" if loss.commit else pending
        yield f"brought back {share(loss.lines)}{loss.identifier} from commit {loss.kept[:_COMMIT_LENGTH]}; {by} had lost it"
    if not back:
        yield "nothing could be brought back"


def _remarks(git: GitFacts, refused: Iterable[Loss], after: Tree) -> Iterator[str]:
    for loss in refused:
        where = f"`git show {loss.kept[:_COMMIT_LENGTH]}:{git.prefix}{loss.path}`"
        yield f"{loss.identifier} is not brought back: its code fence is never closed, see {where}"
    if git.unseen:
        yield f"others may be lost unseen: {git.unseen}"
    if is_over(after.decisions, after.settings.limits):
        yield f"{layout.DECISIONS} is above its limit: run `agentstate rotate`"
