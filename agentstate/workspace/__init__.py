"""The way from the disk to the pure steps and back: a tree is found, read into one value, and a plan is carried out."""

from agentstate.workspace.place import existing, find_root, place_for_tree
from agentstate.workspace.reading import ALL_ARCHIVES
from agentstate.workspace.recording import Outcome
from agentstate.workspace.workspace import Workspace, open_workspace

__all__ = ["ALL_ARCHIVES", "Outcome", "Workspace", "existing", "find_root", "open_workspace", "place_for_tree"]
