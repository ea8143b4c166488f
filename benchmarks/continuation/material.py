"""What made-up sessions are about. Written as people write, not by what the extraction looks for: among the rules are wordings that it
does not know, and among the rest sentences that sound like rules and are none."""

from benchmarks.continuation.chinese import CHINESE
from benchmarks.continuation.english import ENGLISH

TASKS = ("bug fix", "feature", "refactoring", "migration", "documentation")

LANGUAGES = ("en", "zh")

MATERIAL = {"en": ENGLISH, "zh": CHINESE}

FILES = (
    "src/{stem}/{part}.py",
    "src/{stem}/store/{part}.py",
    "tests/{stem}/test_{part}.py",
    "docs/{stem}/{part}.md",
    "web/{stem}/{part}.ts",
)
_PARTS = (
    "reader writer model codec errors limits paging totals schema rows views events queue worker client server config cli types "
    "cache index merge clock names paths hooks retry batch audit report render layout tokens lexer units fields"
)
PARTS = tuple(_PARTS.split())

COMMANDS = (
    "python -m pytest -q -k {stem}",
    "ruff check --select ALL {stem}",
    "mypy -p {stem} --strict",
    "make lint-{stem}",
    "npm run build -- --filter {stem}",
    "cd services && go test ./{stem}/...",
    "python -m report --only {stem} --format json",
    "docker compose run --rm {stem} smoke",
    "make gen-{stem} && git diff --exit-code",
    "git diff --stat",
    "git log --oneline -5",
)
"""Commands that an agent runs again and again; each may fail."""

FORBIDDEN = (
    "git push origin --delete old-{stem}",
    "psql -c 'ALTER TABLE {stem} DROP COLUMN {stem}_legacy'",
    "docker compose restart {stem}",
)
"""Commands that a user refuses."""
