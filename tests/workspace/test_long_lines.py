"""A line that is longer than anybody writes is not read: what goes along lines would take long."""

from pathlib import Path

from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.workspace.reading import LINE_BYTES, Extent, read_tree


def test_a_file_of_the_tree_with_a_line_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    (tmp_path / layout.FOLDER).mkdir()
    (tmp_path / layout.FACTS).write_bytes(b"# Facts\n" + b"x" * LINE_BYTES + b"\n" + b"y" * LINE_BYTES)
    (tmp_path / layout.TODO).write_bytes(b"# Todo\n" + b"x" * (LINE_BYTES + 1) + b"\n" + b"y" * LINE_BYTES)
    (tmp_path / "AGENTS.md").write_bytes(b"z" * (LINE_BYTES + 1))
    tree = read_tree(tmp_path, "", layout.STATE, Extent())
    message = f'".agent/TODO.md" has {LINE_BYTES + 1} bytes in line 2, the limit is {LINE_BYTES} bytes a line'
    assert tree.unreadable == {layout.TODO: Fault("unreadable", 1, 1, message, "break the line, or put the right file in its place")}
    assert set(tree.sources) == {layout.FACTS, "AGENTS.md"}
