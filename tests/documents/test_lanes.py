"""Which files a task is about, and which of them several tasks work on."""

from agentstate.documents.lanes import claims, lane_of, shared
from agentstate.documents.state import StateDocument, parse_state
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout

API = ".agent/lanes/api.yaml"
UI = ".agent/lanes/ui.yaml"


def state(path: str, *lines: str) -> StateDocument:
    return parse_state(SourceText(path, "".join(f"{line}\n" for line in lines)))


def found(documents: list[StateDocument], changed: tuple[str, ...] = ()) -> dict[str, list[tuple[str, tuple[str | int, ...]]]]:
    return {path: [(claim.lane, claim.place) for claim in several] for path, several in shared(documents, changed).items()}


def test_a_state_is_of_the_lane_whose_file_it_is_in() -> None:
    assert [lane_of(state(path)) for path in (layout.STATE, API, ".agent/lanes/-x.yaml")] == ["", "api", ""]


def test_a_file_is_claimed_once_by_the_field_that_says_most() -> None:
    one = state(
        API,
        "files_to_load: [src/b.py, ./src//a.py, README.md, '']",
        "files_touched: [src/a.py, src/b.py]",
        "last_file_edited: src/a.py",
        "files_verified: [src/c.py]",
    )
    assert [(claim.path, claim.place, claim.is_edited) for claim in claims(one)] == [
        ("src/a.py", ("last_file_edited",), True),
        ("src/b.py", ("files_touched", 1), True),
        ("README.md", ("files_to_load", 2), False),
    ]


def test_a_text_in_the_place_of_a_list_is_its_only_item() -> None:
    assert [(claim.path, claim.place) for claim in claims(state(API, "files_touched: src/a.py"))] == [("src/a.py", ("files_touched",))]


def test_what_one_changes_and_another_names_is_shared() -> None:
    default = state(layout.STATE, "files_to_load: [src/a.py, src/b.py, src/c.py]")
    api = state(API, "files_touched: [src/a.py, src/d.py]", "files_to_load: [src/c.py]")
    ui = state(UI, "last_file_edited: src/d.py", "files_to_load: [src/b.py]")
    assert found([default, api, ui]) == {
        "src/a.py": [("", ("files_to_load", 0)), ("api", ("files_touched", 0))],
        "src/d.py": [("api", ("files_touched", 1)), ("ui", ("last_file_edited",))],
    }


def test_what_both_only_load_is_shared_where_it_is_seen_to_change() -> None:
    both = [state(API, "files_to_load: [src/a.py, src/b.py]"), state(UI, "files_to_load: [src/b.py, ./src/a.py]")]
    assert found(both) == {}
    assert found(both, ("src/a.py", "src/z.py")) == {"src/a.py": [("api", ("files_to_load", 0)), ("ui", ("files_to_load", 1))]}


def test_one_state_alone_shares_nothing_and_one_that_cannot_be_read_says_nothing() -> None:
    broken = state(UI, "files_touched: [src/a.py", "x")
    assert broken.faults
    assert found([state(API, "files_touched: [src/a.py, src/a.py]"), broken]) == {}
