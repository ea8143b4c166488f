"""What an agent could be given instead of the message: the null controls, each cut to the same room."""

from collections.abc import Iterable, Mapping

from agentstate.replay.stop import FILES, GIT, NOTHING, SUMMARY, TAIL

LISTED = 20
"""Files on the bare list."""


def controls(budget: int, files: Iterable[str], git: str, tail: str, summary: str) -> Mapping[str, str]:
    """The text of each control in `budget` characters, `files` the newest first; the summary is missing where there was none."""
    texts = {
        NOTHING: "",
        GIT: git[:budget],
        FILES: "\n".join(list(files)[:LISTED])[:budget],
        TAIL: tail[-budget:],
    }
    return texts | ({SUMMARY: summary[:budget]} if summary else {})


def git_text(changed: Iterable[str], subjects: Iterable[str]) -> str:
    """What `git status` and `git log -5` would say, as far as a recording tells: what was changed since its last commit, and the subjects
    of its commits, the newest first."""
    files = "".join(f"\tmodified:   {path}\n" for path in changed)
    status = f"Changes not staged for commit:\n{files}" if files else "nothing to commit, working tree clean\n"
    return status + "".join(f"\n    {subject}\n" for subject in list(subjects)[:5])
