"""What one language has to say for the message."""

from collections.abc import Mapping

from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Wording:
    """One language: labels by field, and phrases that are formats."""

    labels: Mapping[str, str]
    phrases: Mapping[str, str]

    def say(self, phrase: str, **values: str | int) -> str:
        """A phrase with its values put in."""
        return self.phrases[phrase].format(**values)
