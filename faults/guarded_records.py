"""The guards of what is recorded: merges, the check of history, lanes, what goes in and what is said; and which tests watch over each."""

from faults.guard import Guard

_MERGE = "tests/merging"
_ENDS = (f"{_MERGE}/test_last_steps.py",)
_LOG, _STATE = (f"{_MERGE}/test_log.py",), (f"{_MERGE}/test_state.py",)
_DRIVER, _RESOLVE = ("tests/cli/test_merge_driver.py",), ("tests/cli/test_verb_resolve.py",)
_LOSSES, _HISTORY = ("tests/documents/test_losses.py",), ("tests/cli/test_check_history.py",)
_LANES, _LANE = ("tests/vocabulary/test_lanes.py",), ("tests/cli/test_verb_lane.py",)
_MINGLED, _ENGINE = ("tests/cli/test_check_mingled_lanes.py",), ("tests/rules/test_engine.py",)

RECORDS = (
    Guard("merging/merge.py", "None if lost(base, ours, theirs, merged.source, archived) else merged", "merged", _ENDS),
    Guard("merging/merge.py", "return _free_of_markers(_small(merged))", "return _small(merged)", _ENDS),
    Guard("merging/merge.py", "return _free_of_markers(_small(merged))", "return _free_of_markers(merged)", _LOG),
    Guard(
        "merging/merge.py",
        "return _free_of_markers(Merged(theirs if ours == base else ours))",
        "return Merged(theirs if ours == base else ours)",
        _LOG,
    ),
    Guard("merging/merge.py", "        merged = _by_lines(", "        merged = Merged(ours) or _by_lines(", _STATE),
    Guard("merging/merge.py", "without_conflicts(base) if base else None", "base", _STATE),
    Guard("merging/log.py", "Merged(merged) if _holds(merged, order) else None", "Merged(merged)", _ENDS),
    Guard("merging/log.py", "    if archived is not None and key in archived:\n        return False\n", "", _LOG),
    Guard("merging/log.py", "    if archived is None or not block.heading:\n        return False\n", "    return False\n", _LOG),
    Guard("merging/log.py", "{**Log(ours).blocks, **Log(theirs).blocks}.keys()", "Log(ours).blocks.keys()", _LOG),
    Guard(
        "merging/pieces.py",
        "Merged(merged, notes=notes) if shape(_filled(read(merged))) == shape(_filled(pieces)) else None",
        "Merged(merged)",
        _ENDS,
    ),
    Guard(
        "merging/state.py",
        "Merged(merged) if after.is_readable and identity(after.document.data) == identity(expected) else None",
        "Merged(merged)",
        _ENDS,
    ),
    Guard("merging/markers.py", "        if sign and length == size and", "        if sign and", (f"{_MERGE}/test_markers.py",)),
    Guard("cli/merge_driver.py", "        fall_back(call)\n", "", (*_DRIVER, "-k", "failure or written")),
    Guard("cli/merge_driver.py", "return int(bool(merged.conflicts))", "return 0", (*_DRIVER, "-k", "markers")),
    Guard(
        "git/merge_driver.py",
        '    "else git merge-file -L ours -L base -L theirs %A %O %B; fi"',
        '    "fi"',
        (*_DRIVER, "-k", "without_the_command"),
    ),
    Guard("workspace/driving.py", "(ours | theirs) - (before - (ours & theirs))", "ours | theirs", ("tests/workspace/test_driving.py",)),
    Guard("verbs/resolve.py", "    if _is_edited(one, merged):\n", "    if False:\n", (*_RESOLVE, "-k", "mend")),
    Guard(
        "verbs/resolve.py",
        "for answer in answers for line in answer.lines), messages, left)",
        "for answer in answers for line in answer.lines), messages)",
        (*_RESOLVE, "-k", "unmerged"),
    ),
    Guard(
        "verbs/resolve.py",
        "archived | _of_others(one) if conflicts.is_pick else archived)\n    answers",
        "set())\n    answers",
        (*_RESOLVE, "-k", "rotation"),
    ),
    Guard(
        "documents/losses.py", "enumerate(changes):\n        for text, entry", "enumerate(changes[:1]):\n        for text, entry", _LOSSES
    ),
    Guard("documents/losses.py", "return any(text in common(number, other) for", "return any(True for", _LOSSES),
    Guard("documents/losses.py", "return bool(written) or not gone or not there.issuperset(gone)", "return True", _LOSSES),
    Guard("documents/losses.py", "> 2 * kept for there", "> 0 for there", (*_HISTORY, "-k", "copy")),
    Guard(
        "workspace/losing.py", "        if not trees:\n            return False\n", "        return False\n", (*_HISTORY, "-k", "library")
    ),
    Guard(
        "workspace/concluding.py",
        "all(_is_held(repository, held[path], step.before) for path, step in written.items())",
        "all(held.values())",
        (*_HISTORY, "-k", "at_work"),
    ),
    Guard("workspace/workspace.py", "said = handed_over(self.repository, plan.steps)", 'said = ""', (*_HISTORY, "-k", "in_a_merge")),
    Guard("git/passages.py", '("diff-tree", "-m", "-r",', '("diff-tree", "-r",', (*_HISTORY, "-k", "merge")),
    Guard("git/passages.py", 'if base in {"", head}:', "if True:", (*_HISTORY, "-k", "buried")),
    Guard("git/passages.py", "            return SHALLOW\n", '            return ""\n', (*_HISTORY, "-k", "shallow")),
    Guard(
        "workspace/losing.py",
        "    found |= _not_committed(history, being_merged(repository), now, pending=pending)\n",
        "",
        (*_HISTORY, "-k", "under_way or not_committed"),
    ),
    Guard("workspace/losing.py", "text not in there and loss", "loss", (*_HISTORY, "-k", "volumes")),
    Guard(
        "workspace/losing.py",
        "        if isinstance(data, Fault):\n                return (), data.message\n",
        "",
        (*_HISTORY, "-k", "volumes"),
    ),
    Guard("workspace/mingling.py", " and _WRITTEN.findall(before) == _WRITTEN.findall(after)", "", _MINGLED),
    Guard("workspace/mingling.py", "return same(after, now) and", "return", _MINGLED),
    Guard("rules/engine.py", " if finding.path not in in_conflict or rule is CONFLICT or rule.speaks_in_conflict", "", _ENGINE),
    Guard("vocabulary/lanes.py", "    if not is_name(name):\n        raise", "    if False:\n        raise", _LANES),
    Guard(
        "vocabulary/lanes.py",
        'shown = visible(name[:_SHOWN], keep="")',
        "shown = name[:_SHOWN]",
        (*_LANES, *_LANE, "-k", "no_name or not_show"),
    ),
    Guard("vocabulary/lanes.py", "    if fault:\n        raise", "    if False:\n        raise", _LANES),
    Guard("vocabulary/lanes.py", "    if len(known) >= MOST:\n", "    if False:\n", _LANES),
    Guard("vocabulary/lanes.py", "    if twin:\n", "    if False:\n", _LANES),
    Guard("files/nearest.py", ' | getattr(os, "O_NOFOLLOW", 0), os.path.join', ", os.path.join", ("tests/files/test_nearest.py",)),
    Guard("yaml/reader.py", "if len(text) > TEXT_LIMIT:", "if False:", ("tests/yaml/test_faults.py",)),
    Guard("workspace/reading.py", "long_line(path, data) or data for", "data for", ("tests/workspace/test_long_lines.py",)),
    Guard("rules/waivers.py", "len(waiver.contains.strip()) < _TELLING", "not waiver.contains", ("tests/rules/test_waivers_of_files.py",)),
    Guard(
        "cli/hooking/process.py",
        "memoryview(_shown(text).encode",
        "memoryview(text.encode",
        ("tests/hooks/test_replies.py", "-k", "escape"),
    ),
    Guard("cli/doctor.py", '.count(Severity.ERROR), ""', '.count(Severity.WARNING), ""', ("tests/cli/test_verb_doctor.py", "-k", "error")),
)
"""Every one that stands in one place."""
