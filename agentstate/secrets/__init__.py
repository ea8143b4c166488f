"""Credentials that somebody wrote into a text: where they are, and the text without them."""

from agentstate.secrets.search import Cover, Secret, masked, secrets_in

__all__ = ["Cover", "Secret", "masked", "secrets_in"]
