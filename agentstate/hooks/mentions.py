"""The files that a command line names, as far as its words tell: whether they are there only the disk knows."""

from agentstate.hooks.commands import LONGEST
from agentstate.hooks.shell import WORD, tokens, unquoted
from agentstate.vocabulary.patterns import pattern

MOST = 12
"""Files of one command line that are told."""

_FILE = pattern(
    r"(?:[A-Za-z]:)?(?:[\w@+.~()\[\]-]*[/\\])*(?:[\w@+.()\[\]-]*\w\.[A-Za-z][A-Za-z0-9]{0,9}|Makefile|Dockerfile|Gemfile|Rakefile|\.env)"
)
_LINE = pattern(r"(?::[0-9]+(?:-[0-9]+)?)+\Z|::.*\Z")


def files(command: str) -> tuple[str, ...]:
    """The words that look like the names of files, as they are written, each once; a line behind a colon is left out."""
    if len(command) > LONGEST or not ("." in command or "file" in command):
        return ()
    words = (unquoted(command[part.start : part.end]) for part in tokens(command) if part.kind == WORD)
    names = (_LINE.sub("", word) for word in words if "://" not in word and len(word) <= 400)
    return tuple(dict.fromkeys(name.removeprefix("./") for name in names if _FILE.fullmatch(name) and not name.startswith("-")))[:MOST]
