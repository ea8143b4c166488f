"""Which paths are code."""

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.git.paths import CodePaths, matches

TOP = CodePaths("", ("packages/a/", "packages/b/c/"), ("*.lock", "/docs/*.md", "**/generated/**"))
BELOW = CodePaths("packages/a/", ("packages/a/", "packages/a/inner/", "packages/b/"), ("notes.txt", "gen/**"))


@pytest.mark.parametrize(
    "path", ["src/x.py", "README.md", "agent/x", ".agents/x", "packages/x.py", "packages/b/x.py", "x/docs/y.md", "a.lock/b"]
)
def test_code(path: str) -> None:
    assert path in TOP


@pytest.mark.parametrize(
    "path",
    [".agent/STATE.yaml", "x/.agent/y", "packages/a/x.py", "packages/b/c/d/e.py", "Cargo.lock", "x/y.lock", "docs/x.md", "x/generated/y/z"],
)
def test_no_code(path: str) -> None:
    assert path not in TOP


def test_only_what_is_below_the_trees_folder_counts() -> None:
    paths = [
        "packages/a/x.py",
        "packages/ab/x.py",
        "src/x.py",
        "packages/a/inner/x.py",
        "packages/a/notes.txt",
        "packages/a/gen/x",
        "gen/x",
    ]
    assert [path for path in paths if path in BELOW] == ["packages/a/x.py"]


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("a/b/c.lock", "*.lock", True),
        ("a.lock/b", "*.lock", False),
        ("a/b/c.lock", "**/*.lock", True),
        ("c.lock", "**/*.lock", True),
        ("a/b", "a/*", True),
        ("a/b/c", "a/*", False),
        ("a/b/c", "a/**", True),
        ("a", "a/**", False),
        ("a/x/y/b", "a/**/b", True),
        ("a/b", "a/**/b", True),
        ("a/x/b/y/b", "a/**/b", True),
        ("a/x/b/y", "a/**/b", False),
        ("x/a/b", "/a/b", False),
        ("a/b", "/a/b", True),
        ("a/b", "/b", False),
        ("CHANGELOG.md", "**/CHANGELOG*", True),
        ("x/changelog.d/1.md", "**/changelog.d/**", True),
        ("[x]", "[[]x]", True),
        ("ab", "a[!a-z]", False),
        ("a1", "a[!a-z]", True),
        ("A", "a", False),
        ("a/b/c/d", "**/c/**", True),
        ("a", "**", True),
        ("a/b", "**/**", True),
        ("", "", True),
    ],
)
def test_patterns(path: str, pattern: str, expected: bool) -> None:
    assert matches(path, pattern) is expected


PARTS = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=6)


def slow(parts: list[str], patterns: list[str]) -> bool:
    """The definition, tried in every way."""
    if not patterns:
        return not parts
    if patterns[0] == "**":
        if len(patterns) == 1:
            return bool(parts)
        return any(slow(parts[start:], patterns[1:]) for start in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], patterns[0]) and slow(parts[1:], patterns[1:])


@given(PARTS, st.lists(st.sampled_from(["a", "b", "*", "a*", "?", "**"]), min_size=2, max_size=6))
def test_patterns_mean_what_the_definition_says(parts: list[str], patterns: list[str]) -> None:
    assert matches("/".join(parts), "/".join(patterns)) is slow(parts, patterns)


@pytest.mark.parametrize("pattern", ["*a" * 128, "**/a/" * 51 + "b", "[" * 256, "?" * 250 + "/x", "*" * 1_000_000])
def test_a_hostile_pattern_takes_no_time(pattern: str) -> None:
    assert not matches("a" * 5000 + "c", pattern)
    assert not matches("a/" * 5000 + "c", pattern)
