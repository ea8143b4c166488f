"""Guards taken out one by one: each is a line that keeps something safe, and without it some test must fail.

The package is copied, one line is changed in the copy, and the few tests that watch over it are run there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from faults.trial import Trial

CHECKOUT = Path(__file__).parent.parent
_PARTS = ("agentstate", "tests", "faults", "templates", "schemas", "docs", "pyproject.toml", "README.md")


@dataclass(frozen=True)
class Guard:
    """`text`, which stands once in the module `path`, becomes `without`; `tests` are pytest's arguments."""

    path: str
    text: str
    without: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """The guard in one line."""
        return f"{self.path}: {' '.join(self.text.split())[:60]}"


_LOCK, _WRITE, _READ = (
    ("tests/files/test_lock.py",),
    ("tests/files/test_write.py", "tests/files/test_faults.py"),
    ("tests/files/test_read.py",),
)
_CRASH, _APPLY = ("tests/files/test_crash.py", "-k", "not sigkill"), ("tests/files/test_apply.py",)
_COMMIT = ("tests/git/test_commit.py", "tests/git/test_commit_races.py", "tests/git/test_commit_refused.py", "tests/git/test_index.py")
_ORDER = ("tests/faults/test_order.py",)
_HOSTILE, _RUNNER = ("tests/git/test_hostile.py", "tests/git/test_policy.py"), ("tests/git/test_runner.py",)
_YAML = ("tests/yaml",)
_MERGE = ("tests/merging",)

