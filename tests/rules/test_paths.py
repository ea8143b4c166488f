"""AS32x: paths that are there, inside, tidy and named once; and how they are mended."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.state import parse_state
from agentstate.documents.text import SourceText
from agentstate.rules import engine
from agentstate.rules.addresses import tidy, unsafe
from agentstate.vocabulary.repository import GitFacts
from agentstate.yaml import dump
from tests.rules.trees import SHORT, fixed, laid, shown
from tests.support.laws import law

STATE = ".agent/STATE.yaml"
PIECES = st.sampled_from(
    ["src", "a.py", ".", "..", "", "~", "-x", ".git", ".GIT", "con", "C:", ":", "\\", " ", "名", "$x", "git~1", "a b", "\u200b"]
)


@pytest.mark.parametrize(
    "path", ["src/a.py", "a", ".github/x", "src/..a", "gitignore", ".gitignore", "routes/$id.tsx", "100%/x", "构建/缓存.py", "console.py"]
)
def test_a_plain_path_is_safe(path: str) -> None:
    assert unsafe(path) is None


@pytest.mark.parametrize("path", ["./-rf", "./$HOME/x", ".//~/x", "././C:x", "./:/x", "a/../b", "a/..", "a/.git", " ", "/", "./."])
def test_a_path_is_judged_by_what_is_left_of_it_once_it_is_tidy(path: str) -> None:
    assert (unsafe(path) is None) is (path == " ")


@law(200)
@given(st.lists(PIECES, min_size=1, max_size=5).map("/".join))
def test_a_safe_path_goes_nowhere_else(path: str) -> None:
    if unsafe(path) is None:
        parts = tidy(path).split("/")
        assert not {"", ".", "..", ".git", ".GIT", "git~1", "con"} & set(parts)
        assert tidy(path)[0] not in "/~$-:"
        assert not {"\\", ":", "\u200b"} & set(path)
        assert tidy(tidy(path)) == tidy(path)
        assert unsafe(tidy(path)) is None


def found(kinds: dict[str, str]) -> list[str]:
    state = f"{SHORT}files_to_load:\n  - src/a.py\n"
    return [shown(diagnostic) for diagnostic in engine.run(replace(laid({STATE: state}), kinds=kinds), GitFacts())]


def test_what_the_reader_of_the_tree_found_at_a_path_decides() -> None:
    outside = 'STATE.yaml:5:5 AS322 path "src/a.py" leads to no file inside the repository'
    missing = 'STATE.yaml:5:5 AS321 no such file "src/a.py"'
    kinds = {"file": [], "folder": [], "missing": [missing], "outside": [outside], "other": [outside]}
    assert {kind: found({"src/a.py": kind}) for kind in kinds} == kinds
    assert found({}) == [], "nobody looked there"


def listed(text: str) -> str:
    return f"{SHORT}files_to_load:{text}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\n  - ./a.py\n", "\n  - a.py\n"),
        ("\n  - './a.py' # first\n  - b//c.py", "\n  - a.py # first\n  - b/c.py"),
        (" [./a.py, 'b/', \"./名/ x.py\"]\n", " [a.py, b, 名/ x.py]\n"),
        ("\n  - a.py\n  - b.py\n  - a.py\ngoal: x\n", "\n  - a.py\n  - b.py\ngoal: x\n"),
        ("\n  - a.py\n  - ./a.py", "\n  - a.py\n"),
        ("\n- a.py\n- b.py\n- a.py # again\n", None),
        (" [a.py, a.py]\n", None),
        ("\n  - ../a\n  - ./../a\n", None),
        (" ./a.py\n", None),
        ("\n  - - ./a.py\n", None),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_paths_are_mended_in_place(before: str, after: str | None, newline: str) -> None:
    wanted = {} if after is None else {STATE: listed(after).replace("\n", newline)}
    assert fixed({STATE: listed(before).replace("\n", newline)}) == wanted


@law(200)
@given(st.lists(st.lists(PIECES, min_size=1, max_size=3).map("/".join), max_size=5), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_mending_keeps_every_file_that_was_named(paths: list[str], flow: bool, newline: str) -> None:
    items = f"files_to_load: {json.dumps(paths)}\n" if flow else dump({"files_to_load": list(paths)})
    text = f"# kept\n{SHORT}{items}# kept too".replace("\n", newline)
    after = fixed({STATE: text}).get(STATE, text)
    assert named(text) == named(after)
    assert after.startswith(f"# kept{newline}")
    assert after.endswith("# kept too")
    assert fixed({STATE: after}) == {}


def named(text: str) -> list[str]:
    """The files that are named, in order, each once and in its shortest form; a path that is refused counts as it is written."""
    listed = parse_state(SourceText(STATE, text)).data["files_to_load"]
    assert isinstance(listed, list)
    return list(dict.fromkeys(str(path) if unsafe(str(path)) else tidy(str(path)) for path in listed))
