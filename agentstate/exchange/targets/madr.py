"""Decisions as a folder of Markdown records (MADR), one file each, archived ones too."""

from collections.abc import Iterator, Mapping

from agentstate.documents.decisions import Decision, Standing, decision_id
from agentstate.exchange.entries import UNRECORDED
from agentstate.exchange.sources.adr import names_itself, proposes_itself
from agentstate.exchange.targets.log import Log, whole_log
from agentstate.exchange.targets.options import options
from agentstate.exchange.targets.target import Exported, Rendered, Target
from agentstate.exchange.text import joined
from agentstate.vocabulary.layout import FOLDER
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import is_invisible
from agentstate.yaml import scalar

_DAY = pattern("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BLOCK = pattern(r"#|`{3}|~{3}|<|--|==|[-=]\Z")
_STATUS = {Standing.ACTIVE: "accepted", Standing.PENDING: "proposed", Standing.WITHDRAWN: "deprecated", Standing.SUPERSEDED: "superseded"}


def _render(exported: Exported) -> Rendered:
    log = whole_log(exported.tree)
    names = {entry.id: f"{number:04d}-{_slug(entry.title)}.md" for number, entry in enumerate(log.entries, 1)}
    files = {names[entry.id]: "\n".join(_record(entry, log, names)) + "\n" for entry in log.entries}
    return Rendered(files)


def _slug(title: str) -> str:
    """The words of the title as they stand in an id."""
    words = decision_id("", title, "").removeprefix("undated")[1 : -len("-hhhh")]
    return "".join(character for character in words if not is_invisible(character)) or "decision"


def _record(entry: Decision, log: Log, names: Mapping[str, str]) -> Iterator[str]:
    chosen = joined(entry.decision) or entry.title
    yield from ("---", f"status: {_status(entry, log, names)}")
    if entry.date:
        yield f"date: {entry.date if _DAY.fullmatch(entry.date) else scalar(entry.date)}"
    yield from ("---", "", f"# {entry.title or chosen}", "", "## Context and Problem Statement", "")
    yield from _paragraph(entry.why or UNRECORDED)
    yield from ("", "## Considered Options", "")
    is_chosen = log.standing[entry.id] is not Standing.PENDING
    yield from (
        f"* {chosen} (chosen)" if is_chosen else f"* {chosen}",
        *(f"* {option}" for option in dict.fromkeys(options(entry.rejected))),
    )
    yield from ("", "## Decision Outcome", "")
    yield from _paragraph(entry.decision or (names_itself if is_chosen else proposes_itself)(entry.title))
    yield from ("", "## More Information", "", f"* Entry `{entry.id}` of `{FOLDER}`")
    yield from _relations(entry, log, names)
    yield from (f"* {line}" for line in _others(entry))


def _status(entry: Decision, log: Log, names: Mapping[str, str]) -> str:
    standing, newer = log.standing[entry.id], log.newer.get(entry.id)
    by = f" by ADR-{names[newer].partition('-')[0]}" if newer and standing is Standing.SUPERSEDED else ""
    return _STATUS[standing] + by


def _paragraph(text: str) -> Iterator[str]:
    """The lines of a text, none of which begins a heading, a fence or an HTML block."""
    for line in text.split("\n"):
        words = line.strip()
        yield f"\\{words}" if _BLOCK.match(words) else words


def _relations(entry: Decision, log: Log, names: Mapping[str, str]) -> Iterator[str]:
    yield from (f"* Supersedes [{names[older]}]({names[older]}) `{older}`" for older in log.older[entry.id])
    if newer := log.newer.get(entry.id):
        yield f"* {log.standing[entry.id].capitalize()} by [{names[newer]}]({names[newer]})"
    if entry.permanent:
        yield "* Keep: permanent"


def _others(entry: Decision) -> Iterator[str]:
    """What the entry says in no field that is known."""
    said = {part.strip() for _, _, value in entry.fields for part in value.split("\n")}
    heads = {number for _, number, _ in entry.fields}
    for number, line in enumerate(entry.text.split("\n")[1:], entry.line + 1):
        words = line.strip()
        if words and number not in heads and words not in said:
            yield words.lstrip("-*+ \t") or words


TARGET = Target("madr", "a folder of decision records (MADR), one Markdown file each", _render, is_folder=True)
