"""The order of writes, as the kernel sees it: nothing is renamed before it is on the disk, and exit 0 comes after the folder is, too."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from faults.ground import scratch
from faults.trial import Trial
from faults.verbs import STEPS, VERBS, Templates
from tests.support.command import process_environment

_TRACED = "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat"
_WRITTEN = re.compile(r"p?write(?:64)?\([0-9]+<([^>]*)>.*= [1-9]")
_SYNCED = re.compile(r"f(?:data)?sync\([0-9]+<([^>]*)>\) += 0")
_PLACE = r'(?:(?:AT_FDCWD[^,]*|[0-9]+)<([^>]*)>, )?"([^"]*)"'
_NAMED = re.compile(rf"(?:rename|link)(?:at2?)?\({_PLACE}, {_PLACE}.* = 0")
_UNFINISHED = " <unfinished ...>"
_START = "from agentstate.cli.main import process; process()"


def orders(full: bool) -> Trial:
    """The verbs with several steps, or all; skipped where there is no strace."""
    trial = Trial(figures="verbs")
    if not shutil.which("strace"):
        trial.figures = "no strace here"
        return trial
    for name in VERBS:
        if full or name in STEPS:
            with scratch() as folder:
                trial.count += 1
                for miss in disorder(Templates(folder).of(name).resolve(), VERBS[name], folder / "trace"):
                    trial.expect(False, f"{name}: {miss}")
    return trial


def disorder(root: Path, words: tuple[str, ...], trace: Path) -> Iterator[str]:
    """What the verb had not synced when it had to be, in the tree and in git's store."""
    command = ["strace", "-f", "-y", "-s", "300", "-o", str(trace), "-e", f"trace={_TRACED}", sys.executable, "-c", _START, *words]
    done = subprocess.run(command, cwd=root, env=process_environment(), capture_output=True, check=False)
    if done.returncode:
        yield f"ended with {done.returncode}: {done.stderr.decode(errors='replace')}"
    unsynced, folders = set[str](), set[str]()
    for line in _whole(trace.read_text("utf-8", "replace").split("\n")):
        if written := _WRITTEN.search(line):
            unsynced.add(written[1])
        elif synced := _SYNCED.search(line):
            unsynced.discard(synced[1])
            folders.discard(synced[1])
        elif named := _NAMED.search(line):
            source, target = (os.path.normpath(os.path.join(root, named[at] or "", named[at + 1])) for at in (1, 3))
            if _counts(root, target) and source in unsynced:
                yield f"{target} got its name before its content was on the disk"
            if target.startswith(f"{root}/.agent/"):
                folders.add(os.path.dirname(target))
    yield from (f"{path} was written and not synced" for path in sorted(unsynced) if _counts(root, path) and os.path.exists(path))
    yield from (f"the names in {folder} were not synced" for folder in sorted(folders))


def _whole(lines: Iterable[str]) -> Iterator[str]:
    """The calls, each on one line where it ended: one that another process interrupted stands on two."""
    begun: dict[str, str] = {}
    for line in lines:
        process, _, rest = line.partition(" ")
        if line.endswith(_UNFINISHED):
            begun[process] = line.removesuffix(_UNFINISHED)
        elif rest.lstrip().startswith("<... ") and process in begun:
            yield begun.pop(process) + rest.partition("resumed>")[2]
        else:
            yield line


def _counts(root: Path, path: str) -> bool:
    """Whether it is promised: the tree, and of git objects, branches and the index. Logs of branches are not."""
    kept = (".agent/", ".git/objects/", ".git/refs/", ".git/index")
    return path.startswith(tuple(f"{root}/{each}" for each in kept))
