"""Where everything in a tree is, and which files are its own. Paths are relative to the folder that holds `.agent/`."""

import re

from agentstate.vocabulary.patterns import pattern

FOLDER = ".agent"
PROTOCOL = ".agent/PROTOCOL.md"
FACTS = ".agent/FACTS.md"
STATE = ".agent/STATE.yaml"
DECISIONS = ".agent/DECISIONS.md"
TODO = ".agent/TODO.md"
CONFIG = ".agent/config.yaml"
ATTRIBUTES = ".agent/.gitattributes"
CHECKPOINTS = ".agent/checkpoints"
LANES = ".agent/lanes"
LOCAL = ".agent/local"
LOCK = ".agent/local/lock"
AUTOMATIC = ".agent/local/snapshots"
"""Where hooks keep snapshots that nobody asked for."""

REQUIRED = (PROTOCOL, FACTS, STATE, DECISIONS, TODO)
"""The files without which a tree is not one; all but PROTOCOL.md and config.yaml change as the work goes on."""

REASONS = ("before-change", "root-cause", "switch", "step-done", "rotation", "restore", "manual")
"""Why a checkpoint was made; part of its file name."""

SNAPSHOT_NAME = pattern(r"\.agent/checkpoints/(?P<id>\d{8}T\d{6}Z-[a-z-][A-Za-z0-9._-]*)\.yaml", re.ASCII, ("Z-",))
ARCHIVE_NAME = pattern(r"\.agent/checkpoints/DECISIONS\.archive-(?P<number>\d{4,})\.md", re.ASCII, ("/DECISIONS.archive-",))
IMPORT_NAME = pattern(r"\.agent/checkpoints/IMPORT\.archive-(?P<number>\d{4,})\.md", re.ASCII, ("/IMPORT.archive-",))
LANE_NAME = pattern(r"\.agent/lanes/(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)\.yaml", re.ASCII, (f"{LANES}/",))

WORK = (STATE, TODO, DECISIONS, FACTS)
"""What changes as the work goes on: where all of it equals HEAD, a checkpoint has nothing to record."""

KEEP_FILE = ".agent/checkpoints/.gitkeep"
_FIXED = frozenset({*REQUIRED, CONFIG, ATTRIBUTES, KEEP_FILE})


def is_own(path: str) -> bool:
    """Whether `path` is a file of the tree itself, the only kind a checkpoint commits; everything else is somebody else's."""
    named = SNAPSHOT_NAME, ARCHIVE_NAME, IMPORT_NAME, LANE_NAME
    return path in _FIXED or (path.startswith(f"{FOLDER}/") and any(pattern.fullmatch(path) for pattern in named))


def archive_path(number: int) -> str:
    """The path of archive volume `number`, counted from 1."""
    return f"{CHECKPOINTS}/DECISIONS.archive-{number:04d}.md"


def import_path(number: int) -> str:
    """The path of volume `number` of the import record, counted from 1."""
    return f"{CHECKPOINTS}/IMPORT.archive-{number:04d}.md"


def snapshot_path(identifier: str) -> str:
    """The path of the snapshot with this checkpoint id."""
    return f"{CHECKPOINTS}/{identifier}.yaml"
