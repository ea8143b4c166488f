"""The way from the disk to the pure steps and back: a tree is found, read into one value, and a plan is carried out."""

TYPE_CHECKING = False  # who asks the journal alone does not load what reads and writes a whole tree
if TYPE_CHECKING:
    from agentstate.workspace.place import existing, find_root, place_for_tree
    from agentstate.workspace.reading import ALL_ARCHIVES
    from agentstate.workspace.recording import Outcome
    from agentstate.workspace.workspace import Workspace, open_workspace

__all__ = ["ALL_ARCHIVES", "Outcome", "Workspace", "existing", "find_root", "open_workspace", "place_for_tree"]


def __getattr__(name: str) -> object:
    """What is at hand under this name, loaded when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from agentstate.workspace import place, reading, recording, workspace

    return next(vars(module)[name] for module in (place, reading, recording, workspace) if name in vars(module))
