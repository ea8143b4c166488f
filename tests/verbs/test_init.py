"""`init`: a tree is begun or completed, announced and taken out again; what somebody else wrote stays to the byte."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate import resources
from agentstate.agents.known import AGENTS
from agentstate.documents.announcement import block_lines
from agentstate.documents.instructions import Instructions
from agentstate.documents.text import SourceText
from agentstate.rules.engine import run
from agentstate.rules.example import tree_from
from agentstate.tree import Tree
from agentstate.verbs.gates import GATES, PRE_COMMIT
from agentstate.verbs.init import Setup, init, remove
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault, Severity
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.vocabulary.repository import Change, GitFacts
from tests.support.laws import law
from tests.verbs.trees import after, refused, texts

SETUP = Setup(project="shop")
BLOCK = "".join(f"{line}\n" for line in ("<!-- agentstate:begin -->", *block_lines("en"), "<!-- agentstate:end -->"))
BLOCK_ZH = "".join(f"{line}\n" for line in ("<!-- agentstate:begin -->", *block_lines("zh"), "<!-- agentstate:end -->"))
IMPORT = "<!-- agentstate:begin -->\n@AGENTS.md\n<!-- agentstate:end -->\n"
MADE = [*layout.REQUIRED, layout.ATTRIBUTES, layout.KEEP_FILE]


def of(files: Mapping[str, str]) -> Tree:
    return tree_from({path: SourceText.decode(path, text.encode()) for path, text in files.items()})


def begun(files: Mapping[str, str], setup: Setup = SETUP) -> dict[str, str | None]:
    return texts(init(of(files), GitFacts(), setup).steps)


def with_agents(*names: str) -> Setup:
    return replace(SETUP, agents=tuple(AGENTS[name] for name in names))


def test_a_tree_is_begun_with_all_its_files_and_one_announcement() -> None:
    plan = init(of({}), GitFacts(), SETUP)
    written = texts(plan.steps)
    assert sorted(written) == sorted([*MADE, "AGENTS.md"])
    assert written["AGENTS.md"] == BLOCK
    assert written[layout.KEEP_FILE] == ""
    for path in (layout.PROTOCOL, layout.FACTS, layout.DECISIONS, layout.TODO):
        assert written[path] == resources.read_text("templates", f"en/{path.rpartition('/')[2]}")
    assert (written[layout.STATE] or "").startswith("# yaml-language-server: $schema=local/state.schema.json\n")
    assert after(of({}), plan.steps).state.data == {
        "version": 1,
        "project": "shop",
        "goal": "",
        "acceptance": [],
        "constraints": [],
        "do_not": [],
        "current_task": "",
        "next_action": "",
        "blocked": False,
        "done": [],
        "failed_attempts": [],
        "files_to_load": [],
    }
    assert plan.commit == Commit("agentstate init", also=("AGENTS.md",))
    assert plan.result.split("\n") == [f"created {step.path}" for step in plan.steps]
    assert plan.messages == ()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("project", ["shop", "a: b", '"quoted" #1', "$project", "no", "缓存"])
def test_what_is_begun_has_no_fault_and_its_name_is_kept(language: str, project: str) -> None:
    tree = of({})
    made = after(tree, init(tree, GitFacts(), Setup(project=project, language="zh" if language == "zh" else "en")).steps)
    assert [found for found in run(made, GitFacts()) if found.severity is not Severity.INFO] == []
    assert made.state.text("project") == project
    assert tree_from(made.sources).settings.language == language


def test_a_chinese_tree_says_so_in_its_settings() -> None:
    written = begun({}, replace(SETUP, language="zh"))
    assert sorted(written) == sorted([*MADE, layout.CONFIG, "AGENTS.md"])
    assert written["AGENTS.md"] == BLOCK_ZH
    assert (written[layout.CONFIG] or "") == "# yaml-language-server: $schema=local/config.schema.json\nlanguage: zh\n"


def test_twice_is_once() -> None:
    for setup in (SETUP, replace(with_agents(*AGENTS), language="zh", gates=GATES)):
        tree = of({"CLAUDE.md": "# Claude\n", "GEMINI.md": "see @AGENTS.md\n", ".github/copilot-instructions.md": "x"})
        made = after(tree, init(tree, GitFacts(), setup).steps)
        assert init(made, GitFacts(), replace(setup, language=None)) == Plan(messages=("nothing to do: the tree is complete",))


def test_a_foreign_tree_is_completed_and_not_replaced() -> None:
    foreign = {layout.FACTS: "- mine\n", layout.STATE: "project: p\n", ".agent/notes.md": "theirs\n", layout.CONFIG: "x: 1\n"}
    assert sorted(begun(foreign)) == sorted(({*MADE} - {*foreign}) | {"AGENTS.md"})


@pytest.mark.parametrize(
    ("files", "language"),
    [
        ({layout.PROTOCOL: "# 启动协议\n\n1. 读 STATE.yaml\n"}, "zh"),
        ({layout.PROTOCOL: "# 启动协议\n\n1. 读 STATE.yaml\n", layout.CONFIG: "language: en\n"}, "en"),
        ({layout.PROTOCOL: "# Protocol\n"}, "en"),
        ({layout.CONFIG: "language: zh\n"}, "zh"),
    ],
)
def test_a_tree_is_completed_in_its_own_language(files: dict[str, str], language: str) -> None:
    written = begun(files)
    assert written["AGENTS.md"] == (BLOCK_ZH if language == "zh" else BLOCK)
    assert (layout.CONFIG in written) is (language == "zh" and layout.CONFIG not in files)


def test_nothing_is_announced_where_nobody_asked_for_it() -> None:
    assert sorted(begun({"CLAUDE.md": "# x\n"}, replace(SETUP, agents=None))) == sorted(MADE)


@pytest.mark.parametrize(
    ("agents", "files", "announced"),
    [
        (["codex", "opencode", "qwen-code", "kiro", "cline", "windsurf"], {}, {"AGENTS.md": BLOCK}),
        (["claude-code"], {}, {"AGENTS.md": BLOCK, "CLAUDE.md": IMPORT}),
        (["gemini"], {}, {"AGENTS.md": BLOCK, "GEMINI.md": IMPORT}),
        (["copilot"], {}, {"AGENTS.md": BLOCK}),
        (
            ["copilot"],
            {".github/copilot-instructions.md": "# Rules\n\nbe kind\n"},
            {"AGENTS.md": BLOCK, ".github/copilot-instructions.md": f"# Rules\n\n{BLOCK}\nbe kind\n"},
        ),
        (["claude-code"], {"CLAUDE.md": "# Claude\n"}, {"AGENTS.md": BLOCK, "CLAUDE.md": f"# Claude\n\n{BLOCK}"}),
        (["claude-code"], {"CLAUDE.md": "# Claude\n\nRead @AGENTS.md first.\n"}, {"AGENTS.md": BLOCK}),
        (["claude-code"], {"CLAUDE.md": "@AGENTS.md\n", "AGENTS.md": BLOCK}, {}),
        (["claude-code"], {"CLAUDE.md": f"mine\n{IMPORT}", "AGENTS.md": BLOCK}, {}),
        (
            ["claude-code"],
            {"CLAUDE.md": f"@AGENTS.md\n\n{IMPORT.replace('@AGENTS.md', 'old words')}", "AGENTS.md": BLOCK},
            {"CLAUDE.md": f"@AGENTS.md\n\n{BLOCK}"},
        ),
        (
            ["cursor"],
            {},
            {
                "AGENTS.md": BLOCK,
                ".cursor/rules/agentstate.mdc": "---\ndescription: Where the working memory of this project is\nalwaysApply: true\n---\n\n"
                + BLOCK,
            },
        ),
    ],
)
def test_each_agent_is_told_once_where_it_reads(agents: list[str], files: dict[str, str], announced: dict[str, str]) -> None:
    written = begun(files, with_agents(*agents))
    assert {path: text for path, text in written.items() if not layout.is_own(path)} == announced


def linking(links: Mapping[str, str], path: str) -> Tree:
    """A tree with one file, and links that lead to it."""
    tree = of({path: "# x\n"})
    return replace(tree, links=links, instructions=Instructions(dict.fromkeys([path, *links], tree.source(path))))


def test_a_link_between_instruction_files_is_one_file() -> None:
    linked = linking({"CLAUDE.md": "AGENTS.md"}, "AGENTS.md")
    written = texts(init(linked, GitFacts(), with_agents("claude-code")).steps)
    assert {path: text for path, text in written.items() if not layout.is_own(path)} == {"AGENTS.md": f"# x\n\n{BLOCK}"}
    other = linking({"AGENTS.md": "docs/agents.md", "CLAUDE.md": "docs/agents.md"}, "docs/agents.md")
    written = texts(init(other, GitFacts(), with_agents("claude-code")).steps)
    assert {path: text for path, text in written.items() if not layout.is_own(path)} == {"docs/agents.md": f"# x\n\n{BLOCK}"}


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("# Title\r\n\r\ntext\r\n", "# Title\r\n\r\n{}\r\ntext\r\n"),
        ("\ufeff# Title\n", "\ufeff# Title\n\n{}"),
        ("---\na: 1\n---\n\n# Title\ntext\n", "---\na: 1\n---\n\n# Title\n\n{}text\n"),
        ("# Title", "# Title\n\n{}"),
        ("text\n", "{}text\n"),
        ("", "{}"),
    ],
)
def test_the_block_stands_near_the_top_in_the_line_ends_of_the_file(before: str, expected: str) -> None:
    newline = "\r\n" if "\r\n" in before else "\n"
    block = BLOCK.replace("\n", newline)
    written = begun({"AGENTS.md": before})["AGENTS.md"]
    assert written == expected.format(block if before.endswith("\n") or not before else block.removesuffix("\n"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_block_of_another_version_is_brought_up_to_date_in_its_language(language: str) -> None:
    words, current = ("旧的说明", BLOCK_ZH) if language == "zh" else ("old words", BLOCK)
    old = f"# x\n\n<!-- agentstate:begin -->\n{words}\n<!-- agentstate:end -->\nmine\n"
    assert begun({"AGENTS.md": old})["AGENTS.md"] == f"# x\n\n{current}mine\n"
    assert "AGENTS.md" not in begun({"AGENTS.md": f"mine\n{current}"})


@pytest.mark.parametrize(
    ("data", "place"),
    [(b"# caf\xe9\n", "1:6: not UTF-8: byte 0xe9 at offset 5"), ("a\nb".encode("utf-16-le"), "1:2: not UTF-8 text: a NUL byte")],
)
def test_instructions_that_a_block_would_spoil_are_refused(data: bytes, place: str) -> None:
    tree = of({}).with_sources({"AGENTS.md": SourceText.decode("AGENTS.md", data)})
    with refused(f"AGENTS.md:{place}", "save the file as UTF-8, or run `agentstate init --agents none`"):
        init(tree, GitFacts(), SETUP)
    assert "AGENTS.md" not in texts(init(tree, GitFacts(), replace(SETUP, agents=None)).steps)


def test_markers_that_do_not_pair_are_refused() -> None:
    message = "AGENTS.md: the markers of the agentstate block do not pair, lines 1"
    with refused(message, "leave one begin marker and one end marker below it, or take all of them out"):
        begun({"AGENTS.md": "<!-- agentstate:begin -->\n"})


def test_what_cannot_be_read_is_refused() -> None:
    fault = Fault("unreadable", 1, 1, '".agent/TODO.md" is a folder, not a regular file', "put a regular file in its place")
    with refused(fault.message, fault.hint):
        init(replace(of({}), unreadable={layout.TODO: fault}), GitFacts(), SETUP)


def test_a_gate_is_added_only_on_request() -> None:
    path = PRE_COMMIT.path
    assert path not in begun({path: "repos: []\n"})
    for gate in GATES:
        asked = begun({}, replace(SETUP, gates=(gate,)))
        assert [other.path for other in GATES if other.path in asked] == [gate.path]
    with refused(f"{path}: no list of repositories in block style", "add it by hand, as docs/gates.md shows"):
        begun({path: "repos: [ ]\n"}, replace(SETUP, gates=GATES))


YOURS = "has changes of yours that are not committed: its part of this is left for you to commit"


@pytest.mark.parametrize(
    ("files", "git", "ignored", "also", "messages"),
    [
        ({"AGENTS.md": "# x\n"}, GitFacts(committed=frozenset({"AGENTS.md"})), (), ["AGENTS.md"], []),
        ({"AGENTS.md": "# x\n"}, GitFacts(), (), [], [f"AGENTS.md {YOURS}"]),
        (
            {"AGENTS.md": "# x\n"},
            GitFacts(changes=(Change("AGENTS.md", "modified", staged=True, unstaged=True),), committed=frozenset({"AGENTS.md"})),
            (),
            [],
            [f"AGENTS.md {YOURS}"],
        ),
        ({}, GitFacts(changes=(Change("AGENTS.md", "deleted", staged=False, unstaged=True),)), (), [], [f"AGENTS.md {YOURS}"]),
        ({"AGENTS.md": "# x\n"}, GitFacts(), ("AGENTS.md",), [], ["AGENTS.md is ignored by git: it is in no commit"]),
        ({}, GitFacts(), ("AGENTS.md",), [], ["AGENTS.md is ignored by git: it is in no commit"]),
        ({"AGENTS.md": "# x\n"}, GitFacts(reason="not a git repository"), (), ["AGENTS.md"], []),
    ],
)
def test_outside_the_tree_only_what_nobody_else_has_a_part_in_is_committed(
    files: dict[str, str], git: GitFacts, ignored: Iterable[str], also: list[str], messages: list[str]
) -> None:
    plan = init(of(files), git, replace(SETUP, ignored=frozenset(ignored)))
    assert plan.commit == Commit("agentstate init", also=tuple(also))
    assert list(plan.messages) == messages
    without = init(of(files), git, replace(SETUP, ignored=frozenset(ignored), commit=False))
    assert (without.commit, without.messages, without.steps) == (None, (), plan.steps)


def taken_out(files: Mapping[str, str], setup: Setup = SETUP, **changed: str) -> tuple[Tree, Plan]:
    """The tree after `init`, with files changed, and `init --remove`; and the plan of the latter."""
    tree = of(files)
    made = after(tree, init(tree, GitFacts(), setup).steps)
    edited = {getattr(layout, name): SourceText(getattr(layout, name), text) for name, text in changed.items()}
    made = tree_from({**made.sources, **edited})
    plan = remove(made, GitFacts(committed=frozenset(made.sources)), SETUP)
    return after(made, plan.steps), plan


def test_all_that_init_put_in_is_taken_out() -> None:
    files = {"README.md": "# x\n", "AGENTS.md": "# Notes\n", ".agent/notes.md": "theirs\n"}
    for setup in (SETUP, replace(with_agents(*AGENTS), language="zh", gates=GATES), replace(SETUP, project="a: b")):
        left, plan = taken_out(files, setup)
        assert left.sources == of(files).sources
        assert plan.messages == ()
        assert plan.result.split("\n") == [f"{'changed' if step.path == 'AGENTS.md' else 'removed'} {step.path}" for step in plan.steps]
        outside = tuple(step.path for step in plan.steps if not layout.is_own(step.path))
        assert plan.commit == Commit("agentstate init --remove", also=outside)


def test_what_was_written_to_since_stays_and_is_named() -> None:
    left, plan = taken_out({}, FACTS="- a fact\n", CONFIG="language: zh\n")
    assert sorted(left.sources) == [layout.FACTS, layout.CONFIG]
    assert plan.messages == tuple(f"{path} is not as init writes it: left as it is" for path in (layout.FACTS, layout.CONFIG))


def test_a_tree_written_by_hand_keeps_its_empty_folder() -> None:
    files = {layout.PROTOCOL: "# by hand\n", layout.KEEP_FILE: "", layout.STATE: "project: p\n"}
    left, plan = taken_out(files)
    assert left.sources == of(files).sources
    assert plan.messages == tuple(f"{path} is not as init writes it: left as it is" for path in (layout.PROTOCOL, layout.STATE))


def test_snapshots_and_archives_are_named_though_they_were_not_read() -> None:
    name = layout.snapshot_path("20261129T193000Z-manual")
    plan = remove(replace(of({}), names=frozenset({name, ".agent/notes.md"})), GitFacts(), SETUP)
    assert plan == Plan(messages=(f"{name} is not as init writes it: left as it is", "nothing to remove"))


def test_without_anything_of_ours_nothing_is_removed() -> None:
    assert remove(of({"AGENTS.md": "# x\n", PRE_COMMIT.path: "repos: []\n", ".gitlab-ci.yml": ""}), GitFacts(), SETUP) == Plan(
        messages=("nothing to remove",)
    )


def test_a_file_checked_out_with_crlf_is_still_what_init_wrote() -> None:
    tree = of({})
    made = after(tree, init(tree, GitFacts(), SETUP).steps).sources
    checked_out = of({path: source.text.replace("\n", "\r\n") for path, source in made.items()})
    assert after(checked_out, remove(checked_out, GitFacts(), SETUP).steps).sources == {}


PARTS = ["# Title", "Title\n=====", "---\na: 1\n---", "", " ", "text", "- item", "```", "~~~ x", "<!-- a -->", "## Two", "@AGENTS.md"]


PATHS = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", ".cursor/rules/agentstate.mdc"]


TEXT = st.characters(codec="utf-8", exclude_characters="\0")
"""What a text file may hold: `init` refuses one with a NUL in it."""


@st.composite
def instruction_files(draw: st.DrawFn) -> str:
    """The text of a file that somebody wrote, in whatever line ends, with or without a byte order mark and a line end at its end."""
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    parts = draw(st.lists(st.one_of(st.sampled_from(PARTS), st.text(TEXT, max_size=6)), min_size=1, max_size=6))
    text = "\n".join(parts).replace("\n", newline) + draw(st.sampled_from(["", newline]))
    return draw(st.sampled_from(["", "\ufeff"])) + (text or "text")


@law(50)
@given(
    instruction_files(),
    st.sampled_from(["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", ".cursor/rules/agentstate.mdc"]),
)
def test_what_is_taken_out_leaves_every_instruction_file_as_it_was(text: str, path: str) -> None:
    files = {path: text}
    left, _ = taken_out(files, with_agents("claude-code", "gemini", "copilot", "cursor"))
    assert {name: source.encode() for name, source in left.sources.items()} == {path: text.encode("utf-8", "surrogateescape")}
