"""What `init` writes, in both languages: within the limits, readable by our own parsers, and saying the same."""

import re
from string import Template

import pytest

from agentstate import resources, yaml

LANGUAGES = ("en", "zh")
FIELDS = {"schema": "state.schema.json", "project": "example", "goal": '""', "task": '""', "next_action": '""'}


def template(name: str) -> str:
    return resources.read_text("templates", name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_protocol_fits_on_one_screen_and_says_to_ask(language: str) -> None:
    text = template(f"{language}/PROTOCOL.md")
    steps = re.findall(r"^([0-9]+)\. (.*)$", text, re.MULTILINE)
    assert [number for number, _ in steps] == ["1", "2", "3", "4", "5"]
    assert len(text.encode()) <= 2048
    assert text.count("\n") <= 40
    assert steps[-1][1] == {"en": "If you are still unsure, ask. Do not guess.", "zh": "如果仍不确定，就向用户询问，不要猜测。"}[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_block_has_ten_lines_with_its_markers_and_names_what_a_summary_keeps(language: str) -> None:
    text = template(f"{language}/block.md")
    assert text.count("\n") + 2 <= 10
    assert "DECISION: … BECAUSE: …" in text
    kept = {
        "en": "task, changed files, established facts, open hypotheses, next action, newest instruction",
        "zh": "任务、改动过的文件、已确认的事实、待验证的假设、下一步、最新的指示",
    }
    assert kept[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_state_is_one_document_with_the_smallest_fields_and_a_handful_of_empty_ones(language: str) -> None:
    text = Template(template(f"{language}/STATE.yaml")).substitute(FIELDS)
    assert text.startswith("# yaml-language-server: $schema=state.schema.json\n")
    empty: list[yaml.Value] = []
    assert yaml.parse(text).data == {
        "version": 1,
        "project": "example",
        "goal": "",
        "acceptance": empty,
        "constraints": empty,
        "do_not": empty,
        "current_task": "",
        "next_action": "",
        "blocked": False,
        "done": empty,
        "failed_attempts": empty,
        "files_to_load": empty,
    }


def test_both_languages_hold_the_same_files() -> None:
    names = resources.names("templates")
    english, chinese = ({name.partition("/")[2] for name in names if name.startswith(f"{language}/")} for language in LANGUAGES)
    assert chinese - english == {"config.yaml"}
    assert english - chinese == set()


def test_every_template_is_utf8_with_lf_and_a_final_newline() -> None:
    for name in resources.names("templates"):
        text = template(name)
        assert "\r" not in text, name
        assert text.endswith("\n"), name
        assert not text.endswith("\n\n"), name
