"""AS32x: the files that the state asks to open are there, inside the repository, and named once."""

from collections.abc import Callable, Iterator, Mapping

from agentstate import yaml
from agentstate.documents.state import StateDocument
from agentstate.documents.text import SourceText
from agentstate.rules.addresses import tidy, unsafe
from agentstate.rules.documents import at, states
from agentstate.rules.mentions import several_files
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass

_FIELD = "files_to_load"


@dataclass(frozen=True)
class _Entry:
    """One item of `files_to_load`: its place in the list (from 0) and the text."""

    document: StateDocument
    index: int
    path: str

    def finding(self, message: str, hint: str) -> Finding:
        return at(self.document, (_FIELD, self.index), message, hint)


def _entries(document: StateDocument) -> list[_Entry]:
    listed = document.data.get(_FIELD)
    paths = listed if isinstance(listed, list) else []
    return [_Entry(document, index, path) for index, path in enumerate(paths) if isinstance(path, str)]


def _safe(document: StateDocument) -> list[_Entry]:
    return [entry for entry in _entries(document) if not unsafe(entry.path)]


def _missing(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    for document in states(tree):
        for entry in _safe(document):
            if _kind(tree, entry.path) == "missing":
                yield entry.finding(*_absent(entry.path, git.namesakes.get(entry.path, ())))


def _absent(path: str, namesakes: tuple[str, ...]) -> tuple[str, str]:
    """What is wrong with a path that does not exist, and what to do; `namesakes` are the files elsewhere that bear the name."""
    if len(namesakes) > 1:
        return several_files(path, namesakes), "write the path"
    hint = f"write {quoted(namesakes[0])}" if namesakes else "correct the path, or drop it from the list"
    return f"no such file {quoted(path)}", hint


def _kind(tree: Tree, path: str) -> str:
    """What the reader of the tree found there; "" where nobody looked, as for lanes other than the one that was asked for."""
    return tree.kinds.get(path) or tree.kinds.get(tidy(path), "")


def _unsafe(tree: Tree) -> Iterator[Finding]:
    for document in states(tree):
        for entry in _entries(document):
            refused = unsafe(entry.path)
            if refused:
                yield entry.finding(*refused)
            elif _kind(tree, entry.path) in {"outside", "other"}:
                yield entry.finding(
                    f"path {quoted(entry.path)} leads to no file inside the repository", "name a regular file of the project"
                )


def _untidy(tree: Tree) -> Iterator[Finding]:
    for document in states(tree):
        for entry in _safe(document):
            if tidy(entry.path) != entry.path:
                yield entry.finding(f"path {quoted(entry.path)} is not written in its shortest form", f"write {quoted(tidy(entry.path))}")


def _with_tidy_paths(tree: Tree) -> Mapping[str, SourceText]:
    return _edited(tree, _tidied)


def _tidied(document: StateDocument) -> SourceText:
    text = document.source.text
    for entry in reversed(_safe(document)):
        mark = document.yaml.marks[(_FIELD, entry.index)]
        if tidy(entry.path) != entry.path:
            text = text[: mark.start] + yaml.scalar(tidy(entry.path)) + text[mark.end :]
    return document.source.with_text(text)


def _duplicates(tree: Tree) -> Iterator[Finding]:
    for document in states(tree):
        for first, again in _repeated(document):
            line, _ = document.position(_FIELD, first.index)
            yield again.finding(f"path {quoted(again.path)} is listed twice, first in line {line}", "drop one of the two")


def _without_duplicates(tree: Tree) -> Mapping[str, SourceText]:
    return _edited(tree, _shortened)


def _shortened(document: StateDocument) -> SourceText:
    """The state without the later ones of equal paths that stand alone on their line; in brackets, or with a comment, they stay."""
    marks = [document.yaml.marks[(_FIELD, again.index)] for _, again in _repeated(document)]
    from agentstate.rules.mending import with_changed_lines

    return with_changed_lines(document.source, {mark.line: None for mark in marks if _is_alone(document.source.lines[mark.line - 1], mark)})


def _is_alone(line: str, mark: yaml.Mark) -> bool:
    return line[: mark.column - 1].strip() == "-" and not line[mark.column - 1 + mark.end - mark.start :].strip()


def _repeated(document: StateDocument) -> Iterator[tuple[_Entry, _Entry]]:
    seen: dict[str, _Entry] = {}
    for entry in _safe(document):
        first = seen.setdefault(tidy(entry.path), entry)
        if first is not entry:
            yield first, entry


def _edited(tree: Tree, edit: Callable[[StateDocument], SourceText]) -> Mapping[str, SourceText]:
    return {document.source.path: edit(document) for document in states(tree)}


def _listing(*paths: str) -> Example:
    text = state_text(f"{_FIELD}:", *(f"  - {path}" for path in paths))
    return Example({layout.STATE: text, "src/cache.py": "", "src/app.py": ""})


RULES = (
    Rule(
        code="AS321",
        slug="missing-path",
        severity=Severity.ERROR,
        summary="a file to load does not exist",
        what="Looks for every path in `files_to_load`, relative to the folder that holds `.agent/`. Of a name without a folder it says "
        "which files of the repository bear it.",
        why="An agent that wakes up opens these files first. A file that is gone means that the state is older than the code.",
        mend="Correct the path, or take it out with `agentstate drop files_to_load PATH`.",
        bad=_listing("src/cache.py", "src/profile_cache.py"),
        good=_listing("src/cache.py"),
        check_git=_missing,
    ),
    Rule(
        code="AS322",
        slug="unsafe-path",
        severity=Severity.ERROR,
        summary="a file to load lies outside the repository, or looks like something else",
        what="Refuses absolute paths, `..`, `~`, variables, drives, backslashes, colons, invisible characters, names that begin like an "
        "option or a pattern of git, git's own folder, and links that lead out of the repository.",
        why="An agent opens what the list names. Whoever writes the list could make it read a key, or a command run an option.",
        mend="Write the path relative to the folder that holds `.agent/`.",
        bad=_listing("src/cache.py", "../outside/secret.txt"),
        good=_listing("src/cache.py"),
        check=_unsafe,
        security=True,
    ),
    Rule(
        code="AS323",
        slug="untidy-path",
        severity=Severity.WARNING,
        summary="a path is not written in its shortest form",
        what="Finds `./`, doubled slashes and a slash at the end in `files_to_load`.",
        why="The same file under two names is counted as two, and compared with nothing.",
        mend="Write the path as `git ls-files` prints it.",
        bad=_listing("./src//cache.py"),
        good=_listing("src/cache.py"),
        check=_untidy,
        fix=_with_tidy_paths,
    ),
    Rule(
        code="AS324",
        slug="duplicate-path",
        severity=Severity.WARNING,
        summary="a file to load is listed twice",
        what="Compares the paths of `files_to_load` in their shortest form.",
        why="The list has room for 20 files.",
        mend="Drop one of the two.",
        bad=_listing("src/cache.py", "src/app.py", "src/cache.py"),
        good=_listing("src/cache.py", "src/app.py"),
        check=_duplicates,
        fix=_without_duplicates,
    ),
)
