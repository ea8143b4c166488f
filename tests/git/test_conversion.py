"""What git would store, against git itself."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentstate.git.conversion import Attributes, looks_binary, read_attributes, stored
from agentstate.git.objects import object_id
from agentstate.git.recorded import blob_ids, tree_entries
from tests.git.door import STATE, assert_committed, checkpoint, door
from tests.support.laws import law
from tests.support.repository import Repository

ATTRIBUTES = ["", "text", "-text", "text=auto", "eol=lf", "eol=crlf", "text=auto eol=lf", "text eol=crlf", "crlf", "-crlf", "crlf=input"]
ATTRIBUTES += ["text=foo", "text=foo eol=lf", "-text eol=lf", "ident", "text ident", "-ident", "binary", "text=input crlf=auto"]
PIECES = st.sampled_from(
    [b"a", b"\r\n", b"\n", b"\r", b"\0", b"$Id: x$", b"$Id:\n$", b"$Id$", b"\x01", b"\x7f", b"\x1a", b"x" * 130, b"\t"]
)
CONTENT = st.lists(PIECES, max_size=6).map(b"".join)


@settings(law(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(attributes=st.sampled_from(ATTRIBUTES), autocrlf=st.sampled_from(["true", "input", "false"]), data=CONTENT, before=CONTENT)
def test_the_same_blob_as_git_add_makes(repository: Repository, attributes: str, autocrlf: str, data: bytes, before: bytes) -> None:
    path = "file.txt"
    repository.write(".gitattributes", f"{path} {attributes}\n")
    repository.git("config", "core.autocrlf", autocrlf)
    blob = repository.git("hash-object", "-w", "--no-filters", "--stdin", stdin=before.decode()).strip()
    repository.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    ours = blob_ids(door(repository), {path: data})
    repository.write(path, data)
    repository.git("add", path)
    assert ours == {path: repository.git("ls-files", "--stage", path).split()[1]}


@pytest.mark.parametrize(
    ("attributes", "autocrlf", "action"),
    [
        (Attributes(), False, "binary"),
        (Attributes(), True, "auto"),
        (Attributes(eol="lf"), False, "text"),
        (Attributes(text="set", eol="crlf"), False, "text"),
        (Attributes(text="unset", eol="lf"), True, "binary"),
        (Attributes(text="auto", eol="lf"), False, "auto"),
        (Attributes(text="unspecified", crlf="input"), False, "text"),
    ],
)
def test_attributes_decide_before_settings(attributes: Attributes, autocrlf: bool, action: str) -> None:
    assert attributes.action(autocrlf=autocrlf) == action


def test_guessed_text_keeps_crlf_that_the_index_already_has() -> None:
    attributes = Attributes(text="auto")
    assert stored(b"a\r\nb\r\n", attributes, autocrlf=False) == b"a\nb\n"
    assert stored(b"a\r\nb\r\n", attributes, autocrlf=False, before=b"x\r\n") == b"a\r\nb\r\n"
    assert stored(b"a\r\nb\0", attributes, autocrlf=False) == b"a\r\nb\0"
    assert stored(b"a\r\r\nb", Attributes(text="set"), autocrlf=False) == b"a\r\nb"


def test_what_looks_binary() -> None:
    assert [looks_binary(data) for data in (b"", b"a\r\n", b"\r", b"\0", b"\x01" + b"a" * 127, b"\x01" + b"a" * 128, b"\x1a")] == [
        False,
        False,
        True,
        True,
        True,
        False,
        False,
    ]


def test_attributes_of_many_paths_in_one_call(repository: Repository) -> None:
    repository.write(".gitattributes", '.agent/** text eol=lf\n*.bin -text\n"ä b" filter=lfs\n')
    found = read_attributes(door(repository).git, [STATE, "x.bin", "ä b", "-x"])
    assert found == {
        STATE: Attributes(text="set", eol="lf"),
        "x.bin": Attributes(text="unset"),
        "ä b": Attributes(filter="lfs"),
        "-x": Attributes(),
    }


@pytest.mark.parametrize("setting", ["core.autocrlf", "attribute"])
def test_a_file_with_crlf_on_disk_is_committed_with_lf(worktree: Repository, setting: str) -> None:
    if setting == "attribute":
        worktree.write(".agent/.gitattributes", "* text eol=lf\n")
        worktree.commit("attributes")
    else:
        worktree.git("config", setting, "true")
    worktree.write(STATE, b"project: demo\r\nnext_action: second\r\n")
    outcome = checkpoint(worktree, files={STATE: b"project: demo\r\nnext_action: second\r\n"})
    assert_committed(worktree, outcome, {STATE: b"project: demo\nnext_action: second\n"})
    assert (worktree.path / STATE).read_bytes() == b"project: demo\r\nnext_action: second\r\n"


def test_what_head_holds_and_what_git_would_store_can_be_compared(worktree: Repository) -> None:
    seen = door(worktree)
    paths = [STATE, ".agent/TODO.md", ".agent/none", "src"]
    held = tree_entries(seen, paths)
    first = b"project: demo\nnext_action: first\n"
    assert held[STATE] == ("100644", object_id("blob", first, "sha1"))
    assert set(held) == {STATE, ".agent/TODO.md", "src"}
    worktree.git("config", "core.autocrlf", "input")
    assert blob_ids(seen, {STATE: first.replace(b"\n", b"\r\n")}) == {STATE: held[STATE][1]}
    assert blob_ids(seen, {}) == {}
    assert tree_entries(seen, []) == {}


def test_an_unborn_branch_holds_nothing(tmp_path: Path) -> None:
    assert tree_entries(door(Repository.create(tmp_path / "new")), [STATE]) == {}
