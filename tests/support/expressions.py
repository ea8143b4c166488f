"""Every regular expression of the package, found through its source: its text, where it is, and whether it scans.

An expression is a plain text in the call that makes it, waits in a variable of its module, is made by a function without arguments,
or comes from a table. FORMED says for each function of the last kind which expressions it makes; a call that is none of these is told
by `unknown`, so that no expression escapes.
"""

import ast
import gc
import importlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agentstate import resources
from agentstate.vocabulary.patterns import _Waiting
from tests.support.source import PACKAGE

SCANNING = frozenset({"search", "finditer", "findall", "sub", "subn", "split"})
"""The uses in which an expression is tried at every place of a text."""

METHODS = frozenset({"match", "fullmatch", *SCANNING})
USED = {
    "agentstate.rules.contradictions": frozenset({"fullmatch"}),
    "agentstate.rules.addresses": frozenset({"match"}),
    "agentstate.documents.snapshot_yaml": frozenset({"fullmatch"}),
    "agentstate.documents.mentions": frozenset({"fullmatch"}),
    "agentstate.hooks.install.jsonc": frozenset({"match"}),
    "agentstate.extraction.symbols.configuration": frozenset({"match"}),
    "agentstate.documents.block": frozenset({"fullmatch"}),
}
"""How the expressions of tables, and those that functions return, are used in some modules."""

ANYHOW = frozenset({"match", "finditer"})
"""For one of which it is not known how it is used."""

_IN_RE = METHODS | {"compile"}
_PATTERNS = "agentstate.vocabulary.patterns"
Form = tuple[str, int]


@dataclass(frozen=True)
class Expression:
    """A regular expression with its flags and its module, and the methods that are called on it."""

    text: str | bytes
    flags: int
    module: str
    uses: frozenset[str]

    @property
    def scans(self) -> bool:
        """Whether it is tried at every place of a text."""
        return bool(self.uses & SCANNING)


@dataclass(frozen=True)
class Call:
    """A call that makes an expression: where, and the expression where it stands in it as plain text."""

    module: str
    function: str
    plain: Expression | None
    made_alone: bool
    """Whether the function can be called without arguments."""


def _detectors() -> Iterator[Form]:
    from agentstate.secrets.search import detectors

    return ((detector.pattern, detector.flags) for detector in detectors())


def _blank() -> Iterator[Form]:
    from agentstate.extraction.symbols.languages import LANGUAGES

    return (("|".join(language.blank), re.MULTILINE) for language in LANGUAGES)


def _definitions() -> Iterator[Form]:
    from agentstate.extraction.symbols.languages import LANGUAGES

    return ((form, 0) for language in LANGUAGES for _, form in (*language.definitions, *language.members))


def _brackets() -> Iterator[Form]:
    from agentstate.extraction.symbols.languages import LANGUAGES

    return ((f"[{re.escape(language.brackets)};]", 0) for language in LANGUAGES)


def _constants() -> Iterator[Form]:
    from agentstate.extraction.symbols.nodes import STABLE

    return ((form, 0) for form in STABLE.values())


def _markers() -> Iterator[Form]:
    from agentstate.documents import block

    kinds = [value for value in vars(block).values() if isinstance(value, block.Markers)]
    return ((block._pattern(marker, kind).pattern, 0) for kind in kinds for marker in (kind.begin, kind.end))


def _line_ends() -> Iterator[Form]:
    return iter(((r"\r", 0), (r"(?<!\r)\n|\r(?!\n)", 0)))


def _calls() -> Iterator[Form]:
    from agentstate.hooks.install import call

    return iter(((call._call("claude-code").pattern, re.ASCII),))


def _schemas() -> Iterator[Form]:
    for name in resources.names("schemas"):
        found: list[object] = [json.loads(resources.read_text("schemas", name))]
        for value in found:
            found += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            if isinstance(value, dict) and isinstance(value.get("pattern"), str):
                yield value["pattern"], 0


FORMED: dict[tuple[str, str], Callable[[], Iterable[Form]]] = {
    ("agentstate.secrets.detector", "compiled"): _detectors,
    ("agentstate.extraction.symbols.definitions", "_blank"): _blank,
    ("agentstate.extraction.symbols.definitions", "_compiled"): _definitions,
    ("agentstate.extraction.symbols.definitions", "_Bracketed"): _brackets,
    ("agentstate.extraction.symbols.nodes", "_kind_of_value"): _constants,
    ("agentstate.documents.block", "_pattern"): _markers,
    ("agentstate.rules.line_ends", "_first_other"): _line_ends,
    ("agentstate.hooks.install.call", "_call"): _calls,
    ("agentstate.schema.conformance", ""): _schemas,
}
"""The functions that make expressions from what they are given, and all that they make."""

