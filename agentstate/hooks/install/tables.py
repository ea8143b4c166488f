"""Our entries in a TOML file that holds hooks as `[[hooks.EVENT]]` tables; everything else in it stays as it is, byte for byte.

Tables are added at the end and found again by their headers: what a library for editing TOML takes out leaves blank lines behind.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from agentstate.documents.text import SourceText
from agentstate.hooks.install.handlers import HOOKS, Wanted, does, is_ours
from agentstate.hooks.install.jsonc import refusal
from agentstate.hooks.install.sections import Section, sections_of
from agentstate.hooks.install.specification import Hooks
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern

_PLACE = pattern(r" ?\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)\Z")


@lru_cache(maxsize=4)
def parse(source: SourceText) -> Mapping[str, object]:
    """The data of the text. AgentStateError with file, line and column where it is no TOML."""
    try:
        return tomllib.loads(source.text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        message = str(error)
        found = _PLACE.search(message)
        line, column = (found[1] or "", found[2] or "") if found else ("", "")
        place = f"{line or max(1, len(source.lines))}:{column or 1}"
        reason = message[: found.start()] if found else message
        raise AgentStateError(f"{source.path}:{place}: {reason[:1].lower()}{reason[1:]}", "mend the file by hand") from error


def holds_hooks(source: SourceText, hooks: Hooks) -> bool:
    """Whether the file holds hooks for an event that we know, ours or others."""
    table = parse(source).get(HOOKS)
    return isinstance(table, dict) and any(moment.event in table for moment in hooks.moments)


def merged(source: SourceText, hooks: Hooks, entries: Sequence[Wanted]) -> SourceText:
    """The file with each entry once, in the place of an older form of it or else at the end; the same bytes if they are all there.

    AgentStateError where the file is no TOML, or writes hooks as lists in a value, to which no table can be added.
    """
    for one in entries:
        handlers = _handlers(source, hooks, one.event)
        if not handlers:
            source = _appended(source, one)
        elif not does([data for data, _ in handlers], [one.handler], hooks.timeout):
            source = _replaced(source, handlers, one)
    known = {one.event for one in entries}
    for event in sorted(_events(source) - known):
        source = _without(source, hooks, event)
    return source


def cleared(source: SourceText, hooks: Hooks) -> SourceText:
    """The file without our entries. AgentStateError as for `merged`."""
    for event in sorted(_events(source)):
        source = _without(source, hooks, event)
    return source


def _events(source: SourceText) -> set[str]:
    table = parse(source).get(HOOKS)
    return set(table) if isinstance(table, dict) else set()


def _data(source: SourceText, hooks: Hooks, event: str) -> list[object]:
    table = parse(source).get(HOOKS)
    groups = table.get(event) if isinstance(table, dict) else None
    held = [group.get(HOOKS) for group in groups if isinstance(group, dict)] if isinstance(groups, list) else []
    return [handler for handlers in held if isinstance(handlers, list) for handler in handlers if is_ours(handler, hooks.agent)]


def _handlers(source: SourceText, hooks: Hooks, event: str) -> list[tuple[object, Section]]:
    """Our handlers for an event with their sections; AgentStateError where one has no section of its own."""
    sections = [section for section in sections_of(source.text) if section.repeated and section.names == (HOOKS, event, HOOKS)]
    held = [(tomllib.loads(source.text[one.body : one.end].replace("\r\n", "\n")), one) for one in sections]
    ours: list[tuple[object, Section]] = [(data, section) for data, section in held if is_ours(data, hooks.agent)]
    if [data for data, _ in ours] != _data(source, hooks, event):
        hint = f'write it as a table of its own under "[[{HOOKS}.{event}.{HOOKS}]]"'
        raise _refused(source, (HOOKS, event), f'the hook of agentstate for "{event}" stands inside a value', hint)
    return ours


def _block(one: Wanted, newline: str) -> str:
    entry = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in one.entry.items() if key != HOOKS]
    return newline.join([f"[[{HOOKS}.{one.event}]]", *entry, *_handler_lines(one)])


def _handler_lines(one: Wanted) -> list[str]:
    body = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in one.handler.items()]
    return [f"[[{HOOKS}.{one.event}.{HOOKS}]]", *body]


def _appended(source: SourceText, one: Wanted) -> SourceText:
    """The file with a group at its end, set apart by a blank line; it ends in a line end if it did."""
    newline, text = source.newline, source.text
    if text and not text.endswith("\n"):
        added = text + newline * 2 + _block(one, newline)
    else:
        added = text + (newline if text else "") + _block(one, newline) + newline
    result = source.with_text(added)
    try:
        parse(result)
    except AgentStateError as error:
        hint = f'write them as tables, "[[{HOOKS}.{one.event}]]", and run the command again'
        raise _refused(source, (HOOKS,), "the hooks stand inside a value, to which nothing can be added", hint) from error
    return result


def _refused(source: SourceText, names: tuple[str, ...], message: str, hint: str) -> AgentStateError:
    """The error at the first table of those names, or at the start of the text where they are no table."""
    place = next((one.start for one in sections_of(source.text) if one.names[: len(names)] == names), 0)
    return refusal(source, place, message, hint)


def _replaced(source: SourceText, handlers: Sequence[tuple[object, Section]], one: Wanted) -> SourceText:
    """The file with the handler in the place of the first of ours, and without the others."""
    text = source.text
    for _, section in reversed(handlers[1:]):
        text = _cut(text, section.start, section.end)
    first = handlers[0][1]
    ending = text[first.start : first.end]
    tail = ending[len(ending.rstrip("\r\n")) :]
    return source.with_text(text[: first.start] + source.newline.join(_handler_lines(one)) + tail + text[first.end :])


def _without(source: SourceText, hooks: Hooks, event: str) -> SourceText:
    """The file without our handlers for an event, and without a group that holds nothing else."""
    text = source.text
    for _, section in reversed(_handlers(source, hooks, event)):
        start = _group_start(text, section, event)
        text = _cut(text, section.start if start is None else start, section.end)
    return source.with_text(text)


def _group_start(text: str, handler: Section, event: str) -> int | None:
    """Where the group of a handler starts, if it is the only handler in it; else None."""
    own = [one for one in sections_of(text) if one.names[:2] == (HOOKS, event)]
    place = next(number for number, one in enumerate(own) if one.start == handler.start)
    alone = place + 1 == len(own) or own[place + 1].names == (HOOKS, event)
    return own[place - 1].start if place and own[place - 1].names == (HOOKS, event) and alone else None


def _cut(text: str, start: int, end: int) -> str:
    """The text without that part, and without the blank line before it, or the line end before it where it ends the text."""
    before, after = text[:start], text[end:]
    if before.endswith(("\n\n", "\n\r\n")):
        before = before[: -2 if before.endswith("\r\n") else -1]
    if not after and not text.endswith("\n"):
        before = before.removesuffix("\n").removesuffix("\r")
    return before + after
