"""A text without its credentials, for whatever is kept: each is written as `[redacted:kind]`. Commit ids, digests and UUIDs stay."""

from agentstate.extraction.suspicion import has_arguments, is_suspicious

LONGEST_LINE = 16_000
"""Characters. What a line holds beyond them is not searched, and not kept."""

CUT = " …[cut]"
_WORD = 600
"""A line is cut in front of a word, where one begins among so many characters: what is cut through can no longer be told."""

_REPEATED = 8
"""A credential of at least this length is taken out wherever it stands again."""

_MANY = 64


def redacted(text: str) -> str:
    """The text with a mark in the place of each credential; the same text where there is none. Lines beyond 16,000 characters are cut."""
    text = cut(text)
    found = _merged([*_secrets(text), *_arguments(text)])
    pieces, last, values = [], 0, dict[str, str]()
    for start, end, kind in found:
        pieces += [text[last:start], f"[redacted:{kind}]"]
        values[text[start:end]] = f"[redacted:{kind}]"
        last = end
    return _without("".join([*pieces, text[last:]]), values) if found else text


def _secrets(text: str) -> list[tuple[int, int, str]]:
    if not is_suspicious(text):
        return []
    from agentstate.secrets import secrets_in

    return [(secret.start, secret.end, _slug(secret.kind)) for secret in secrets_in(text)]


def _arguments(text: str) -> list[tuple[int, int, str]]:
    if not has_arguments(text):
        return []
    from agentstate.extraction.arguments import spans

    return list(spans(text))


def cut(text: str) -> str:
    """The text, lines beyond 16,000 characters cut."""
    if len(text) <= LONGEST_LINE:
        return text
    return "\n".join(line if len(line) <= LONGEST_LINE else _beginning(line) for line in text.split("\n"))


def _beginning(line: str) -> str:
    kept = line[: LONGEST_LINE - len(CUT)]
    space = kept.rfind(" ", len(kept) - _WORD)
    return (kept[:space] if space > 0 else kept) + CUT


def _slug(kind: str) -> str:
    return kind.lower().replace(" ", "-")


def _merged(found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The places in their order; those that overlap are one, named by the first that was found."""
    merged: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(found, key=lambda place: place[0]):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2])
        else:
            merged.append((start, end, kind))
    return merged


def _without(text: str, values: dict[str, str]) -> str:
    """The text without further copies of the values, of so many of them that the text is read a bounded number of times."""
    for value in sorted(list(values)[:_MANY], key=len, reverse=True):
        if len(value) >= _REPEATED and any(character.isdigit() for character in value):
            text = text.replace(value, values[value])
    return text
