"""What is left of a tree that was taken out goes, and nothing else."""

from pathlib import Path

from agentstate.files.dismantle import dismantle
from agentstate.files.lock import locked
from agentstate.files.write import write_atomic


def test_an_emptied_tree_leaves_nothing(tmp_path: Path) -> None:
    write_atomic(tmp_path, ".agent/checkpoints/x", b"")
    (tmp_path / ".agent/checkpoints/x").unlink()
    with locked(tmp_path):
        write_atomic(tmp_path, ".agent/local/state.schema.json", b"{}")
    dismantle(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_else_put_there_stays_with_all_around_it(tmp_path: Path) -> None:
    with locked(tmp_path):
        write_atomic(tmp_path, ".agent/local/journal.sqlite", b"journal")
        write_atomic(tmp_path, ".agent/notes.md", b"theirs")
    before = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    dismantle(tmp_path)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == before


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "local").mkdir(parents=True)
    (outside / "local" / ".gitignore").write_text("*\n", encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    (root / ".agent").symlink_to(outside)
    dismantle(root)
    assert (outside / "local" / ".gitignore").exists()
    assert (root / ".agent").is_symlink()
