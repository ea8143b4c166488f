"""AS716: what belongs to one machine and was added to git all the same."""

from collections.abc import Iterator

from agentstate.rules.rule import Example, Rule
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import GitFacts

_JOURNAL = f"{layout.LOCAL}/journal.db"


def _tracked(_tree: Tree, git: GitFacts) -> Iterator[Finding]:
    """One finding at the first of the files: the way out is the same for all."""
    if git.local:
        more = f", and {len(git.local) - 1} more" if len(git.local) > 1 else ""
        message = f"git tracks this file of {layout.LOCAL}/{more}"
        yield Finding(git.local[0], 1, 1, message, f"run `git rm --cached -r {layout.LOCAL}` and commit")


RULES = (
    Rule(
        code="AS716",
        slug="tracked-local",
        severity=Severity.ERROR,
        summary="a file of `.agent/local/` is tracked by git",
        what="Finds files in `.agent/local/` in git's index. The folder ignores itself, so somebody added them with `git add --force`.",
        why="What is there was said and done on one machine: prompts, word for word, would be published. And whoever makes a branch could "
        "bring a journal of their own, from which agents are then told what they did and what they were forbidden.",
        mend="`git rm --cached -r .agent/local`, and commit. If it came with somebody else's branch, delete the folder as well: "
        "`agentstate journal purge --yes`.",
        bad=Example(git=GitFacts(head="4f2c1d9e", local=(_JOURNAL,)), shown=f"`git ls-files .agent/local` prints {_JOURNAL}"),
        good=Example(git=GitFacts(head="4f2c1d9e"), shown="`git ls-files .agent/local` prints nothing"),
        check_git=_tracked,
        security=True,
    ),
)
