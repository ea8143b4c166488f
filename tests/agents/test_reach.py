"""Whether an agent sees the protocol: for each agent sets of files, and what becomes of them."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.agents.gathering import gather
from agentstate.agents.known import AGENTS
from agentstate.agents.loading import candidates
from agentstate.agents.reach import Cause, Reach, _announcements, reach_of
from agentstate.documents.instructions import Instructions
from agentstate.documents.text import SourceText
from agentstate.rules.example import Laid
from agentstate.vocabulary.values import replace
from tests.support.laws import law

NAMED = "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n"
PLAIN = "# Rules\n"
RULE = "Read `.agent/PROTOCOL.md` first.\n"


def instructed(agent: str, files: Mapping[str, str], prefix: str = "", ignored: tuple[str, ...] = ()) -> Instructions:
    laid = Laid({path: SourceText(path, text) for path, text in files.items()})
    return replace(gather(laid, prefix, (agent,)), ignored=frozenset(ignored))


def judged(agent: str, files: Mapping[str, str], prefix: str = "", ignored: tuple[str, ...] = ()) -> Reach:
    return reach_of(AGENTS[agent], instructed(agent, files, prefix, ignored), prefix)


def expected(agent: str, cause: Cause, because: str, place: str) -> Reach:
    path, _, line = place.rpartition(":")
    return Reach(agent, AGENTS[agent].title, cause is Cause.SEEN, because, path, int(line), cause)


ALONE = {
    "claude-code": ("AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/a/b.md", ".claude/AGENTS.md"),
    "codex": ("AGENTS.md", "AGENTS.override.md"),
    "opencode": ("AGENTS.md", "CLAUDE.md"),
    "cursor": ("AGENTS.md", ".cursorrules"),
    "copilot": ("AGENTS.md", ".github/copilot-instructions.md", "CLAUDE.md", "GEMINI.md"),
    "qwen-code": ("AGENTS.md", "QWEN.md"),
    "gemini": ("GEMINI.md",),
    "kiro": ("AGENTS.md", ".kiro/steering/a.md"),
    "cline": ("AGENTS.md", ".clinerules", ".clinerules/a.md", ".cline/rules/a.md", ".cursorrules", ".windsurfrules"),
    "windsurf": ("AGENTS.md", ".windsurfrules"),
}
"""For each agent the files of which each alone tells it, with no front matter."""

LOOKED_AT = {path for paths in ALONE.values() for path in paths} | {".cursor/rules/a.mdc", ".windsurf/rules/a.md", "README.md"}


@pytest.mark.parametrize(("agent", "path"), [(agent, path) for agent in AGENTS for path in sorted(LOOKED_AT)])
def test_a_file_tells_the_agents_that_load_it_and_no_other(agent: str, path: str) -> None:
    found = judged(agent, {path: NAMED})
    if path in ALONE[agent]:
        assert found == expected(agent, Cause.SEEN, f"it loads {path}", f"{path}:3")
    else:
        assert not found.sees
        assert found.cause in {Cause.NOT_NAMED, Cause.CONDITIONAL}


LONG = f"{'x' * 99}\n" * 330
"""33,000 characters."""

TABLE = [
    ("claude-code", {"CLAUDE.md": "See @AGENTS.md\n", "AGENTS.md": NAMED}, Cause.SEEN, "CLAUDE.md imports AGENTS.md", "AGENTS.md:3"),
    (
        "claude-code",
        {"CLAUDE.md": "@docs/a.md", "docs/a.md": "@../AGENTS.md", "AGENTS.md": NAMED},
        Cause.SEEN,
        "CLAUDE.md imports AGENTS.md",
        "AGENTS.md:3",
    ),
    (
        "claude-code",
        {".claude/CLAUDE.md": "@../AGENTS.md", "AGENTS.md": NAMED},
        Cause.SEEN,
        ".claude/CLAUDE.md imports AGENTS.md",
        "AGENTS.md:3",
    ),
    ("claude-code", {"CLAUDE.md": "- @a\\ b/n.md", "a b/n.md": NAMED}, Cause.SEEN, "CLAUDE.md imports a b/n.md", "a b/n.md:3"),
    (
        "claude-code",
        {"CLAUDE.md": "<!-- agentstate:begin -->\n@AGENTS.md\n<!-- agentstate:end -->\n", "AGENTS.md": NAMED},
        Cause.SEEN,
        "CLAUDE.md imports AGENTS.md",
        "AGENTS.md:3",
    ),
    (
        "claude-code",
        {"CLAUDE.md": PLAIN, ".claude/rules/a.md": NAMED, "AGENTS.md": NAMED},
        Cause.SEEN,
        "it loads .claude/rules/a.md",
        ".claude/rules/a.md:3",
    ),
    (
        "claude-code",
        {"CLAUDE.md": PLAIN, "AGENTS.md": NAMED},
        Cause.SHADOWED,
        "AGENTS.md is not loaded where there is CLAUDE.md",
        "AGENTS.md:3",
    ),
    (
        "claude-code",
        {"CLAUDE.local.md": PLAIN, "AGENTS.md": NAMED},
        Cause.SHADOWED,
        "AGENTS.md is not loaded where there is CLAUDE.local.md",
        "AGENTS.md:3",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "`@AGENTS.md`", "AGENTS.md": NAMED},
        Cause.IMPORT,
        'the import "@AGENTS.md" in CLAUDE.md stands in code, where it is text',
        "CLAUDE.md:1",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "```\n@AGENTS.md\n```\n", "AGENTS.md": NAMED},
        Cause.IMPORT,
        'the import "@AGENTS.md" in CLAUDE.md stands in code, where it is text',
        "CLAUDE.md:2",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "\n@agents.md\n", "AGENTS.md": NAMED},
        Cause.IMPORT,
        'the import "@agents.md" in CLAUDE.md leads to no file',
        "CLAUDE.md:2",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "@../AGENTS.md\n", "AGENTS.md": NAMED},
        Cause.IMPORT,
        'the import "@../AGENTS.md" in CLAUDE.md leads out of the repository',
        "CLAUDE.md:1",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "@~/AGENTS.md\n"},
        Cause.IMPORT,
        'the import "@~/AGENTS.md" in CLAUDE.md leads out of the repository',
        "CLAUDE.md:1",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "<!--\nRead .agent/PROTOCOL.md\n@AGENTS.md\n-->\n"},
        Cause.NOT_NAMED,
        "nothing that it loads names the protocol",
        "CLAUDE.md:1",
    ),
    (
        "claude-code",
        {"CLAUDE.md": "write to me@AGENTS.md\n", "AGENTS.md": NAMED},
        Cause.SHADOWED,
        "AGENTS.md is not loaded where there is CLAUDE.md",
        "AGENTS.md:3",
    ),
    ("claude-code", {"CLAUDE.md": "@README.md\n"}, Cause.NOT_NAMED, "nothing that it loads names the protocol", "CLAUDE.md:1"),
    (
        "claude-code",
        {".claude/rules/a.md": f"---\npaths:\n  - src/**\n---\n{RULE}"},
        Cause.CONDITIONAL,
        '.claude/rules/a.md is not always loaded: its front matter has "paths"',
        ".claude/rules/a.md:5",
    ),
    ("claude-code", {}, Cause.NOT_NAMED, "there is no file that it loads", "CLAUDE.md:1"),
    (
        "codex",
        {"AGENTS.md": NAMED, "AGENTS.override.md": PLAIN},
        Cause.SHADOWED,
        "AGENTS.md is not loaded where there is AGENTS.override.md",
        "AGENTS.md:3",
    ),
    ("codex", {"AGENTS.md": LONG + NAMED}, Cause.CUT_OFF, "all its files together are cut off after 32768 bytes", "AGENTS.md:333"),
    ("codex", {"AGENTS.md": NAMED + LONG}, Cause.SEEN, "it loads AGENTS.md", "AGENTS.md:3"),
    ("codex", {"AGENTS.md": "@docs/a.md", "docs/a.md": NAMED}, Cause.NOT_NAMED, "nothing that it loads names the protocol", "AGENTS.md:1"),
    (
        "opencode",
        {"AGENTS.md": PLAIN, "CLAUDE.md": NAMED},
        Cause.SHADOWED,
        "CLAUDE.md is not loaded where there is AGENTS.md",
        "CLAUDE.md:3",
    ),
    ("opencode", {"opencode.json": '{"instructions": ["docs/*.md"]}', "docs/a.md": NAMED}, Cause.SEEN, "it loads docs/a.md", "docs/a.md:3"),
    (
        "opencode",
        {"opencode.json": '{"instructions": ["docs/*.md"]}', "docs/a/b.md": NAMED},
        Cause.NOT_NAMED,
        "there is no file that it loads",
        "AGENTS.md:1",
    ),
    (
        "opencode",
        {"opencode.jsonc": '{ // ours\n "instructions": ["./docs/**/*.md",], }', "docs/a/b.md": NAMED},
        Cause.SEEN,
        "it loads docs/a/b.md",
        "docs/a/b.md:3",
    ),
    (
        "opencode",
        {"opencode.json": '{"instructions": [".agent/PROTOCOL.md"]}', ".agent/PROTOCOL.md": "# Protocol\n"},
        Cause.SEEN,
        "it loads .agent/PROTOCOL.md",
        ".agent/PROTOCOL.md:1",
    ),
    (
        "cursor",
        {".cursor/rules/a.mdc": f"---\nalwaysApply: true\n---\n{RULE}"},
        Cause.SEEN,
        "it loads .cursor/rules/a.mdc",
        ".cursor/rules/a.mdc:4",
    ),
    (
        "cursor",
        {".cursor/rules/a/b.mdc": f"---\nalwaysApply: true\n---\n{RULE}"},
        Cause.SEEN,
        "it loads .cursor/rules/a/b.mdc",
        ".cursor/rules/a/b.mdc:4",
    ),
    (
        "cursor",
        {".cursor/rules/a.mdc": f"---\nalwaysApply: false\n---\n{RULE}"},
        Cause.CONDITIONAL,
        '.cursor/rules/a.mdc is not always loaded: its front matter says "alwaysApply: false"',
        ".cursor/rules/a.mdc:4",
    ),
    (
        "cursor",
        {".cursor/rules/a.mdc": RULE},
        Cause.CONDITIONAL,
        '.cursor/rules/a.mdc is not always loaded: its front matter does not say "alwaysApply: true"',
        ".cursor/rules/a.mdc:1",
    ),
    (
        "cursor",
        {".cursor/rules/a.md": f"---\nalwaysApply: true\n---\n{RULE}"},
        Cause.NOT_NAMED,
        "there is no file that it loads",
        ".cursor/rules/agentstate.mdc:1",
    ),
    (
        "copilot",
        {".github/instructions/a/b.instructions.md": f'---\napplyTo: "**"\n---\n{RULE}'},
        Cause.SEEN,
        "it loads .github/instructions/a/b.instructions.md",
        ".github/instructions/a/b.instructions.md:4",
    ),
    (
        "copilot",
        {".github/instructions/a.instructions.md": f"---\napplyTo: '**/*.py'\n---\n{RULE}"},
        Cause.CONDITIONAL,
        '.github/instructions/a.instructions.md is not always loaded: its front matter says "applyTo: **/*.py"',
        ".github/instructions/a.instructions.md:4",
    ),
    ("gemini", {"GEMINI.md": "@AGENTS.md\n", "AGENTS.md": NAMED}, Cause.SEEN, "GEMINI.md imports AGENTS.md", "AGENTS.md:3"),
    (
        "gemini",
        {".gemini/settings.json": '{"context": {"fileName": "AGENTS.md"}}', "AGENTS.md": NAMED},
        Cause.SEEN,
        "it loads AGENTS.md",
        "AGENTS.md:3",
    ),
    (
        "gemini",
        {".gemini/settings.json": '{"context": {"fileName": ["X.md", "AGENTS.md"]}}', "AGENTS.md": NAMED},
        Cause.SEEN,
        "it loads AGENTS.md",
        "AGENTS.md:3",
    ),
    (
        "gemini",
        {".gemini/settings.json": '{"contextFileName": "AGENTS.md"}', "AGENTS.md": NAMED},
        Cause.SEEN,
        "it loads AGENTS.md",
        "AGENTS.md:3",
    ),
    (
        "gemini",
        {".gemini/settings.json": '{"context": {"fileName": "X.md"}}', "GEMINI.md": NAMED},
        Cause.NOT_NAMED,
        "there is no file that it loads",
        "GEMINI.md:1",
    ),
    ("gemini", {".gemini/settings.json": "[" * 9000, "GEMINI.md": NAMED}, Cause.SEEN, "it loads GEMINI.md", "GEMINI.md:3"),
    ("qwen-code", {"QWEN.md": "@docs/a.md", "docs/a.md": NAMED}, Cause.SEEN, "QWEN.md imports docs/a.md", "docs/a.md:3"),
    (
        "kiro",
        {".kiro/steering/a.md": f"---\ninclusion: always\n---\n{RULE}"},
        Cause.SEEN,
        "it loads .kiro/steering/a.md",
        ".kiro/steering/a.md:4",
    ),
    (
        "kiro",
        {".kiro/steering/a.md": f"---\ninclusion: manual\n---\n{RULE}"},
        Cause.CONDITIONAL,
        '.kiro/steering/a.md is not always loaded: its front matter says "inclusion: manual"',
        ".kiro/steering/a.md:4",
    ),
    (
        "cline",
        {".clinerules/a.md": f"---\npaths: src/**\n---\n{RULE}"},
        Cause.CONDITIONAL,
        '.clinerules/a.md is not always loaded: its front matter says "paths: src/**"',
        ".clinerules/a.md:4",
    ),
    (
        "windsurf",
        {".windsurf/rules/a.md": f"---\ntrigger: always_on\n---\n{RULE}"},
        Cause.SEEN,
        "it loads .windsurf/rules/a.md",
        ".windsurf/rules/a.md:4",
    ),
    (
        "windsurf",
        {".windsurf/rules/a.md": f"---\ntrigger: glob\n---\n{RULE}"},
        Cause.CONDITIONAL,
        '.windsurf/rules/a.md is not always loaded: its front matter says "trigger: glob"',
        ".windsurf/rules/a.md:4",
    ),
    ("windsurf", {".windsurfrules": LONG + RULE}, Cause.CUT_OFF, ".windsurfrules is cut off after 12000 characters", ".windsurfrules:331"),
]


@pytest.mark.parametrize(("agent", "files", "cause", "because", "place"), TABLE)
def test_what_becomes_of_files(agent: str, files: dict[str, str], cause: Cause, because: str, place: str) -> None:
    assert judged(agent, files) == expected(agent, cause, because, place)


@pytest.mark.parametrize(("agent", "hops"), [("claude-code", 4), ("gemini", 5), ("qwen-code", 5)])
def test_imports_are_followed_so_many_times_in_a_row(agent: str, hops: int) -> None:
    first = AGENTS[agent].loads[0].path
    chain = {first: "@1.md"} | {f"{hop}.md": f"@{hop + 1}.md" for hop in range(1, hops)}
    assert judged(agent, {**chain, f"{hops}.md": NAMED}) == expected(agent, Cause.SEEN, f"{first} imports {hops}.md", f"{hops}.md:3")
    longer = {**chain, f"{hops}.md": f"@{hops + 1}.md", f"{hops + 1}.md": NAMED}
    because = f'the import "@{hops + 1}.md" in {hops}.md is one too many: {hops} in a row are followed'
    assert judged(agent, longer) == expected(agent, Cause.IMPORT, because, f"{hops}.md:1")


def test_a_short_way_counts_where_a_long_one_leads_to_the_same_file() -> None:
    files = {"CLAUDE.md": "@1.md\n@4.md\n", "1.md": "@2.md", "2.md": "@3.md", "3.md": "@4.md", "4.md": "@5.md", "5.md": NAMED}
    assert judged("claude-code", files) == expected("claude-code", Cause.SEEN, "CLAUDE.md imports 5.md", "5.md:3")


def test_files_that_import_each_other_come_to_an_end() -> None:
    files = {"CLAUDE.md": "@1.md @2.md", "1.md": "@2.md @CLAUDE.md", "2.md": "@1.md `@CLAUDE.md`"}
    assert judged("claude-code", files) == expected(
        "claude-code", Cause.NOT_NAMED, "nothing that it loads names the protocol", "CLAUDE.md:1"
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Read packages/a/.agent/PROTOCOL.md.\n", "AGENTS.md:1"),
        ("Read `/packages/a/.agent/PROTOCOL.md`.\n", "AGENTS.md:1"),
        ("Read [it](./packages/a/.agent/PROTOCOL.md).\n", "AGENTS.md:1"),
        (NAMED, ""),
        ("Read packages/b/.agent/PROTOCOL.md.\n", ""),
        ("Read my.agent/PROTOCOL.md\n", ""),
        ("Read packages/a/.agent/PROTOCOL.mdx\n", ""),
        ("Read packages/a/.agent/PROTOCOL.md.bak\n", ""),
        ("Read packages/a/.agent/PROTOCOL.md/.agent/PROTOCOL.md\n", ""),
        ("x.agent/PROTOCOL.md, packages/a/.agent/PROTOCOL.md\n", "AGENTS.md:1"),
    ],
)
def test_a_file_at_the_top_tells_of_a_tree_below_it_by_its_whole_path(text: str, place: str) -> None:
    found = judged("codex", {"AGENTS.md": text}, "packages/a/")
    because = "it loads AGENTS.md" if place else "nothing that it loads names the protocol"
    assert found == expected("codex", Cause.SEEN if place else Cause.NOT_NAMED, because, place or "AGENTS.md:1")


def test_files_on_the_way_down_are_loaded_too() -> None:
    prefix = "packages/a/"
    assert judged("codex", {"packages/a/AGENTS.md": NAMED}, prefix).path == "packages/a/AGENTS.md"
    assert judged("codex", {"packages/AGENTS.md": "see a/.agent/PROTOCOL.md"}, prefix).path == "packages/AGENTS.md"
    assert judged("codex", {"packages/a/AGENTS.md": "../../.agent/PROTOCOL.md"}, prefix).cause is Cause.NOT_NAMED
    assert judged("codex", {"AGENTS.md": LONG, "packages/a/AGENTS.md": NAMED}, prefix).cause is Cause.CUT_OFF
    assert judged("codex", {"packages/b/AGENTS.md": NAMED}, prefix).cause is Cause.NOT_NAMED
    assert judged("claude-code", {"CLAUDE.md": PLAIN, "packages/a/AGENTS.md": NAMED}, prefix) == expected(
        "claude-code", Cause.SHADOWED, "packages/a/AGENTS.md is not loaded where there is CLAUDE.md", "packages/a/AGENTS.md:3"
    )


def test_the_settings_nearest_to_the_tree_count() -> None:
    files = {
        ".gemini/settings.json": '{"context": {"fileName": "TOP.md"}}',
        "packages/a/.gemini/settings.json": '{"context": {"fileName": "AGENTS.md"}}',
        "packages/a/AGENTS.md": NAMED,
    }
    assert judged("gemini", files, "packages/a/").path == "packages/a/AGENTS.md"
    assert not judged("gemini", {**files, "packages/a/.gemini/settings.json": '{"context": {"fileName": "TOP.md"}}'}, "packages/a/").sees


def test_a_folder_that_is_not_deep_holds_its_own_files_only() -> None:
    path = ".kiro/steering/more/a.md"
    assert not reach_of(AGENTS["kiro"], Instructions({path: SourceText(path, NAMED)}), "").sees


def test_a_file_that_git_ignores_reaches_one_clone_unless_the_tree_is_ignored_too() -> None:
    files = {"CLAUDE.md": PLAIN, "CLAUDE.local.md": NAMED}
    because = "CLAUDE.local.md is ignored by git, so it reaches this clone alone"
    found = judged("claude-code", files, ignored=("CLAUDE.local.md",))
    assert found == expected("claude-code", Cause.IGNORED, because, "CLAUDE.local.md:3")
    assert judged("claude-code", files, ignored=("CLAUDE.local.md", ".agent/PROTOCOL.md")).sees
    by_import = {"CLAUDE.md": "@notes.md\n", "notes.md": NAMED}
    assert judged("claude-code", by_import, ignored=("notes.md",)).because == "notes.md is ignored by git, so it reaches this clone alone"


def test_what_is_there_and_cannot_be_read_hides_all_the_same() -> None:
    known = replace(instructed("claude-code", {"AGENTS.md": NAMED}), unread=frozenset({"CLAUDE.md"}))
    assert reach_of(AGENTS["claude-code"], known, "").cause is Cause.SHADOWED


@law(60)
@given(st.sampled_from(sorted(AGENTS)), st.sampled_from(sorted(LOOKED_AT)), st.text(max_size=200))
def test_a_file_beside_it_that_is_loaded_by_nobody_changes_nothing(agent: str, path: str, text: str) -> None:
    assert judged(agent, {path: NAMED, "docs/other.md": text, "src/AGENTS.txt": text}) == judged(agent, {path: NAMED})


@law(60)
@given(st.sampled_from(sorted(AGENTS)), st.sampled_from(sorted(LOOKED_AT)), st.sampled_from(sorted(LOOKED_AT)), st.text(max_size=80))
def test_another_file_takes_the_protocol_away_only_by_hiding_it(agent: str, path: str, other: str, text: str) -> None:
    before = judged(agent, {path: NAMED})
    after = judged(agent, {path: NAMED, **({} if other == path else {other: text})})
    if before.sees and not after.sees:
        assert after.cause in {Cause.SHADOWED, Cause.IMPORT}
        assert any(other in place.hidden_by for place in AGENTS[agent].loads)


LINES = st.sampled_from(
    ["@AGENTS.md", "`@AGENTS.md`", "```", "<!--", "-->", "---", "text", RULE.strip(), "@a.md @b.md", "alwaysApply: true"]
)


@law(150)
@given(st.sampled_from(sorted(AGENTS)), st.dictionaries(st.sampled_from(sorted(LOOKED_AT)), st.lists(LINES, max_size=6), max_size=5))
def test_any_files_have_one_verdict_whose_place_is_a_line_of_theirs(agent: str, files: dict[str, list[str]]) -> None:
    texts = {path: "\n".join(lines) for path, lines in files.items()}
    found = judged(agent, texts)
    assert found.sees is (found.cause is Cause.SEEN)
    if found.cause is Cause.NOT_NAMED:
        assert found.line == 1
    else:
        assert 1 <= found.line <= len(files[found.path])
        assert found.cause is not Cause.SEEN or ".agent/PROTOCOL.md" in files[found.path][found.line - 1]


def test_a_file_is_looked_at_once_however_many_ways_lead_to_it() -> None:
    names = [f"{number}.md" for number in range(6)]
    imports = " ".join(f"@{name}" for name in names)
    agent, prefix = AGENTS["claude-code"], ""
    told = instructed(agent.name, {"CLAUDE.md": imports, **dict.fromkeys(names, f"{imports}\n{NAMED}")})
    (start,) = (candidate for candidate in candidates(agent, told, prefix) if candidate.path == "CLAUDE.md")
    assert [found.path for found in _announcements(agent, told, start, prefix)] == names
