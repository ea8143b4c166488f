"""JSON that agents accept as the answer of a hook: these keys and no others, as some refuse an answer with a key they do not know."""

NOTHING = "{}"
"""The answer that says nothing, for agents that take nothing but JSON; written out, as making JSON costs the import of its module."""


def encoded(answer: dict[str, object]) -> str:
    """One line of JSON in ASCII, which arrives whole whatever encoding the standard output has."""
    import json

    return json.dumps(answer, separators=(",", ":"))


def specific(event_name: str, text: str) -> str:
    """Text for the model in the form of Claude Code, for an event that carries it."""
    return encoded({"hookSpecificOutput": {"hookEventName": event_name, "additionalContext": text}})
