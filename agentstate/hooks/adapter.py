"""What the module of each agent has for its hooks. Only type checkers and tests import this."""

from agentstate.hooks.event import Event
from agentstate.vocabulary.annotations import Protocol


class Adapter(Protocol):
    """The module of one agent in `agentstate.agents`, light enough to be imported for each tool call."""

    def event(self, payload: dict[str, object], name: str) -> Event:
        """What the payload says, for any JSON object whatever; never raises.

        `name` is the event that the command line named ("" where it named none), for agents whose payload does not say. An event that
        is not known here has the kind "other" and says no more than who, where and which.
        """

    def reply(self, event: Event, text: str) -> str:
        """What to print so that the agent gives `text` to its model: exactly what the agent accepts, without a line end.

        For "", and for an event that cannot carry text, it is the neutral reply, which may be "" and prints nothing. So the text is
        delivered where `reply(event, text) != reply(event, "")`.
        """
