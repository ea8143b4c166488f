"""`agentstate rotate`."""

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.cli.run import write
from agentstate.git.repository import under_way
from agentstate.tree import Tree
from agentstate.verbs.rotate import rotate, unrecorded
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import replace
from agentstate.workspace import Workspace

_FIRST = "agentstate rotation: the tree before it"


@verb(writes=True, formats=("text", "json"), example="agentstate rotate --dry-run")
def command(invocation: Invocation) -> int:
    """Bring every file under its limit without losing a byte.

    Decisions move to the archive, oldest first; those that must last go on in FACTS.md. Done items of TODO.md and all but the last
    five snapshots go once git has them; where it has not, the tree is committed first. Ends with 1 where something is left that only
    a person can shorten.
    """

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(archives=1, snapshots=True, lanes=True)
        git = workspace.git_facts(tree, committed=True)
        wanted = unrecorded(tree, git)
        if not wanted:
            return rotate(tree, git)
        held, message = _recorded(workspace, tree, git, wanted, dry_run=invocation.dry_run)
        plan = rotate(tree, replace(git, committed=git.committed | held))
        return replace(plan, messages=(message, *plan.messages))

    return write(invocation, build)


def _recorded(workspace: Workspace, tree: Tree, git: GitFacts, wanted: frozenset[str], *, dry_run: bool) -> tuple[frozenset[str], str]:
    """Those of the files that git holds once the tree is committed as it is, or would hold, and a line that says so or why not."""
    reason = git.reason or (git.operation and under_way(git.operation))
    if tree.settings.checkpoint_commit == "never":
        reason = "config.yaml says to make no commits"
    if not reason and dry_run:
        return wanted, f"before that, the tree is committed as it is (`{_FIRST}`), so that git has what is taken away"
    if not reason:
        reason = workspace.apply(Plan(commit=Commit(_FIRST))).reason
    if reason:
        return frozenset(), f"what git does not have yet is not taken away: {reason}"
    return workspace.git_facts(tree, committed=True).committed, "the tree was committed as it was, so that git has what is taken away"
