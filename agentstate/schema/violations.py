"""What is wrong with a value: one violation for each thing, in the order of the value, with what to do about it."""

from functools import cache

from agentstate.schema.conformance import Schema, conforms
from agentstate.schema.tables import TABLES
from agentstate.schema.violation import Violation
from agentstate.yaml.model import Value


@cache
def load(name: str) -> Schema:
    """The schema with this name, out of TABLES."""
    import json

    from agentstate import resources

    schema: Schema = json.loads(resources.read_text("schemas", f"{name}.schema.json"))
    return schema


def violations(instance: Value, name: str) -> tuple[Violation, ...]:
    """What in `instance` is not as the schema `name` says, at most 100; nothing where it conforms."""
    table = TABLES[name]
    if conforms(instance, table, table):
        return ()
    from agentstate.schema.explanation import explain

    return explain(instance, load(name))
