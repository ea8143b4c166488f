"""`agentstate demo`: the whole way once, in a scratch repository, through the real verbs."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import join
from tempfile import TemporaryDirectory

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.cli.output import style
from agentstate.files.write import write_atomic
from agentstate.git.failure import GitError
from agentstate.git.scratch import AUTHOR, commit_all, create
from agentstate.vocabulary.errors import AgentStateError

_CODE = "def parse(text):\n    return text.split()\n"
_CHANGED = "def parse(text):\n    return [word for word in text.split() if word]\n"

_BEFORE = (
    ("init", "--project", "demo"),
    ("task", "Write the tokenizer", "--goal", "the parser reads quoted words", "--next", "write a test for an open quote"),
    ("add", "do_not", "change the signature of parse()"),
    ("add", "files_to_load", "parser.py"),
    ("decide", "Tokenizer: written by hand", "--why", "shlex drops the positions we report", "--rejected", "shlex (no positions)"),
    ("todo", "add", "document the grammar", "--priority", "P2"),
)
_AFTER = (
    ("add", "done", "split keeps no empty words"),
    ("add", "failed_attempts", "re.split with a lookahead", "--because", "it is quadratic on long lines"),
    ("checkpoint", "empty words are gone", "--reason", "step-done"),
)
_SURROUNDINGS = {"SOURCE_DATE_EPOCH": "1767603600", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **AUTHOR}
"""What makes each run the same: the time stands still at 2026-01-05 09:00 UTC, and git knows nobody's settings."""


@verb(example="agentstate demo")
def command(invocation: Invocation) -> int:
    """Show the whole way in a scratch repository.

    It is set up, worked in, and the agent loses its memory and gets it back.

    The repository is in a temporary folder and gone afterwards; nothing of yours is touched.
    """
    with TemporaryDirectory(prefix="agentstate-demo-") as parent, _surroundings():
        folder = Path(parent).resolve() / "demo"
        folder.mkdir()
        return _play(invocation, folder)


def _play(invocation: Invocation, folder: Path) -> int:
    """The scenes in order; the exit code of the first verb that fails, which ends it."""
    try:
        create(folder)
        write_atomic(folder, "parser.py", _CODE.encode())
        commit_all(folder, "parser")
    except GitError as error:
        raise AgentStateError(error.message, "the demo needs git") from error
    say = invocation.output.result
    say(style("# A repository with one file. We set it up, and an agent writes down what nobody can derive.\n", "dim"))
    failed = _run(invocation, folder, _BEFORE)
    write_atomic(folder, "parser.py", _CHANGED.encode())
    say(style("\n# It changes parser.py, tries something that fails, and keeps a checkpoint.\n", "dim"))
    failed = failed or _run(invocation, folder, _AFTER)
    say(style("\n# Now its context is compacted: all it knew is gone. This is what it wakes up to.\n", "dim"))
    return failed or _run(invocation, folder, [("resume",)])


def _run(invocation: Invocation, folder: Path, commands: Sequence[Sequence[str]]) -> int:
    from agentstate.cli.main import main

    for words in commands:
        invocation.output.result(style(f"$ {join(['agentstate', *words])}\n", "bold"))
        code = main([*words, "-C", str(folder)])
        if code:
            return code
    return 0


@contextmanager
def _surroundings() -> Iterator[None]:
    """The environment of the demo, and afterwards the one that was there."""
    before = dict(os.environ)
    os.environ.update(_SURROUNDINGS)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
