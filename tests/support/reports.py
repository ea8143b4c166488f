"""Reports: a small one as a literal, and any at all for what must hold for every one."""

from dataclasses import dataclass

from hypothesis import strategies as st

from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity

MISSING = Diagnostic(
    ".agent/STATE.yaml",
    5,
    5,
    "AS321",
    "missing-path",
    Severity.ERROR,
    'no such file "src/a.py"',
    "correct the path or drop it",
    "  - src/a.py",
)
VAGUE = Diagnostic(".agent/TODO.md", 2, 1, "AS522", "priority-order", Severity.WARNING, "P0 after P1", "", "- [ ] P0 x")
NOTE = Diagnostic(
    ".agent/TODO.md", 9, 1, "AS409", "archived-decision-in-force", Severity.INFO, "3 decisions in force are only in the archive", ""
)
REPORT = Report.of([NOTE, VAGUE, MISSING], files=6)


@dataclass(frozen=True)
class About:
    """What a report may tell of a rule."""

    code: str
    slug: str
    severity: Severity
    summary: str = "it is wrong"
    what: str = "Looks at `it`."
    why: str = "It matters."
    mend: str = "Mend it."
    security: bool = False


ABOUT = (
    About("AS102", "unreadable", Severity.ERROR, security=True),
    About("AS321", "missing-path", Severity.ERROR),
    About("AS522", "priority-order", Severity.WARNING),
)

_LINE = st.text(st.characters(exclude_characters="\n"), max_size=12) | st.text(
    "ab \t\x00\x1b\x7f\u202e\udcff\ufffe\U000e0041&<>\"']]%:,", max_size=12
)
_SAID = _LINE | st.just("a\nb")
"""The engine hands over messages and hints that are safe to show; no format counts on it."""

_NAME = st.text(st.characters(exclude_characters="/\x00"), min_size=1, max_size=8).filter(lambda name: name not in {".", ".."})
PATHS = st.lists(_NAME | st.sampled_from([".agent", "a", "b"]), min_size=1, max_size=3).map("/".join)
DIAGNOSTICS = st.builds(
    Diagnostic,
    path=PATHS | st.sampled_from(["a/.agent/STATE.yaml", ".agent/TODO.md"]),
    line=st.integers(1, 30),
    column=st.integers(1, 15),
    code=st.sampled_from(["AS102", "AS321", "AS522", "AS999"]),
    slug=st.just("slug"),
    severity=st.sampled_from(Severity),
    message=_SAID,
    hint=_SAID,
    source=_LINE | st.just("  - src/a.py"),
)
REPORTS = st.builds(
    Report.of,
    st.lists(DIAGNOSTICS, max_size=6),
    st.lists(st.sampled_from([".", "a", "packages/b"]) | PATHS, unique=True, max_size=3),
    st.integers(0, 9),
    st.sampled_from([(), ABOUT]),
    st.integers(0, 3),
)
