"""The commit that a check compares with."""

from agentstate.git.repository import Repository
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible

UNBORN = "there is no commit yet"
SHALLOW = "the clone is shallow; fetch with depth 0"
UNRELATED = "their histories have nothing in common"


@dataclass(frozen=True)
class Base:
    """A commit by its id; "" and the reason where there is nothing to compare with."""

    commit: str
    reason: str = ""


def find_base(repository: Repository, named: str = "") -> Base:
    """HEAD, or the commit at which HEAD's history left that of the one `named`; AgentStateError where that is no commit here."""
    if not named:
        return Base(repository.head, "" if repository.head else UNBORN)
    git, shown = repository.git, visible(named, keep="")
    answer = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}", expected=(0, 1, 128))
    if answer.code:
        wanted = "fetch it with its history (depth 0)" if repository.shallow else "name a commit, branch or tag of this clone"
        raise AgentStateError(f'no commit "{shown}"', wanted)
    if not repository.head:
        return Base("", UNBORN)
    common = git.run("merge-base", repository.head, answer.text, expected=(0, 1))
    return Base(common.text, "" if common.text else SHALLOW if repository.shallow else UNRELATED)
