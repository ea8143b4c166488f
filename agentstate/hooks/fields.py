"""Readers of JSON that somebody else wrote: a value of another type is the same as no value, and nothing ever raises."""

from agentstate.hooks.notation import read_json

_LARGEST = 2**63 - 1
_SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "fish", "pwsh", "powershell", "cmd")


def text(payload: object, *names: str) -> str:
    """The first of the named values that is a string with something in it, else ""; halves of characters become U+FFFD."""
    if isinstance(payload, dict):
        for name in names:
            value = payload.get(name)
            if isinstance(value, str) and value:
                return whole(value)
    return ""


def whole(value: str) -> str:
    """The string in a form that every encoding and database takes: no lone surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def mapping(payload: object, *names: str) -> dict[str, object]:
    """The first of the named values that is an object, else an empty one."""
    if isinstance(payload, dict):
        for name in names:
            value = payload.get(name)
            if isinstance(value, dict):
                return value
    return {}


def items(payload: object, *names: str) -> list[object]:
    """The first of the named values that is a list, else an empty one."""
    if isinstance(payload, dict):
        for name in names:
            value = payload.get(name)
            if isinstance(value, list):
                return value
    return []


def texts(payload: object, *names: str) -> tuple[str, ...]:
    """The strings in the first of the named values that is a list; the value alone where it is a string."""
    if isinstance(payload, dict):
        for name in names:
            value = payload.get(name)
            if isinstance(value, str) and value:
                return (whole(value),)
            if isinstance(value, list):
                return tuple([whole(item) for item in value if isinstance(item, str) and item])
    return ()


def integer(payload: object, *names: str) -> int | None:
    """The first of the named values that is a whole number of at most 64 bits, also one written as a string; else None."""
    if isinstance(payload, dict):
        for name in names:
            number = _integer(payload.get(name))
            if number is not None:
                return number
    return None


def rounded(payload: object, *names: str) -> int | None:
    """As `integer`, and a fraction is rounded."""
    if isinstance(payload, dict):
        for name in names:
            value = payload.get(name)
            number = _integer(float(round(value)) if isinstance(value, float) and abs(value) <= _LARGEST else value)
            if number is not None:
                return number
    return None


def _integer(value: object) -> int | None:
    if isinstance(value, str) and len(value) <= len(str(_LARGEST)) and value.isascii() and value.removeprefix("-").isdigit():
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and abs(value) <= _LARGEST else None


def flag(payload: object, *names: str) -> bool | None:
    """The first of the named values that is true or false, else None."""
    if isinstance(payload, dict):
        for name in names:
            value = payload.get(name)
            if isinstance(value, bool):
                return value
    return None


def parsed(value: object) -> object:
    """The value that a string holds as JSON, None where it holds none; a value that is no string as it is."""
    if not isinstance(value, str):
        return value
    try:
        return read_json(value)
    except (ValueError, RecursionError):
        return None


def command(payload: object, *names: str) -> str:
    """A command line, also one given as a list of words: what `bash -lc` is given, else the words, quoted where they need it."""
    line = text(payload, *names)
    words = () if line else texts(payload, *names)
    if len(words) == 3 and _is_shell(words[0]) and words[1][:1] in "-/" and words[1][-1:] in "cC":
        return words[2]
    return line or " ".join(map(_quoted, words))


def _is_shell(word: str) -> bool:
    return word.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe") in _SHELLS


def _quoted(word: str) -> str:
    plain = all(character.isalnum() or character in "@%+=:,./-_" for character in word)
    return word if plain else "'" + word.replace("'", "'\"'\"'") + "'"
