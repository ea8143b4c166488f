"""One line of a task list: a bullet or a number, a checkbox, and what stands behind it."""

import re
from collections.abc import Iterator, Sequence

from agentstate.documents.lines import BLANK
from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import quoted

State = Literal["open", "doing", "done"]

STATES: dict[str, State] = {" ": "open", "~": "doing", "x": "done", "X": "done"}
ITEM = pattern(r"(?P<indent>[ \t]*)(?P<bullet>[-*+]|[0-9]{1,9}[.)])[ \t]+\[(?P<mark>[ xX~])\](?:[ \t]+(?P<text>.*))?", re.DOTALL)
BLOCKED = pattern(r"(?:—{1,2}|–|(?<=[ \t])-{1,2})[ \t]*(?:blocked(?:[ \t]+(?:by|on))?|阻塞|受阻)[ \t]*[:：][ \t]*", re.IGNORECASE)

PRIORITY = pattern(r"(?:\*\*|[\[(])?[Pp]([0-3])(?:\*\*|[\])])?(?:[:：][ \t]*|[ \t]+)(?=\S)")
_ALMOST = pattern(
    r"[ \t]*(?:(?P<bullet>[-*+]|[0-9]{1,9}[.)])(?P<gap>[ \t]*))?[\[［【](?P<mark>[^\[\]［］【】()]{0,4})[\]］】](?P<rest>.*)", re.DOTALL
)
_DONE_SIGNS = frozenset({"x", "v", "ok", "done", "✓", "✔", "☑", "✅", "√", "完成"})
_OTHER_SIGNS = frozenset({"", "~", "-", "/", "*", ">", "?", "!", ".", "_", "✗", "✘", "×", "❌"})
_MENDS = {"done": 'write "- [x] " before what is done', "open": 'write "- [ ] " for open, "- [~] " for in progress, "- [x] " for done'}


@dataclass(frozen=True)
class Item:
    """One item. `text` is without checkbox, priority ("P0" to "P3", or "") and what blocks it ("" where nothing is said to).

    `line` counts from 1; `end` (exclusive) is past the lines that go on with it, not past its sub-items; `indent` is in columns.
    """

    text: str
    state: State
    priority: str
    blocked: str
    line: int
    end: int
    indent: int = 0


def read_item(lines: Sequence[str], index: int) -> Item | None:
    """The item at `lines[index]`, None where that line is none."""
    found = ITEM.fullmatch(lines[index]) if _may_be_item(lines[index]) else None
    if not found:
        return None
    text = found["text"] or ""
    marked = PRIORITY.match(text)
    said = text[marked.end() :] if marked else text
    suffix = BLOCKED.search(said)
    reason = said[suffix.end() :].strip(BLANK) if suffix else ""
    words = said[: suffix.start()] if suffix and reason else said
    priority = f"P{marked[1]}" if marked else ""
    indent = _indent(lines[index])
    return Item(words.strip(BLANK), STATES[found["mark"]], priority, reason, index + 1, _end(lines, index, indent), indent)


def _end(lines: Sequence[str], index: int, indent: int) -> int:
    """The line (from 1, exclusive) before which the item ends: lines that are indented further and are no items go on with it."""
    end = index + 1
    for below in range(index + 1, len(lines)):
        if lines[below].strip(BLANK):
            if _indent(lines[below]) <= indent or (_may_be_item(lines[below]) and ITEM.fullmatch(lines[below])):
                break
            end = below + 1
    return end + 1


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(BLANK))].expandtabs(4))


def item_faults(line: str, number: int, item: Item | None) -> Iterator[Fault]:
    """What is wrong with a line that is an item, or that was meant to be one; each a `malformed-item` fault with its mend."""
    column = len(line) - len(line.lstrip(BLANK)) + 1
    if item and not item.text:
        yield Fault("malformed-item", number, column, "an item without text", "say what is to be done, or take the line out")
    elif item and not item.blocked and BLOCKED.search(item.text):
        yield Fault("malformed-item", number, column, "a blocked item that does not say by what", "write the reason after the colon")
    elif not item and _may_be_item(line) and (found := _ALMOST.fullmatch(line)) and (mend := _mend(found)):
        yield Fault(
            "malformed-item", number, column, f"not a checkbox: {quoted(line[: found.end('rest') - len(found['rest'])].strip())}", mend
        )


def _may_be_item(line: str) -> bool:
    """Whether what stands behind a bullet or a number is a bracket: most lines end here, and cost no pattern."""
    return line.lstrip(" \t-*+0123456789.)")[:1] in set("[［【")


def _mend(found: re.Match[str]) -> str:
    """What to write instead; "" for a bracket that is no checkbox, such as a link, a footnote or a number."""
    sign, rest = found["mark"].strip(" \t　").lower(), found["rest"]
    linked = rest.startswith(("(", "[", ":", "："))
    glued = not found["gap"] and not (not rest or rest[0] in BLANK)
    if linked or glued or (not found["bullet"] and found["mark"] not in STATES):
        return ""
    return _MENDS["done"] if sign in _DONE_SIGNS else _MENDS["open"] if sign in _OTHER_SIGNS else ""
