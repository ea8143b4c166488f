"""The door to YAML: text to plain values with positions, and values to text. The library behind it is loaded by the first `parse`."""

from agentstate.yaml.model import Mark, Path, Value, YamlDocument
from agentstate.yaml.reader import is_quick, parse

TYPE_CHECKING = False  # who only reads does not load what writes
if TYPE_CHECKING:
    from agentstate.yaml.writer import dump, flow, scalar

__all__ = ["Mark", "Path", "Value", "YamlDocument", "dump", "flow", "is_quick", "parse", "scalar"]


def __getattr__(name: str) -> object:
    """What writes, loaded when it is first asked for."""
    if name not in {"dump", "flow", "scalar"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from agentstate.yaml import writer

    return getattr(writer, name)
