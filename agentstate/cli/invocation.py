"""How a verb was called, as a value: what every verb gets, whoever read the command line."""

from agentstate.cli.output import Output
from agentstate.vocabulary.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Invocation:
    """How a verb was called: the folder to start from, the output, whether to write, the format of the report ("": none was asked for,
    and the verb decides), and the lane whose state it is about ("": the default one)."""

    start: "Path"
    output: Output
    dry_run: bool = False
    format: str = "text"
    lane: str = ""
