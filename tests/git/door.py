"""What the tests of the git room share: the room's own view of a test repository, and a look at the index as git sees it."""

import struct
from collections.abc import Callable, Mapping
from pathlib import Path

from agentstate.git.commit import CommitRequest, Committed, Outcome, commit
from agentstate.git.repository import Repository, discover
from tests.support.repository import Repository as Worktree

STATE = ".agent/STATE.yaml"
SNAPSHOT = ".agent/checkpoints/20261129T193000Z-manual.yaml"
CHECKPOINT = {STATE: b"project: demo\nnext_action: second\n", SNAPSHOT: b"reason: manual\n"}
Read = Callable[[], Mapping[str, bytes | None]]
SUBJECT = "Checkpoint: manual"


def door(worktree: Worktree, folder: str = "") -> Repository:
    found = discover(worktree.path / folder)
    assert isinstance(found, Repository), found
    return found


def checkpoint(
    worktree: Worktree, folder: str = "", *, files: Mapping[str, bytes | None] = CHECKPOINT, read: Read | None = None
) -> Outcome:
    """A commit of `files` (below `folder`), which are written to disk first as the verb does, or of what `read` gives."""
    wanted = {f"{folder}{path}": data for path, data in files.items()}
    for path, data in wanted.items():
        if data is not None:
            worktree.write(path, data)
    return commit(door(worktree, folder), CommitRequest(read or wanted, SUBJECT, "two lines\nof body"))


def entries(worktree: Worktree, *, own: bool = False) -> dict[str, str]:
    """Every index entry that is not (or is) below a `.agent/`, with its stat data and flags, as `git ls-files --debug` prints them."""
    found: dict[str, str] = {}
    head = ""
    for line in worktree.git("-c", "core.quotePath=false", "ls-files", "--stage", "--debug", "-v").split("\n"):
        if not line.startswith("  "):
            head = line
        if head and (".agent/" in head) is own:
            found[head] = found.get(head, "") + line + "\n"
    return found


def extensions(worktree: Worktree) -> dict[str, bytes]:
    """The extensions of the index file by signature; index versions 2 and 3."""
    data = Path(worktree.path, worktree.git("rev-parse", "--git-path", "index").strip()).read_bytes()
    version, count = struct.unpack(">II", data[4:12])
    assert version < 4
    place = 12
    for _ in range(count):
        flags = struct.unpack(">H", data[place + 60 : place + 62])[0]
        end = data.index(b"\0", place + (64 if flags & 0x4000 else 62))
        place += (end - place) // 8 * 8 + 8
    found = {}
    while place < len(data) - 20:
        size = struct.unpack(">I", data[place + 4 : place + 8])[0]
        found[data[place : place + 4].decode()] = data[place + 8 : place + 8 + size]
        place += 8 + size
    return found


def user_work(worktree: Worktree) -> None:
    """A user's half-finished work: a partly staged file, a new one, a rename, a deletion, an intent to add, an untracked file."""
    lines = [f"{number}\n" for number in range(1, 21)]
    worktree.write("src/partly.txt", "".join(["first, staged\n", *lines[1:]]))
    worktree.git("add", "src/partly.txt")
    worktree.write("src/partly.txt", "".join(["first, staged\n", *lines[1:-1], "last, not staged\n"]))
    worktree.write("src/new.txt", "new\n")
    worktree.git("add", "src/new.txt")
    worktree.git("mv", "src/service.py", "src/renamed.py")
    worktree.git("rm", "--quiet", "src/gone.txt")
    worktree.write("src/intended.txt", "intended\n")
    worktree.git("add", "--intent-to-add", "src/intended.txt")
    worktree.write("src/untracked.txt", "untracked\n")


USER_STATUS = """\
D  src/gone.txt
 A src/intended.txt
A  src/new.txt
MM src/partly.txt
R  src/service.py -> src/renamed.py
?? src/untracked.txt
"""


def changed_by(worktree: Worktree, commit_id: str) -> list[str]:
    """The paths a commit changed."""
    return worktree.git("diff-tree", "-r", "--root", "--no-commit-id", "--name-only", commit_id).split("\n")[:-1]


def assert_committed(worktree: Worktree, outcome: Outcome, files: Mapping[str, bytes | None] = CHECKPOINT) -> str:
    """The id of the commit, after HEAD, its content, the index and the work tree were all found to agree about `files`."""
    assert isinstance(outcome, Committed), outcome
    assert worktree.head() == outcome.id
    for path, data in files.items():
        if data is None:
            assert worktree.git("ls-tree", "HEAD", "--", path) == ""
        else:
            assert worktree.git("cat-file", "blob", f"HEAD:{path}").encode() == data
    assert worktree.git("status", "--porcelain", "--", *files) == ""
    worktree.git("fsck", "--strict", "--no-dangling")
    return outcome.id
