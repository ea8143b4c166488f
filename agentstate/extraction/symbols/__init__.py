"""What a file defines: functions, classes, constants and configuration keys, each with its signature and its line."""

from itertools import islice

from agentstate.extraction.symbols.symbol import CLASS, CONFIG_KEY, CONSTANT, FUNCTION, MOST, PROPERTY, Symbol
from agentstate.vocabulary.patterns import pattern

__all__ = ["CLASS", "CONFIG_KEY", "CONSTANT", "FUNCTION", "PROPERTY", "Symbol", "may_define", "symbols"]

_NAME = pattern(r"[\w$.]+")

LARGEST = 1_000_000
"""Characters of a file that are read."""


def symbols(path: str, text: str) -> tuple[Symbol, ...]:
    """What the text defines, in its order, judged by the ending of the path; nothing for a file of another kind.

    Python is read by its own parser, other languages by a tree-sitter grammar where one is installed (`agentstate-cli[symbols]`), and by
    patterns where none is or where the text cannot be parsed.
    """
    from agentstate.extraction.symbols import configuration, definitions, languages, python, trees

    text = text[:LARGEST].replace("\r\n", "\n")
    suffix = _suffix(path)
    if suffix in configuration.SECTIONED + configuration.NESTED:
        return tuple(islice(configuration.keys(suffix, text), MOST))
    language = languages.BY_SUFFIX.get(suffix)
    if language is None:
        return ()
    found = python.parsed(text) if language.name == "python" else trees.parsed(language.name, suffix, text)
    return found[:MOST] if found is not None else tuple(islice(definitions.definitions(language, text), MOST))


def may_define(path: str, symbol: str) -> bool:
    """Whether a file of this kind can define what has this name, alone or behind a dot: names of Python hold no blanks, for one."""
    from agentstate.extraction.symbols import configuration, languages

    suffix = _suffix(path)
    if suffix in configuration.SECTIONED + configuration.NESTED:
        return True
    language = languages.BY_SUFFIX.get(suffix)
    return language is not None and (language.name != "python" or _NAME.fullmatch(symbol) is not None)


def _suffix(path: str) -> str:
    name = path.replace("\\", "/").rsplit("/", 1)[-1].lower()
    return ".env" if name == ".env" or name.startswith(".env.") else name[name.rfind(".") :] if "." in name else ""