ANCHORED = frozenset(
    {("agentstate.extraction.symbols.definitions", "_compiled"), ("agentstate.extraction.symbols.nodes", "_kind_of_value")}
)
"""Those whose expressions are matched at the beginning of a text alone."""


def calls() -> Iterator[Call]:
    """Every call of the package that makes an expression, but those of variables at module level, which wait there."""
    for module, path in _paths().items():
        if module == _PATTERNS:
            continue
        for outermost in ast.parse(path.read_text(encoding="utf-8")).body:
            function = getattr(outermost, "name", "") if isinstance(outermost, ast.FunctionDef | ast.ClassDef) else ""
            alone = isinstance(outermost, ast.FunctionDef) and not outermost.args.args
            for node in ast.walk(outermost):
                if isinstance(node, ast.Call) and (name := _maker(node)) and (function or name != "pattern"):
                    yield Call(module, function, _plain(module, name, node), alone)


def _maker(call: ast.Call) -> str:
    """`pattern`, or the name of the function of `re`; "" for any other call."""
    name = ast.unparse(call.func)
    return name.removeprefix("re.") if name == "pattern" or (name.startswith("re.") and name[3:] in _IN_RE) else ""


def _plain(module: str, name: str, call: ast.Call) -> Expression | None:
    first = call.args[0]
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str | bytes):
        return None
    flags = [value for word in [*call.args[1:], *(keyword.value for keyword in call.keywords)] for value in _flags(word)]
    return Expression(first.value, sum(set(flags)), module, ANYHOW if name == "compile" else frozenset({name}))


def _flags(node: ast.expr) -> list[int]:
    return [
        int(getattr(re, word.attr)) for word in ast.walk(node) if isinstance(word, ast.Attribute) and ast.unparse(word).startswith("re.")
    ]


def _paths() -> dict[str, Path]:
    """The file of every module."""
    found = (path for path in sorted(PACKAGE.rglob("*.py")) if "templates" not in path.relative_to(PACKAGE).parts)
    return {".".join(("agentstate", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path for path in found}


def _waiting() -> Iterator[Expression]:
    """The expressions in the variables of all modules, with how they are used: a private one in its module alone."""
    sources = {name: path.read_text(encoding="utf-8") for name, path in _paths().items()}
    together = "\n".join(sources.values())
    named = {
        id(value): (name, module)
        for module in sources
        if module in sys.modules
        for name, value in vars(sys.modules[module]).items()
        if isinstance(value, _Waiting)
    }
    held = {
        id(one): module
        for module in sources
        if module in sys.modules
        for value in vars(sys.modules[module]).values()
        for one in _inside(value)
    }
    gc.unfreeze()  # what stood when the suite was collected was taken out of sight
    for waiting in gc.get_objects():
        if type(waiting) is _Waiting:
            name, module = named.get(id(waiting), ("", held.get(id(waiting), "")))
            where = sources[module] if name.startswith("_") else together
            used = METHODS.intersection(re.findall(rf"\b{name}\.([a-z]+)\b", where)) if name else None
            yield Expression(*waiting._arguments, module, used or USED.get(module, ANYHOW))


def _inside(value: object) -> Iterator[_Waiting]:
    """The expressions in a table."""
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ():
        if isinstance(one, _Waiting):
            yield one
        elif isinstance(one, tuple):
            yield from _inside(one)


def _from_functions(found: Iterable[Call]) -> Iterator[Expression]:
    """What functions without arguments return, alone or in a tuple."""
    for module, function in {(call.module, call.function) for call in found if call.made_alone}:
        made = getattr(importlib.import_module(module), function)()
        for one in made if isinstance(made, tuple) else (made,):
            yield Expression(one.pattern, one.flags & ~re.UNICODE, module, USED.get(module, ANYHOW))


def unknown() -> list[Call]:
    """The calls that make expressions of which nothing here knows the text."""
    return [call for call in calls() if not (call.plain or call.made_alone or (call.module, call.function) in FORMED)]


def expressions() -> list[Expression]:
    """All of them, each once."""
    for module in _paths().keys() - {"agentstate.__main__"}:
        importlib.import_module(module)
    found = list(calls())
    formed = [
        Expression(text, flags, module, frozenset({"match"}) if (module, function) in ANCHORED else USED.get(module, ANYHOW))
        for (module, function), forms in FORMED.items()
        for text, flags in forms()
    ]
    plain = [call.plain for call in found if call.plain and not call.made_alone]
    return list(dict.fromkeys([*_waiting(), *plain, *_from_functions(found), *formed]))
