"""The package's own source as data: what each module imports, at module level or inside a function, and what it names."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import agentstate

PACKAGE = Path(agentstate.__file__).parent


@dataclass(frozen=True)
class Module:
    """One module: its dotted name, everything it imports, what of that at module level, and the dotted names it mentions."""

    name: str
    imports: frozenset[str]
    eager: frozenset[str]
    mentions: frozenset[str]

    def within(self, *rooms: str) -> bool:
        """Whether the module is one of these modules, or below one of these packages."""
        return any(self.name == room or self.name.startswith(f"{room}.") for room in rooms)

    @property
    def room(self) -> str:
        """The part of the house it belongs to: the second word of its name."""
        return (*self.name.split("."), "")[1]


def names() -> dict[str, Path]:
    """The dotted name of every module of the package, and its file."""
    return {_name(path): path for path in sorted(PACKAGE.rglob("*.py")) if "templates" not in path.relative_to(PACKAGE).parts}


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package, read once; not for collection, which every process of a run does anew."""
    paths = names()
    return tuple(_read(name, ast.parse(path.read_text(encoding="utf-8")), frozenset(paths)) for name, path in paths.items())


def _name(path: Path) -> str:
    return ".".join(("agentstate", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def _read(name: str, body: ast.Module, known: frozenset[str]) -> Module:
    nodes = tuple(_nodes(body))
    found = [(target, waits) for node, waits in nodes for target in _targets(node, known)]
    return Module(
        name,
        frozenset(target for target, _ in found),
        frozenset(target for target, lazy in found if not lazy),
        frozenset(mention for node, _ in nodes for mention in _mentions(node)),
    )


def _nodes(body: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """Every node below `body`, and whether it does not run when the module is imported."""
    left: list[tuple[ast.AST, bool]] = [(body, False)]
    while left:
        node, waits = left.pop()
        waits = waits or _waits(node)
        yield node, waits
        left.extend((child, waits) for child in ast.iter_child_nodes(node))


def _waits(node: ast.AST) -> bool:
    """Whether what stands in `node` does not run when the module is imported."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or (
        isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )


def _targets(node: ast.AST, known: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        assert node.module
        for alias in node.names:
            full = f"{node.module}.{alias.name}"
            yield full if full in known else node.module


def _mentions(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Attribute | ast.Name):
        yield _dotted(node)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
