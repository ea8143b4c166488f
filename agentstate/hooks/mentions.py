"""The files that a command line names, as far as its words tell: whether they are there only the disk knows."""

from collections.abc import Iterator

from agentstate.hooks.commands import LONGEST
from agentstate.hooks.shell import WORD, tokens, unquoted
from agentstate.vocabulary.patterns import pattern

MOST = 12
"""Files of one command line that are told."""

_FILE = pattern(
    r"(?:[A-Za-z]:)?(?:[\w@+.~()\[\]-]*[/\\])*(?:[\w@+.()\[\]-]*\w\.[A-Za-z][A-Za-z0-9]{0,9}|Makefile|Dockerfile|Gemfile|Rakefile|\.env)"
)
_INTERPRETER = pattern(r"(?:.*[/\\])?(?:python[0-9.]*|pypy[0-9.]*|py|coverage|mypy|dmypy)(?:\.exe)?")
_MODULE = pattern(r"-[A-Za-z]*m|-p|--module|--package")
_LINE = pattern(r"(?::[0-9]+(?:-[0-9]+)?)+\Z|::.*\Z")


def files(command: str) -> tuple[str, ...]:
    """The words that look like the names of files, as they are written, each once; a line behind a colon is left out, and so is the
    module that an interpreter is told to run."""
    if len(command) > LONGEST or not ("." in command or "file" in command):
        return ()
    names = (_LINE.sub("", word) for word in _words(command) if "://" not in word and len(word) <= 400)
    return tuple(dict.fromkeys(name.removeprefix("./") for name in names if _FILE.fullmatch(name) and not name.startswith("-")))[:MOST]


def _words(command: str) -> Iterator[str]:
    """The words without names of modules: what follows `-m` among the options of an interpreter, before the script that it runs."""
    options = module = valued = False
    for part in tokens(command):
        word = unquoted(command[part.start : part.end]) if part.kind == WORD else ""
        if word and not module:
            yield word
        module = options and not module and bool(_MODULE.fullmatch(word))
        options = (("py" in word or "coverage" in word) and bool(_INTERPRETER.fullmatch(word))) or (
            options and (valued or word == "run" or word.startswith("-"))
        )
        valued = options and word in {"-W", "-X"}
