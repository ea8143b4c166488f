"""Whether a text holds something: a path by its name, words as they were said."""

import re
from functools import lru_cache

from agentstate.message.frame import defused
from agentstate.replay.measured import Want
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import visible

_LEADING = pattern(r"\\|#.*|cd [^;&]*|\s*")
_FOLDER = pattern(r"\Acd [^\s;&]+ *(?:&&|;) *")
_OUTPUT = pattern(r"(?<! ) +[0-9]?>>?(?:&[0-9])?|(?<! ) +\| *(?:tail|head)\b")
_LETTER = r"[^\W\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]"
"""A letter, digit or underscore of a script that puts spaces between words."""

_WORD = pattern(_LETTER)
_GOES_ON = pattern(rf"[/-]|\.?{_LETTER}")
_ENDS = frozenset(" \t\n\r\f\v`'\"=(")


def holds(text: str, want: Want) -> bool:
    """Whether the text holds what is wanted, in one of its ways."""
    if want.path:
        return any(names_path(text, way) for way in want.ways)
    folded = _folded(_seen(text))
    return any(_says(folded, said) for way in want.ways for said in _forms(way) if said)


def _forms(way: str) -> tuple[str, ...]:
    """The words as they are, as a message writes them, and with their white space folded before anything is escaped."""
    return tuple(dict.fromkeys((_folded(visible(way)), _folded(defused(visible(way))), visible(_folded(way)))))


def _says(text: str, words: str) -> bool:
    """Whether the words stand in the text as a whole: no longer word, name or path goes on before or after them."""
    place = text.find(words)
    while place >= 0:
        end = place + len(words)
        if not _GOES_ON.match(text, end) and not (place and _is_part(text[place - 1])):
            return True
        place = text.find(words, place + 1)
    return False


def _is_part(character: str) -> bool:
    """Whether what follows the character is the end of a longer word, name or path; scripts without spaces have no such."""
    return character in "/.-" or bool(_WORD.match(character))


def names_path(text: str, path: str) -> bool:
    """Whether the text names the path: as it is, at the end of an absolute one, or, of a folder, as the folder of a file."""
    shown = _seen(text)
    return any(_names(shown, name) for name in dict.fromkeys((visible(path), visible(path, keep=""), defused(visible(path, keep="")))))


def _names(text: str, name: str) -> bool:
    place = text.find(name) if name else -1
    while place >= 0:
        start = place
        while start > 0 and text[start - 1] not in _ENDS:
            start -= 1
        end = place + len(name)
        if (start == place or text[start] in "/~") and (text[end : end + 1] == "/" or not _GOES_ON.match(text, end)):
            return True
        place = text.find(name, place + 1)
    return False


def ways(command: str) -> tuple[str, ...]:
    """A command as it was written, without what leads to it (comments, another folder), and without what its output was sent to."""
    lines = command.split("\n")
    while len(lines) > 1 and _LEADING.fullmatch(lines[0]):
        lines = lines[1:]
    bare = _FOLDER.sub("", "\n".join(lines))
    return tuple(dict.fromkeys(way for way in (command, bare, _OUTPUT.split(bare)[0].strip()) if way))


@lru_cache(maxsize=64)
def _seen(text: str) -> str:
    """The text as a message would show it, so that it makes no difference which source it is from."""
    return visible(text)


@lru_cache(maxsize=64)
def _folded(text: str) -> str:
    return " ".join(re.split(r"\s+", text)).strip()
