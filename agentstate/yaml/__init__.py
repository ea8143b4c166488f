"""The door to YAML: text to plain values with positions, and values to text. The library behind it is loaded by the first `parse`."""

from agentstate.yaml.model import Mark, Path, Value, YamlDocument
from agentstate.yaml.reader import is_quick, parse
from agentstate.yaml.writer import dump, flow, scalar

__all__ = ["Mark", "Path", "Value", "YamlDocument", "dump", "flow", "is_quick", "parse", "scalar"]
