"""Gates: added where the place is sure, renewed where they are old, taken out without a trace, refused where somebody else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.verbs.gates import CI, GATES, PRE_COMMIT, Gate
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import parse
from tests.support.laws import law
from tests.verbs.trees import refused

HOOK = """\
# agentstate:begin
- repo: local
  hooks:
    - id: agentstate-check
      name: agentstate check
      entry: agentstate check --staged --ignore AS2
      language: system
      pass_filenames: false
      always_run: true
      stages: [pre-commit]
    - id: agentstate-freshness
      name: agentstate freshness
      entry: agentstate check --staged --select AS2
      language: system
      pass_filenames: false
      always_run: true
      stages: [pre-commit]
# agentstate:end
"""
BY_HAND = "add it by hand, as docs/gates.md shows"
PATH = PRE_COMMIT.path


def hook(indent: int) -> str:
    return "".join(f"{' ' * indent}{line}\n" for line in HOOK.splitlines())


def source(text: str) -> SourceText:
    return SourceText.decode(PATH, text.encode())


@pytest.mark.parametrize("text", ["", "\n", "\ufeff"])
def test_a_file_with_nothing_in_it_becomes_the_whole_gate(text: str) -> None:
    made = PRE_COMMIT.put(source(text))
    assert made.encode().decode() == "\ufeff"[: text == "\ufeff"] + "repos:\n" + hook(2)
    assert PRE_COMMIT.drop(made) is None


@pytest.mark.parametrize("gate", GATES)
@pytest.mark.parametrize("text", ["", "\n", "\n \n", "\ufeff"])
def test_an_empty_file_that_was_there_is_empty_again(gate: Gate, text: str) -> None:
    before = at(gate, text)
    made = gate.put(before, there=True)
    assert gate.put(made, there=True) == made
    assert parse(made.text).data == parse(whole(gate)).data
    assert gate.drop(made) == before


@pytest.mark.parametrize(
    ("text", "above", "below"),
    [
        ("repos: []\n", "repos: # []\n", ""),
        ("# top\nrepos:  []  # none\nci: {}\n", "# top\nrepos:  # []  # none\n", "ci: {}\n"),
        ("fail_fast: true\r\nrepos: []\r\n", "fail_fast: true\r\nrepos: # []\r\n", ""),
    ],
)
def test_an_empty_list_becomes_one_of_ours_and_is_empty_again(text: str, above: str, below: str) -> None:
    made = PRE_COMMIT.put(source(text))
    assert made.text == above + hook(2).replace("\n", "\r\n" if "\r" in text else "\n") + below
    assert PRE_COMMIT.put(made) == made
    assert PRE_COMMIT.drop(made) == source(text)
    more = source(made.text + below + "  - repo: a\n    hooks: []\n") if not below else made
    assert PRE_COMMIT.put(more) == more


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
    made = PRE_COMMIT.put(before)
    assert made.text == f"{above}{hook(indent).replace(chr(10), newline)}{below}"
    assert PRE_COMMIT.put(made) == made
    assert PRE_COMMIT.drop(made) == before


@pytest.mark.parametrize("text", ["repos:\n- repo: a\n  hooks: []", "\ufeffrepos:\n- repo: a\n  hooks: []\n"])
def test_a_missing_line_end_and_a_byte_order_mark_stay(text: str) -> None:
    made = PRE_COMMIT.put(source(text))
    assert made.encode().decode() == text + ("" if text.endswith("\n") else "\n") + hook(0)[: None if text.endswith("\n") else -1]
    assert PRE_COMMIT.drop(made) == source(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("repos: [ ]\n", f"{PATH}: no list of repositories in block style"),
        ("{repos: []}\n", f"{PATH} cannot be extended safely"),
        ("repos: [{repo: a, hooks: []}]\n", f"{PATH}: no list of repositories in block style"),
        ("{repos: [{repo: a, hooks: []}]}\n", f"{PATH}: no list of repositories in block style"),
        ("repos:\n", f"{PATH}: no list of repositories in block style"),
        ("- repo: a\n", f"{PATH}: no list of repositories in block style"),
        ("# nothing\n", f"{PATH}: no list of repositories in block style"),
        ("repos:\n- repo: a\n  text: |+\n    b\n\n\nci: {}\n", f"{PATH} cannot be extended safely"),
    ],
)
def test_a_shape_without_a_sure_place_is_refused(text: str, message: str) -> None:
    with refused(message, BY_HAND):
        PRE_COMMIT.put(source(text))


@pytest.mark.parametrize("text", ["repos: [\n", "repos:\n- &a\n  repo: a\n- *a\n", "repos: 1\nrepos: 2\n"])
def test_a_file_that_cannot_be_read_is_refused_at_its_place(text: str) -> None:
    fault = parse(text).faults[0]
    with refused(f"{PATH}:{fault.line}:{fault.column}: {fault.message}", BY_HAND):
        PRE_COMMIT.put(source(text))


def test_a_hook_that_is_there_by_hand_is_enough() -> None:
    text = "repos:\n- repo: https://example.org/agentstate\n  rev: v1\n  hooks:\n  - id: agentstate-check\n"
    assert PRE_COMMIT.put(source(text)) == source(text)
    assert PRE_COMMIT.drop(source(text)) == source(text)


@pytest.mark.parametrize("text", ["repos:\n- a\n- 1\n", "repos:\n- repo: a\n  hooks: 5\n", "repos:\n- repo: a\n  hooks: [a]\n"])
def test_an_item_that_makes_no_sense_is_nobody_elses_business(text: str) -> None:
    assert PRE_COMMIT.put(source(text)).text == text + hook(0)


LINES = st.lists(
    st.sampled_from(
        ["- repo: a", "  hooks: []", "  hooks:", "  - id: b", "# c", "  # d", "", "ci: x", "  exclude: |", "    t", "-", "  x: {}"]
    ),
    max_size=8,
)


@law(80)
@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_whatever_is_extended_says_what_it_said_and_comes_back(lines: list[str], newline: str, torn: bool) -> None:
    text = newline.join(["repos:", "- repo: z", "  hooks: []", *lines]) + newline * (not torn)
    before = source(text)
    document = parse(text)
    if document.faults:
        return
    made = PRE_COMMIT.put(before)
    assert PRE_COMMIT.drop(made) == before
    now, then = parse(made.text).data, document.data
    assert isinstance(now, dict)
    assert isinstance(then, dict)
    assert isinstance(now["repos"], list)
    assert {**now, "repos": now["repos"][:-1]} == then


def whole(gate: Gate) -> str:
    return gate.put(SourceText(gate.path, "")).text


def at(gate: Gate, text: str) -> SourceText:
    return SourceText.decode(gate.path, text.encode())


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.path)
def test_a_gate_of_an_older_version_is_renewed_where_it_stands(gate: Gate) -> None:
    current = whole(gate)
    old = current.replace("agentstate-cli==", "agentstate-cli==0.0.").replace("check --staged --ignore AS2", "check")
    assert old != current
    assert gate.put(at(gate, old)).text == current
    assert gate.put(at(gate, f"# mine\n{old}# mine too\n")).text == f"# mine\n{current}# mine too\n"


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.path)
def test_what_is_around_a_gate_stays_when_it_is_taken_out(gate: Gate) -> None:
    assert gate.drop(at(gate, whole(gate))) is None
    assert gate.drop(at(gate, "")) == at(gate, "")
    rest = whole(gate).partition("  # agentstate:begin" if gate is PRE_COMMIT else "# agentstate:begin")[0]
    assert gate.drop(at(gate, f"# mine\n{whole(gate)}")) == at(gate, f"# mine\n{rest}")


def test_a_repository_above_or_below_the_hook_does_not_move_it() -> None:
    text = f"repos:\n- repo: a\n  hooks: []\n{hook(0)}- repo: b\n  hooks: []\n"
    assert PRE_COMMIT.put(source(text.replace(" --staged --ignore AS2", ""))).text == text


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.path)
def test_markers_without_their_partners_are_refused(gate: Gate) -> None:
    message = f"{gate.path}: the markers of the agentstate block do not pair, lines 1"
    with refused(message, "leave one begin marker and one end marker below it, or take all of them out"):
        gate.put(at(gate, "# agentstate:begin\nrepos:\n- repo: a\n"))


def test_the_workflow_of_somebody_is_left_alone() -> None:
    gate = CI["github"]
    with refused(f"{gate.path} is there, and not from us", BY_HAND):
        gate.put(at(gate, "on: push\n"))


JOBS = {
    "one": "build:\n  script: [make]\n",
    "comments": "# top\nbuild:\n  script:\n    - make  # all\n\n# tail\n",
    "stages with test": "stages: [build, test]\nbuild:\n  script: [make]\n",
    "a long script": "build:\n  script:\n    - |\n      make\n      make test\n",
    "a document marker": "---\nbuild:\n  script: [make]\n",
    "a byte order mark": "\ufeffbuild:\n  script: [make]\n",
    "no line end": "build:\n  script: [make]",
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("shape", JOBS)
def test_the_job_comes_last_and_leaves_no_trace(shape: str, newline: str) -> None:
    gate, text = CI["gitlab"], JOBS[shape].replace("\n", newline)
    torn = not text.endswith("\n")
    job = whole(gate).replace("\n", newline)
    made = gate.put(at(gate, text))
    assert made.encode().decode() == text + (newline + job.removesuffix(newline) if torn and newline in text else text and job)
    assert gate.put(made) == made
    assert gate.drop(made) == at(gate, text)


def test_the_job_runs_in_a_stage_that_the_file_names() -> None:
    gate, text = CI["gitlab"], "stages:\n  - check it\n  - build\nbuild:\n  stage: build\n  script: [make]\n"
    made = gate.put(at(gate, text))
    assert made.text == text + whole(gate).replace("  stage: test\n", "  stage: check it\n")
    assert gate.put(made) == made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agentstate:\n  script: [make]\n", '{} has a job "agentstate", and not from us'),
        ("{build: {script: [make]}}\n", "{}: no jobs in block style"),
        ("- build\n", "{}: no jobs in block style"),
        ("# nothing\n", "{}: no jobs in block style"),
        ("build:\n  script: [make]\n...\n", "{} cannot be extended safely"),
        ("build: &a\n  script: [make]\ntest: *a\n", "{}:1:8: "),
        ("build:\n  script: !reference [a, script]\n", "{}:2:11: "),
    ],
)
def test_a_pipeline_without_a_sure_place_is_refused(text: str, message: str) -> None:
    gate = CI["gitlab"]
    faults = parse(text).faults
    with refused(message.format(gate.path) + (faults[0].message if faults else ""), BY_HAND):
        gate.put(at(gate, text))


PIPELINE = st.lists(
    st.sampled_from(
        ["a:", "  script: [b]", "  script:", "    - b", "    - |", "      c", "# d", "  # e", "", "stages: [f]", "...", "---", "g: {}"]
    ),
    max_size=8,
)


@law(80)
@given(PIPELINE, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_a_pipeline_that_is_extended_says_what_it_said_and_comes_back(lines: list[str], newline: str, torn: bool) -> None:
    gate = CI["gitlab"]
    text = newline.join(["z:", "  script: [x]", *lines]) + newline * (not torn)
    before = at(gate, text)
    try:
        made = gate.put(before)
    except AgentStateError:
        return
    assert gate.drop(made) == before
    now, then = parse(made.text).data, parse(text).data
    assert isinstance(now, dict)
    assert now.pop("agentstate")
    assert now == then
