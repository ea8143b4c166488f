"""A gate: lines in a file that make somebody run the check, put between two markers and taken out again without a trace."""

from collections.abc import Callable, Sequence

from agentstate import resources
from agentstate.documents.block import COMMENT, drop_block, find_block, put_block
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import Value, YamlDocument, parse

REMEDY = "add it by hand, as docs/gates.md shows"


@dataclass(frozen=True)
class Gate:
    """Where a gate stands, the template of the whole file, and how its lines get into a file that holds something else.

    `extended` takes the file, what it says and the lines; AgentStateError where the shape of the file leaves no sure place.
    `fitted` takes the lines and what the file says; it returns the lines as this file needs them. `restored` takes the file without the
    gate and undoes what `extended` did to the lines around it.
    """

    path: str
    template: str
    extended: Callable[[SourceText, YamlDocument, Sequence[str]], SourceText]
    fitted: Callable[[Sequence[str], YamlDocument], Sequence[str]] = lambda lines, _document: lines
    restored: Callable[[SourceText], SourceText] = lambda source: source

    def put(self, source: SourceText, *, there: bool = False) -> SourceText:
        """The file with the gate in it, as it is written today; a new one where there is nothing in the file. Twice is once.

        A file that is `there` with nothing in it gets an empty line more, by which `drop` knows that it was there.
        """
        whole = self._whole()
        if not source.text.strip():
            return source.with_text((f"{source.text}\n" if there else "") + whole.text)
        block, old = find_block(whole, COMMENT), find_block(source, COMMENT)
        document = _readable(source)
        lines = self.fitted(dedented(block.lines if block else ()), document)
        if old is None:
            return self.extended(source, document, lines)
        return put_block(source, indented(lines, len(old.lines[0]) - len(old.lines[0].lstrip(" ")) if old.lines else 0), COMMENT)

    def drop(self, source: SourceText) -> SourceText | None:
        """The file without the gate; None where there was no file before it."""
        bare, alone = drop_block(source, COMMENT), drop_block(self._whole(), COMMENT).text
        if bare == source:
            return source
        above = bare.text.removesuffix(alone)
        if above.strip() or not bare.text.endswith(alone):
            return self.restored(bare)
        return bare.with_text(above[:-1]) if above else None

    def _whole(self) -> SourceText:
        return SourceText(self.path, resources.read_text("templates", self.template))


def dedented(lines: Sequence[str]) -> list[str]:
    """The lines, each without the spaces that the first one starts with."""
    return [line[len(lines[0]) - len(lines[0].lstrip(" ")) :] for line in lines]


def indented(lines: Sequence[str], column: int) -> list[str]:
    """The lines, each that is not empty after so many spaces."""
    return [" " * column + line if line else line for line in lines]


def mapping(value: Value) -> dict[str, Value]:
    """The value itself, or an empty mapping in place of anything else."""
    return value if isinstance(value, dict) else {}


def sure(result: SourceText, expected: Value) -> SourceText:
    """The extended file, after a look that it says what it said, and the gate; AgentStateError where it does not."""
    if parse(result.text).data != expected:
        raise AgentStateError(f"{result.path} cannot be extended safely", REMEDY)
    return result


def _readable(source: SourceText) -> YamlDocument:
    """The file as YAML; AgentStateError, naming the place, where it cannot be read."""
    document = parse(source.text)
    for fault in document.faults[:1]:
        raise AgentStateError(f"{source.path}:{fault.line}:{fault.column}: {fault.message}", REMEDY)
    return document
