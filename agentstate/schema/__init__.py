"""The door to JSON Schema: what is wrong with a value, in words of our own. The library behind it is loaded when something is."""

from agentstate.schema.violations import Kind, Violation, violations

__all__ = ["Kind", "Violation", "violations"]
