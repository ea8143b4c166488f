"""AS1xx: the files of a tree are there, readable, and small enough."""

from collections.abc import Iterable, Iterator

from agentstate.documents.text import SourceText
from agentstate.rules.documents import passed_on, state_paths
from agentstate.rules.rule import Example, Rule, finding
from agentstate.rules.wording import counted
from agentstate.settings import Limits
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault, Finding, Severity

LONGEST_LINE = 16384
"""Characters a line may have, as the reliability of every reader asks for; no entry of a tree comes near."""

SNAPSHOTS_KEPT = 5
"""How many snapshots stay in the tree (docs/convention.md, checkpoints/)."""

DECISIONS_READ = 20
ITEMS_READ = 10
"""What the boot protocol reads of the log and of the list (docs/convention.md, PROTOCOL.md)."""

_ROTATE = "run `agentstate rotate`"
_REMEDIES = {
    layout.PROTOCOL: ("protocol_bytes", "shorten it to the five steps and the checkpoint moments"),
    layout.FACTS: ("facts_bytes", "merge facts, and drop those that no longer hold"),
    layout.DECISIONS: ("decisions_bytes", _ROTATE),
    layout.TODO: ("todo_bytes", _ROTATE),
}
_STATE_REMEDY = ("state_bytes", "drop finished items with `agentstate drop FIELD ITEM`")


def own_sources(tree: Tree) -> Iterator[SourceText]:
    """The files of the tree itself that were read, in the order of their paths."""
    return (tree.sources[path] for path in sorted(tree.sources) if layout.is_own(path))


def read_sources(tree: Tree) -> Iterator[SourceText]:
    """The tree's own files and the instruction files beside it, in the order of their paths: all that an agent is given to read."""
    return (tree.sources[path] for path in sorted(tree.sources) if layout.is_own(path) or not path.startswith(f"{layout.FOLDER}/"))


def _missing(tree: Tree) -> Iterator[Finding]:
    for path in layout.REQUIRED:
        if not tree.has(path) and path not in tree.unreadable:
            yield Finding(path, 1, 1, "the file is missing", "run `agentstate init` to write it")


def _unreadable(tree: Tree) -> Iterator[Finding]:
    return (finding(path, fault) for path, fault in tree.unreadable.items())


def _not_utf8(tree: Tree) -> Iterator[Finding]:
    return (finding(source.path, fault) for source in own_sources(tree) for fault in source.faults)


def _too_large(tree: Tree) -> Iterator[Finding]:
    remedies = {**dict.fromkeys(state_paths(tree), _STATE_REMEDY), **_REMEDIES}
    for path, (name, hint) in remedies.items():
        size, limit = len(tree.source(path).encode()), limit_of(tree.settings.limits, name)
        if size > limit:
            line, column = _position(tree.source(path), limit)
            yield Finding(path, line, column, f"the file has {size} bytes, at most {limit} are allowed", hint)


def limit_of(limits: Limits, name: str) -> int:
    """The limit with this name."""
    return int(getattr(limits, name))


def _position(source: SourceText, offset: int) -> tuple[int, int]:
    """Line and column of the character that holds the byte at `offset`."""
    before = source.encode()[:offset].decode("utf-8", "ignore").removeprefix("\ufeff")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _boot_too_large(tree: Tree) -> Iterator[Finding]:
    sizes = boot_sizes(tree)
    total, limit = sum(sizes.values()), tree.settings.limits.boot_bytes
    if total > limit:
        largest = max(sizes, key=lambda path: sizes[path])
        message = f"what is read at boot has {total} bytes, at most {limit} are allowed; {sizes[largest]} of them are in this file"
        yield Finding(largest, 1, 1, message, "shorten the entries of this file first")


def boot_sizes(tree: Tree) -> dict[str, int]:
    """How many bytes of each file the boot protocol reads: the last 20 decisions, the first ten open items, all of the others."""
    whole = {path: len(tree.source(path).encode()) for path in (layout.PROTOCOL, layout.FACTS, tree.state_path)}
    decisions = (entry.text for entry in tree.decisions.entries[-DECISIONS_READ:])
    items = [tree.todo.source.lines[item.line - 1] for item in tree.todo.items if item.state != "done"][:ITEMS_READ]
    return {**whole, layout.DECISIONS: _bytes(decisions), layout.TODO: _bytes(items)}


def _bytes(texts: Iterable[str]) -> int:
    return sum(len(text.encode("utf-8", "surrogateescape")) + 1 for text in texts)


def _long_line(tree: Tree) -> Iterator[Finding]:
    for source in own_sources(tree):
        for number, line in enumerate(source.lines, 1):
            if len(line) > LONGEST_LINE:
                message = f"the line has {len(line)} characters, at most {LONGEST_LINE} are allowed"
                yield Finding(source.path, number, LONGEST_LINE + 1, message, "break or shorten the line")


def _too_many_snapshots(tree: Tree) -> Iterator[Finding]:
    surplus = tree.snapshots[:-SNAPSHOTS_KEPT]
    if surplus:
        message = f"{counted(len(tree.snapshots), 'snapshot')}, at most {SNAPSHOTS_KEPT} stay in the tree; this is the oldest"
        yield Finding(layout.snapshot_path(surplus[0]), 1, 1, message, f"{_ROTATE}; git keeps the older ones")


_FACTS = "# Facts\n\n## Architecture\n- All data access goes through the repository layer\n"


def _snapshots(count: int) -> dict[str, str | None]:
    """The files of `count` snapshots, as names only: this family does not read them."""
    return {layout.snapshot_path(f"2026112{day}T193000Z-step-done"): "reason: step-done\n" for day in range(count)}


