import os
from pathlib import Path

import pytest

from agentstate.files.resolve import kind_of, resolve_inside
from tests.files.machine import Machine, everything_is_permitted
from tests.files.test_read import PATHS_ASTRAY

UNNAMEABLE = {"a\0b", "\ud800", ""}


@pytest.fixture
def place(root: Path, outside: Path) -> Path:
    """The repository with links of every sort."""
    (root / "src").mkdir()
    (root / "src/a.txt").write_bytes(b"a")
    (root / "-rf").write_bytes(b"")
    (root / "$HOME").write_bytes(b"")
    (root / ".git").mkdir()
    (root / ".git/config").write_bytes(b"")
    os.mkfifo(root / "fifo")
    links = {
        "to-file": "src/a.txt",
        "to-folder": "src",
        "to-link": "to-file",
        "to-itself": "to-itself",
        "ping": "pong",
        "pong": "ping",
        "dangling": "none",
        "to-here": ".",
        "src/up": "..",
        "src/around": "../src/../src/./a.txt",
        "by-absolute": str(root / "src/a.txt"),
        "to-root": str(root),
        "src/by-absolute": str(root / "src/a.txt"),
        "src/to-root": str(root),
        "through-file": "src/a.txt/..",
        "through-folder": "src/../src",
        "out": "../outside/secret.txt",
        "out-folder": "../outside",
        "out-absolute": str(outside / "secret.txt"),
        "out-and-in": f"../{root.name}/src/a.txt",
        "out-dangling": "../outside/none",
        "sly": f"{root}/../outside/secret.txt",
        "twin": f"{root}-twin/a.txt",
        "into-git": ".git/config",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    return root


@pytest.mark.parametrize(
    ("path", "kind", "resolved"),
    [
        ("src/a.txt", "file", "src/a.txt"),
        ("./src//a.txt", "file", "src/a.txt"),
        ("-rf", "file", "-rf"),
        ("$HOME", "file", "$HOME"),
        ("to-file", "file", "src/a.txt"),
        ("to-folder/a.txt", "file", "src/a.txt"),
        ("to-link", "file", "src/a.txt"),
        ("src/around", "file", "src/a.txt"),
        ("by-absolute", "file", "src/a.txt"),
        ("src/by-absolute", "file", "src/a.txt"),
        ("src/to-root/to-file", "file", "src/a.txt"),
        ("to-root/src/up/to-here/to-folder/a.txt", "file", "src/a.txt"),
        ("src", "folder", None),
        ("src/", "folder", None),
        (".", "folder", None),
        ("to-folder", "folder", None),
        ("src/up", "folder", None),
        ("to-here", "folder", None),
        ("to-root", "folder", None),
        ("through-folder", "folder", None),
        ("through-file", "missing", None),
        ("none", "missing", None),
        ("none/none", "missing", None),
        ("src/a.txt/x", "missing", None),
        ("to-file/x", "missing", None),
        ("dangling", "missing", None),
        ("x" * 300, "missing", None),
        ("$HOME/.netrc", "missing", None),
        (":/", "missing", None),
        ("--output=HIT", "missing", None),
        ("fifo", "other", None),
        ("to-itself", "other", None),
        ("ping", "other", None),
        ("out", "outside", None),
        ("out-folder/secret.txt", "outside", None),
        ("out-absolute", "outside", None),
        ("out-and-in", "outside", None),
        ("out-dangling", "outside", None),
        ("sly", "outside", None),
        ("twin", "outside", None),
        ("into-git", "outside", None),
        *((path, "missing" if path in UNNAMEABLE else "outside", None) for path in PATHS_ASTRAY),
    ],
)
def test_what_a_path_leads_to(place: Path, path: str, kind: str, resolved: str | None) -> None:
    assert (kind_of(place, path), resolve_inside(place, path)) == (kind, resolved)


def test_nothing_is_opened_and_nothing_outside_looked_at(place: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    lstat = os.lstat

    def noted(path: str) -> os.stat_result:
        looked.append(path)
        return lstat(path)

    names = [path.name for path in place.iterdir()]
    monkeypatch.setattr(os, "lstat", noted)
    for name in names:
        kind_of(place, f"{name}/secret.txt")
    monkeypatch.undo()
    assert looked
    above = {str(place), *map(str, place.parents)}
    assert [path for path in looked if path not in above and (not path.startswith(f"{place}/") or "/.." in path)] == []
    assert machine.calls == []


def test_a_root_that_is_itself_reached_through_a_link(place: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(place)
    assert resolve_inside(tmp_path / "link", "by-absolute") == "src/a.txt"
    assert kind_of(tmp_path / "link", "out") == "outside"


def test_two_instruction_files_that_are_one(root: Path) -> None:
    (root / "AGENTS.md").write_bytes(b"")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    assert resolve_inside(root, "CLAUDE.md") == resolve_inside(root, "AGENTS.md") == "AGENTS.md"


@pytest.mark.skipif(everything_is_permitted(), reason="root may look everywhere")
def test_a_folder_that_we_may_not_look_into(root: Path) -> None:
    (root / "closed").mkdir(mode=0)
    assert kind_of(root, "closed/x") == "other"


def test_many_links_end(root: Path) -> None:
    names = [f"l{number}" for number in range(50)]
    for name, target in zip(names, [*names[1:], "end"], strict=True):
        (root / name).symlink_to(target)
    (root / "end").write_bytes(b"")
    assert kind_of(root, "l10") == "file"
    assert kind_of(root, "l9") == "other"
