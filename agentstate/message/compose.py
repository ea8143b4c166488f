"""The text of a recovery message: head, body and frame within a budget. It knows fields and words, and nothing of where they came from."""

from collections.abc import Sequence
from itertools import chain

from agentstate.message.budget import Measure, Want, characters, share_out, weigher
from agentstate.message.fields import HEAD, Field
from agentstate.message.frame import FRAME_LINE_LENGTH, seal
from agentstate.message.section import Printed, Section, printed
from agentstate.message.wording import Wording
from agentstate.vocabulary.values import replace

HEAD_CHARACTERS = 2000
"""The first characters of a message, the first line of the frame included, which answer the four questions (docs/recovery.md)."""

HEAD_PART = (3, 5)
"""How much of a budget that is too small for both goes to the head."""

TAIL_PART = 20
"""Which part of a budget that does not hold everything is kept for saying what was left out, as a divisor."""

FIRM_PART = 4
"""Which part of the body a firm field may keep to itself, as a divisor."""

OTHER_PART = 3
"""Which part of the body another field may keep where there are firm ones, as a divisor: long notes do not crowd them out."""

BEFORE_THE_REST = ("about", "confidence", "newest_instruction", "rules")
"""The fields of the body that stand before what goes on from the head."""

Filled = list[tuple[Section, Printed]]


def compose(fields: Sequence[Field], words: Wording, budget: int) -> str:
    """The framed message: at most `budget` characters and 9,500 bytes; the same fields give the same bytes."""
    weigh = weigher(budget)
    escaped = [field.escaped() for field in fields]
    head = _head(escaped, words, min(HEAD_CHARACTERS, budget * HEAD_PART[0] // HEAD_PART[1]) - FRAME_LINE_LENGTH)
    answers = _text(head) + "\n"
    body = _body(escaped, head, words, budget - weigh(answers) - weigh("-" * 2 * FRAME_LINE_LENGTH), weigh)
    return seal((answers + body).removesuffix("\n"))


def _head(fields: Sequence[Field], words: Wording, room: int) -> Filled:
    """The four questions answered in `room` characters: first a share for each group of fields, then for each field in it."""
    groups = [[Section(field, words, below=True) for field in fields if field.slot in slots and field.printed] for _, slots in HEAD]
    wants = [[section.want(characters) for section in group] for group in groups]
    parts = share_out([_together(group, share) for group, (share, _) in zip(wants, HEAD, strict=True)], room)
    grants = chain.from_iterable(share_out(group, part) for group, part in zip(wants, parts, strict=True))
    return _filled(list(chain.from_iterable(groups)), list(grants), characters)


def _together(wants: Sequence[Want], share: int) -> Want:
    """What a group of fields asks for: it is viable with its required fields, or with any one where none is."""
    least, need = sum(want.least for want in wants), sum(want.need for want in wants)
    viable = max(sum(want.viable for want in wants if want.least), max((want.viable for want in wants), default=0))
    return Want(least, viable, share, need, max((want.keep for want in wants), default=0))


def _body(fields: Sequence[Field], head: Filled, words: Wording, room: int, weigh: Measure) -> str:
    """The rest, in sections that weigh at most `room`, and a line that counts what found no room at all."""
    own = [Section(field, words) for field in fields if field.printed and not any(field.slot in slots for _, slots in HEAD)]
    first = sum(section.field.slot.name in BEFORE_THE_REST for section in own)
    sections = [*own[:first], *(_going_on(*result) for result in head if not _complete(*result)), *own[first:]]
    other = room // OTHER_PART if any(section.field.slot.firm for section in sections) else room
    wants = [_worthwhile(section, section.want(weigh), room // FIRM_PART if section.field.slot.firm else other) for section in sections]
    filled = _filled(sections, share_out(wants, room), weigh)
    if not _missing(filled):
        return _text(filled)
    tail = max(weigh(_left_out(sections, words)), room // TAIL_PART)
    filled = _filled(sections, share_out(wants, room - tail), weigh)
    return _text(filled) + _tail(_missing(filled), words, room - weigh(_text(filled)), weigh)


def _worthwhile(section: Section, want: Want, most: int) -> Want:
    """In the body a few fields with a third of their share say more than all of them with one line each; firm ones have a whole one."""
    part = min(want.share if section.field.slot.firm else want.share // 3, most)
    return replace(want, viable=max(want.viable, min(want.need, part)))


def _missing(filled: Filled) -> list[Section]:
    return [section for section, result in filled if not result.text]


def _tail(missing: Sequence[Section], words: Wording, room: int, weigh: Measure) -> str:
    """The line that says what was left out, by field where that fits."""
    if not missing:
        return ""
    names = [words.say("left_out_name", label=words.labels[section.field.slot.name], count=section.field.count) for section in missing]
    named = words.say("left_out", names=words.say("comma").join(names)) + "\n"
    return named if weigh(named) <= room else _left_out(missing, words)


def _left_out(sections: Sequence[Section], words: Wording) -> str:
    return words.say("left_out_in_all", count=sum(section.field.count for section in sections)) + "\n"


def _filled(sections: Sequence[Section], grants: Sequence[int], measure: Measure) -> Filled:
    """Each section in the room granted to it and what those before it left over."""
    results: Filled = []
    spare = 0
    for section, grant in zip(sections, grants, strict=True):
        result = printed(section, grant + spare, measure)
        spare += grant - measure(result.text)
        results.append((section, result))
    return results


def _text(filled: Filled) -> str:
    return "".join(result.text for _, result in filled)


def _complete(section: Section, result: Printed) -> bool:
    return bool(result.text) and result.whole == len(section.items)


def _going_on(section: Section, result: Printed) -> Section:
    """What the head had no room for."""
    return Section(section.field.after(result.whole), section.words, continued=bool(result.text))
