"""One field as lines of text, cut to the room it has: whole items first, a visible ellipsis and a count where none fits whole."""

from bisect import bisect_right

from agentstate.message.budget import Measure, Want
from agentstate.message.fields import Field, Item
from agentstate.message.wording import Wording
from agentstate.vocabulary.values import dataclass

SHORTEST = 16
"""Characters of an item below which a cut one is not worth its line."""


@dataclass(frozen=True)
class Section:
    """A field as it is about to be printed. `below`: what does not fit goes on further down in the message, not at the field's
    `more`; `continued`: its beginning stands further up."""

    field: Field
    words: Wording
    below: bool = False
    continued: bool = False

    @property
    def items(self) -> tuple[Item, ...]:
        """What is to be printed."""
        return self.field.items

    @property
    def label(self) -> str:
        """What stands before the items."""
        label = self.words.labels[self.field.slot.name]
        return self.words.say("label", label=self.words.say("continued", label=label) if self.continued else label)

    @property
    def required(self) -> bool:
        """Whether it is printed however little room there is."""
        return self.field.slot.required and not self.continued

    def left(self, unit: str, count: int, *, listed: bool = True) -> str:
        """The words that count what did not fit: items ("more"), characters of one ("cut"), or all items where none is shown ("none").

        Where it is `listed` nowhere, they do not point down the message.
        """
        if self.below and listed:
            return self.words.say(f"{unit}_below", count=count)
        return self.words.say(f"{unit}_at", count=count, place=self.field.more)

    def want(self, measure: Measure) -> Want:
        """The room it asks for."""
        need = measure(whole(self))
        least = measure(_counted(self)) if self.items else need
        viable = measure(_cut(self, SHORTEST)) if self.items else need
        return Want(min(need, least) * self.required, min(need, max(viable, least)), self.field.slot.share, need, self.field.slot.keep)


@dataclass(frozen=True)
class Printed:
    """The lines of a section, each ending in a line feed, and how many items stand in them whole; no lines: nothing fits."""

    text: str
    whole: int


def whole(section: Section) -> str:
    """The lines of the section with everything in them."""
    if not section.items:
        return f"{section.label}{section.words.say('not_recorded')}\n"
    if len(section.items) == 1 and not section.field.hidden:
        return f"{section.label}{_entry(section.items[0])}\n"
    return begun(section, len(section.items))


def begun(section: Section, count: int) -> str:
    """The lines of the section with its first `count` items whole and the others counted."""
    return _heading(section) + "".join(_line(item) for item in section.items[:count]) + _rest(section, count)


def printed(section: Section, room: int, measure: Measure) -> Printed:
    """The section in at most `room` by `measure`."""
    text = whole(section)
    if measure(text) <= room:
        return Printed(text, len(section.items))
    count = _fitting(section, room, measure)
    if count:
        return Printed(begun(section, count), count)
    forms = [_longest_cut(section, room, measure), _counted(section)] if section.required else [_longest_cut(section, room, measure)]
    return Printed(next((form for form in forms if form and measure(form) <= room), ""), 0)


def _heading(section: Section) -> str:
    return f"{section.label.rstrip()}\n"


def _entry(item: Item) -> str:
    parts = [item.text, f"[{item.note}]" if item.note else ""]
    return " ".join(part for part in parts if part).replace("\n", "\n  ")


def _line(item: Item) -> str:
    return f"- {_entry(item)}\n"


def _rest(section: Section, count: int) -> str:
    listed = len(section.items) - count
    left = listed + section.field.hidden
    return f"- {section.left('more', left, listed=listed > 0)}\n" if left else ""


def _fitting(section: Section, room: int, measure: Measure) -> int:
    """How many items fit whole, counted from the first, with the line that counts the others."""
    if len(section.items) < 2 and not section.field.hidden:
        return 0
    used, fitting = measure(_heading(section)), 0
    for count, item in enumerate(section.items, 1):
        used += measure(_line(item))
        if used > room:
            break
        if used + measure(_rest(section, count)) <= room:
            fitting = count
    return fitting


def _cut(section: Section, length: int) -> str:
    """The section with the first `length` characters of its first item."""
    entry, rest = _entry(section.items[0]), _rest(section, 1)
    start = f"{_heading(section)}- " if rest else section.label
    return f"{start}{entry[:length]}{section.left('cut', len(entry) - length)}\n{rest}"


def _longest_cut(section: Section, room: int, measure: Measure) -> str:
    """The section with as much of its first item as fits, "" where that is too little to be worth it."""
    if not section.items:
        return ""
    end = len(_entry(section.items[0]))
    length = bisect_right(range(end), room, key=lambda length: measure(_cut(section, length))) - 1
    return _cut(section, length) if length >= min(SHORTEST, end - 1) else ""


def _counted(section: Section) -> str:
    """The section where nothing of it fits: its label and how much there is."""
    return f"{section.label}{section.left('none', section.field.count)}\n"
