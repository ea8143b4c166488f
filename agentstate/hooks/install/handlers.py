"""What we put into an agent's file for each of its events, and which of the entries in a file are ours."""

from collections.abc import Iterator, Mapping

from agentstate.documents.text import SourceText
from agentstate.hooks.install import call
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.jsonc import Entry, Node, refusal
from agentstate.hooks.install.specification import Hooks, Moment
from agentstate.vocabulary.values import dataclass

HOOKS = "hooks"


@dataclass(frozen=True)
class Wanted:
    """The entry for one event, and the handler inside it (the same where the agent has no groups)."""

    event: str
    entry: Mapping[str, object]
    handler: Mapping[str, object]


@dataclass(frozen=True)
class Found:
    """A handler in a file: its event, the nodes from the root down to it, each with the number of its entry, and itself.

    `entry` is what is replaced where it is out of date: the group around it where it is alone there, else the handler.
    """

    event: str
    trail: tuple[tuple[Node, int], ...]
    node: Node
    entry: Node


def wanted(hooks: Hooks, caller: Caller) -> tuple[Wanted, ...]:
    """An entry for every event of the agent, in the order of its specification."""
    return tuple(_wanted(hooks, caller, moment) for moment in hooks.moments)


def _wanted(hooks: Hooks, caller: Caller, moment: Moment) -> Wanted:
    words = call.arguments(hooks.agent, moment.event if hooks.names_event else "")
    handler: dict[str, object] = {"name": call.NAME} if hooks.named else {}
    if hooks.shape == "triggers":
        action = {"type": "command", "command": _command(hooks, caller, "command", words)}
        matcher = {"matcher": moment.matcher} if moment.matcher else {}
        name = {"name": f"{call.NAME}-{moment.event.lower()}", "trigger": moment.event}
        entry = {**name, **matcher, "action": action, hooks.timeout: moment.seconds * hooks.unit, "enabled": True}
        return Wanted(moment.event, entry, entry)
    handler |= {"type": "command"} if hooks.typed else {}
    if caller.windows and hooks.windows == "words":
        handler |= {"command": caller.words[0], "args": [*caller.words[1:], *words]}
    else:
        handler |= {key: _command(hooks, caller, key, words) for key in hooks.keys}
    handler |= {hooks.timeout: moment.seconds * hooks.unit} if hooks.timeout else {}
    if hooks.shape == "entries":
        return Wanted(moment.event, handler, handler)
    return Wanted(moment.event, {**({"matcher": moment.matcher} if moment.matcher else {}), HOOKS: [handler]}, handler)


def _command(hooks: Hooks, caller: Caller, key: str, words: tuple[str, ...]) -> str:
    if key == "powershell" or (caller.windows and hooks.windows == "powershell" and key == "command"):
        return call.for_powershell(caller, *words)
    return call.for_cmd(caller, *words) if caller.windows and key == "command" else call.for_shell(caller, *words)


def does(held: object, wanted: object, timeout: str) -> bool:
    """Whether what a file holds does what is wanted: it is the same, but may wait longer, by its value of the key `timeout`."""
    if isinstance(held, dict) and isinstance(wanted, Mapping):
        return held.keys() == wanted.keys() and all(
            does(held[key], value, timeout) or (key == timeout and _is_longer(held[key], value)) for key, value in wanted.items()
        )
    if isinstance(held, list) and isinstance(wanted, list):
        return len(held) == len(wanted) and all(does(one, value, timeout) for one, value in zip(held, wanted, strict=True))
    return held == wanted


def _is_longer(held: object, wanted: object) -> bool:
    return isinstance(held, int | float) and isinstance(wanted, int) and not isinstance(held, bool) and held > wanted


def is_ours(handler: object, agent: str) -> bool:
    """Whether a handler calls us for that agent."""
    if not isinstance(handler, dict):
        return False
    action = handler.get("action")
    lines = [*handler.values(), *(action.values() if isinstance(action, dict) else ())]
    arguments = handler.get("args")
    if isinstance(arguments, list):
        lines.append(" ".join(map(str, (handler.get("command", ""), *arguments))))
    return any(isinstance(line, str) and call.is_call(line, agent) for line in lines)


def holder(source: SourceText, root: Node) -> Node | None:
    """The value of "hooks" in a file; AgentStateError where the file is no object, or says "hooks" twice."""
    if not isinstance(root.data, dict):
        raise refusal(source, root.start, "the file holds no object", "write it as {…}")
    entry = _only(source, root, HOOKS)
    return entry.node if entry else None


def _only(source: SourceText, node: Node, key: str) -> Entry | None:
    entries = [entry for entry in node.entries if entry.key == key]
    if len(entries) > 1:
        raise refusal(source, entries[1].start, f'"{key}" is there twice', "make one of both")
    return entries[0] if entries else None


def lists(source: SourceText, root: Node, hooks: Hooks) -> Iterator[tuple[str, tuple[tuple[Node, int], ...], Node]]:
    """Every list of entries: its event ("" where one list holds all), the way to it, and itself; AgentStateError for another shape."""
    held = holder(source, root)
    if held is None:
        return
    way = ((root, next(number for number, entry in enumerate(root.entries) if entry.key == HOOKS)),)
    if hooks.shape == "triggers":
        if not isinstance(held.data, list):
            raise refusal(source, held.start, f'"{HOOKS}" holds no list', "write it as […]")
        yield "", way, held
        return
    if not isinstance(held.data, dict):
        raise refusal(source, held.start, f'"{HOOKS}" holds no object', "write it as {…}")
    for number, entry in enumerate(held.entries):
        if isinstance(entry.node.data, list):
            yield str(entry.key), (*way, (held, number)), entry.node
        elif entry.key in {moment.event for moment in hooks.moments}:
            raise refusal(source, entry.node.start, f'"{entry.key}" holds no list', "write it as […]")
    for moment in hooks.moments:
        _only(source, held, moment.event)


def found(source: SourceText, root: Node, hooks: Hooks) -> tuple[Found, ...]:
    """Every handler of ours, in the order of the file."""
    every = (one for event, way, node in lists(source, root, hooks) for one in _in_list(event, way, node, hooks))
    return tuple(one for one in every if is_ours(one.node.data, hooks.agent))


def _in_list(event: str, way: tuple[tuple[Node, int], ...], node: Node, hooks: Hooks) -> Iterator[Found]:
    for number, entry in enumerate(node.entries):
        trail = (*way, (node, number))
        if hooks.shape == "groups":
            yield from _in_group(event, trail, entry.node)
        else:
            trigger = entry.node.data.get("trigger") if isinstance(entry.node.data, dict) else None
            yield Found(event or str(trigger), trail, entry.node, entry.node)


def _in_group(event: str, trail: tuple[tuple[Node, int], ...], group: Node) -> Iterator[Found]:
    inner = group.member(HOOKS)
    if inner is None:
        return
    alone = len(inner.node.entries) == 1
    for place, handler in enumerate(inner.node.entries):
        within = (*trail, (group, group.entries.index(inner)), (inner.node, place))
        yield Found(event, within, handler.node, group if alone else handler.node)
