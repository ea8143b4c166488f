"""Definitions of a Python file by Python's own parser. Its C part has all of it; the module around that is slow to load."""

from collections.abc import Iterator

from agentstate.extraction.symbols.symbol import CLASS, CONSTANT, FUNCTION, LONGEST, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast as ast


def parsed(text: str) -> tuple[Symbol, ...] | None:
    """Each definition in the order of the text; None where the text is no Python that this Python understands."""
    import _ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = compile(text, "<text>", "exec", _ast.PyCF_ONLY_AST).body  # type: ignore[attr-defined] # a module, as asked for
        return tuple(_of(body, "", text.split("\n")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _of(body: "list[ast.stmt]", path: str, lines: list[str]) -> Iterator[Symbol]:
    import _ast as ast

    for node in body:
        if isinstance(node, ast.ClassDef):
            yield _symbol(CLASS, path + node.name, node, lines)
            yield from _of(node.body, f"{path}{node.name}.", lines)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield _symbol(FUNCTION, path + node.name, node, lines)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (_symbol(CONSTANT, path + name, node, lines) for name in _names(node) if name.isupper())
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from _of([*node.body, *getattr(node, "orelse", ())], path, lines)


def _names(node: "ast.Assign | ast.AnnAssign") -> list[str]:
    import _ast as ast

    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _symbol(kind: str, name: str, node: "ast.stmt", lines: list[str]) -> Symbol:
    """The symbol; its signature is what stands from its name to its body."""
    body = getattr(node, "body", None)
    last = body[0].lineno if body else node.lineno
    written = " ".join(" ".join(lines[node.lineno - 1 : min(last, node.lineno + 7)]).split())
    return Symbol(kind, name, _without_body(written)[:LONGEST].strip(), node.lineno)


def _without_body(written: str) -> str:
    """The declaration up to the colon that ends it, outside of all brackets; all of it where there is none, as in an assignment."""
    place = written.find(":") if written.startswith(("def ", "class ", "async ")) else -1
    while place >= 0:
        before = written[:place]
        if sum(map(before.count, "([{")) == sum(map(before.count, ")]}")):
            return before
        place = written.find(":", place + 1)
    return written
