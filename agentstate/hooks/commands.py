"""What a command line does, without where it was typed and how its output was cut: two runs of the same command read the same."""

from agentstate.hooks.shell import DOCUMENT, GROUP, OPERATOR, REDIRECTION, UNKNOWN, WORD, Token, tokens, unquoted
from agentstate.vocabulary.patterns import IGNORECASE, pattern

LONGEST = 16_000
"""Characters. A longer command line holds a file rather than commands, and stays as it is."""

_SIGNS = "&|;<>\n"
"""Where none of these stands, nothing can be left out: most lines are spared every pattern below."""

_BLANKS = ("  ", "\t", "\\\n")
"""What two runs of one command may differ in."""

_CHANGE = frozenset({"cd", "pushd", "chdir", "set-location", "sl", "push-location"})
_FILTERS = frozenset(
    {"tail", "head", "grep", "egrep", "fgrep", "rg", "tee", "cat", "less", "more"}
    | {"select-object", "select-string", "out-string", "out-host", "out-null", "tee-object", "findstr"}
)
_COPIES = frozenset({"tee", "tee-object"})
_PRINTERS = frozenset({"echo", "printf", "cat", "write-output", "write-host"})
_COMPOUND = frozenset({"for", "while", "until", "if", "case", "select", "function", "{", "[[", "foreach", "do", "then", "else"})
_ASSIGNMENT = pattern(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_ASIDE = pattern(r"[0-9*&]{0,2}>{1,2}[ \t]*(?:&[0-9-]|/dev/null|\$null|NUL)", IGNORECASE)
_SHELL = pattern(r"(?:/[a-z/]{1,20}/)?(?:ba|z|da|k)?sh")
_HANDS = pattern(r"-[a-z]{0,4}c")
_MOVING = "$`*?[{"
_BEFORE_OUTPUT = "0123456789*&"


class Segment:
    """What stands between two operators, and the operator behind it ("" at the end)."""

    __slots__ = ("after", "parts")

    def __init__(self, parts: list[Token], after: Token | None) -> None:
        self.parts = parts
        self.after = after

    def operator(self, text: str) -> str:
        """The operator behind it; a line end reads as one line feed."""
        return text[self.after.start : self.after.end][:2].split("\n", maxsplit=1)[0] or "\n" if self.after else ""

    def words(self, text: str) -> list[str]:
        """Its words as a program gets them."""
        return [unquoted(text[part.start : part.end]) for part in self.parts if part.kind == WORD]


class Line:
    """A command line as it is kept. `text` is what it does, `folder` the folder it changes to, or "".

    `piped` is the same with its trailing filters, where some were left out and the exit status is that of the last one; else "".
    `waits`: False where it only starts something, and its exit status says nothing of that.
    """

    __slots__ = ("folder", "piped", "text", "waits")

    def __init__(self, text: str, folder: str = "", piped: str = "", *, waits: bool = True) -> None:
        self.text = text
        self.folder = folder
        self.piped = piped
        self.waits = waits


def simplified(command: str) -> tuple[str, str]:
    """The command without a leading change of folder, redirections of output and trailing filters; and the folder changed to, or ""."""
    line = parted(command)
    return line.text, line.folder


def parted(command: str) -> Line:
    """The command line without what two runs of the same command may differ in: the folder, white space, where output went, filters.

    What is not understood, and what was written into a file, stays as it is.
    """
    text = command.strip()
    wide = any(blank in text for blank in _BLANKS)
    if len(text) > LONGEST or not (wide or any(sign in text for sign in _SIGNS) or text.partition(" ")[0].endswith("sh")):
        return Line(text)
    parts = tokens(text)
    if wide and (narrow := _narrow(text, parts)) != text:
        text, parts = narrow, tokens(narrow)
    known = not parts or parts[-1].kind != UNKNOWN
    inner = handed_on(text, parts)
    if inner:
        line = parted(inner)
        return line if line.folder or parts[0].kind != GROUP else Line(text, waits=line.waits)
    found = segments(parts)
    first, folder = _entered(text, found)
    start = found[first].parts[0].start if first < len(found) and found[first].parts else 0
    filters, output = _cuts(text, found[first:]) if known else ([], [])
    piped = text[start:] if filters and not is_strict(text) else ""
    return Line(_without(text, start, [*filters, *output]), folder, piped, waits=not found or found[-1].operator(text) != "&")


def is_strict(text: str) -> bool:
    """Whether the exit status of a pipeline is that of the stage in it that failed."""
    return "pipefail" in text


def _narrow(text: str, parts: list[Token]) -> str:
    """The text with one blank where there are more between two parts of one line: they mean no more than one."""
    pieces, place = list[str](), 0
    for part in parts:
        gap, last = text[place : part.start], pieces[-1] if pieces else "\n"
        if gap[-1:] in {" ", "\t"} and not gap.strip(" \t\r\\\n") and (last[-1] != "\n" or last.endswith("\\\n")):
            pieces[-1], gap = last.removesuffix("\\\n"), " "
        pieces += [gap, text[part.start : part.end]] if gap else [text[part.start : part.end]]
        place = part.end
    return "".join([*pieces, text[place:]])


def handed_on(text: str, parts: list[Token]) -> str:
    """The commands inside, where the line is one subshell, or only hands them to another shell (`bash -lc '…'`); otherwise ""."""
    if len(parts) == 1 and parts[0].kind == GROUP:
        return text[parts[0].start + 1 : parts[0].end - 1].strip()
    words = [text[part.start : part.end] for part in parts if part.kind == WORD]
    handed = len(words) == len(parts) == 3 and words[2][0] in "'\"" and _HANDS.fullmatch(words[1]) and _SHELL.fullmatch(words[0])
    return unquoted(words[2]).strip() if handed else ""


def segments(parts: list[Token]) -> list[Segment]:
    """The parts between operators; empty ones, as between two line ends, are left out."""
    found, current = [], list[Token]()
    for part in parts:
        if part.kind != OPERATOR:
            current.append(part)
        elif current:
            found.append(Segment(current, part))
            current = []
    return [*found, Segment(current, None)] if current else found


def _entered(text: str, found: list[Segment]) -> tuple[int, str]:
    """How many segments do nothing but change the folder before anything else is done, and the folder they lead to."""
    folder, number = "", 0
    for segment in found[:-1]:
        target = _target(segment, text)
        if not target or segment.operator(text) not in {"&&", ";", "\n"}:
            break
        folder = target if _is_away(target) or not folder else f"{folder.rstrip('/')}/{target}"
        number += 1
    return number, folder


def _target(segment: Segment, text: str) -> str:
    """Where the segment changes to; "" if it does anything else, or goes where only the shell knows."""
    if any(part.kind in {GROUP, DOCUMENT, UNKNOWN} for part in segment.parts):
        return ""
    raw = [text[part.start : part.end] for part in segment.parts if part.kind == WORD]
    words = [word for word in raw if word.lower() not in {"--", "/d", "-path", "-literalpath"}]
    if len(words) != 2 or words[0].lower() not in _CHANGE or words[1] == "-":
        return ""
    target = unquoted(words[1])
    return "" if any(sign in target for sign in _MOVING) and not words[1].startswith("'") else target


def _cuts(text: str, found: list[Segment]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What is left out: filters at the ends of pipelines, and where output goes."""
    cuts: list[tuple[int, int]] = []
    output: list[tuple[int, int]] = []
    if any(_is_compound(segment, text) for segment in found):
        return cuts, output
    for pipeline in _pipelines(text, found):
        kept = list(pipeline)
        while len(kept) > 1 and _filters(kept[-1], text) and not (_writes(kept[0], text) and program(kept[-1], text) in _COPIES):
            kept.pop()
        if len(kept) < len(pipeline):
            cuts.append((kept[-1].parts[-1].end, pipeline[-1].parts[-1].end))
        away = _ASIDE.match if any(_writes(segment, text) for segment in kept) else _is_output
        output += [
            (part.start, part.end)
            for segment in kept
            for part in segment.parts
            if part.kind == REDIRECTION and away(text[part.start : part.end])
        ]
    return cuts, output


def _pipelines(text: str, found: list[Segment]) -> list[list[Segment]]:
    pipelines, current = [], list[Segment]()
    for segment in found:
        current.append(segment)
        if segment.operator(text) not in {"|", "|&"}:
            pipelines.append(current)
            current = []
    return [*pipelines, current] if current else pipelines


def _is_away(target: str) -> bool:
    """Whether a folder does not depend on the one before."""
    return target[:1] in {"/", "\\", "~"} or (target[1:3] in {":/", ":\\"} and target[0].isascii() and target[0].isalpha())


def _is_output(redirection: str) -> bool:
    """Whether it is output that goes elsewhere, not input."""
    return redirection[:3].lstrip(_BEFORE_OUTPUT)[:1] == ">"


def is_assignment(word: str) -> bool:
    """Whether the word gives a variable a value."""
    return "=" in word and bool(_ASSIGNMENT.match(word))


def program(segment: Segment, text: str) -> str:
    """The name of the program that a segment starts, in lower case and without its folder; "" where it starts none."""
    words = segment.words(text)
    name = next((word for word in words if not is_assignment(word)), "")
    return name.replace("\\", "/").rsplit("/", 1)[-1].lower()


def _is_compound(segment: Segment, text: str) -> bool:
    return program(segment, text) in _COMPOUND


def _filters(segment: Segment, text: str) -> bool:
    return program(segment, text) in _FILTERS and all(part.kind in {WORD, REDIRECTION} for part in segment.parts)


def _writes(segment: Segment, text: str) -> bool:
    """Whether what it is for is what it writes: it prints, or is given a text."""
    return program(segment, text) in {*_PRINTERS, ""} or any(part.kind == DOCUMENT for part in segment.parts)


def _without(text: str, start: int, cuts: list[tuple[int, int]]) -> str:
    pieces = []
    for first, last in sorted(cuts):
        pieces.append(text[start:first].rstrip(" \t"))
        start = last
    return "".join([*pieces, text[start:]]).strip()
