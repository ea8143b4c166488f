"""The page about symptoms, made from their table."""

from collections.abc import Iterator

from agentstate.verbs.doctor.symptoms import SYMPTOMS, Symptom

_HEAD = """\
# Symptoms

What it looks like when an agent's memory does not work, where that comes from, and what to do. `agentstate doctor` looks for each of them
as far as git, the tree and [the journal](journal.md) can tell, and says what it saw; none of them makes it fail, for each can have a good
reason. What does make it fail: hooks that are absent, outdated, broken or switched off, a command that does not answer, a compaction that
no message followed, and a journal that cannot be read.

"""


def document() -> str:
    """The text of docs/symptoms.md."""
    return _HEAD + "\n".join(line for symptom in SYMPTOMS for line in _section(symptom)).rstrip("\n") + "\n"


def _section(symptom: Symptom) -> Iterator[str]:
    yield from (f"## {symptom.title}", "", f"`{symptom.name}`. {symptom.looks}", "")
    yield from (
        f"- **Likely cause.** {symptom.cause}",
        f"- **How doctor sees it.** {symptom.sees}",
        f"- **What to do.** {symptom.remedy}",
        "",
    )
