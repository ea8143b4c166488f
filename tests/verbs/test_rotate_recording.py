"""`rotate` and git: what waits for git to hold it, what the commit says, and none where the settings want none."""

from agentstate.verbs.rotate import rotate, unrecorded
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Commit, Remove
from agentstate.vocabulary.repository import GitFacts
from tests.verbs.trees import texts, tree_with

NAMES = [layout.snapshot_path(f"2026112{day}T000000Z-manual") for day in range(1, 8)]
TODO = "- [ ] a\n- [x] b\n"


def test_only_what_would_be_taken_away_waits_for_git() -> None:
    tree = tree_with({layout.TODO: TODO, **dict.fromkeys(NAMES, "x: 1\n")})
    assert unrecorded(tree, GitFacts()) == {layout.TODO, *NAMES[:2]}
    assert unrecorded(tree, GitFacts(committed=frozenset({layout.TODO, NAMES[0]}))) == {NAMES[1]}
    few = tree_with({layout.TODO: "- [ ] a\n", **dict.fromkeys(NAMES[:5], "x: 1\n")})
    assert unrecorded(few, GitFacts()) == frozenset()
    assert unrecorded(tree_with({layout.TODO: None}), GitFacts()) == frozenset()


def test_one_snapshot_too_many_goes_and_is_counted() -> None:
    tree = tree_with(dict.fromkeys(NAMES[:6], "x: 1\n"))
    plan = rotate(tree, GitFacts(committed=frozenset(NAMES)))
    assert plan.steps == (Remove(NAMES[0], b"x: 1\n"),)
    assert plan.result == "removed 1 older snapshot from the tree; git has it"


def test_the_commit_says_what_was_done_unless_the_settings_want_none() -> None:
    git = GitFacts(committed=frozenset(layout.WORK))
    plan = rotate(tree_with({layout.TODO: TODO}), git)
    assert plan.commit == Commit("agentstate rotation", "pruned done items of TODO.md", staged=True)
    never = rotate(tree_with({layout.TODO: TODO, layout.CONFIG: "checkpoint:\n  commit: never\n"}), git)
    assert (never.commit, texts(never.steps)) == (None, {layout.TODO: "- [ ] a\n"})
