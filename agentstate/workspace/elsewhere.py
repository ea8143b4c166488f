"""The disk of a recorded session, which is on another machine or of another day."""

from agentstate.journal.values import Engram
from agentstate.workspace.disk import Content, Disk


class Elsewhere(Disk):
    """A disk on which every file is, and none can be read: the repositories of the recordings are not here."""

    def is_missing(self, path: str) -> bool:
        """No."""
        del path
        return False

    def is_file(self, path: str) -> bool:
        """Yes."""
        del path
        return True

    def written(self, path: str) -> int | None:
        """Not known."""
        del path
        return None

    def content(self, path: str) -> Content | None:
        """Not known."""
        del path
        return None

    def corrected(self, engram: Engram) -> Engram:
        """As it was."""
        return engram
