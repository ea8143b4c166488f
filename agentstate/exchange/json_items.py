"""Items out of the members of a JSON object, by a table of their keys."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from agentstate.exchange.item import Imported, Item, Passage
from agentstate.exchange.json_text import Leaves, Node, NotJson, parse

_PARTS = {"verified": ("fact", ("at", "commit", "how")), "failed": ("tried", ("because", "reason"))}
_NAMES = {"reason": "because"}


def mapped(path: str, root: Node, leaves: Leaves, table: Mapping[str, str]) -> Iterator[Item]:
    """An item for each text, or each text of a list, that stands under a key of the table (key to kind), in the order of the table.

    What is verified, and what failed, may be an object with its parts.
    """
    for key, kind in table.items():
        first, others = _PARTS.get(kind, ("", ()))
        for node in found.each() if (found := root.get(key)) else ():
            said = leaves.take(node.get(first) if node.pairs and first else node)
            parts = {_NAMES.get(name, name): text for name in others if (text := leaves.take(node.get(name)))} if said else {}
            if said.strip():
                yield Item(kind, said, path, node.line, node.end, parts)


def read_each(name: str, files: Mapping[str, str], items: Callable[[str, Node, Leaves], Iterator[Item]]) -> Imported:
    """What all files of a source hold that has one JSON value in each; a file that is no JSON is a problem, named with its line."""
    found: list[Item] = []
    rest: list[Passage] = []
    problems: list[str] = []
    for path, text in sorted(files.items()):
        try:
            root = parse(text)
        except NotJson as error:
            problems.append(problem(path, error))
            continue
        leaves = Leaves(path, root)
        found += items(path, root, leaves)
        rest += leaves.remainder()
    return Imported(name, tuple(found), tuple(rest), tuple(problems))


def problem(path: str, error: NotJson) -> str:
    """One line: where the file is no JSON, why, and what to do."""
    return f"{path}:{error.line}: not JSON: {error.reason}; mend the file and import it again"


def shaped(files: Mapping[str, str], words: Sequence[str], fits: Callable[[Node], bool]) -> tuple[str, ...]:
    """The JSON files that hold all of these words and whose value `fits`; those that hold the words and are no JSON are taken, too, so
    that somebody hears of it."""
    likely = [path for path, text in files.items() if path.endswith(".json") and all(word in text for word in words)]
    return tuple(path for path in likely if _fits(files[path], fits))


def _fits(text: str, fits: Callable[[Node], bool]) -> bool:
    try:
        return fits(parse(text))
    except NotJson:
        return True
