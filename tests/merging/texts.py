"""Three versions of a file as two branches make them: by the hand of somebody who adds, drops, edits and mends, or of nobody sane."""

from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout

ARCHIVE = layout.archive_path(1)
LANE = f"{layout.LANES}/docs.yaml"
PATHS = (
    layout.DECISIONS,
    ARCHIVE,
    layout.FACTS,
    layout.TODO,
    layout.STATE,
    LANE,
    layout.CONFIG,
    layout.PROTOCOL,
    layout.ATTRIBUTES,
    layout.snapshot_path("20261129T193000Z-manual"),
)

_NAMES = [*"abcdefgh"]
_DECISIONS = [
    f"## [{date}] {name}\n- Decision: take {name}\n- Why: {name} is known\n" for date in ("2026-11-01", "2026-11-02") for name in _NAMES
] + ["## Notes\n\nprose about the log\n", "## [2026-11-03] fenced\n```\n## [2026-11-03] not one\n```\n- Why: w\n", "## [2026-13-01] odd\n"]
_FACTS = [f"- fact {name}\n" for name in _NAMES] + [
    "- two\n  lines\n",
    "- from the log [2026-11-01-a-0a1b]\n",
    "\n## Build\n",
    "\n## Data\n\n",
    "\nprose\n",
    "\n<!-- agentstate: allow AS711 because of x -->\n- waived\n",
    "```\n- no fact\n```\n",
]
_TODO = [f"- [{mark}] {priority}{name}\n" for name in _NAMES[:4] for mark in " ~x" for priority in ("", "P1 ")] + [
    "- [ ] a — blocked: key\n",
    "  - [ ] below\n",
    "  goes on\n",
    "runs on\n",
    "\n## Later\n",
    "\nprose\n",
    "- plain\n",
]
_STATE = [
    *(f"current_task: {name}\n" for name in "abc"),
    *(f"next_action: {name}\n" for name in "ab"),
    *(f"done: {value}\n" for value in ("[]", "[a, b]", "[b, c]", "d", "\n  - a\n  # why\n  - b\n", "\n- c\n- b")),
    *(f"verified:\n  - fact: {name}\n    how: seen\n  - b\n" for name in "ac"),
    *(f"updated_at: 2026-11-{day}T10:00:00Z\n" for day in ("01", "02")),
    "# a comment\n",
    "\n",
    "notes: |\n  text\n  # more\n\n  text\n",
    "extra: {a: 1}\n",
    "blocked: false # not now\n",
    "blocked: key\n",
    "version: 1\n",
]
_LINES = ["a: 1\n", "b: 2\n", "c: [x]\n", "# note\n", "\n", "1. Read.\n", "*.md text\n"]
_POOLS = {
    layout.DECISIONS: _DECISIONS,
    ARCHIVE: _DECISIONS,
    layout.FACTS: _FACTS,
    layout.TODO: _TODO,
    layout.STATE: _STATE,
    LANE: _STATE,
}
_GAPS = {layout.DECISIONS: "\n", ARCHIVE: "\n"}
_NASTY = [
    "```\n",
    "---\n",
    "<<<<<<< ours\n",
    "=======\n",
    ">>>>>>> theirs\n",
    "# T\n",
    "## [\n",
    "caf\udce9\n",
    " \t\n",
    "\u2028\n",
    "- [ ]\n",
    "{\n",
]


@st.composite
def _version(draw: st.DrawFn, path: str, base: list[str], pool: st.SearchStrategy[str]) -> list[str]:
    """A version of the pieces: some gone, some new, one of them somewhere else."""
    left = [piece for piece in base if draw(st.integers(0, 3))]
    for new in draw(st.lists(pool, max_size=3)):
        left.insert(len(left) if draw(st.booleans()) else draw(st.integers(0, len(left))), new)
    return _once_each(left) if path in {layout.STATE, LANE} else left


def _once_each(pieces: list[str]) -> list[str]:
    """The pieces with each field of a state once."""
    found: dict[str, str] = {}
    for place, piece in enumerate(pieces):
        found.setdefault(piece.partition(":")[0] if ":" in piece.partition("\n")[0] else str(place), piece)
    return list(found.values())


@st.composite
def versions(
    draw: st.DrawFn, paths: tuple[str, ...] = PATHS, *, nasty: bool = True
) -> tuple[str, SourceText | None, SourceText, SourceText]:
    """A path, what the file held there when two branches parted (None: nothing), and what it holds on each of them."""
    path = draw(st.sampled_from(paths))
    pieces = st.sampled_from(_POOLS.get(path, _LINES))
    pool = st.one_of(pieces, pieces, pieces, pieces, st.sampled_from(_NASTY)) if nasty and draw(st.booleans()) else pieces
    base = draw(st.lists(pool, max_size=6))
    base = _once_each(base) if path in {layout.STATE, LANE} else base
    head = "# Title\n" + _GAPS.get(path, "")
    made = [head + _GAPS.get(path, "").join(one) for one in (base, *(draw(_version(path, base, pool)) for _ in range(2)))]
    before, ours, theirs = (SourceText(path, text) for text in made)
    return path, None if draw(st.integers(0, 5)) == 0 else before, ours, theirs
