"""The optional door to tree-sitter: a parser for each language whose grammar is installed (`agentstate-cli[symbols]`)."""

import importlib
from functools import cache
from itertools import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    class Node(Protocol):
        """A node of a syntax tree, as far as it is used here."""

        @property
        def type(self) -> str:
            """What it is, in the words of the grammar."""

        @property
        def text(self) -> bytes | None:
            """What it covers."""

        @property
        def children(self) -> Sequence["Node"]:
            """All that it consists of."""

        @property
        def named_children(self) -> Sequence["Node"]:
            """Of that, what is more than punctuation."""

        @property
        def parent(self) -> "Node | None":
            """What it is part of."""

        @property
        def start_point(self) -> tuple[int, int]:
            """Line and column from 0."""

        @property
        def has_error(self) -> bool:
            """Whether something in it was not understood."""

        def child_by_field_name(self, name: str, /) -> "Node | None":
            """The child that the grammar gives this name."""

    class Tree(Protocol):
        """What a parser makes of a text."""

        @property
        def root_node(self) -> Node:
            """The node that covers all of it."""

    Parse = Callable[[bytes], Tree | None]


GRAMMARS = {
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    ".tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "c-sharp": ("tree_sitter_c_sharp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "swift": ("tree_sitter_swift", "language"),
    "shell": ("tree_sitter_bash", "language"),
}
"""Module and function of each grammar, by language or by suffix where that has its own."""


_PIECE = 65_536
_PATIENCE = 500, 10
"""Steps of the parser that are waited for: so many, and one more for so many bytes. Code takes one for sixty bytes; text that is none may
take the square of its length."""


@cache
def parser(module: str, function: str) -> "Parse | None":
    """What parses with the grammar; None where a package is missing, or the two do not fit together."""
    if not module:
        return None
    try:
        library, grammar = importlib.import_module("tree_sitter"), importlib.import_module(module)
        made = library.Parser(library.Language(getattr(grammar, function)()))
    except (ImportError, AttributeError, TypeError, ValueError):
        return None
    return lambda data: _parsed(made.parse, made.reset, data)


def _parsed(parse: "Callable[..., Tree]", reset: "Callable[[], object]", data: bytes) -> "Tree | None":
    """The tree; None where it takes too long, or where the library is too old to be stopped."""
    steps, most = count(), _PATIENCE[0] + len(data) // _PATIENCE[1]
    try:
        return parse(lambda start, _: data[start : start + _PIECE], progress_callback=lambda *_: next(steps) > most)
    except (TypeError, ValueError):
        reset()  # it would go on where it was stopped
        return None
