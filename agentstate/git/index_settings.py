"""The settings under which the user's index is read and written, so that it keeps what the user's own git put into it."""

from agentstate.git.configuration import Configuration
from agentstate.git.metadata import read_metadata
from agentstate.git.policy import Pin
from agentstate.git.repository import Repository

# git drops its fsmonitor data from an index that is written while fsmonitor is off. This answers git's question "what changed
# since TOKEN" with TOKEN and nothing else, so that what is known as of TOKEN stays known as of TOKEN, and no program of the
# repository runs: it is the shell's own printf.
_SAME_AGAIN = 'printf "%s\\0" "$2" #'

_INDEX_BYTES = 1 << 27
"""The index of a million files; in a larger one git asks its monitor anew."""


def kept_settings(repository: Repository, configuration: Configuration) -> tuple[Pin, ...]:
    """What keeps the untracked cache and the fsmonitor data that the user's own git left in the index, and the marks of a sparse
    checkout: git would take them from files that are there in spite of it, and unfold a sparse index to do so."""
    keep = (("core.untrackedCache", "keep"), ("sparse.expectFilesOutsideOfPatterns", "true"))
    if not configuration.switch("core.fsmonitor") or not _has_fsmonitor_data(repository):
        return keep
    return (*keep, ("core.fsmonitor", _SAME_AGAIN), ("core.fsmonitorHookVersion", "2"))


def _has_fsmonitor_data(repository: Repository) -> bool:
    try:
        return b"FSMN" in read_metadata(repository.git_dir / "index", _INDEX_BYTES)
    except OSError:
        return False
