"""A command line as a shell takes it apart, as far as one can tell without running it.

Quotes, substitutions, subshells and here-documents are taken whole, so that nothing inside them is mistaken for an operator. Where the
text ends inside one of them, what stood before it is still told, and then UNKNOWN.
"""

from agentstate.vocabulary.patterns import DOTALL, pattern

WORD, OPERATOR, REDIRECTION, DOCUMENT, GROUP, UNKNOWN = "word", "operator", "redirection", "document", "group", "unknown"

_BLANK = pattern(r"(?:[ \t\r]|\\\r?\n)+")
_COMMENT = pattern(r"#[^\n]*")
_OPERATORS = ("&&", "||", ";;", "|&", ";", "|", "&", "\n")
_DOCUMENT = pattern(r"[0-9]?<<(-?)[ \t]*(['\"]?)([A-Za-z0-9_.-]+)\2")
_REDIRECTION = pattern(r"(?:[0-9]{0,2}(?:>>|>&|>\||>|<&|<<<|<(?![<(]))|&>>?|\*>(?=[ \t]*(?:\$null|&1)))(?!\()[ \t]*")
_SPECIAL = frozenset("\\'\"`$();&|<>")
"""These, and white space, end what is plain."""

_DIGITS = "0123456789"
_SIMPLE = (">>", ">&", ">")
"""Redirections of output that need no pattern where no other sign follows them: most lines are spared the import of `re`."""