RULES = (
    Rule(
        code="AS101",
        slug="missing-file",
        severity=Severity.ERROR,
        summary="a file of the tree is missing",
        what="A tree has five files: PROTOCOL.md, FACTS.md, STATE.yaml, DECISIONS.md and TODO.md.",
        why="The boot protocol reads them in order. An agent that finds one missing cannot tell whether it was lost or never written.",
        mend="Run `agentstate init`: it writes what is missing and leaves what is there as it is.",
        bad=Example({layout.TODO: None}),
        good=Example({layout.TODO: "# TODO\n"}),
        check=_missing,
    ),
    Rule(
        code="AS102",
        slug="unreadable",
        severity=Severity.ERROR,
        summary="a file is there and cannot be read",
        what="Only regular files are read, up to 64 KB of YAML, 256 KB of Markdown and 16 KB a line, and no link is followed.",
        why="A link may lead out of the repository, a FIFO may block for ever, and a huge file may take all memory.",
        mend="Put a regular file of a sensible size in its place.",
        bad=Example(
            unreadable={
                layout.FACTS: Fault(
                    "unreadable", 1, 1, '".agent/FACTS.md" is a symbolic link, not a regular file', "put a regular file in its place"
                )
            },
            shown="`.agent/FACTS.md` is a symbolic link",
        ),
        good=Example(shown="`.agent/FACTS.md` is a regular file"),
        check=_unreadable,
        security=True,
    ),
    Rule(
        code="AS103",
        slug="not-utf8",
        severity=Severity.ERROR,
        summary="a file is not UTF-8",
        what="Names the first byte that is not UTF-8, with its offset. The byte survives every edit; it is only reported.",
        why="Every agent reads the files as UTF-8, and what is not becomes noise in its context.",
        mend="Save the file as UTF-8.",
        bad=Example({layout.FACTS: "# Facts\n\n## Names\n- The caf\udce9 service is read-only\n"}),
        good=Example({layout.FACTS: "# Facts\n\n## Names\n- The café service is read-only\n"}),
        check=_not_utf8,
        security=True,
    ),
    Rule(
        code="AS104",
        slug="file-too-large",
        severity=Severity.ERROR,
        summary="a file is larger than its limit",
        what="Each file has a limit in bytes; the place shown is where the file passes it.",
        why="The files are read in full by an agent whose context is short. What does not fit is cut, and what is cut is forgotten.",
        mend="Run `agentstate rotate` for the log and the list; shorten the others by hand.",
        bad=Example({layout.CONFIG: "limits:\n  facts_bytes: 60\n", layout.FACTS: _FACTS}),
        good=Example({layout.CONFIG: "limits:\n  facts_bytes: 6144\n", layout.FACTS: _FACTS}),
        check=_too_large,
        options=tuple(f"limits.{name}" for name, _ in (_STATE_REMEDY, *_REMEDIES.values())),
    ),
    Rule(
        code="AS105",
        slug="boot-too-large",
        severity=Severity.WARNING,
        summary="what is read at boot is too much in all",
        what="Adds up what the boot protocol reads: PROTOCOL.md, FACTS.md, STATE.yaml, the last 20 decisions and the first ten open items.",
        why="Each file may be within its limit and all together still fill the context that the work needs.",
        mend="Shorten the file that is named; it takes the largest part.",
        bad=Example({layout.CONFIG: "limits:\n  boot_bytes: 300\n"}),
        good=Example({layout.CONFIG: "limits:\n  boot_bytes: 16384\n"}),
        check=_boot_too_large,
        options=("limits.boot_bytes",),
    ),
    Rule(
        code="AS106",
        slug="long-line",
        severity=Severity.ERROR,
        summary="a line is too long to be read",
        what=f"A line of a file of the tree has at most {LONGEST_LINE} characters.",
        why="Editors, diffs and readers slow down or cut such lines, and no entry needs them.",
        mend="Break the line up, or take out what was pasted into it.",
        bad=Example(
            {layout.TODO: f"# TODO\n\n- [ ] {'x' * LONGEST_LINE}\n", layout.CONFIG: "limits:\n  todo_bytes: 24576\n"},
            also=("AS105",),
        ),
        good=Example({layout.TODO: "# TODO\n\n- [ ] wire the controller\n"}),
        check=_long_line,
    ),
    Rule(
        code="AS107",
        slug="too-many-snapshots",
        severity=Severity.WARNING,
        summary="old snapshots were left in the tree",
        what=f"The last {SNAPSHOTS_KEPT} snapshots stay in `.agent/checkpoints/`; older ones are in the history of git.",
        why="They are read by nobody and make every clone larger.",
        mend="Run `agentstate rotate`; `agentstate restore` finds the older ones in git.",
        bad=Example(_snapshots(SNAPSHOTS_KEPT + 1)),
        good=Example(_snapshots(SNAPSHOTS_KEPT)),
        check=_too_many_snapshots,
    ),
    Rule(
        code="AS108",
        slug="unclosed-fence",
        severity=Severity.ERROR,
        summary="a code fence is never closed",
        what="Finds a line of three backquotes or tildes that opens a block of code which runs to the end of the file.",
        why="Everything below it is code to a reader: entries that stand there, and those that will be added, are not seen.",
        mend="Close the fence where the code ends.",
        bad=Example({layout.FACTS: "# Facts\n\n```\n- All data access goes through the repository layer\n"}),
        good=Example({layout.FACTS: "# Facts\n\n```\nGET /profile\n```\n"}),
        check=passed_on("unclosed-fence"),
    ),
)
