"""A list of engrams in JSON: what is remembered of symbols, each with its scope, content and use."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Source
from agentstate.exchange.json_items import read_each, shaped
from agentstate.exchange.json_text import Leaves, Node

SECTION = "Engrams"
"""The section of FACTS.md in which engrams stand: such as "`src/cart.py:total` — total(items) -> Money; rounds half up"."""

_KEYS = ("type", "symbol", "scope", "content")
_KINDS = {"progress": "done"}


def _fits(root: Node) -> bool:
    return root.kind == "array" and bool(root.items) and all(node.has(*_KEYS) for node in root.items)


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return shaped(files, [f'"{key}"' for key in _KEYS], _fits)


def _items(path: str, root: Node, leaves: Leaves) -> Iterator[Item]:
    for node in root.items:
        named = [text for key in ("scope", "symbol") if (text := leaves.take(node.get(key)))]
        content = node.get("content")
        parts = [*(value for _, value in content.pairs), *content.each()] if content else []
        said = [text for value in parts for one in value.each() if (text := leaves.take(one))]
        if said:
            kind = leaves.take(node.get("type"))
            text = "; ".join(said)
            yield from _item(path, node, kind, f"`{':'.join(named)}` — {text}" if named else text, leaves)


def _item(path: str, node: Node, kind: str, text: str, leaves: Leaves) -> Iterator[Item]:
    if kind == "decision":
        content = node.get("content")
        why = leaves.take(content.get("why", "reason", "rationale")) if content else ""
        yield Item("decision", text, path, node.line, node.end, {"why": why})
    else:
        fields = {} if kind in _KINDS else {"section": SECTION}
        yield Item(_KINDS.get(kind, "fact"), text, path, node.line, node.end, {**fields, **({} if kind == "fact" else {"type": kind})})


def _read(files: Mapping[str, str]) -> Imported:
    return read_each(SOURCE.name, files, _items)


SOURCE = Source("engrams", 'a list of engrams in JSON ("type", "symbol", "scope", "content")', _takes, _read)
