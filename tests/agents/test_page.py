"""The page about agents: current, and one section for each."""

from pathlib import Path

from agentstate.agents import page
from agentstate.agents.known import AGENTS
from agentstate.schema.violations import load


def test_the_documentation_is_current() -> None:
    documentation = Path(__file__).parent.parent.parent / "docs" / "agents.md"
    assert documentation.read_text(encoding="utf-8") == page.document(), "run `.venv/bin/python .ci/docs`"


def test_every_agent_has_a_section_and_a_name_in_the_settings() -> None:
    titles = [line.removeprefix("## ") for line in page.document().splitlines() if line.startswith("## ")]
    assert titles == [agent.title for agent in AGENTS.values()]
    assert sorted(load("config")["properties"]["agents"]["items"]["enum"]) == sorted(AGENTS)
