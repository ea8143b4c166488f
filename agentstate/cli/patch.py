"""A plan as a patch that `git apply` takes, byte for byte, though nothing invisible is printed. Pure."""

import base64
import hashlib
import zlib
from collections.abc import Iterator, Sequence

from agentstate.vocabulary.plan import Remove, Step
from agentstate.vocabulary.visible import is_invisible

_NO_NEWLINE = "\n\\ No newline at end of file"
_LONGEST = 52
"""How many bytes one line of a binary patch holds."""

_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def patch(steps: Sequence[Step]) -> str:
    """The difference that the steps make, in the order of the steps; "" where they make none. Paths are from the top.

    A file with a character that does not show, or a byte that is not UTF-8, beside what changes is given as git's binary patch, after a
    difference for people in lines that git passes over. What `left_out` names is not in it.
    """
    return "".join(_difference(step) for step in steps if _changes(step) and not left_out(step))


def left_out(step: Step) -> str:
    """Why a step cannot be in a patch; "" where it can.

    A patch shows what it changes and what stands around that, and a binary one holds the whole file. And git turns line ends as
    attributes and settings say before it compares a file with a patch, so that it would refuse the whole patch.
    """
    from agentstate.secrets import secrets_in

    sides = [data for data in (step.before, None if isinstance(step, Remove) else step.data) if data] if _changes(step) else []
    if any(secrets_in(data.decode("utf-8", "surrogateescape")) for data in sides):
        return "holds a credential"
    return "has CR in its line ends, which git may turn" if any(b"\r" in data for data in sides) else ""


def _changes(step: Step) -> bool:
    return isinstance(step, Remove) or step.data != step.before


def _difference(step: Step) -> str:
    before, after = step.before, None if isinstance(step, Remove) else step.data
    lines = "".join(f"{line}\n" for line in _hunks(before or b"", after or b""))
    if all(character in "\n\t" or not is_invisible(character) for character in lines):
        return f"{_head(step.path, before, after)}{_names(step.path, before, after)}{lines}"
    shown = "".join(f"# {line}\n" for line in lines.split("\n")[:-1])
    return f"{shown}{_head(step.path, before, after)}{_index(before, after)}GIT binary patch\n{_literal(after)}\n{_literal(before)}\n"


def _head(path: str, before: bytes | None, after: bytes | None) -> str:
    kind = "new file mode 100644\n" if before is None else "deleted file mode 100644\n" if after is None else ""
    return f"diff --git {_quoted(f'a/{path}')} {_quoted(f'b/{path}')}\n{kind}"


def _names(path: str, before: bytes | None, after: bytes | None) -> str:
    old = "/dev/null" if before is None else _quoted(f"a/{path}")
    new = "/dev/null" if after is None else _quoted(f"b/{path}")
    return f"--- {old}\n+++ {new}\n" if before or after else ""


def _index(before: bytes | None, after: bytes | None) -> str:
    """The ids of both sides, in full: git refuses a binary patch of a file that is not exactly the one it was made for."""
    return f"index {_identifier(before)}..{_identifier(after)}{' 100644' if before is not None and after is not None else ''}\n"


def _identifier(data: bytes | None) -> str:
    if data is None:
        return "0" * 40
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _literal(data: bytes | None) -> str:
    packed = zlib.compress(data or b"")
    parts = [packed[start : start + _LONGEST] for start in range(0, len(packed), _LONGEST)]
    lines = [f"{_LENGTHS[len(part) - 1]}{base64.b85encode(part + bytes(-len(part) % 4)).decode()}\n" for part in parts]
    return f"literal {len(data or b'')}\n{''.join(lines)}"


def _hunks(before: bytes, after: bytes) -> Iterator[str]:
    from difflib import unified_diff

    found = unified_diff(_lines(before), _lines(after), lineterm="")
    return (line for number, line in enumerate(found) if number > 1)


def _lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    last = lines.pop()
    return [*lines, f"{last}{_NO_NEWLINE}"] if last else lines


def _quoted(path: str) -> str:
    """The path as git writes it: in double quotes, and its bytes in octal, where it holds a character that needs that."""
    if all(" " <= character <= "~" and character not in '"\\' for character in path):
        return path
    escapes = {0x22: '\\"', 0x5C: "\\\\"}
    data = path.encode("utf-8", "surrogateescape")
    return '"' + "".join(escapes.get(byte, chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}") for byte in data) + '"'
