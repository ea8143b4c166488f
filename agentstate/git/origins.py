"""Whose versions "ours" and "theirs" are: git swaps the two in a rebase, and both names say little anyway."""

from pathlib import Path

from agentstate.git.metadata import metadata_text
from agentstate.git.repository import Repository
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible

_SHORT = 10
_LONGEST = 80


@dataclass(frozen=True)
class Origins:
    """In words where both versions come from, and the commit of the other side ("" where git does not say). One that `is_pick` is put on
    top of a commit that need not come from what the two are compared with."""

    ours: str
    theirs: str
    commit: str = ""
    is_pick: bool = False


def origins(repository: Repository) -> Origins:
    """Where the versions in the index come from; GitError when git fails."""
    head = _named(repository.branch or "HEAD", repository.head)
    for folder in ("rebase-merge", "rebase-apply"):
        if (repository.git_dir / folder).is_dir():
            return _of_rebase(repository, repository.git_dir / folder)
    for file, words in (("MERGE_HEAD", "{}"), ("CHERRY_PICK_HEAD", "{}, which is picked"), ("REVERT_HEAD", "what was before {}")):
        commit = _commit(repository, file)
        if commit:
            said = words.format(_named(_branch_at(repository, commit), commit))
            return Origins(head, said, "" if file == "REVERT_HEAD" else commit, is_pick=file != "MERGE_HEAD")
    return Origins(head, "what is put on top of it", is_pick=not (repository.git_dir / "SQUASH_MSG").exists())


def _of_rebase(repository: Repository, folder: Path) -> Origins:
    branch, onto = _first_line(folder / "head-name").removeprefix("refs/heads/"), _first_line(folder / "onto")
    commit = _commit(repository, "REBASE_HEAD")
    base = _named(_branch_at(repository, onto) if onto else "", onto or repository.head)
    own = _named(branch, commit) if commit else branch or "what is put on top of it"
    return Origins(f"{base}, the base of the rebase", own, commit, is_pick=True)


def _named(branch: str, commit: str) -> str:
    short = commit[:_SHORT]
    if branch:
        return f"{visible(branch, keep='')[:_LONGEST]} ({short})" if short else visible(branch, keep="")[:_LONGEST]
    return f"commit {short}"


def _commit(repository: Repository, name: str) -> str:
    """The commit that a file in the git directory names, "" where there is none."""
    return repository.git.run("rev-parse", "--quiet", "--verify", f"{name}^{{commit}}", expected=(0, 1, 128)).text


def _branch_at(repository: Repository, commit: str) -> str:
    """A branch that ends at the commit, one of this repository's first; "" where none does."""
    ask = ("for-each-ref", "--format=%(refname:short)", f"--points-at={commit}", "refs/heads", "refs/remotes")
    return repository.git.run(*ask).text.split("\n")[0]


def _first_line(path: Path) -> str:
    return metadata_text(path).partition("\n")[0]
