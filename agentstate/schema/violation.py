"""One thing that is wrong with a value, as the schema sees it."""

from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.values import dataclass
from agentstate.yaml.model import Path

Kind = Literal["wrong-type", "not-allowed", "wrong-form", "too-long", "too-short", "too-many", "out-of-range", "missing", "unknown"]


@dataclass(frozen=True)
class Violation:
    """One thing that is not as the schema says. `path` leads to the value, or to where it should be (`missing`)."""

    path: Path
    message: str
    hint: str
    kind: Kind
