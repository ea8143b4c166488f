"""Why a value does not conform. jsonschema finds the places; the words are ours, short, and never hold a whole value."""

import difflib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from agentstate.schema.conformance import Schema, resolved
from agentstate.schema.violation import Violation
from agentstate.vocabulary.annotations import Any
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import visible
from agentstate.yaml.model import Path, Value

_LIMIT = 100
_SHOWN = 60


@dataclass(frozen=True)
class _Problem:
    """A value that a keyword of the schema refuses. `part` is the schema that has the keyword, `field` what the schema says at `path`."""

    path: Path
    value: Any
    argument: Any
    part: Schema
    field: Schema

    @property
    def label(self) -> str:
        return label(self.path)

    @property
    def contradiction(self) -> str:
        return f"{self.label} is {_what(self.value)}: expected {self.part['x-expected']}"


def explain(instance: Value, schema: Schema) -> tuple[Violation, ...]:
    """Every way in which `instance` is not what `schema` says, each once, in the order of the paths, at most 100."""
    errors = Draft202012Validator(schema).iter_errors(instance)
    found = set(islice((violation for error in errors for violation in _violations(error, schema)), 2 * _LIMIT))
    typed = {violation.path for violation in found if violation.kind == "wrong-type"}
    found = {violation for violation in found if violation.kind == "wrong-type" or violation.path not in typed}
    ordered = sorted(found, key=lambda violation: ([(isinstance(step, str), step) for step in violation.path], violation.message))
    return tuple(ordered[:_LIMIT])


def label(path: Path) -> str:
    """How a person is told where: `next_action`, `limits.state_bytes`, `verified item 2 (how)`."""
    words = ""
    for before, step in zip((None, *path), path, strict=False):
        if isinstance(step, int):
            words += f" item {step + 1}"
        else:
            words += f" ({step})" if isinstance(before, int) else f".{step}"
    return visible(words.lstrip(". "), keep="") or "the document"


def _violations(error: ValidationError, root: Schema) -> Iterator[Violation]:
    path: Path = tuple(error.absolute_path)
    part = error.schema if isinstance(error.schema, Mapping) else {}
    yield from _EXPLANATIONS[str(error.validator)](_Problem(path, error.instance, error.validator_value, part, _field(path, root)))


def _field(path: Path, root: Schema) -> Schema:
    """What the schema says at `path`, with what it refers to."""
    here = root
    for step in path:
        below = here.get("items", {}) if isinstance(step, int) else here.get("properties", {}).get(step, {})
        here = {**resolved(below["$ref"], root), **below} if "$ref" in below else below
    return here


def _what(value: Value) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{visible(value[:_SHOWN], keep="")}{"…" if len(value) > _SHOWN else ""}"'
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else f"the number {value}"


def _missing(problem: _Problem) -> Iterator[Violation]:
    for name in problem.argument:
        if name not in problem.value:
            path = (*problem.path, name)
            yield Violation(path, f"{label(path)} is missing", f'add "{name}: …"', "missing")


def _unknown(problem: _Problem) -> Iterator[Violation]:
    known = list(problem.part.get("properties", {}))
    for name in problem.value:
        if name not in known:
            path = (*problem.path, name)
            near = difflib.get_close_matches(name, known, n=1)
            hint = f'write "{near[0]}"' if near else f"known here: {', '.join(known)}"
            yield Violation(path, f'"{label(path)[:_SHOWN]}" is not known here', hint, "unknown")


def _wrong_type(problem: _Problem) -> Iterator[Violation]:
    if _is_beyond(problem.value, problem.part.get("maximum")):
        message = f"{problem.label} is {_what(problem.value)}: expected at most {problem.part['maximum']}"
        yield Violation(problem.path, message, "lower it", "out-of-range")
        return
    yield Violation(problem.path, problem.contradiction, _type_hint(problem), "wrong-type")


def _is_beyond(value: Value, maximum: object) -> bool:
    """Whether the text of a number is one beyond the greatest allowed; a number that is too large for a computer to count in stays text."""
    return (
        isinstance(value, str)
        and maximum is not None
        and value.isascii()
        and value.isdigit()
        and len(value.lstrip("0")) > len(str(maximum))
    )


def _type_hint(problem: _Problem) -> str:
    names = problem.argument if isinstance(problem.argument, list) else [problem.argument]
    text, value = "string" in names, problem.value
    if value is None:
        return "fill it in or take it out"
    if text and not isinstance(value, list | dict):
        return "put it in quotes"
    if text and "x-hint" in problem.field:
        return str(problem.field["x-hint"])
    if text:
        return "write it as one line of text" if isinstance(value, list) else 'put text that holds ": " in quotes'
    return next(hint for name, hint in _TYPE_HINTS.items() if name in names)


_TYPE_HINTS = {
    "array": 'write one "- item" a line',
    "object": 'write one "key: value" a line',
    "integer": "write a number, without quotes",
    "number": "write a number, without quotes",
    "boolean": "write true or false, without quotes",
}


def _not_allowed(problem: _Problem) -> Iterator[Violation]:
    options = [option for option in problem.part.get("enum", ()) if isinstance(option, str)]
    near = difflib.get_close_matches(problem.value, options, n=1) if isinstance(problem.value, str) else []
    hint = f'write "{near[0]}"' if near else str(problem.field.get("x-hint", "write one of them"))
    yield Violation(problem.path, problem.contradiction, hint, "not-allowed")


def _wrong_form(problem: _Problem) -> Iterator[Violation]:
    lines = problem.value.replace("\r", "\n").strip("\n").count("\n") + 1
    expected = problem.part["x-expected"]
    if lines > 1:
        message, hint = f"{problem.label} has {lines} lines: expected {expected}", "join them into one"
    else:
        message, hint = problem.contradiction, f"write {expected}"
    yield Violation(problem.path, message, hint, "wrong-form")


def _too_long(problem: _Problem) -> Iterator[Violation]:
    message = f"{problem.label} has {len(problem.value)} characters: expected at most {problem.argument}"
    yield Violation(problem.path, message, "shorten it", "too-long")


def _too_short(problem: _Problem) -> Iterator[Violation]:
    yield Violation(problem.path, problem.contradiction, "fill it in or take it out", "too-short")


def _too_many(problem: _Problem) -> Iterator[Violation]:
    message = f"{problem.label} has {len(problem.value)} items: expected at most {problem.argument}"
    yield Violation(problem.path, message, "drop what is settled", "too-many")


def _out_of_range(problem: _Problem) -> Iterator[Violation]:
    side, hint = ("at least", "raise it") if problem.value < problem.argument else ("at most", "lower it")
    yield Violation(problem.path, f"{problem.label} is {problem.value}: expected {side} {problem.argument}", hint, "out-of-range")


_EXPLANATIONS: Mapping[str, Callable[[_Problem], Iterator[Violation]]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "type": _wrong_type,
    "enum": _not_allowed,
    "const": _not_allowed,
    "not": _not_allowed,
    "pattern": _wrong_form,
    "maxLength": _too_long,
    "minLength": _too_short,
    "maxItems": _too_many,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
}
