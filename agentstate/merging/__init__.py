"""Three-way merges of the tree's own files: entries, facts, items and lists as sets, the fields of a state one by one."""

from agentstate.merging.merge import merge
from agentstate.merging.merged import Conflict, Merged, Side

__all__ = ["Conflict", "Merged", "Side", "merge"]
