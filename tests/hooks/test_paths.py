"""Paths of all systems in one form."""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks.paths import relative
from tests.support.laws import law


@pytest.mark.parametrize(
    ("path", "cwd", "roots", "expected"),
    [
        ("/w/demo/src/a.py", "/w/demo", ("/w/demo",), "src/a.py"),
        ("./src/../a//b.py", "/w/demo", ("/w/demo/",), "a/b.py"),
        ("b.py", "/w/demo/src", ("/w/demo",), "src/b.py"),
        ("src/", "/w/demo", ("/w/demo",), "src"),
        ("/w/demo", "/", ("/w/demo",), "."),
        ("../x", "/w/demo", ("/w/demo",), "/w/x"),
        ("/w/demo2/x", "/w/demo", ("/w/demo",), "/w/demo2/x"),
        ("/private/w/x", "/w", ("/w", "/private/w"), "x"),
        ("../../../x", "/w", ("/w",), "/x"),
        ("/W/Demo/x", "/w/demo", ("/w/demo",), "/W/Demo/x"),
        ("a\\b", "/w", ("/w",), "a\\b"),
        ("C:\\work\\demo\\src\\a.py", "C:\\work\\demo", ("C:\\work\\demo",), "src/a.py"),
        ("c:/Work/DEMO/src/A.py", "C:\\work\\demo", ("C:\\work\\demo",), "src/A.py"),
        ("src\\..\\a.py", "C:\\work\\demo", ("C:/work/demo",), "a.py"),
        ("/c/work/demo/a.py", "C:\\work\\demo", ("C:\\work\\demo",), "a.py"),
        ("\\other\\a.py", "C:\\work", ("C:\\work",), "C:/other/a.py"),
        ("D:\\x", "C:\\work", ("C:\\work",), "D:/x"),
        ("\\\\?\\C:\\work\\demo\\a", "C:\\work\\demo", ("C:\\work\\demo",), "a"),
        ("\\\\srv\\share\\demo\\a", "", ("\\\\srv\\share\\demo",), "a"),
        ("\\\\?\\UNC\\srv\\share\\a", "", ("\\\\srv\\share",), "a"),
        ("..\\..\\..\\x", "\\\\srv\\share\\demo", ("\\\\srv\\share\\demo",), "//srv/share/x"),
        ("文档/é ü.md", "/w", ("/w",), "文档/é ü.md"),
        ("a/../../b", "", ("/w",), "../b"),
        ("a/../../../b", "", (), "../../b"),
        ("a", "", (), "a"),
        ("/a", "", ("/",), "a"),
        ("", "/w", ("/w",), ""),
    ],
)
def test_a_path_is_relative_to_the_root_that_holds_it(path: str, cwd: str, roots: tuple[str, ...], expected: str) -> None:
    assert relative(path, cwd, *roots) == expected


NAMES = st.lists(st.sampled_from(["a", "b c", "..", ".", "", "ü"]), max_size=6).map("/".join)


@law(200)
@given(NAMES, NAMES)
def test_absolute_paths_are_those_of_the_standard_library(path: str, cwd: str) -> None:
    joined = posixpath.normpath(posixpath.join("/", cwd, path))
    assert relative(path, "/" + cwd) == (joined.replace("//", "/") if path else "")


@law(200)
@given(st.text(st.characters(exclude_characters=":\\")))
def test_a_relative_path_stays_what_it_is(path: str) -> None:
    found = relative(path, "/w", "/w")
    assert relative(found, "/w", "/w") == found


@law(200)
@given(st.text(), st.text(), st.text())
def test_any_text_is_taken(path: str, cwd: str, root: str) -> None:
    parts = relative(path, cwd, root).split("/")
    assert parts == ["."] or "." not in parts
