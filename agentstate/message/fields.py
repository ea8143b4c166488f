"""What a recovery message is made of: a fixed row of fields, filled with evidence from whatever source has some."""

from collections.abc import Iterable, Mapping
from itertools import accumulate

from agentstate.vocabulary import layout
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import visible


@dataclass(frozen=True)
class Item:
    """One entry of a field: `text` stands as it was written, `note` is what the message says about it, or in its place, in brackets."""

    text: str
    note: str = ""


Evidence = Mapping[str, Iterable[Item]]
"""What one source knows: items by the name of the field they belong to."""


@dataclass(frozen=True)
class Slot:
    """The place of a field in the message.

    `share` is how many characters it is sure of while others want room too. Where room is short, the field with the lowest
    `keep` leaves first. `more` says where the rest can be read. A `required` field is printed even when nothing is known.
    `most` items, and items of `length` characters together, are listed, however much room there is; 0: all. A `firm` field keeps its
    share, or a quarter of the body where that is less, before others get more than a line.
    """

    name: str
    share: int
    keep: int
    more: str
    required: bool = False
    most: int = 0
    length: int = 0
    firm: bool = False


@dataclass(frozen=True)
class Field:
    """A slot and what is known for it, each item once, in the order of the sources; `hidden` ones beyond its `most` are only counted.

    `place` says where the rest can be read where that is not the slot's `more`.
    """

    slot: Slot
    items: tuple[Item, ...]
    hidden: int = 0
    place: str = ""

    @property
    def more(self) -> str:
        """Where the rest can be read."""
        return self.place or self.slot.more

    @property
    def printed(self) -> bool:
        """Whether the message names it at all."""
        return bool(self.items) or self.slot.required

    @property
    def count(self) -> int:
        """How many items there are, listed or not."""
        return len(self.items) + self.hidden

    def escaped(self) -> "Field":
        """The field with its invisible characters escaped."""
        return replace(self, items=tuple(Item(visible(item.text), visible(item.note)) for item in self.items))

    def after(self, count: int) -> "Field":
        """The field without its first items."""
        return replace(self, items=self.items[count:])


HEAD: tuple[tuple[int, tuple[Slot, ...]], ...] = (
    (
        300,
        (
            Slot("task", 180, 9, layout.STATE, required=True),
            Slot("goal", 100, 8, layout.STATE),
            Slot("stage", 60, 6, layout.STATE),
            Slot("project", 60, 5, layout.STATE),
            Slot("acceptance", 60, 7, layout.STATE),
        ),
    ),
    (
        300,
        (
            Slot("next_action", 220, 9, layout.STATE, required=True),
            Slot("then", 60, 7, layout.STATE),
            Slot("blocked", 80, 8, layout.STATE),
        ),
    ),
    (
        500,
        (
            Slot("constraints", 180, 8, layout.STATE),
            Slot("do_not", 180, 9, layout.STATE),
            Slot("awaiting_approval", 140, 8, layout.STATE),
        ),
    ),
    (
        450,
        (
            Slot("done", 200, 7, layout.STATE),
            Slot("changed_files", 250, 9, "git status", required=True, most=20),
        ),
    ),
    (400, (Slot("decisions", 400, 7, "agentstate decisions"),)),
)
"""The groups of the head with their shares in characters: the four questions an agent wakes up with. They sum to 1,950, which
leaves the first line of the frame its 50 of the 2,000 characters."""

BODY: tuple[Slot, ...] = (
    Slot("about", 330, 3, layout.PROTOCOL),
    Slot("confidence", 120, 8, layout.STATE),
    Slot("newest_instruction", 600, 9, layout.STATE, required=True),
    Slot("rules", 1500, 10, "agentstate recall --rules", length=1500, firm=True),
    Slot("failed_attempts", 800, 7, layout.STATE),
    Slot("failures", 1500, 9, "agentstate recall --commands", firm=True),
    Slot("commands", 400, 4, layout.STATE),
    Slot("facts", 1200, 9, layout.FACTS, required=True),
    Slot("hypotheses", 500, 9, layout.STATE, required=True),
    Slot("findings", 400, 4, layout.STATE),
    Slot("files", 600, 5, layout.STATE, most=20),
    Slot("symbols", 600, 4, "agentstate recall --file PATH"),
    Slot("plan", 500, 6, "agentstate recall --plan"),
    Slot("said", 500, 5, "agentstate recall --said"),
    Slot("todo", 500, 5, "agentstate todo list", most=10),
    Slot("reasons", 800, 3, "agentstate decisions", most=20),
    Slot("problems", 500, 8, "agentstate check"),
    Slot("repository", 400, 6, "git status"),
    Slot("disagreements", 400, 8, "agentstate check"),
    Slot("lanes", 600, 8, "agentstate lane", most=20),
    Slot("diff_stat", 300, 2, "git diff --stat HEAD", most=21),
    Slot("read_more", 250, 1, layout.PROTOCOL),
)
"""The fields of the body, in the order in which they are printed; what the head had no room for goes on before `failed_attempts`."""


def gather(*sources: Evidence, instead: Mapping[str, Slot] | None = None, state: str = layout.STATE) -> tuple[Field, ...]:
    """Every field of the message in its fixed order, filled from `sources`; what two sources say in the same words is kept once.

    `instead` are the places of some fields of the body, by name, where they are others than usual; `state` is the file of the state.
    """
    slots = [slot for _, group in HEAD for slot in group] + [(instead or {}).get(slot.name, slot) for slot in BODY]
    return tuple(_field(slot, _once(item for source in sources for item in source.get(slot.name, ())), state) for slot in slots)


def _field(slot: Slot, items: tuple[Item, ...], state: str) -> Field:
    listed = items[: slot.most] if slot.most else items
    if slot.length:
        ends = accumulate(len(item.text) for item in listed)
        listed = listed[: sum(end <= slot.length for end in ends)]
    return Field(slot, listed, len(items) - len(listed), state if slot.more == layout.STATE else "")


def _once(items: Iterable[Item]) -> tuple[Item, ...]:
    known: dict[tuple[str, str], Item] = {}
    for item in items:
        known.setdefault((item.text, "" if item.text else item.note), item)
    return tuple(known.values())
