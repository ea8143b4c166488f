"""One decision of the log as a value, its id, and the keys its lines are known by."""

import re
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module

from agentstate.documents.lines import BLANK
from agentstate.documents.text import SourceText
from agentstate.vocabulary.annotations import Any
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_SPELLINGS = {
    "Decision": "decision 决策 决定",
    "Why": "why reason rationale 理由 决策原因 原因",
    "Rejected": "rejected alternatives 否决方案 否决理由 替代方案",
    "Supersedes": "supersedes replaces 取代",
    "Keep": "keep 保留",
    "Status": "status 状态",
}
KEYS = {spelling: key for key, spellings in _SPELLINGS.items() for spelling in spellings.split()}
"""Every spelling of a key that is read, in lower case, and the key it stands for."""

SLUG_LENGTH = 48
_WORD = pattern(r"[^\W_]+")
_SEPARATOR = pattern(r"[\s,，、;；]+")
_REMARK = pattern(r"\([^()]*\)|（[^（）]*）")
WITHDRAWALS = ("withdrawn", "撤回", "已撤回")
"""What a `Decision` says that takes back the entry it names; a remark may follow."""

REMOVALS = ("entry removed", "条目已删除")
"""What a `Decision` says that withdraws the entry it names, and lets its text go as well; a remark may follow."""

_REMARK_FOLLOWS = r"(?:[\s]*[.。,，:：;；(（].*)?"
_WITHDRAWN = pattern(rf"(?:{'|'.join(WITHDRAWALS + REMOVALS)}){_REMARK_FOLLOWS}", re.IGNORECASE | re.DOTALL, WITHDRAWALS + REMOVALS)
_REMOVED = pattern(rf"(?:{'|'.join(REMOVALS)}){_REMARK_FOLLOWS}", re.IGNORECASE | re.DOTALL, REMOVALS)
_NONE = frozenset({"", "-", "none", "无"})
_FIRST_WORD = pattern(r"\w+")


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One entry of the log.

    `line` is that of the heading and `end` that of the next entry, section or end of file (from 1, exclusive); `text` are the lines
    of the entry joined by LF, as written, without the blank ones at the end. `fields` are (key as in `KEYS`, line, value) in the
    order of the file; a value of several lines keeps them, joined by LF and without their indent, and so do `decision`, `why` and
    `rejected`, where a repeated key adds a line. `date` is what stands in the brackets, a date or not.
    """

    id: str
    date: str
    title: str
    line: int
    end: int
    text: str
    fields: tuple[tuple[str, int, str], ...] = ()
    decision: str = ""
    why: str = ""
    rejected: str = ""
    supersedes: tuple[str, ...] = ()
    permanent: bool = False
    pending: bool = False

    @property
    def withdraws(self) -> bool:
        """Whether the entry says that what it names is withdrawn ("Decision: withdrawn", or "Decision: entry removed")."""
        return bool(_WITHDRAWN.fullmatch(self.decision))

    @property
    def removes(self) -> bool:
        """Whether the entry says that the text of what it names may be gone ("Decision: entry removed")."""
        return not self.pending and bool(_REMOVED.fullmatch(self.decision))


@dataclass(frozen=True)
class DecisionLog:
    """DECISIONS.md, or an archive volume: its entries in the order of the file, and what could not be read."""

    source: SourceText
    entries: tuple[Decision, ...]
    faults: tuple[Fault, ...] = ()


def decision_id(date: str, title: str, text: str) -> str:
    """`date-slug-hhhh`: the first four hexadecimal digits of the SHA-256 of the entry, LF between its lines and blanks at their ends
    left out, so that neither CRLF nor an editor that trims lines changes an id."""
    trimmed = "\n".join([line.rstrip(BLANK) for line in text.split("\n")]).rstrip("\n")
    digest = _sha256()(trimmed.encode("utf-8", "surrogateescape")).hexdigest()[:4]
    day, slug = _day(date), _slug(title)
    return f"{day}-{slug}-{digest}" if slug else f"{day}-{digest}"


@cache
def _sha256() -> Callable[[bytes], Any]:
    """What `hashlib` has. It loads OpenSSL first, which takes longer than reading the log: Python's own part is asked where it is."""
    name = "_sha2" if sys.version_info >= (3, 12) else "_sha256"
    try:
        found: Callable[[bytes], Any] = import_module(name).sha256
    except ImportError:
        from hashlib import sha256 as found
    return found


@lru_cache(maxsize=256)
def _day(date: str) -> str:
    return _slug(date) or "undated"


def _slug(text: str) -> str:
    return "-".join(_WORD.findall(_composed(text).lower()))[:SLUG_LENGTH].rstrip("-")


def _composed(text: str) -> str:
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFKC", text)


def identifiers(value: str) -> tuple[str, ...]:
    """The ids a `Supersedes` value names: separated by commas or blanks, remarks in parentheses and backquotes left out."""
    names = (name.strip("`[]'\".。") for name in _SEPARATOR.split(_REMARK.sub(" ", value)))
    return tuple(name for name in names if name.casefold() not in _NONE)


def says(value: str, *words: str) -> bool:
    """Whether a value begins with one of these words; a remark may follow."""
    found = _FIRST_WORD.search(value)
    return found is not None and found[0].casefold() in words
