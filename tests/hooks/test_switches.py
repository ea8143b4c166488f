"""What config.yaml switches off, read quickly and by the library; what is not understood switches off what it may have meant."""

import pytest

from agentstate.hooks import switches
from agentstate.hooks.switches import Switches
from agentstate.hooks.switches import switches as switches_of
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
    "\ufeffjournal: off\n": ALL,
    **{f"journal: {word}\n": ALL for word in ("no", "No", "NO", "Off", "OFF", "False")},
    **{f"journal: {word}\n": frozenset() for word in ("yes", "On", "True")},
    "journal:\n  prompts: No\n": frozenset({"prompts"}),
}
SLOW = {
    "journal: {prompts: off, said: off}\n": frozenset({"prompts", "said"}),
    'journal: "off"\n': ALL,
    'journal: "no"\n': ALL,
    '"journal": off\n': ALL,
    "{journal: {prompts: off, files: null}}\n": frozenset({"prompts"}),
    "journal : {rules: on}\n": frozenset(),
    "waivers:\n  - {rule: AS711, path: a.md, reason: the journal says so}\n": frozenset(),
    "journal: {thoughts: on}\n": frozenset(),
}
UNCLEAR = {
    "journal: sometimes\n": (ALL, '"journal" is neither on nor off'),
    "journal: 0\n": (ALL, '"journal" is neither on nor off'),
    "journal: [off]\n": (ALL, '"journal" is neither on nor off'),
    "journal:\n- off\n": (ALL, '"journal" is neither on nor off'),
    "journal:\n  thoughts: off\n  prompts: off\n": (ALL, '"journal.thoughts" is no part of the journal'),
    "journal: {promts: off}\n": (ALL, '"journal.promts" is no part of the journal'),
    "journal:\n  prompts: nope\n  files: on\n  said: off\n": (
        frozenset({"prompts", "said"}),
        '"journal.prompts" is neither on nor off',
    ),
    "journal: off\njournal: on\n": (ALL, 'line 2 is no YAML that is read here: key "journal" is on line 1 and again on line 2'),
    "Journal: off\n": (ALL, '"Journal" is not where or how the journal is switched'),
    "rotate:\n  auto: on\n  journal: off\n": (ALL, '"rotate.journal" is not where or how the journal is switched'),
}


@pytest.mark.parametrize("text", [*QUICK, *SLOW])
def test_switches_are_what_the_settings_say(text: str) -> None:
    assert switches_of(text.encode()) == Switches((QUICK | SLOW)[text])


@pytest.mark.parametrize("text", UNCLEAR)
def test_a_switch_that_is_not_understood_keeps_out_what_it_may_have_meant(text: str) -> None:
    assert switches_of(text.encode()) == Switches(*UNCLEAR[text])


@pytest.mark.parametrize("text", ["journal: [\n", "journal:\n\toff\n", "journal:\n  prompts: off\n    rules: on\n", "journal: *off\n"])
def test_settings_that_are_no_yaml_keep_out_everything(text: str) -> None:
    found = switches_of(text.encode())
    assert found.off == ALL
    assert "is no YAML that is read here: " in found.trouble


@pytest.mark.parametrize("text", QUICK)
def test_the_usual_spellings_need_no_library(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(switches, "_asked_of_the_library")
    assert switches_of(text.encode()) == Switches(QUICK[text])
