"""A repository to try things in."""

from pathlib import Path

from agentstate.git.runner import Git


def create(folder: Path) -> None:
    """`folder`, which exists, is a repository without a commit, on branch main. GitError when git fails."""
    Git(folder).run("init", "--quiet", "--initial-branch=main", "--template=")


def commit_all(folder: Path, message: str) -> None:
    """Everything in the work tree is committed. GitError when git fails."""
    git = Git(folder)
    git.run("add", "--all")
    git.run("commit", "--quiet", f"--message={message}", environment=AUTHOR)


AUTHOR = {
    f"GIT_{role}_{part}": value
    for role in ("AUTHOR", "COMMITTER")
    for part, value in (("NAME", "agentstate demo"), ("EMAIL", "demo@agentstate.invalid"), ("DATE", "2026-01-05T09:00:00Z"))
}
"""Who commits, and when, in a scratch repository: the same each time, so that commit ids are."""
