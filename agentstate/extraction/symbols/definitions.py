"""Definitions by the patterns of a language: outside of every body, and inside of classes and what else only holds definitions."""

import re
from collections.abc import Iterator
from functools import cache

from agentstate.extraction.symbols import heredocs
from agentstate.extraction.symbols.languages import CONTAINER, Language
from agentstate.extraction.symbols.symbol import CLASS, Symbol, signature

_LONGEST_LINE = 1_000
"""A longer line was written by a program, and is passed over."""

_LONGEST_HEAD = 120
"""What begins a definition and is longer goes on with something else."""

_DEEPEST = 20
"""Blocks in each other; what is deeper is not looked into."""

_BRACKETS = {"{": "}", "(": ")"}


class _Block:
    """Something open, and by what it is closed; or, in an indented language, how far its first line is indented.

    `name`: of the class, or "" for a container without one; None for a body, in which nothing is looked for. `holds`: has members.
    `within`: what is looked for in it alone.
    """

    __slots__ = ("closing", "holds", "indent", "name", "within")

    def __init__(
        self, name: str | None, *, holds: bool = False, closing: str = "", indent: int = 0, within: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self.name = name
        self.within = within
        self.holds = holds
        self.closing = closing
        self.indent = indent


def definitions(language: Language, text: str) -> Iterator[Symbol]:
    """Each definition in the order of the text."""
    lines = text.split("\n")
    if language.heredoc:
        text = heredocs.without(_compiled(language.heredoc), text)
    bare = _blank(language).sub(lambda match: _BLANKED.sub(" ", match.group()), text).split("\n")
    blocks = _Indented() if language.indented else _Bracketed(language.brackets)
    head = ""
    for number, line in enumerate(bare):
        code = line.strip()
        if not code:
            continue
        blocks.enter(len(line) - len(line.lstrip()))
        found = _found(language, code, blocks.opened) if len(code) <= _LONGEST_LINE else None
        if not found and head:
            found = _found(language, f"{head} {code}", blocks.opened)
        else:
            head = ""
        if found and found[0] != CONTAINER:
            kind, name, owner = found
            path = [block.name for block in blocks.opened if block.name]
            yield Symbol(kind, ".".join([*path, *owner, name]), f"{head} {signature(lines, number)}".strip(), number + 1)
        blocks.leave(code, _body(language, found, code))
        head = code if language.head and not found and len(code) <= _LONGEST_HEAD and _compiled(language.head).fullmatch(code) else ""


def _found(language: Language, code: str, opened: list[_Block]) -> tuple[str, str, list[str]] | None:
    """Kind, name and owner of what the line defines; None where it defines nothing, or stands in a body."""
    if opened and (opened[-1].name is None or len(opened) > _DEEPEST):
        return None
    inside = (*opened[-1].within, *(language.members if opened[-1].holds else ())) if opened else ()
    for kind, form in (*language.definitions, *inside):
        match = _compiled(form).match(code)
        if match:
            owner = match.groupdict().get("owner")
            return kind, match["name"], owner.split("::") if owner else []
    return None


def _body(language: Language, found: tuple[str, str, list[str]] | None, code: str) -> _Block | None:
    """What a definition opens: None for no definition."""
    if not found:
        return None
    kind, name, _ = found
    holds = kind == CLASS or (kind == CONTAINER and (bool(name) or "(" in language.brackets))
    within = tuple((inner, form) for opening, inner, form in language.within if _compiled(opening).match(code))
    return _Block(name if within or kind in {CLASS, CONTAINER} else None, holds=holds, within=within)


class _Indented:
    """Blocks that end where a line is indented no further than the one that began them."""

    def __init__(self) -> None:
        self.opened: list[_Block] = []
        self._indent = 0

    def enter(self, indent: int) -> None:
        """Ends what a line with this indentation ends."""
        self._indent = indent
        while self.opened and self.opened[-1].indent >= indent:
            self.opened.pop()

    def leave(self, _code: str, body: _Block | None) -> None:
        """Opens what the line defined."""
        if body:
            body.indent = self._indent
            self.opened.append(body)


class _Bracketed:
    """Blocks between brackets. A class that is declared in one line may be opened in a later one."""

    def __init__(self, brackets: str) -> None:
        self.opened: list[_Block] = []
        self._signs = re.compile(f"[{re.escape(brackets)};]")
        self._pending: _Block | None = None

    def enter(self, _indent: int) -> None:
        """Indentation says nothing here."""

    def leave(self, code: str, body: _Block | None) -> None:
        """Opens and closes blocks along the line that defined `body`."""
        self._pending = body or self._pending
        for sign in self._signs.findall(code):
            if sign == ";":
                self._pending = None
            elif sign in _BRACKETS:
                self._open(_BRACKETS[sign])
            elif self.opened and self.opened[-1].closing == sign:
                self.opened.pop()
        if body and "=" in code:
            self._pending = None

    def _open(self, closing: str) -> None:
        block, self._pending = self._pending or _Block(None), None
        block.closing = closing
        self.opened.append(block)


_BLANKED = re.compile(r"[^\n]")


@cache
def _blank(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(language.blank), re.MULTILINE)


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form)
