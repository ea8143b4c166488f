"""Our entries merged into an agent's JSON file, and taken out of it; everything else in the file stays as it is, byte for byte."""

import json
from collections.abc import Sequence

from agentstate.documents.text import SourceText
from agentstate.hooks.install.edits import Piece, Style, inserted, made_for_entries, removed, rendered, replaced, style_of
from agentstate.hooks.install.handlers import HOOKS, Found, Wanted, does, found, holder, lists
from agentstate.hooks.install.jsonc import Node, parse
from agentstate.hooks.install.specification import Hooks


def fresh(hooks: Hooks, entries: Sequence[Wanted]) -> str:
    """The text of a file that holds nothing else. The hooks come first: where they are added to a file, they come last."""
    return rendered({HOOKS: _all(hooks, entries), **dict(hooks.extra)}, Style("\n", "  "), "") + "\n"


def _all(hooks: Hooks, entries: Sequence[Wanted]) -> object:
    return [one.entry for one in entries] if hooks.shape == "triggers" else {one.event: [one.entry] for one in entries}


def merged(source: SourceText, hooks: Hooks, entries: Sequence[Wanted]) -> SourceText:
    """The file with each entry once, in the place of an older form of it or else at the end; the same bytes if they are all there.

    AgentStateError with file, line and column where the file cannot be read, or holds something else where hooks belong.
    """
    while (text := _next_step(source, hooks, entries)) is not None:
        source = source.with_text(text)
    return source


def _next_step(source: SourceText, hooks: Hooks, entries: Sequence[Wanted]) -> str | None:
    root = parse(source)
    style, expected, seen = style_of(source, root), {one.event: one for one in entries}, set()
    for one in found(source, root, hooks):
        want = expected.get(one.event)
        if want is None or one.event in seen:
            return _without(source.text, hooks, one)
        seen.add(one.event)
        value = want.entry if one.entry is not one.node or want.entry is want.handler else want.handler
        if not does(one.entry.data, value, hooks.timeout):
            return replaced(source.text, one.entry, value, style)
    missing = [one for one in entries if one.event not in seen]
    return _added(source, root, hooks, missing, style) if missing else None


def _added(source: SourceText, root: Node, hooks: Hooks, missing: Sequence[Wanted], style: Style) -> str:
    """The text with some of the missing entries, as many as go into one place."""
    held = holder(source, root)
    if held is None:
        return inserted(source.text, root, [(HOOKS, _all(hooks, missing))], style)
    present = {event: node for event, _, node in lists(source, root, hooks)}
    if hooks.shape == "triggers":
        return inserted(source.text, held, [(None, one.entry) for one in missing], style)
    new: list[Piece] = [(one.event, [one.entry]) for one in missing if one.event not in present]
    if new:
        return inserted(source.text, held, new, style)
    return inserted(source.text, present[missing[0].event], [(None, missing[0].entry)], style)


def _without(text: str, hooks: Hooks, one: Found) -> str:
    """The text without that handler, and without whatever around it was made for it."""
    trail = list(one.trail)
    group = 2 if hooks.shape == "groups" and len(trail[-1][0].entries) == 1 else 0
    del trail[len(trail) - group :]
    while len(trail) > 1 and len(trail[-1][0].entries) == 1 and made_for_entries(text, trail[-1][0]):
        trail.pop()
    node, number = trail[-1]
    return removed(text, node, number)


def cleared(source: SourceText, hooks: Hooks) -> SourceText | None:
    """The file without our entries; None where nothing remains of a file that was made for them. AgentStateError as for `merged`."""
    while ours := found(source, parse(source), hooks):
        before, source = source, source.with_text(_without(source.text, hooks, ours[-1]))
        if _was_made(before, hooks) and _is_bare(source, hooks):
            return None
    return source


def _was_made(source: SourceText, hooks: Hooks) -> bool:
    """Whether the hooks come first in the file, as in one that was made for them."""
    root = parse(source)
    keys = [entry.key for entry in root.entries]
    closing = source.text[root.inner_start : root.end - 1]
    return bool(closing) and keys == [HOOKS, *(key for key, _ in hooks.extra)]


def _is_bare(source: SourceText, hooks: Hooks) -> bool:
    """Whether a file says nothing but what a new one says besides the hooks."""
    return "".join(source.encode().decode("utf-8", "replace").split()) == json.dumps(dict(hooks.extra), separators=(",", ":"))