class Token:
    """One part of a command line: what it is and where it stands, from `start` to `end` in characters."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end


def tokens(text: str) -> list[Token]:
    """The parts of the command line in their order, without blanks and comments; the last is UNKNOWN where something is not closed."""
    if text.isprintable() and "#" not in text and _SPECIAL.isdisjoint(text):
        return _words_alone(text)
    found: list[Token] = []
    place, documents = 0, list[tuple[str, bool]]()
    while place < len(text):
        blank = _blank_end(text, place)
        if blank > place:
            place = blank
            continue
        token = _token(text, place)
        found.append(token)
        if token.kind == UNKNOWN:
            break
        place = token.end
        if token.kind == DOCUMENT:
            documents.append(_delimiter(text, token))
        elif documents and text[token.start] == "\n":
            place = token.end = _after_documents(text, place, documents)
            documents = []
    return found


def _words_alone(text: str) -> list[Token]:
    """The words of a text that has no other blank than the space and nothing else that means something to a shell."""
    found, place = list[Token](), 0
    for word in text.split(" "):
        if word:
            found.append(Token(WORD, place, place + len(word)))
        place += len(word) + 1
    return found


def _token(text: str, place: int) -> Token:
    document = _DOCUMENT.match(text, place) if "<<" in text[place : place + 3] else None
    if document:
        return Token(DOCUMENT, place, document.end())
    target = _target_start(text, place)
    if target > place:
        end = _word_end(text, target)
        return Token(REDIRECTION, place, end) if end else Token(UNKNOWN, place, len(text))
    operator = next((sign for sign in _OPERATORS if text.startswith(sign, place)), "")
    if operator and not (operator == "&" and text.startswith(">", place + 1)):
        return Token(OPERATOR, place, place + len(operator))
    if text[place] == "(":
        end = _closed(text, place + 1, ")")
        return Token(GROUP if end else UNKNOWN, place, end or len(text))
    end = _word_end(text, place)
    return Token(WORD if end > place else UNKNOWN, place, end if end > place else len(text))


def _blank_end(text: str, place: int) -> int:
    """Where blanks or a comment that begin here end; the same place where neither does."""
    if text[place] == "\\":
        blank = _BLANK.match(text, place)
        return blank.end() if blank else place
    if text[place] == "#":
        end = text.find("\n", place)
        return end if end >= 0 else len(text)
    while place < len(text) and text[place] in " \t\r":
        place += 1
    return place


def _target_start(text: str, place: int) -> int:
    """Where the target of a redirection that begins here begins; the same place where none does."""
    sign = place
    while sign < place + 2 and text[sign : sign + 1] in _DIGITS and sign < len(text):
        sign += 1
    first = text[sign : sign + 1]
    if first not in {"<", ">"} and not (sign == place and text[place : place + 2] in {"&>", "*>"}):
        return place
    simple = next((one for one in _SIMPLE if text.startswith(one, sign)), "")
    end = sign + len(simple)
    if not simple or text[end : end + 1] in {"(", "<", ">", "&", "|"}:
        match = _REDIRECTION.match(text, place)
        return match.end() if match else place
    while text[end : end + 1] in {" ", "\t"}:
        end += 1
    return end


def _plain_end(text: str, place: int) -> int:
    while place < len(text) and not (text[place] in _SPECIAL or text[place].isspace()):
        place += 1
    return place


def _word_end(text: str, place: int) -> int:
    """Where the word that begins here ends; 0 where it does not end, or where none begins."""
    start = place
    while place < len(text):
        end = _plain_end(text, place)
        if end == place and text[place] in "\\'\"`$<>":
            end = _quoted_end(text, place)
        if not end:
            return 0
        if end == place:
            break
        place = end
    return place if place > start else 0


def _quoted_end(text: str, place: int) -> int:
    """Where a quotation, an escape or a substitution ends; the same place where none begins, 0 where it does not end."""
    character = text[place]
    if character == "'":
        return text.find("'", place + 1) + 1
    if character in '"`':
        return _closed(text, place + 1, character)
    if character == "\\":
        return min(place + 2, len(text))
    following = text[place + 1 : place + 2]
    if following == "(":
        return _closed(text, place + 2, ")")
    if character == "$":
        return _closed(text, place + 2, "}") if following == "{" else place + 1
    return place


_QUOTES = ('"', "`")
_SUBSTITUTING = ("\\", "`", "$(", "${")
"""Where none of these stands in a quotation, it ends at the next sign like the one that began it."""

_PAIRS = {"(": ")", "{": "}"}
_SIGNS = {
    ")": pattern(r"\\.|'[^']*'|[\"`()']|<<-?[ \t]*['\"]?[A-Za-z_]|(?<=[\s;])#[^\n]*", DOTALL),
    "}": pattern(r"\\.|'[^']*'|[\"`{}']", DOTALL),
    '"': pattern(r"\\.|\"|`|\$[({]", DOTALL),
    "`": pattern(r"\\.|`", DOTALL),
}


def _closed(text: str, place: int, closing: str) -> int:
    """Where what was opened before `place` is closed; 0 where it is not."""
    end = text.find(closing, place) if closing in _QUOTES else -1
    if end >= 0 and not any(sign in text[place:end] for sign in _SUBSTITUTING):
        return end + 1
    open_ends = [closing]
    while open_ends:
        match = _SIGNS[open_ends[-1]].search(text, place)
        if not match:
            return 0
        sign, place = match.group(), match.end()
        if sign == open_ends[-1]:
            open_ends.pop()
        elif sign == "'":
            return 0
        elif sign in _PAIRS:
            open_ends.append(_PAIRS[sign])
        elif sign in {'"', "`"}:
            open_ends.append(sign)
        elif sign in {"$(", "${"}:
            open_ends.append(_PAIRS[sign[1]])
        elif sign.startswith("<<"):
            place = _after_document(text, match.start(), place)
    return place


def _after_document(text: str, start: int, place: int) -> int:
    """Where to go on behind a here-document that stands inside a substitution."""
    match = _DOCUMENT.match(text, start)
    if not match:
        return place
    line = text.find("\n", match.end())
    return _after_documents(text, line + 1, [(match.group(3), bool(match.group(1)))]) if line >= 0 else place


def _delimiter(text: str, token: Token) -> tuple[str, bool]:
    match = _DOCUMENT.match(text, token.start)
    return (match.group(3), bool(match.group(1))) if match else ("", False)


def _after_documents(text: str, place: int, documents: list[tuple[str, bool]]) -> int:
    """The place behind the lines of the here-documents whose text begins at `place`; the end where one of them is not ended."""
    for delimiter, indented in documents:
        line = ""
        while place < len(text):
            end = text.find("\n", place)
            end = end if end >= 0 else len(text)
            line, place = text[place:end].rstrip("\r"), min(end + 1, len(text))
            if (line.lstrip("\t") if indented else line) == delimiter:
                break
    return place


def unquoted(word: str) -> str:
    """The word as a program gets it, substitutions left as written. A backslash in front of a letter or digit is one: a Windows path."""
    if not any(sign in word for sign in _QUOTING):
        return word
    mark, inner = word[0], word[1:-1]
    if len(word) > 1 and mark == word[-1] and mark in "'\"" and mark not in inner and "\\" not in inner:
        return inner
    pieces, place = [], 0
    while place < len(word):
        match = _QUOTED.match(word, place)
        if not match:
            pieces.append(word[place])
            place += 1
            continue
        single, double, escaped = match.groups()
        pieces.append(single if single is not None else _INNER.sub(r"\1", double) if double is not None else escaped)
        place = match.end()
    return "".join(pieces)


_QUOTING = "'\"\\"
_QUOTED = pattern(r"'([^']*)'|\"((?:[^\"\\]|\\.)*)\"|\\([^A-Za-z0-9_.])", DOTALL)
_INNER = pattern(r"\\([\"\\$`])")
