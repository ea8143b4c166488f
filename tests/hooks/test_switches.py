"""What config.yaml switches off, read quickly and by the library, which must agree."""

import pytest

from agentstate.documents.text import SourceText
from agentstate.hooks import switches
from agentstate.hooks.switches import switched_off
from agentstate.settings import parse_settings
from agentstate.vocabulary.entries import RECORDED

ALL = frozenset(RECORDED)
QUICK = {
    "journal: off\n": ALL,
    "journal: false # no\n": ALL,
    "journal: on\n": frozenset(),
    "language: zh\njournal: off": ALL,
    "# the journal: off\nlanguage: en\n": frozenset(),
    "journal:\n  prompts: off\n  rules: false\n  files: on\n\n  # said: off\nlanguage: en\n": frozenset({"prompts", "rules"}),
    "journal:\n": frozenset(),
    "journal: off\r\n": ALL,
}
SLOW = {
    "journal: {prompts: off, said: off}\n": frozenset({"prompts", "said"}),
    'journal: "off"\n': ALL,
    "journal: sometimes\n": frozenset(),
    "journal:\n  thoughts: off\n  prompts: off\n": frozenset({"prompts"}),
    "journal: off\njournal: on\n": frozenset(),
    "waivers:\n  - {rule: AS711, path: a.md, reason: the journal says so}\n": frozenset(),
    "journal: [\n": frozenset(),
    "journal:\n  prompts: off\n    rules: on\n": frozenset(),
}


@pytest.mark.parametrize("text", [*QUICK, *SLOW])
def test_switches_are_what_the_settings_say(text: str) -> None:
    expected = (QUICK | SLOW)[text]
    assert switched_off(text.encode()) == expected
    assert frozenset(parse_settings(SourceText.decode(".agent/config.yaml", text.encode()))[0].journal_off) == expected


@pytest.mark.parametrize("text", QUICK)
def test_the_usual_spellings_need_no_library(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(switches, "_asked_of_the_library")
    assert switched_off(text.encode()) == QUICK[text]
