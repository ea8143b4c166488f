"""`agentstate recall` on real trees, and `agentstate resume` where there is a journal."""

import json
from collections.abc import Callable

import pytest

from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entity, Entry, Text
from tests.support.command import Result
from tests.support.recovery import DECISIONS
from tests.support.repository import Repository

Cli = Callable[..., Result]


@pytest.fixture
def recorded(repository: Repository) -> Repository:
    """A repository with a tree whose journal knows a session."""
    repository.write(".agent/DECISIONS.md", DECISIONS)
    repository.write("src/dates.py", "def format_date(value: str) -> str: ...\n")
    repository.commit("tree")
    journal = open_journal(repository.path)
    texts = (Text("prompt", "Mend the dates."), Text("rule", "Never use `eval`.", "prompt", 0.7), Text("plan", "[~] mend `src/dates.py`"))
    said = (Text("decision", "We decided on ISO dates.", "answer", 0.7),)
    facts = (Entity("fact", "format_date", "src/dates.py", "def format_date()", "read", 0.95),)
    touches = (("src/dates.py", "edit", ""), ("src/service.py", "read", ""))
    journal.append(
        [
            Entry(session="s", kind="prompt", time=1, texts=texts),
            Entry(session="s", kind="tool", time=2, call="a", touches=touches, entities=facts, ok=True),
            Entry(session="s", kind="tool", time=3, call="b", command="pytest -x", tests=True, exit_code=1, ok=False),
            Entry(session="s", kind="tool", time=4, call="c", command="git status", ok=True),
            Entry(session="s", kind="turn_end", time=5, texts=said),
        ]
    )
    journal.close()
    return repository


OUTPUTS = {
    "format_date": "src/dates.py: def format_date(value: str) -> str [fact, 0.95, 2 steps ago]\n",
    "--file src/service.py": "src/service.py: read 1 [artifact, 0.95, 2 steps ago]\n",
    "--files": "src/dates.py [read 0, edited 1, not verified]\nsrc/service.py [read 1, edited 0]\n",
    "--commands": "pytest -x [exit 1, run 1 time, failed 1 time]\ngit status [exit status unknown, run 1 time]\n",
    "--rules": "Never use `eval`.\n",
    "--said": "We decided on ISO dates.\n",
    "--plan": "[~] mend `src/dates.py`\n",
    "--prompt": "Mend the dates.\n",
}


@pytest.mark.parametrize("asked", OUTPUTS)
@pytest.mark.usefixtures("recorded")
def test_what_is_printed(cli: Cli, asked: str) -> None:
    assert cli("recall", *asked.split(" ")) == Result(0, OUTPUTS[asked], "")


@pytest.mark.usefixtures("recorded")
def test_a_decision_of_the_log(cli: Cli) -> None:
    found = cli("recall", "keys redis", "--format", "json")
    record = json.loads(found.out)
    assert (found.code, found.err, record["query"], record["step"]) == (0, "", "keys redis", 3)
    assert [(one["kind"], one["scope"], one["way"]) for one in record["found"]] == [("decision", ".agent/DECISIONS.md", "words")]


@pytest.mark.usefixtures("recorded")
def test_a_list_for_programs(cli: Cli) -> None:
    assert json.loads(cli("recall", "--files", "--format", "json").out) == {
        "version": 1,
        "files": [
            {
                "path": "src/dates.py",
                "reads": 0,
                "edits": 1,
                "created": False,
                "deleted": False,
                "first": 1,
                "last": 1,
                "changed": 1,
                "verified": False,
            },
            {
                "path": "src/service.py",
                "reads": 1,
                "edits": 0,
                "created": False,
                "deleted": False,
                "first": 1,
                "last": 1,
                "changed": None,
                "verified": False,
            },
        ],
    }


@pytest.mark.usefixtures("recorded")
def test_nothing_is_found(cli: Cli) -> None:
    assert cli("recall", "nowhere") == Result(0, "", 'nothing is remembered of "nowhere"\n')


@pytest.mark.usefixtures("recorded")
def test_a_long_query_is_not_repeated_whole(cli: Cli) -> None:
    assert cli("recall", "x" * 100_000) == Result(0, "", f'nothing is remembered of "{"x" * 60}…"\n')


@pytest.mark.usefixtures("recorded")
def test_a_file_from_another_folder(cli: Cli) -> None:
    assert cli("-C", "src", "recall", "--file", "service.py").out == OUTPUTS["--file src/service.py"]


@pytest.mark.parametrize("arguments", [("format_date",), ("--rules",)])
def test_without_a_journal(repository: Repository, cli: Cli, arguments: tuple[str, ...]) -> None:
    repository.write(".agent/STATE.yaml", "project: x\n")
    assert cli("recall", *arguments) == Result(0, "", "there is no journal: nothing was recorded here\n")
    assert repository.status() == "?? .agent/STATE.yaml\n"
    assert not (repository.path / ".agent" / "local").exists()


@pytest.mark.parametrize(
    "arguments",
    [(), ("  ",), ("x", "--files"), ("x", "--file", "y"), ("--file", "y", "--rules"), ("--files", "--rules"), ("--file", " ")],
)
@pytest.mark.usefixtures("recorded")
def test_one_thing_at_a_time(cli: Cli, arguments: tuple[str, ...]) -> None:
    assert cli("recall", *arguments) == Result(
        2,
        "",
        "agentstate: error: recall takes one thing to look for\nhint: give a symbol, words in quotes, --file PATH, or one of the lists\n",
    )


def test_resume_prints_what_the_journal_remembers_and_touches_no_tracked_file(recorded: Repository, cli: Cli) -> None:
    before = recorded.status()
    text = cli("resume").out
    for line in (
        "Your next action: mend `src/dates.py` [derived: in progress in your plan, which is newer than the notes]",
        "- src/dates.py [edited, not verified]",
        "Newest instruction: Mend the dates.",
        "Said by the user, word for word: Never use `eval`.",
        "Commands failed or refused and not passed since: pytest -x [exit 1]",
        "Commands: git status [exit status unknown]",
        "Symbols to hand: src/dates.py: def format_date(value: str) -> str",
        "Said, not recorded: We decided on ISO dates. [confidence 0.7]",
    ):
        assert f"{line}\n" in text
    assert cli("resume").out == text
    assert recorded.status() == before
    fields = {field["name"]: field["items"] for field in json.loads(cli("resume", "--format", "json").out)["fields"]}
    assert fields["failures"] == [{"text": "pytest -x", "note": "exit 1"}]
