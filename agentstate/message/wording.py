"""The message's own words in each language. What others wrote is never translated, only what the message says about it."""

from collections.abc import Mapping

from agentstate.message.language import Wording
from agentstate.message.languages.chinese import CHINESE
from agentstate.message.languages.english import ENGLISH

__all__ = ["CHINESE", "ENGLISH", "WORDINGS", "Wording"]

WORDINGS: Mapping[str, Wording] = {"en": ENGLISH, "zh": CHINESE}
"""Every language the message speaks, by `language` of config.yaml."""
