"""The one door to git, held by its source: which commands are called, how hashes and names are handed over, what GitPython is asked."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import agentstate.git
from agentstate.cli.main import main
from agentstate.git import policy
from agentstate.git.facts import collect
from agentstate.git.freshness import FreshnessQuestion
from agentstate.git.history import recorded_snapshots
from agentstate.git.repository import COMMIT_ID
from tests.git.door import STATE, checkpoint, door, user_work
from tests.support.repository import Repository

ROOM = Path(agentstate.git.__file__).parent
TREES = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOM.glob("*.py"))}

LOOKS = {
    *("rev-parse", "symbolic-ref", "rev-list", "merge-base", "log", "ls-tree", "ls-files", "cat-file", "config"),
    *("check-attr", "check-ignore", "merge-file", "diff", "diff-tree", "diff-index", "status", "for-each-ref"),
}
"""What answers a question. `diff` and `status` read files, and are the reason why drivers are blanked."""

WRITES = {"unpack-objects", "update-index", "commit-tree", "update-ref", "add"}
"""What a checkpoint is made of. `add` only announces files again that a user had announced."""

SCRATCH = {"init", "add", "commit"}
"""What makes the repository of a demonstration, in a temporary folder of its own."""


def verbs() -> Iterator[tuple[str, str]]:
    """The module and the verb of every call whose words are in the source."""
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"run", "start"} and node.args:
                first = node.args[0].value if isinstance(node.args[0], ast.Starred) else node.args[0]
                first = first.elts[0] if isinstance(first, ast.Tuple) else first
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield name, first.value


def test_only_plumbing_is_called_and_a_repository_is_made_only_for_a_demonstration() -> None:
    for module, verb in verbs():
        assert verb in (SCRATCH if module == "scratch.py" else LOOKS | WRITES), (module, verb)
    assert {verb for _, verb in verbs()} >= {"rev-parse", "ls-files", "update-index"}


ASKED_OF_THE_LIBRARY = {"iter_commits", "commit", "commit(commit).tree", "git.update_environment"}
"""What history asks of a `Repo`: nothing of its index, nothing of its porcelain, no remote."""


def test_the_library_is_asked_for_history_and_nothing_else() -> None:
    for name, tree in TREES.items():
        inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        chains = (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and id(node) not in inner)
        asked = {chain.removeprefix("repo.") for chain in chains if chain.startswith("repo.")}
        assert asked <= ASKED_OF_THE_LIBRARY, name
        if name != "history.py":
            assert asked == set()
        assert "index.commit" not in ast.unparse(tree)


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], dict[str, str]]]:
    """The words and the settings of every call."""
    found: list[tuple[tuple[str, ...], dict[str, str]]] = []
    command = policy.command

    def recorded(top: str, pins: "policy.Pin | tuple[policy.Pin, ...]", arguments: tuple[str, ...], *, literal: bool) -> list[bytes]:
        words = command(top, pins, arguments, literal=literal)  # type: ignore[arg-type]
        set_to = [word.decode() for before, word in pairwise(words) if before == b"-c"]
        found.append((tuple(arguments), dict(one.split("=", 1) for one in set_to)))
        return words

    monkeypatch.setattr(policy, "command", recorded)
    return found


def ask_all(worktree: Repository) -> None:
    user_work(worktree)
    seen = door(worktree)
    collect(seen, status=True, diff_stat=True, state=FreshnessQuestion(STATE))
    checkpoint(worktree)
    recorded_snapshots(seen)


KEPT_IN_THE_INDEX = {"core.untrackedCache", "core.fsmonitor"}
OF_THE_INDEX = {"ls-files", "update-index", "add"}
"""What would take a user's cache out of the index if the settings did not say that it stays; test_index.py holds that nothing runs."""


def verb_of(words: tuple[str, ...]) -> str:
    return words[0]


def test_every_call_is_pinned_and_reads_nothing_but_what_ends_in_nul(
    worktree: Repository, called: list[tuple[tuple[str, ...], dict[str, str]]]
) -> None:
    ask_all(worktree)
    assert len(called) > 15
    for words, settings in called:
        assert verb_of(words) in LOOKS | WRITES
        pinned = {name: value for name, value in policy.PINNED if name not in KEPT_IN_THE_INDEX or verb_of(words) not in OF_THE_INDEX}
        assert settings.items() >= pinned.items(), words
        verb, options = verb_of(words), words[1 : words.index("--")] if "--" in words else words[1:]
        if verb in {"status", "ls-files", "ls-tree", "log", "diff", "diff-tree", "check-attr", "check-ignore", "config"}:
            assert "-z" in options, words
        if verb == "status":
            assert "--porcelain=v2" in options
            assert any(option.startswith("--ignore-submodules") for option in options)
        if verb in {"diff", "diff-tree", "log"}:
            assert {"--no-ext-diff", "--no-textconv"} <= set(options), words
            assert verb == "log" or any(option.startswith("--ignore-submodules") for option in options), words


def test_what_is_no_option_is_a_hash_or_stands_behind_two_dashes(
    worktree: Repository, called: list[tuple[tuple[str, ...], dict[str, str]]]
) -> None:
    ask_all(worktree)
    for words, _ in called:
        before = words[1 : words.index("--")] if "--" in words else words[1:]
        for word in before:
            assert word.startswith("-") or is_known(word), words


KNOWN = {"HEAD", "HEAD^{commit}", "commit", "blob", "tree", "-", "text", "crlf", "eol", "ident", "filter", "working-tree-encoding"}


def is_known(word: str) -> bool:
    """Whether git cannot take this word for anything else: a hash, a range of hashes, a fixed word, or the text of a message."""
    ends = word.split("..")
    return word in KNOWN or all(COMMIT_ID.fullmatch(end) for end in ends) or word.startswith(("^(", "agentstate: ")) or set(word) == {"0"}


MOST = {"check": 9, "resume": 8, "status": 8}
"""How many commands each verb may run in a repository with one tree, where the user is at work; for check see test_check_trees.py, too."""


@pytest.mark.parametrize("verb", MOST)
def test_a_hot_path_asks_no_more_than_it_must(
    worktree: Repository, called: list[tuple[tuple[str, ...], dict[str, str]]], verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    user_work(worktree)
    monkeypatch.chdir(worktree.path)
    main([verb])
    assert 5 <= len(called) <= MOST[verb], sorted(verb_of(words) for words, _ in called)
