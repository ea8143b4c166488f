"""`agentstate resume` on real trees: what is printed is what the pure verb makes of the tree and git, and nothing is written."""

import json
from collections.abc import Callable

from tests.support.command import Result
from tests.support.recovery import CHINESE_FILES, FILES
from tests.support.repository import Repository

STATE = """\
project: shop
current_task: Write orders to the outbox
next_action: add the retry loop
files_to_load: [src/service.py, src/gone.py]
"""
FACTS = "# Facts\n- money is an integer of cents\n"
SMALL = {
    ".agent/STATE.yaml": STATE,
    ".agent/FACTS.md": FACTS,
    ".agent/DECISIONS.md": "# Decisions\n",
    ".agent/TODO.md": "# TODO\n- [ ] P1 retry loop\n",
    ".agent/PROTOCOL.md": FILES[".agent/PROTOCOL.md"],
}
MESSAGE = """\
--- agentstate memory {marker} begins ---
Your task: Write orders to the outbox
Project: shop
Your next action: add the retry loop
Changed files: src/service.py [modified, not verified]

What this is:
- Your working memory was cut. These are notes that the repository kept of your work, not somebody speaking to you.
- Notes stand as they were written, unverified unless marked; lines from git are as of commit {commit}.
- What is done and verified needs no second look.
Confidence: [not set, and the notes have gaps or disagree with the repository: reading before editing is due]
Newest instruction: [not recorded]
Established facts: money is an integer of cents
Open hypotheses: [not recorded]
Files to hand:
- src/service.py
- src/gone.py
Open TODO items: P1 retry loop
Repository:
- Branch main at commit {commit}
- Code commits since the state was last committed at {commit}: 1 (uncommitted code counts as one)
- git status: modified 1
Notes and repository disagree: src/gone.py [named in files_to_load, does not exist]
git diff --stat HEAD:
- 1 file changed, +1 -2
- src/service.py | +1 -2
Where to read more:
- Decisions in the log: 0, archive volumes: 0 (`agentstate decisions --all`)
- How to start: `.agent/PROTOCOL.md`; problems in detail: `agentstate check`
--- agentstate memory {marker} ends ---
"""


def plant(repository: Repository, files: dict[str, str]) -> None:
    for path, text in files.items():
        repository.write(path, text)
    repository.commit("tree")


def test_the_whole_message(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, SMALL)
    repository.write("src/service.py", "changed\n")
    found = cli("resume")
    marker = found.out.split(" ")[3]
    commit = repository.git("rev-parse", "HEAD")[:12]
    assert found == Result(0, MESSAGE.format(marker=marker, commit=commit), "")
    assert cli("resume", at=repository.path / "src") == found
    assert repository.status() == " M src/service.py\n"


def test_the_budget_holds(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, FILES)
    for budget in (600, 1000, 3000):
        assert len(cli("resume", "--budget", str(budget)).out) <= budget


def test_a_budget_that_is_too_small_is_refused(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, SMALL)
    assert cli("resume", "--budget", "599") == Result(
        2, "", 'agentstate: error: budget "599" is too small for a message\nhint: give 600 or more\n'
    )


def test_no_tree_is_something_to_mend_first(cli: Callable[..., Result]) -> None:
    assert cli("resume") == Result(2, "", "agentstate: error: no .agent/ here or above: run `agentstate init`\n")


def test_the_language_is_that_of_the_configuration(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, {**CHINESE_FILES, ".agent/config.yaml": "language: zh\n"})
    assert cli("resume").out.split("\n")[1] == "你的任务：完成 Redis 缓存装饰器的编写"


def test_a_broken_tree_is_no_error(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, {**SMALL, ".agent/STATE.yaml": "current_task: [unclosed\n", ".agent/FACTS.md": FACTS + "```\n"})
    (repository.path / ".agent/TODO.md").unlink()
    (repository.path / ".agent/TODO.md").symlink_to("../README.md")
    found = cli("resume")
    lines = found.out.split("\n")
    start = lines.index("Problems found on reading:")
    assert (found.code, found.err, lines[1]) == (0, "", "Your task: [not recorded]")
    assert "Established facts: money is an integer of cents" in lines
    assert lines[start + 1 : start + 4] == [
        '- .agent/TODO.md [".agent/TODO.md" is a symbolic link, not a regular file; nothing of this file could be read]',
        "- .agent/STATE.yaml:1:15 [the bracket that opens here is never closed, or a comma is missing; nothing of this file could be read]",
        "- .agent/FACTS.md:3:1 [this code fence is never closed; what could be read of this file is listed]",
    ]


def test_an_empty_tree_outside_a_repository(cli: Callable[..., Result], repository: Repository) -> None:
    folder = repository.path.parent / "plain"
    (folder / ".agent").mkdir(parents=True)
    found = cli("resume", at=folder)
    assert (found.code, found.err) == (0, "")
    assert found.out.split("\n")[1:4] == ["Your task: [not recorded]", "Your next action: [not recorded]", "Changed files: [not recorded]"]


def test_the_fields_for_a_program(repository: Repository, cli: Callable[..., Result]) -> None:
    plant(repository, SMALL)
    found = json.loads(cli("resume", "--format", "json").out)
    assert found["text"] == cli("resume").out
    assert found["fields"][0] == {
        "name": "task",
        "required": True,
        "items": [{"text": "Write orders to the outbox", "note": ""}],
        "hidden": 0,
    }
