"""What git would store for a file of the work tree: line ends as its attributes say, without starting a filter."""

from collections.abc import Sequence

from agentstate.git.runner import Git
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_ASKED = ("text", "crlf", "eol", "ident", "filter", "working-tree-encoding")
_ACTIONS = {"set": "text", "input": "text", "unset": "binary", "auto": "auto"}
_EXPANDED = pattern(rb"\$Id:[^$\n]*\$")
_UNPRINTABLE = bytes(set(range(32)) - set(b"\b\t\n\r\f\x1b")) + b"\x7f"
_END_OF_FILE = b"\x1a"


@dataclass(frozen=True)
class Attributes:
    """The attributes of one path as `git check-attr` prints them: a value, "set", "unset" or "unspecified"."""

    text: str = "unspecified"
    crlf: str = "unspecified"
    eol: str = "unspecified"
    ident: str = "unspecified"
    filter: str = "unspecified"
    encoding: str = "unspecified"

    @property
    def refusal(self) -> str:
        """Which attribute changes the content by more than line ends, "" where none does: only git's own programs could apply it."""
        if self.filter not in {"unspecified", "unset"}:
            return f"filter={self.filter}"
        plain = {"unspecified", "unset", "utf-8", "utf8"}
        return "" if self.encoding.lower() in plain else f"working-tree-encoding={self.encoding}"

    def action(self, *, autocrlf: bool) -> str:
        """What git does to line ends: "text" (CRLF becomes LF), "binary" (nothing) or "auto" (it looks at the content first).

        `autocrlf` is whether core.autocrlf is on (true or input), which decides where no attribute does.
        """
        asked = _ACTIONS.get(self.text) or _ACTIONS.get(self.crlf)
        if not asked and self.eol in {"lf", "crlf"}:
            return "text"
        return asked or ("auto" if autocrlf else "binary")


def stored(data: bytes, attributes: Attributes, *, autocrlf: bool, before: bytes = b"") -> bytes:
    """The content git would store for a file that holds `data`; `before` is what the index holds for it.

    The rules are those of gitattributes(5), section "End-of-line conversion": where git guesses, a file that already has CRLF in
    the index keeps it.
    """
    action = attributes.action(autocrlf=autocrlf)
    if action == "text" or (action == "auto" and not looks_binary(data) and not _has_crlf(before)):
        data = data.replace(b"\r\n", b"\n")
    return _EXPANDED.sub(b"$Id$", data) if attributes.ident == "set" else data


def looks_binary(data: bytes) -> bool:
    """Whether git takes `data` for binary: a NUL, a lone CR, or more than one control character in 128 others."""
    single = data.replace(b"\r\n", b"")
    if b"\r" in single or b"\0" in single:
        return True
    plain = single.translate(None, _UNPRINTABLE)
    unprintable = len(single) - len(plain) - data.endswith(_END_OF_FILE)
    return (len(plain) - plain.count(b"\n")) >> 7 < unprintable


def _has_crlf(data: bytes) -> bool:
    return b"\r\n" in data and not looks_binary(data)


def read_attributes(git: Git, paths: Sequence[str]) -> dict[str, Attributes]:
    """The attributes of each path, in one call."""
    given = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    fields = git.run("check-attr", "-z", "--stdin", *_ASKED, given=given).fields
    values: dict[str, list[str]] = {}
    for path, value in zip(fields[::3], fields[2::3], strict=True):
        values.setdefault(path, []).append(value)
    return {path: Attributes(*found) for path, found in values.items()}
