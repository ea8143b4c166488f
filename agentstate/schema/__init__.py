"""The door to JSON Schema: what is wrong with a value, in words of our own. The library behind it is loaded when something is."""

from agentstate.schema.violation import Kind, Violation
from agentstate.schema.violations import violations

__all__ = ["Kind", "Violation", "violations"]
