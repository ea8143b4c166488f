"""A repository of many small trees, each with notes, open items and code of its own, written as files and as one stream of commits."""

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.repositories import make

OWN = ("AGENTS.md", *(f".agent/{name}" for name in ("PROTOCOL.md", ".gitattributes", "STATE.yaml", "DECISIONS.md", "FACTS.md", "TODO.md")))
_DECISION = """
## [2026-09-{number:02}] Keep part {number} of {folder} in one module

- Decision: `src/part_{number}.py` holds it
- Why: it is read as a whole
- Rejected: a package (nothing in it would be imported alone)
"""
_FACT = "- `src/part_{number}.py` is called from the queue of {folder} alone\n"
_ITEM = "- [{mark}] write the test of part {number} in {folder}\n"
_CODE = 'def part_{number}() -> str:\n    return "{folder}"\n'
_PARTS = range(1, 4)


def make_monorepo(folder: Path, trees: int, agentstate: Path, environment: Mapping[str, str]) -> Path:
    """So many trees in `packages/`, each come in a commit of its own, and code of all of them changed in a last one; on every tenth tree
    somebody works: its STATE.yaml differs from the last commit."""
    pattern = make(folder.with_name(f"{folder.name}-pattern"), 1, agentstate, environment)
    own = {path: (pattern / path).read_text(encoding="utf-8") for path in OWN}
    names = [f"packages/service_{number:04}" for number in range(trees)]

    def run(*words: str, given: bytes | None = None) -> None:
        subprocess.run(words, cwd=folder, env=dict(environment), input=given, check=True, stdout=subprocess.DEVNULL)

    folder.mkdir(parents=True)
    run("git", "init", "--quiet", "--initial-branch=main")
    run("git", "fast-import", "--quiet", given="".join(_commits(names, own)).encode())
    run("git", "reset", "--quiet", "--hard", "main")
    for name in names[::10]:
        state = folder / name / ".agent" / "STATE.yaml"
        state.write_text(f"{state.read_text(encoding='utf-8')}# seen\n", encoding="utf-8")
    return folder


def _commits(names: list[str], own: Mapping[str, str]) -> Iterator[str]:
    """A stream for `git fast-import`."""
    for number, name in enumerate(names):
        yield _commit(number, {f"{name}/{path}": text for path, text in _files(name, own).items()})
    yield _commit(len(names), {f"{name}/src/part_1.py": f"{_code(name, 1)}# mended\n" for name in names})


def _files(name: str, own: Mapping[str, str]) -> dict[str, str]:
    """All files of a tree by their paths below its folder: those that `init` writes, and a few notes in place of an entry."""
    notes = {
        ".agent/DECISIONS.md": "".join(_DECISION.format(number=number, folder=name) for number in _PARTS),
        ".agent/FACTS.md": "".join(_FACT.format(number=number, folder=name) for number in _PARTS),
        ".agent/TODO.md": "".join(_ITEM.format(mark=" " if number > 1 else "x", number=number, folder=name) for number in _PARTS),
    }
    written = {path: text.partition("\n## ")[0] + notes.get(path, "") for path, text in own.items()}
    return {**written, ".agent/checkpoints/.gitkeep": "", **{f"src/part_{number}.py": _code(name, number) for number in _PARTS}}


def _code(name: str, number: int) -> str:
    return _CODE.format(number=number, folder=name)


def _commit(number: int, files: Mapping[str, str]) -> str:
    """One commit of the stream, a minute after the last."""
    head = f"commit refs/heads/main\ncommitter B <b@example.org> {1_790_000_000 + 60 * number} +0000\ndata 4\ncode\n"
    return head + "".join(f"M 644 inline {path}\ndata {len(text.encode())}\n{text}\n" for path, text in files.items())
