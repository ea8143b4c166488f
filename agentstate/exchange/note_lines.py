"""The lines of a note in Markdown: bullets with what belongs to them, paragraphs and rows, each below its headings."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from agentstate.documents.lines import BLANK, front_matter, heading
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, field

_BULLET = pattern(r"(?P<indent>[ \t]*)(?:[-*+•](?:[ \t]+|\Z)|[0-9]{1,3}(?:[.)](?:[ \t]+|\Z)|、))")
_BOX = pattern(r"\[(?P<mark>[^\w\]\[]|[xX])\](?=[ \t]|\Z)")
_QUOTE = pattern(r"[ \t]{0,3}(?:>[ \t]?)+")
_RULE = pattern(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)")
_UNDERLINE = pattern(r"(?:=+|-+)[ \t]*")
_SEPARATOR = pattern(r"[|:\- \t]+")
_CELL = pattern(r"(?<!\\)\|")
_FENCES = ("```", "~~~")
_COLONS = (":", "：")
_DEEPEST = 12
"""How many levels a list has; what stands deeper belongs to the last of them."""


@dataclass(frozen=True)
class Title:
    """A heading: its level, its text, its line (from 1)."""

    level: int
    text: str
    line: int


@dataclass()
class Entry:
    """A bullet, a checkbox (`mark` is the character in it), a paragraph or a row of a table (`cells`, below `header`).

    `lines` are without blanks and signs around them; `line` and `end` say where they stand (from 1, end exclusive). `above` is what it
    belongs to: the bullets around it, outermost first, and before those (before a table, too) the paragraph with a colon at its end;
    `below` are the bullets that belong to it. Compared with `is`: what belongs to each other holds each other.
    """

    lines: list[str]
    line: int
    end: int
    titles: tuple[Title, ...]
    form: str
    indent: int = 0
    mark: str = ""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    above: tuple["Entry", ...] = ()
    below: list["Entry"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own lines, LF between them."""
        return "\n".join(self.lines)

    @property
    def title(self) -> str:
        """The heading right above, "" where there is none."""
        return self.titles[-1].text if self.titles else ""

    @property
    def introduces(self) -> bool:
        """Whether it ends in a colon, and so says what the lines below it are."""
        return self.lines[-1].rstrip("*_ \t").endswith(_COLONS) if self.lines else False


def entries(text: str) -> tuple[Entry, ...]:
    """All of a note but its front matter, code and comments, in order. Never raises."""
    return _read(text)[0]


def titles(text: str) -> tuple[Title, ...]:
    """The headings of a note, those that are underlined too."""
    return _read(text)[1]


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[tuple[Entry, ...], tuple[Title, ...]]:
    """The entries and the headings: who looks whether a file is a note reads it next."""
    reader = _Reader()
    lines = text.split("\n")
    for index in range(front_matter(lines, comments=True), len(lines)):
        reader.read(index + 1, lines[index])
    return tuple(_joined_lists(reader.found)), tuple(reader.all_titles)


class _Reader:
    """Reads a note line by line."""

    def __init__(self) -> None:
        self.found: list[Entry] = []
        self.all_titles: list[Title] = []
        self._titles: tuple[Title, ...] = ()
        self._open: Entry | None = None
        self._gap = False
        self._fence = ""
        self._comment = False
        self._header: tuple[str, ...] = ()

    def read(self, number: int, line: str) -> None:
        line = line[found.end() :] if (found := _QUOTE.match(line)) else line
        if self._passed_over(line):
            return
        bare = line.strip(BLANK)
        if not bare:
            self._gap, self._header = True, ()
        elif title := heading(line):
            self._head(Title(title[0], title[1], number))
        elif self._is_underline(line):
            self._head(Title(1 if "=" in line else 2, self._taken().text, number - 1))
        elif _RULE.fullmatch(line):
            self._open, self._header = None, ()
        elif bare.startswith("|") and bare.count("|") > 1:
            self._row(number, bare)
        elif found := _BULLET.match(line):
            self._bullet(number, line[found.end() :].strip(BLANK), len(found["indent"].expandtabs(4)))
        else:
            self._text(number, line, bare)

    def _passed_over(self, line: str) -> bool:
        """Whether the line is code or comment, or where one begins or ends."""
        bare = line.strip(BLANK)
        was_inside = bool(self._fence) or self._comment
        if self._fence:
            self._fence = "" if bare.startswith(self._fence) and not bare.strip(self._fence[0]) else self._fence
        elif self._comment or "<!--" in line:
            self._comment = line.rfind("-->") < (0 if self._comment else 1) or line.rfind("<!--") > line.rfind("-->")
            was_inside = True
        elif bare.startswith(_FENCES):
            self._fence = bare[: len(bare) - len(bare.lstrip(bare[0]))]
            was_inside = True
        if was_inside:
            self._open, self._header = None, ()
        return was_inside

    def _head(self, title: Title) -> None:
        self._titles = (*(one for one in self._titles if one.level < title.level), title)
        self.all_titles.append(title)
        self._open, self._header = None, ()

    def _is_underline(self, line: str) -> bool:
        one = self._open
        return bool(one and not self._gap and one.form == "text" and len(one.lines) == 1 and _UNDERLINE.fullmatch(line))

    def _taken(self) -> Entry:
        """The paragraph that turns out to be a heading."""
        return self.found.pop()

    def _row(self, number: int, bare: str) -> None:
        cells = tuple(cell.strip(BLANK) for cell in _CELL.split(bare.strip("|")))
        if not self._header:
            self._header = cells
        elif not _SEPARATOR.fullmatch(bare):
            self.found.append(Entry([bare], number, number + 1, self._titles, "row", cells=cells, header=self._header))
        self._open, self._gap = None, False

    def _bullet(self, number: int, said: str, indent: int) -> None:
        box = _BOX.match(said)
        text = said[box.end() :].strip(BLANK) if box else said
        self._add(Entry([text], number, number + 1, self._titles, "bullet", indent, box["mark"] if box else ""))

    def _text(self, number: int, line: str, bare: str) -> None:
        one = self._open
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip(" "))
        if one and (not self._gap or (one.form == "bullet" and indent > one.indent)):
            one.lines.append(bare)
            one.end, self._gap = number + 1, False
        else:
            self._add(Entry([bare], number, number + 1, self._titles, "text", indent))

    def _add(self, entry: Entry) -> None:
        self.found.append(entry)
        self._open, self._gap, self._header = entry, False, ()


def _joined_lists(found: Sequence[Entry]) -> Iterator[Entry]:
    """The entries, each with what it belongs to."""
    around: list[Entry] = []
    for entry in found:
        if around and around[-1].titles != entry.titles:
            around = []
        if entry.form == "bullet":
            around = [one for one in around if one.form == "text" or one.indent < entry.indent]
            entry.above = tuple(around)
            for one in around:
                one.below.append(entry)
            around = [*around, entry][:_DEEPEST]
        elif entry.form == "row":
            around = [one for one in around if one.form == "text"]
            entry.above = tuple(around)
        else:
            around = [entry] if entry.form == "text" and entry.introduces else []
        yield entry
