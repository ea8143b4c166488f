"""The guards of files, git and limits, and which tests watch over each."""

from faults.guard import Guard

_LOCK, _WRITE, _READ = (
    ("tests/files/test_lock.py",),
    ("tests/files/test_write.py", "tests/files/test_faults.py"),
    ("tests/files/test_read.py",),
)
_CRASH, _APPLY = ("tests/files/test_crash.py", "-k", "not sigkill"), ("tests/files/test_apply.py",)
_COMMIT = ("tests/git/test_commit.py", "tests/git/test_commit_races.py", "tests/git/test_commit_refused.py", "tests/git/test_index.py")
_ORDER = ("tests/faults/test_order.py",)
_HOSTILE, _RUNNER = ("tests/git/test_hostile.py", "tests/git/test_policy.py"), ("tests/git/test_runner.py",)
_CHILD = ("tests/git/test_child.py",)
_YAML = ("tests/yaml",)

KEPT = (
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
    Guard("files/lock.py", "<= 0:\n        return False", "<= 0:\n        return True", (*_LOCK, "-k", "frozen")),
    Guard("files/lock.py", "TooLate:\n        return False", "TooLate:\n        return True", (*_LOCK, "-k", "told_in_time")),
    Guard("files/lock.py", "return True\n    return False", "return True\n    return True", (*_LOCK, "-k", "another_thread")),
    Guard("files/lock.py", "seconds, _AGAIN)", "seconds)", (*_LOCK, "-k", "signal_comes_before")),
    Guard("files/lock.py", "fcntl.LOCK_EX | fcntl", "fcntl.LOCK_SH | fcntl", _LOCK),
    Guard("files/lock.py", "fcntl.LOCK_EX)", "fcntl.LOCK_SH)", _LOCK),
    Guard("files/apply.py", "    for step in _first_of_each(steps):\n        _expect_unchanged(root, step)\n", "", _APPLY),
    Guard("files/apply.py", "    _expect_unchanged(root, step)\n    if isinstance", "    if isinstance", _APPLY),
    Guard("files/apply.py", "    clean_leftovers(root, {", "    set({", (*_APPLY, "tests/files/test_crash.py")),
    Guard(
        "files/system.py", 'getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)', 'getattr(os, "O_NONBLOCK", 0)', (*_READ, *_WRITE)
    ),
    Guard("files/system.py", "_FOLDER | os.O_NOFOLLOW", "_FOLDER", (*_READ, *_WRITE)),
    Guard("files/folders.py", ' or ".." in names', "", _READ),
    Guard("files/folders.py", " or any(map(is_git_folder, names))", "", _READ),
    Guard("files/read.py", '        if size > limit:\n            raise _too_large(path, f"{size} bytes", limit)\n', "", _READ),
    Guard("files/read.py", '        if len(data) > limit:\n            raise _too_large(path, "still growing", limit)\n', "", _READ),
    Guard("git/policy.py", '    ("core.fsmonitor", "false"),\n', "", _HOSTILE),
    Guard("git/policy.py", '    ("core.hooksPath", os.devnull),\n', "", _HOSTILE),
    Guard("git/policy.py", '    ("log.showSignature", "false"),\n', "", _HOSTILE),
    Guard("git/policy.py", '    ("safe.bareRepository", "explicit"),\n', "", (*_HOSTILE, "tests/git/test_repository.py")),
    Guard("git/policy.py", '("core.fsync", "added"), ', "", _ORDER),
    Guard("git/policy.py", 'or not name.startswith("GIT_")', "or True", _HOSTILE),
    Guard(
        "git/runner.py", "        self._process.send(SIGTERM)\n        try:", "        self._process.send(SIGKILL)\n        try:", _RUNNER
    ),
    Guard("git/child.py", ", *((os.POSIX_SPAWN_CLOSE, file) for file in _inherited())", "", _CHILD),
    Guard("git/child.py", ", setsigdef=(SIGPIPE, SIGXFSZ)", "", _CHILD),
    Guard("git/child.py", "all(os.fstat(stream) for stream in range(3))", "True", _CHILD),
    Guard(
        "git/commit.py", "    except BaseException:\n        _restored(repository, index, prepared, change)\n        raise\n", "", _COMMIT
    ),
    Guard("git/commit.py", "        refuse_in_operation(repository)\n        base", "        base", _COMMIT),
    Guard("git/commit.py", "            raise _OwnFilesMoved\n", "            pass\n", _COMMIT),
    Guard("git/commit.py", "if _same(current[path], entry)}", "}", _COMMIT),
    Guard("git/preparation.py", "    refuse_in_operation(repository)\n    refuse_links", "    refuse_links", _COMMIT),
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
    Guard(
        "git/ownership.py",
        '    if not (inside or ".git" not in own.parts or _names_as_work_tree(own, top)):\n        raise _refusal()\n',
        "",
        ("tests/git/test_ownership.py",),
    ),
    Guard(
        "git/preparation.py",
        "    refuse_links(repository.git_dir, repository.common_dir, repository.branch)\n",
        "",
        ("tests/git/test_ownership.py",),
    ),
    Guard("git/policy.py", " if Path(folder).is_absolute()", "", ("tests/git/test_policy.py",)),
    Guard("git/metadata.py", "        if not stat.S_ISREG(status.st_mode):\n", "        if False:\n", ("tests/git/test_metadata.py",)),
)
"""Every one that stands in one place."""
