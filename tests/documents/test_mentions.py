"""What a note names in backquotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.likely_paths import likely_path
from agentstate.documents.mentions import Mention, mentions
from tests.support.laws import law


@pytest.mark.parametrize(
    ("quoted", "path", "symbol"),
    [
        ("src/auth.py", "src/auth.py", ""),
        ("config.py", "config.py", ""),
        (".env", ".env", ""),
        ("./src/auth.py", "src/auth.py", ""),
        ("src/auth.py:verify_token", "src/auth.py", "verify_token"),
        ("src/auth.py::verify_token", "src/auth.py", "verify_token"),
        ("src/session.py:Session.close", "src/session.py", "Session.close"),
        ("src/session.rs:Session::close", "src/session.rs", "Session::close"),
        ("src/Session.java:Session#close", "src/Session.java", "Session#close"),
        ("src/auth.py:verify_token(user)", "src/auth.py", "verify_token"),
        ("tests/test_a.py::TestA::test_b[one-two]", "tests/test_a.py", "TestA::test_b"),
        ("package.json:scripts.build-all", "package.json", "scripts.build-all"),
        ("src/auth.py:42", "src/auth.py", ""),
        ("src/auth.py:42-50", "src/auth.py", ""),
        ("src/auth.py#L42", "src/auth.py", ""),
        ("src/auth.py:L4", "src/auth.py", ""),
        ("src/auth.py:L2-L5", "src/auth.py", ""),
        ("src/auth.py#L4", "src/auth.py", ""),
        ("src/auth.py:4:7", "src/auth.py", ""),
        ("src/auth.py#L4C2-L6C9", "src/auth.py", ""),
        ("src/auth.py:L4x", "src/auth.py", "L4x"),
        ("src/auth/", "src/auth/", ""),
        ("src/auth", "src/auth", ""),
        ("origin/main", "origin/main", ""),
        ("src/auth.py#L42-L50", "src/auth.py", ""),
        ("pages/[slug].tsx:Page", "pages/[slug].tsx", "Page"),
        ("服务/缓存.py:取得", "服务/缓存.py", "取得"),
        ("Foo.Bar/Baz.cs:Run", "Foo.Bar/Baz.cs", "Run"),
    ],
)
def test_a_file_in_backquotes_is_a_mention(quoted: str, path: str, symbol: str) -> None:
    assert mentions(f"see `{quoted}` there") == (Mention(quoted, path, symbol, 5),)


@pytest.mark.parametrize(
    "quoted",
    [
        "user:{id}:profile",
        "user:id",
        "verify_token",
        "git diff src/auth.py",
        "src/*.py",
        "src/<name>.py",
        "$HOME/auth.py",
        "/etc/auth.conf",
        "https://example.org/auth.py",
        "example.com/auth.py:verify",
        "git@example.com:team/auth.git",
        "library/redis:7.2",
        "team/image:latest",
        "1.2.3",
        "",
        "src/auth.py:",
        "src/auth.py: verify",
        "x" * 201 + ".py",
    ],
)
def test_what_names_no_file_is_none(quoted: str) -> None:
    assert mentions(f"see `{quoted}` there") == ()


def test_without_backquotes_nothing_is_named() -> None:
    assert mentions("see src/auth.py:verify_token") == ()


def test_every_mention_is_found_in_order() -> None:
    text = "`a.py` and ``b/c.py:d``,\n`` ` `e.py:f.g` and an open ` one"
    assert [(mention.text, mention.path, mention.symbol) for mention in mentions(text)] == [
        ("a.py", "a.py", ""),
        ("b/c.py:d", "b/c.py", "d"),
        ("e.py:f.g", "e.py", "f.g"),
    ]
    assert all(text[mention.start :].startswith(mention.text) for mention in mentions(text))


@pytest.mark.parametrize(
    ("quoted", "name"),
    [("a.py:b", "b"), ("a.py:B.c", "c"), ("a.rs:B::c", "c"), ("A.java:B#c", "c"), ("a.py", ""), ("a.py:3", "")],
)
def test_the_name_is_the_last_part_of_the_symbol(quoted: str, name: str) -> None:
    (mention,) = mentions(f"`{quoted}`")
    assert mention.name == name


@pytest.mark.parametrize(("quoted", "bare"), [("a.py:b", True), ("./a.py", True), ("b/a.py", False)])
def test_a_bare_name_has_no_folder(quoted: str, bare: bool) -> None:
    (mention,) = mentions(f"`{quoted}`")
    assert mention.bare is bare


@given(st.text(alphabet="`ab./:()[]-# 1\n", max_size=60))
@law(200)
def test_a_mention_is_what_stands_in_the_text(text: str) -> None:
    for mention in mentions(text):
        assert text[mention.start - 1] == "`"
        assert text[mention.start :].startswith(f"{mention.text}`")
        assert mention.path in mention.text
        assert mention.symbol in mention.text


@pytest.mark.parametrize(
    ("path", "likely"),
    [
        ("src/auth.py", True),
        ("lib/gone/auth.rb", True),
        ("lib/gone/", True),
        ("src/handlers", True),
        ("src/data.parquet", True),
        (".github/workflows/ci.yml", False),
        ("lib/handlers", False),
        ("gone/", False),
        ("application/json", False),
        ("and/or", False),
        ("origin/main", False),
        ("feature/src.py", False),
        ("@scope/pkg/index.js", False),
        ("owner/repo", False),
        ("vercel/next.js", False),
        ("2026/11/29", False),
        ("v1/users", False),
        ("dist/app/main.js", False),
        ("path/to/file.py", False),
        ("../other/file.py", False),
        (".agent/local/notes.md", False),
    ],
)
def test_a_path_of_the_repository_has_a_known_shape(path: str, likely: bool) -> None:
    assert likely_path(path, {"src": "folder", ".github": "missing", "gone": "folder"}) is likely
