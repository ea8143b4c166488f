"""How a decision is written: one line for each field, and none that equals a line of another entry, for a line-wise merge eats those."""

from collections.abc import Sequence

from agentstate.documents.decision import REMOVALS, WITHDRAWALS
from agentstate.documents.lines import one_line
from agentstate.vocabulary.annotations import Literal

_WORDS = {
    "en": ("Decision", "Why", "Rejected", "Supersedes", "Keep", "Status", ": ", "; ", " ({})"),
    "zh": ("决策", "理由", "否决方案", "取代", "保留", "状态", "：", "；", "（{}）"),
}


def render_decision(  # noqa: PLR0913 -- one argument for each line of an entry
    *,
    date: str,
    title: str,
    decision: str = "",
    why: str,
    rejected: Sequence[str] = (),
    supersedes: Sequence[str] = (),
    permanent: bool = False,
    pending: bool = False,
    lang: Literal["en", "zh"] = "en",
) -> tuple[str, ...]:
    """The lines of an entry, heading first. `decision` may be empty: then the title says it.

    Lines that would be the same in every entry (withdrawn, entry removed, permanent, pending) carry the title as a remark. Raises
    AgentStateError, naming the option, for a text that is empty or does not fit one line.
    """
    name = _title(title)
    *keys, colon, semicolon, remark = _WORDS[lang]
    said = one_line(decision, "--decision") if decision else ""
    values = (
        said + remark.format(name) if said.casefold() in WITHDRAWALS + REMOVALS else said,
        one_line(why, "--why"),
        semicolon.join(one_line(option, "--rejected") for option in rejected),
        ", ".join(one_line(identifier, "--supersedes") for identifier in supersedes),
        "permanent" + remark.format(name) if permanent else "",
        "pending" + remark.format(name) if pending else "",
    )
    return (f"## [{date}] {name}", *(f"- {key}{colon}{value}" for key, value in zip(keys, values, strict=True) if value))


def _title(title: str) -> str:
    return one_line(title, "the title").lstrip(" :：-–—") or one_line("", "the title")
