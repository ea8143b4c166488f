"""What a lane may be called, and whose state a snapshot holds."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.snapshot import Snapshot, parse_snapshot, render_snapshot
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.lanes import MOST, is_name, lane_names, refuse_missing, refuse_new, state_path, stated_lane
from tests.support.laws import law

NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,30}", fullmatch=True)
FORM = "take letters, digits, `.`, `_` and `-`, and begin with a letter or a digit"


@pytest.mark.parametrize(("name", "path"), [("", layout.STATE), ("api", ".agent/lanes/api.yaml"), ("0.A_b-c", ".agent/lanes/0.A_b-c.yaml")])
def test_the_state_of_a_lane_has_one_place(name: str, path: str) -> None:
    assert state_path(name) == path


@pytest.mark.parametrize(
    "name",
    [".", "..", "../x", "a/b", "a\\b", "-rf", ".hidden", "a b", "a\n", "é", "\u0661", "a:b", "~", "$HOME", "*", "a\x00", "\udcff", " "],
)
def test_what_is_no_name_leads_nowhere(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(AgentStateError) as raised:
        state_path(name)
    assert (raised.value.hint, raised.value.exit_code) == (FORM, 2)
    assert raised.value.message.isprintable()


@law(50)
@given(st.text(max_size=20))
def test_any_text_is_a_name_of_a_file_right_in_its_folder_or_refused(name: str) -> None:
    if name and set(name) <= {*string.ascii_letters, *string.digits, *"._-"} and name[0] not in "._-":
        assert layout.LANE_NAME.fullmatch(state_path(name))
    elif name:
        with pytest.raises(AgentStateError):
            state_path(name)


def test_a_long_name_is_cut_where_it_is_shown() -> None:
    with pytest.raises(AgentStateError) as raised:
        state_path("/" * 100)
    assert raised.value.message == f'"{"/" * 60}…" is no name of a lane'


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ([], 'no lane "x": there are none here'),
        (["api"], 'no lane "x": the only lane here is api'),
        (["ui", "api"], 'no lane "x": the lanes here are api, ui'),
        (
            [f"l{number:02}" for number in range(12)],
            f'no lane "x": the lanes here are {", ".join(f"l{n:02}" for n in range(10))} and 2 more',
        ),
    ],
)
def test_a_missing_lane_is_refused_with_those_that_are_there(known: list[str], message: str) -> None:
    with pytest.raises(AgentStateError) as raised:
        refuse_missing("x", known)
    hint = "open it with `agentstate task --lane x TITLE`, or name another"
    assert (raised.value.message, raised.value.hint, raised.value.exit_code) == (message, hint, 2)


def test_the_default_lane_and_one_that_is_there_are_not_refused() -> None:
    refuse_missing("", [])
    refuse_missing("api", ["api"])


def test_the_default_lane_is_not_asked_for_by_that_word() -> None:
    with pytest.raises(AgentStateError) as raised:
        refuse_missing("default", ["api"])
    hint = "take another name, or none for the default lane"
    assert (raised.value.message, raised.value.hint) == ('"default" is what the lane of STATE.yaml is called, which has no name', hint)
    refuse_missing("default", ["default"])


RESERVED = "{} cannot be the name of a file on Windows"


@pytest.mark.parametrize(
    ("name", "known", "message", "hint", "code"),
    [
        *((name, [], RESERVED.format(f'"{name}"'), "take another name", 2) for name in ("con", "NUL", "Com1", "lpt9.x", "aux.tar.gz")),
        *(
            (name, [], f'"{name}" is what the lane of STATE.yaml is called, which has no name', "take another name", 2)
            for name in ("default", "Default")
        ),
        *(
            (name, [], f'"{name}" ends as the file of a lane does, and the name of a lane is without that', "take another name", 2)
            for name in ("api.yaml", "api.YML")
        ),
        ("x" * 65, [], "the name of a lane has at most 64 characters, not 65", "take another name", 2),
        ("API", ["api"], 'the lane "api" has this name in another case', "write `--lane api`, or take another name", 2),
        (
            "new",
            [f"l{number}" for number in range(MOST)],
            "there are 100 lanes, at most 100 may be",
            "conclude some with `agentstate lane close NAME`",
            1,
        ),
    ],
)
def test_a_name_that_a_new_lane_cannot_have(name: str, known: list[str], message: str, hint: str, code: int) -> None:
    with pytest.raises(AgentStateError) as raised:
        refuse_new(name, known)
    assert (raised.value.message, raised.value.hint, raised.value.exit_code) == (message, hint, code)


@pytest.mark.parametrize("name", ["console", "com", "com10", "null", "nul-1", "default-2", "yaml", "api.yaml.old", "x" * 64])
def test_a_name_that_a_new_lane_can_have(name: str) -> None:
    refuse_new(name, ["api", *(f"l{number}" for number in range(MOST - 2))])


def test_only_files_of_lanes_are_lanes() -> None:
    paths = [
        ".agent/lanes/ui.yaml",
        ".agent/lanes/api.yaml",
        ".agent/lanes/.x.yaml",
        ".agent/lanes/a/b.yaml",
        ".agent/lanes/x.yml",
        layout.STATE,
    ]
    assert lane_names(paths) == ("api", "ui")


@law(50)
@given(
    st.one_of(st.just(""), NAMES, st.sampled_from(["1", "true", "null", "1e5", "0x1", "no", "1_000", "2026-11-29"])), st.text(), st.text()
)
def test_the_lane_of_a_snapshot_is_found_as_a_reader_of_yaml_finds_it(lane: str, message: str, state: str) -> None:
    text = render_snapshot(
        Snapshot(
            id="20261129T193000Z-manual",
            reason="manual",
            created="2026-11-29T19:30:00Z",
            lane=lane,
            message=f"{message}\nlane: other",
            state=f"lane: another\n{state}",
        )
    )
    parsed = parse_snapshot(SourceText(f"{layout.CHECKPOINTS}/20261129T193000Z-manual.yaml", text))
    assert isinstance(parsed, Snapshot)
    assert stated_lane(text) == parsed.lane == lane


@pytest.mark.parametrize(
    ("text", "lane"),
    [
        ("", ""),
        ("reason: manual\r\nlane: api\r\nstate: x\r\n", "api"),
        ("lane: 'api'\n", "api"),
        ("lane: ../x\n", ""),
        ("state: |\n  lane: x\n", ""),
        ("lane:\n", ""),
    ],
)
def test_a_snapshot_that_somebody_wrote(text: str, lane: str) -> None:
    assert stated_lane(text) == lane
