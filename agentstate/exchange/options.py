"""The options of a decision record: which of them was not taken, and what is said against it."""

import re
from collections.abc import Sequence

from agentstate.exchange.note_lines import Entry
from agentstate.exchange.text import joined
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_CHOSEN = pattern(
    r"(?:chosen option|selected option|选择方案|选定方案|選択した案)[ \t]*[:：][ \t]*+\**+[\"“「'`]?(?P<name>[^\"”」`\n]+)", re.IGNORECASE
)
_TAKEN = "chosen|selected|accepted|adopted|our choice|已选|选择|采用|採用|選択|escolhida|escolhido"
_MARKED = pattern(rf"[(（\[【](?:{_TAKEN})[^)）\]】]*[)）\]】]", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_SIGNS = ("✅", "✔", "☑")


@dataclass(frozen=True)
class Refusals:
    """What was not taken: `lines` one for each option, `said` the lines of the source that say so, `entries` where those stand."""

    lines: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lines)


def chosen_in(decision: str) -> str:
    """The name of the option that a decision takes, "" where it names none."""
    found = _CHOSEN.search(decision)
    return found["name"].strip(" *,.") if found else ""


def rejected(found: Sequence[Entry], chosen: str, *, is_sure: bool) -> Refusals:
    """The options that were not taken. Where the section does not say by its name that none of them was (`is_sure`), the one that was has
    to be among them, by its name or by a mark; otherwise nothing is known of any."""
    roots = [one for one in found if one.form == "bullet" and not one.mark and not one.above]
    taken = [one for one in roots if _is_taken(one, chosen)]
    if not roots or (not is_sure and not taken):
        return Refusals()
    lines, said, used = [], [], list(taken) if not is_sure else []
    for root in roots:
        if not any(root is one for one in taken):
            whole = [root, *root.below]
            lines.append(" ".join(joined(one.text) for one in whole))
            said += [one.text for one in whole]
            used += whole
    if not is_sure:
        said += [one.text for one in taken]
    return Refusals(tuple(lines), tuple(said), tuple(used))


def _is_taken(option: Entry, chosen: str) -> bool:
    """Whether an option, or one of those below it, is the one that was chosen."""
    if _MARKED.search(option.text) or option.text.startswith(_SIGNS):
        return True
    wanted = _words(chosen)
    ways = [option.text, *(" ".join([*(up.text for up in one.above), one.text]) for one in option.below)]
    return bool(wanted) and any(_words(way) == wanted or _words(way.partition(":")[0]) == wanted for way in ways)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
