"""The gate in `.pre-commit-config.yaml`: added below the last repository, taken out without a trace, refused where no place is sure."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.verbs.gate import GATE, gated, ungated
from agentstate.yaml import parse
from tests.verbs.trees import refused

HOOK = """\
# agentstate:begin
- repo: local
  hooks:
    - id: agentstate-check
      name: agentstate check
      entry: agentstate check
      language: system
      pass_filenames: false
      always_run: true
# agentstate:end
"""
BY_HAND = "add the hook by hand, as README.md shows"


def hook(indent: int) -> str:
    return "".join(f"{' ' * indent}{line}\n" for line in HOOK.splitlines())


def source(text: str) -> SourceText:
    return SourceText.decode(GATE, text.encode())


@pytest.mark.parametrize("text", ["", "\n", "\ufeff"])
def test_a_file_with_nothing_in_it_becomes_the_whole_gate(text: str) -> None:
    made = gated(source(text))
    assert made.encode().decode() == "\ufeff"[: text == "\ufeff"] + "repos:\n" + hook(2)
    assert ungated(made) is None


SHAPES = {
    "no indent": ("repos:\n- repo: a\n  hooks: []\n", 0, ""),
    "two": ("repos:\n  - repo: a\n    hooks: []\n", 2, ""),
    "four": ("repos:\n    - repo: a\n      hooks:\n        - id: b\n", 4, ""),
    "comments": ("# top\nrepos:  # all\n  # first\n  - repo: a # one\n    hooks: []  # none\n", 2, "\n  # below\n\n# tail\n"),
    "a key below": ("repos:\n- repo: a\n  hooks: []\n", 0, "\n# of the service\nci:\n  autofix_prs: false\n"),
    "a key above": ("fail_fast: true\nrepos:\n- repo: a\n  hooks: []\n- repo: b\n  hooks:\n  - id: c\n", 0, ""),
    "a dash alone": ("repos:\n  -\n    repo: a-b\n    hooks: []\n", 2, ""),
    "a comment behind the dash": ("repos:\n  - # a - b\n    repo: a\n    hooks: []\n", 2, ""),
    "a flow item": ("repos:\n- {repo: a, hooks: [{id: b}]}\n", 0, ""),
    "a document marker": ("---\nrepos:\n- repo: a\n  hooks: []\n", 0, "...\n"),
    "a long text": ("repos:\n- repo: a\n  exclude: |\n    (?x)^(\n      a\n\n    )$\n  hooks: []\n", 0, "\n\n"),
    "quotes": ("repos:\n- 'repo': \"a\"\n  hooks: []\n", 0, ""),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_hook_is_the_last_repository_and_leaves_no_trace(shape: str, newline: str) -> None:
    above, indent, below = (part.replace("\n", newline) if isinstance(part, str) else part for part in SHAPES[shape])
    assert isinstance(indent, int)
    before = source(f"{above}{below}")
    made = gated(before)
    assert made.text == f"{above}{hook(indent).replace(chr(10), newline)}{below}"
    assert gated(made) == made
    assert ungated(made) == before


@pytest.mark.parametrize("text", ["repos:\n- repo: a\n  hooks: []", "\ufeffrepos:\n- repo: a\n  hooks: []\n"])
def test_a_missing_line_end_and_a_byte_order_mark_stay(text: str) -> None:
    made = gated(source(text))
    assert made.encode().decode() == text + ("" if text.endswith("\n") else "\n") + hook(0)[: None if text.endswith("\n") else -1]
    assert ungated(made) == source(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("repos: []\n", f"{GATE}: no list of repositories in block style"),
        ("repos: [{repo: a, hooks: []}]\n", f"{GATE}: no list of repositories in block style"),
        ("{repos: [{repo: a, hooks: []}]}\n", f"{GATE}: no list of repositories in block style"),
        ("repos:\n", f"{GATE}: no list of repositories in block style"),
        ("- repo: a\n", f"{GATE}: no list of repositories in block style"),
        ("# nothing\n", f"{GATE}: no list of repositories in block style"),
        ("repos:\n- repo: a\n  text: |+\n    b\n\n\nci: {}\n", f"{GATE} cannot be extended safely"),
    ],
)
def test_a_shape_without_a_sure_place_is_refused(text: str, message: str) -> None:
    with refused(message, BY_HAND):
        gated(source(text))


@pytest.mark.parametrize("text", ["repos: [\n", "repos:\n- &a\n  repo: a\n- *a\n", "repos: 1\nrepos: 2\n"])
def test_a_file_that_cannot_be_read_is_refused_at_its_place(text: str) -> None:
    fault = parse(text).faults[0]
    with refused(f"{GATE}:{fault.line}:{fault.column}: {fault.message}", BY_HAND):
        gated(source(text))


def test_a_hook_that_is_there_by_hand_is_enough() -> None:
    text = "repos:\n- repo: https://example.org/agentstate\n  rev: v1\n  hooks:\n  - id: agentstate-check\n"
    assert gated(source(text)) == source(text)
    assert ungated(source(text)) == source(text)


@pytest.mark.parametrize("text", ["repos:\n- a\n- 1\n", "repos:\n- repo: a\n  hooks: 5\n", "repos:\n- repo: a\n  hooks: [a]\n"])
def test_an_item_that_makes_no_sense_is_nobody_elses_business(text: str) -> None:
    assert gated(source(text)).text == text + hook(0)


LINES = st.lists(
    st.sampled_from(
        ["- repo: a", "  hooks: []", "  hooks:", "  - id: b", "# c", "  # d", "", "ci: x", "  exclude: |", "    t", "-", "  x: {}"]
    ),
    max_size=8,
)


@settings(max_examples=80)
@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_whatever_is_extended_says_what_it_said_and_comes_back(lines: list[str], newline: str, torn: bool) -> None:
    text = newline.join(["repos:", "- repo: z", "  hooks: []", *lines]) + newline * (not torn)
    before = source(text)
    document = parse(text)
    if document.faults:
        return
    made = gated(before)
    assert ungated(made) == before
    now, then = parse(made.text).data, document.data
    assert isinstance(now, dict)
    assert isinstance(then, dict)
    assert isinstance(now["repos"], list)
    assert {**now, "repos": now["repos"][:-1]} == then
