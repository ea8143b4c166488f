"""What should stand in the head of a message that has notes."""

from collections.abc import Mapping

from agentstate.message.fields import HEAD
from agentstate.message.frame import defused
from agentstate.message.section import Section, begun, whole
from agentstate.message.wording import ENGLISH
from agentstate.replay.notes import Notes
from agentstate.verbs.resume import Message
from agentstate.vocabulary.visible import visible


def noted(known: Notes, message: Message) -> Mapping[str, tuple[str, ...]]:
    """The texts that should stand there, by field, as a message prints them: the notes, and what the message itself has put there."""
    texts = {name: tuple(defused(visible(text)) for text in said) for name, said in known.texts.items()}
    names = {slot.name for _, slots in HEAD for slot in slots} - set(texts)
    own = (part for part in message.fields if part.slot.name in names and part.items)
    return texts | {part.slot.name: (defused(whole(Section(part.escaped(), ENGLISH, below=True))),) for part in own}


def beginnings(message: Message) -> Mapping[str, tuple[str, ...]]:
    """The forms by field in which it stands in the head though not all of it does: its label, its first items and a count of the rest."""
    names = {slot.name for _, slots in HEAD for slot in slots}
    own = (Section(part.escaped(), ENGLISH, below=True) for part in message.fields if part.slot.name in names)
    return {part.field.slot.name: tuple(defused(begun(part, count)) for count in range(1, len(part.items))) for part in own}