GUARDS = (
    Guard("files/write.py", "        system.sync(descriptor)\n    finally", "    finally", _CRASH),
    Guard("files/write.py", "            raise\n        system.sync_folder(folder)", "            raise", _CRASH),
    Guard(
        "files/write.py",
        "        system.unlink(folder, name)\n        system.sync_folder(folder)\n\n\ndef clean",
        "        system.unlink(folder, name)\n\n\ndef clean",
        _CRASH,
    ),
    Guard(
        "files/write.py",
        "            rest = rest[system.write(descriptor, rest) :]",
        "            system.write(descriptor, rest)\n            rest = rest[len(rest) :]",
        _WRITE,
    ),
    Guard(
        "files/write.py",
        "        except BaseException:\n            _discard(folder, temporary)\n            raise\n        system",
        "        except BaseException:\n            raise\n        system",
        _WRITE,
    ),
    Guard("files/write.py", "    if exclusive:\n        raise _exists(path)\n", "", _WRITE),
    Guard(
        "files/write.py",
        "        system.link(folder, temporary, name)\n    except FileExistsError",
        "        system.replace(folder, temporary, name)\n    except FileExistsError",
        _WRITE,
    ),
    Guard("files/write.py", "    refuse_irregular(path, mode)\n    return stat.S_IMODE(mode)", "    return stat.S_IMODE(mode)", _WRITE),
    Guard("files/write.py", "            system.set_mode(descriptor, mode)\n", "            pass\n", _WRITE),
    Guard("files/write.py", ".st_mtime_ns < taken", ".st_mtime_ns < taken * 2", _WRITE),
    Guard("files/write.py", "changed - _HOOK if path == layout.AUTOMATIC else changed", "changed", _WRITE),
    Guard("files/lock.py", " and _is_in_place(root, descriptor)", "", _LOCK),
    Guard("files/lock.py", "    _refuse_second_name(descriptor)\n                if", "    if", _LOCK),
    Guard("files/lock.py", "                    _keep_out_of_git(root)\n", "", _LOCK),
    Guard(
        "files/lock.py",
        "            return False\n        time.sleep",
        "            return True\n        time.sleep",
        (*_LOCK, "-k", "frozen"),
    ),
    Guard("files/lock.py", "fcntl.LOCK_EX", "fcntl.LOCK_SH", _LOCK),
    Guard("files/apply.py", "    for step in _first_of_each(steps):\n        _expect_unchanged(root, step)\n", "", _APPLY),
    Guard("files/apply.py", "    _expect_unchanged(root, step)\n    if isinstance", "    if isinstance", _APPLY),
    Guard("files/apply.py", "    clean_leftovers(root, {", "    set({", (*_APPLY, "tests/files/test_crash.py")),
    Guard(
        "files/system.py", 'getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)', 'getattr(os, "O_NONBLOCK", 0)', (*_READ, *_WRITE)
    ),
    Guard("files/system.py", "_FOLDER | os.O_NOFOLLOW", "_FOLDER", (*_READ, *_WRITE)),
    Guard("files/folders.py", ' or ".." in names', "", _READ),
    Guard("files/folders.py", " or any(map(is_git_folder, names))", "", _READ),
    Guard("files/read.py", '            if size > limit:\n                raise _too_large(path, f"{size} bytes", limit)\n', "", _READ),
    Guard("files/read.py", '        if len(data) > limit:\n            raise _too_large(path, "still growing", limit)\n', "", _READ),
    Guard("git/policy.py", '    ("core.fsmonitor", "false"),\n', "", _HOSTILE),
    Guard("git/policy.py", '    ("core.hooksPath", os.devnull),\n', "", _HOSTILE),
    Guard("git/policy.py", '    ("log.showSignature", "false"),\n', "", _HOSTILE),
    Guard("git/policy.py", '    ("safe.bareRepository", "explicit"),\n', "", (*_HOSTILE, "tests/git/test_repository.py")),
    Guard("git/policy.py", '("core.fsync", "added"), ', "", _ORDER),
    Guard("git/policy.py", 'or not name.startswith("GIT_")', "or True", _HOSTILE),
    Guard("git/runner.py", "        self._process.terminate()\n        try:", "        self._process.kill()\n        try:", _RUNNER),
    Guard(
        "git/commit.py", "    except BaseException:\n        _restored(repository, index, prepared, change)\n        raise\n", "", _COMMIT
    ),
    Guard("git/commit.py", "        refuse_in_operation(repository)\n        base", "        base", _COMMIT),
    Guard("git/commit.py", "            raise _OwnFilesMoved\n", "            pass\n", _COMMIT),
    Guard("git/commit.py", "if _same(current[path], entry)}", "}", _COMMIT),
    Guard("git/preparation.py", "    refuse_in_operation(repository)\n    git", "    git", _COMMIT),
    Guard("git/preparation.py", "    _refuse_private(git, paths, recorded, indexed)\n", "", _COMMIT),
    Guard(
        "git/preparation.py",
        "        if found.refusal:\n",
        "        if False:\n",
        ("tests/git/test_conversion.py", "tests/git/test_commit_refused.py"),
    ),
    Guard("git/writing.py", 'new, base or "0" * len(new))', "new)", _COMMIT),
    Guard(
        "git/writing.py",
        '    _store(repository, "tree"',
        '    repository.git.run("mktree", "--missing", given=b"") or _store(repository, "tree"',
        ("tests/git/test_commit_races.py",),
    ),
    Guard("git/repository.py", "not found.top.samefile(nearest)", "False", ("tests/git/test_repository.py", "tests/git/test_hostile.py")),
    Guard("git/index.py", 'and stage != "0"', "and False", _COMMIT),
    Guard("yaml/events.py", "DEPTH_LIMIT = 20", "DEPTH_LIMIT = 2000", _YAML),
    Guard("yaml/events.py", "VALUE_LIMIT = 10_000", "VALUE_LIMIT = 10_000_000", _YAML),
    Guard("cli/main.py", "    if not is_hook:\n        _end_in_order()\n", "", ("tests/faults/test_ends.py",)),
)
"""Every guard of files, git, merging and limits that stands in one place."""


def guards(full: bool) -> Trial:
    """Each guard is taken out; only in the long form, for it takes minutes."""
    return without(GUARDS if full else GUARDS[:1])


def without(wanted: tuple[Guard, ...]) -> Trial:
    """At least one test fails without each of these guards, and none with it."""
    trial = Trial(figures="guards")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name, "checkout")
        for part in _PARTS:
            source = CHECKOUT / part
            (shutil.copytree if source.is_dir() else _copy)(source, copy / part)
        for tests in sorted({guard.tests for guard in wanted}):
            trial.expect(_passes(copy, tests), f"{' '.join(tests)} fail with every guard in place")
        for guard in wanted:
            path = copy / "agentstate" / guard.path
            text = path.read_text("utf-8")
            trial.count += 1
            trial.expect(text.count(guard.text) == 1, f"{guard.name}: stands {text.count(guard.text)} times")
            path.write_text(text.replace(guard.text, guard.without), "utf-8")
            trial.expect(not _passes(copy, guard.tests), f"{guard.name}: no test misses it")
            path.write_text(text, "utf-8")
    return trial


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def _passes(copy: Path, tests: tuple[str, ...]) -> bool:
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(words, cwd=copy, env=environment, capture_output=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
