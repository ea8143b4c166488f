"""The prompt by which Codex CLI has its work summed up: on request one that names the fields which must not get lost.

It is one line of config.toml, known by the comment at its end.
"""

import json
import re
from collections.abc import Sequence
from itertools import chain

from agentstate.documents.text import SourceText
from agentstate.hooks.install.jsonc import refusal
from agentstate.hooks.install.plan import Files, Put, Step, Take, targets
from agentstate.hooks.install.specification import Hooks, Scope, Target
from agentstate.hooks.install.tables import parse
from agentstate.message.fields import BODY, HEAD
from agentstate.message.wording import ENGLISH
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern

AGENT = "codex"
KEY = "compact_prompt"
_MARK = "# agentstate hooks install --compact-prompt"
_OURS = pattern(rf"^{KEY} = [^\n]*{_MARK}\r?\n", re.MULTILINE)
_OTHERS = pattern(rf"^[ \t]*[\"']?{KEY}", re.MULTILINE)
FIELDS = tuple(ENGLISH.labels[slot.name] for slot in (*chain.from_iterable(slots for _, slots in HEAD), *BODY) if slot.required)
"""What the message calls the fields that it always has."""

PROMPT = (
    "Sum up this conversation so that another model can go on with the work without having read it. Begin with these fields, each under"
    f" its name and in this order: {'; '.join(FIELDS)}. Where nothing is known of one, write [not recorded]. Then say what was decided and"
    " why, and what was tried and failed. Keep names, paths, commands, error messages and whatever the user forbade or required word for"
    " word. Leave out everything else."
)


def with_prompt(hooks: Hooks, scope: Scope, files: Files, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps of an installation, and the prompt in config.toml.

    AgentStateError where the agent is another one, or where the file cannot be read or has a prompt of its own.
    """
    if hooks.agent != AGENT:
        raise AgentStateError(f"{hooks.title} takes no prompt for its compactions", f"name {AGENT} alone")
    return _changed(targets(hooks, scope)[-1], files, steps, takes=True)


def without_prompt(hooks: Hooks, scope: Scope, files: Files, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that take our calls out, and the prompt out of config.toml, whose file goes where it held nothing else."""
    return _changed(targets(hooks, scope)[-1], files, steps, takes=False) if hooks.agent == AGENT else tuple(steps)


def _changed(target: Target, files: Files, steps: Sequence[Step], *, takes: bool) -> tuple[Step, ...]:
    before = files.get(target)
    step = next((one for one in steps if one.target == target), None)
    held = step.data if isinstance(step, Put) else b"" if step else before or b""
    source = SourceText.decode(target.shown, held)
    after = (_put(source) if takes else _taken(source)).encode()
    if after == held:
        return tuple(steps)
    rest = [one for one in steps if one.target != target]
    return (*rest, Take(target, before) if before is not None and not after else Put(target, after, before))


def _put(source: SourceText) -> SourceText:
    """The file with the prompt below the comments that it begins with: further down it would belong to a table."""
    known = parse(_taken(source))
    if KEY in known:
        found = _OTHERS.search(source.text)
        hint = f"take it out, or add to it: {'; '.join(FIELDS)}"
        raise refusal(source, found.start() if found else 0, f'"{KEY}" is set already', hint)
    text, place = _taken(source).text, 0
    while text.startswith("#", place) and "\n" in text[place:]:
        place = text.index("\n", place) + 1
    line = f"{KEY} = {json.dumps(PROMPT)} {_MARK}{source.newline}"
    return source.with_text(text[:place] + line + text[place:])


def _taken(source: SourceText) -> SourceText:
    return source.with_text(_OURS.sub("", source.text))
