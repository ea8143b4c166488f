"""The sentences that somebody wrote in a text, word for word: without code, quotations, tables, logs and output that was pasted into it."""

import re
from collections.abc import Iterator

from agentstate.vocabulary.patterns import pattern

LONGEST_LINE = 16_000
LONGEST = 600
"""Characters. What is longer than this without an end is no sentence."""

_FENCE = pattern(r"[ \t]{0,8}(`{3,}|~{3,})")
_INSERTED = (
    *("system-reminder", "command-name", "command-message", "command-args", "command-contents", "local-command-caveat"),
    *("local-command-stdout", "local-command-stderr", "bash-input", "bash-stdout", "bash-stderr", "task-notification"),
    *("environment_context", "tool_result", "user_shell_command", "ide_opened_file", "ide_selection", "user-prompt-submit-hook"),
    *("output", "stdout", "stderr", "log", "logs", "file", "document", "context", "pr_description", "uploaded_files", "issue", "hook"),
    *("turn_aborted", "skill", "permissions"),
)
"""Elements that programs put into a prompt."""

_OPENING = pattern(rf"[ \t]{{0,8}}<({'|'.join(_INSERTED)})(?:[ \t][^>\n]*)?>")
_BULLET = pattern(r"[ \t]*(?:[-*+•]|[0-9]{1,3}[.)、]|[（(][0-9]{1,2}[)）])[ \t]+")
_PASTED = pattern(r"[ \t]*[⏺⎿●│╭╰├└┌❯✻✽]")
_STARTS = (
    r">|\||#{1,6}[ \t]|[-=_*~]{3,}[ \t]*\Z|[$%][ \t]|[{}\[\]<]",
    r"\+\+\+ |--- |@@ |diff --git|//|/\*|\*/|import |from \S+ import ",
    r"Traceback\b|File \"|at \S+ ?\(|[A-Za-z_.]*(?:Error|Exception|Warning): |\S+:[0-9]+(?::[0-9]+)?:|[0-9]+[→|:]",
    r"[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ][0-9]|\[?[0-9]{2}:[0-9]{2}:[0-9]{2}|[A-Za-z]{3} [ 0-9]?[0-9] [0-9]{2}:[0-9]{2}:",
    r"\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b|\"[^\"\n]{1,80}\"[ \t]*:",
)
_NO_PROSE = pattern(rf"[ \t]*(?:{'|'.join(_STARTS)})")
"""How lines begin that are quotations, tables, headings, code, traces and logs."""

_CODE_END = pattern(r"(?:[{;]|\) *=> *|\(\)|,\\|\\)[ \t]*\Z")
_END = pattern(r"[.!?…]{1,3}[\"')\]`*_]{0,3}(?=\s)|[。！？；!?]+[”」』）\"]?")
_ABBREVIATION = pattern(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|Mr|Ms|Dr|incl)|(?:^|\s)[A-Za-z])\.\Z")
_ENDED = pattern(r"[.!?:;。！？：；][\"')\]`*_”」』）]{0,3}\Z")
_UNFINISHED = pattern(
    r"\b(?:never|not|don['’]?t|always|only|must|should|please|the|an?|of|in|on|across|to|and|or|with|for|from|by|at|as|than|that|into|no|without)\Z",
    re.IGNORECASE | re.ASCII,
)
"""How a line ends that was broken in the middle of a sentence, however short it is."""

_ITEM_NUMBER = 6
_WRAPPED = 60
"""A line shorter than this was ended by who wrote it, not wrapped."""


def sentences(text: str) -> Iterator[str]:
    """Each sentence as it was written, white space folded; a list item keeps what it begins with."""
    for paragraph in _paragraphs(text):
        yield from _split(paragraph)


def _paragraphs(text: str) -> Iterator[str]:
    current: list[str] = []
    for line in prose(text):
        starts = not line or _BULLET.match(line) is not None
        if current and (starts or _is_complete(current[-1])):
            yield " ".join(current)
            current = []
        if line:
            current.append(" ".join(line.split()))
    if current:
        yield " ".join(current)


def _is_complete(line: str) -> bool:
    return _ENDED.search(line) is not None or (len(line) < _WRAPPED and not _UNFINISHED.search(line))


def prose(text: str) -> Iterator[str]:
    """The lines that are prose; an empty one for each that is not."""
    fence, element, pasted = "", "", False
    for line in (line.rstrip()[:LONGEST_LINE] for line in text.split("\n")):
        if element:
            element = "" if f"</{element}>" in line else element
            yield ""
            continue
        mark = _FENCE.match(line)
        if fence or mark:
            fence = _fence_after(fence, mark.group(1) if mark else "", line)
            yield ""
            continue
        opened = _OPENING.match(line)
        if opened:
            element = "" if f"</{opened.group(1)}>" in line else opened.group(1)
            yield ""
            continue
        pasted = bool(line) and (pasted or _PASTED.match(line) is not None)
        yield "" if pasted or not _is_prose(line) else line


def _fence_after(fence: str, mark: str, line: str) -> str:
    """The fence that is open behind this line."""
    if not fence:
        return mark
    closes = mark.startswith(fence) and not line.strip().strip(mark[0])
    return "" if closes else fence


def _is_prose(line: str) -> bool:
    return bool(line) and not _NO_PROSE.match(line) and not _CODE_END.search(line)


def _split(paragraph: str) -> Iterator[str]:
    start = 0
    for end in ends(paragraph):
        yield from _whole(paragraph[start:end])
        start = end


def ends(paragraph: str) -> Iterator[int]:
    """Where each sentence of a paragraph ends; the last where the paragraph does."""
    start = 0
    for match in _END.finditer(paragraph):
        if not _is_inside(paragraph, start, match):
            start = match.end()
            yield start
    if start < len(paragraph):
        yield len(paragraph)


def _is_inside(paragraph: str, start: int, match: re.Match[str]) -> bool:
    """Whether the full stop ends no sentence but an abbreviation, or the number of an item."""
    numbered = match.end() - start <= _ITEM_NUMBER and _BULLET.fullmatch(paragraph[start : match.end()] + " ") is not None
    return numbered or _ABBREVIATION.search(paragraph[max(0, match.start() - 8) : match.start() + 1]) is not None


def _whole(sentence: str) -> Iterator[str]:
    sentence = sentence.strip()
    if 3 <= len(sentence) <= LONGEST:
        yield sentence
