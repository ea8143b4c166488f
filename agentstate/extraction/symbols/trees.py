"""Definitions by a tree-sitter grammar, where one is installed. The shape of what comes back is that of the patterns."""

from collections.abc import Iterator

from agentstate.extraction.symbols.grammars import GRAMMARS, parser
from agentstate.extraction.symbols.nodes import (
    OPEN,
    STABLE,
    declaration_of,
    extends,
    inner_name,
    kind_of,
    name_of,
    object_of,
    receiver_of,
    split_name,
    text_of,
)
from agentstate.extraction.symbols.symbol import CLASS, CONSTANT, LONGEST, Symbol, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.extraction.symbols.grammars import Node


def parsed(name: str, suffix: str, text: str) -> tuple[Symbol, ...] | None:
    """Each definition in the order of the text; None where there is no grammar, or where it does not understand the text."""
    parse = parser(*GRAMMARS.get(suffix, GRAMMARS.get(name, ("", ""))))
    if parse is None:
        return None
    tree = parse(text.encode("utf-8", "replace"))
    if tree is None or tree.root_node.has_error:
        return None
    try:
        return tuple(_walk(tree.root_node, (), text.split("\n"), STABLE.get(name, r"\Z")))
    except RecursionError:
        return None


def _walk(node: "Node", path: tuple[str, ...], lines: list[str], stable: str) -> Iterator[Symbol]:
    """The definitions below a node, whose names begin with the path."""
    for child in node.named_children:
        kind = kind_of(child, stable)
        named = name_of(child) if kind else None
        owner, name = ("", text_of(named)) if named is not None and named.type == "word" else split_name(text_of(named))
        if named is not None and name and not extends(child):
            number = named.start_point[0]
            full = [*path, *filter(None, [receiver_of(child) or owner]), name]
            written = declaration_of(child, lines)[:LONGEST] or signature(lines, number)
            yield Symbol(kind, ".".join(full), written, number + 1)
        held = object_of(child) if kind == CONSTANT else None
        if held is not None:
            yield from _walk(held, (*path, name), lines, stable)
        if kind == CLASS or child.type in OPEN:
            yield from _walk(child, (*path, *filter(None, [inner_name(child, name)])), lines, stable)
