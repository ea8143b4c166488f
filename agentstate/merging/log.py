"""The merge of DECISIONS.md and of an archive volume: their entries as a set, each as it was written."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from agentstate.documents.decisions import Decision, decision_id, entry_heading, parse_decisions, section_starts
from agentstate.documents.lines import BLANK, fences
from agentstate.documents.text import SourceText
from agentstate.merging.lines import both
from agentstate.merging.merged import Merged, decided, written
from agentstate.merging.order import interleaved
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import quoted

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """An entry, or another section below the first entry: its lines without the blank ones around it. `gap` is how many of those stand
    before it, None where it begins the file."""

    lines: Lines
    gap: int | None

    @property
    def heading(self) -> tuple[str, str] | None:
        """Date and title; None for a section that is no entry."""
        return entry_heading(self.lines[0])


@dataclass(frozen=True)
class Log:
    """A log cut into what stands above its first entry and the blocks from there on, by their text."""

    source: SourceText

    @cached_property
    def _starts(self) -> list[int]:
        starts = section_starts(self.source, fences(self.source))
        first = next((place for place, index in enumerate(starts) if entry_heading(self.source.lines[index])), len(starts))
        return starts[first:]

    @cached_property
    def preamble(self) -> Lines:
        """What stands above the first entry, without blank lines at its end."""
        return _without_blank_end(self.source.lines[: self._starts[0] if self._starts else None])

    @cached_property
    def blocks(self) -> Mapping[str, Block]:
        """The blocks in their order; of equal ones the first."""
        found: dict[str, Block] = {}
        for start, end in pairwise([*self._starts, len(self.source.lines)]):
            lines = _without_blank_end(self.source.lines[start:end])
            found.setdefault(entry_key("\n".join(lines)), Block(lines, _blank_lines_before(self.source.lines, start)))
        return found


def entry_key(text: str) -> str:
    """What two entries are the same by: their text, blanks at the ends of lines left out."""
    return "\n".join(line.rstrip(BLANK) for line in text.split("\n")).rstrip("\n")


def merge_log(base: SourceText | None, ours: SourceText, theirs: SourceText, archived: Collection[str] | None = None) -> Merged | None:
    """The log with the entries of both sides, oldest first. None where it cannot be told what it holds, as after an open code fence.

    An entry that one side has no more left it to the archive. Where `archived` holds the texts of the entries of the merged archive
    (see `entry_key`), only those leave, from both sides, and those that one side wrote anew.
    """
    sides = Log(base or SourceText(ours.path, "")), Log(ours), Log(theirs)
    before, mine, other = (side.blocks for side in sides)
    kept = {key for key in {**mine, **other} if _stays(key, before, mine, other, archived)}
    merged = _assembled(base, ours, theirs, kept)
    one_sided = kept & before.keys() - (mine.keys() & other.keys())
    notes = _against_a_side([{**mine, **other}[key] for key in sorted(one_sided)])
    return merged and replace(merged, notes=tuple(f"{ours.path}: {note}" for note in notes))


def _against_a_side(blocks: Sequence[Block]) -> Iterator[str]:
    """One line, where entries stay that one side took out."""
    if blocks:
        more = f" (and so with {len(blocks) - 1} more)" if len(blocks) > 1 else ""
        yield f"{quoted(_title(blocks[0].heading))} stays: one side took it out, and no archive has it; a new entry can take it back{more}"


def merge_volume(base: SourceText | None, ours: SourceText, theirs: SourceText) -> Merged | None:
    """An archive volume with the entries of both sides: none ever leaves."""
    return _assembled(base, ours, theirs, {**Log(ours).blocks, **Log(theirs).blocks}.keys())


def _stays(
    key: str, base: Mapping[str, Block], ours: Mapping[str, Block], theirs: Mapping[str, Block], archived: Collection[str] | None
) -> bool:
    if archived is not None and key in archived:
        return False
    if (key in ours and key in theirs) or key not in base:
        return True
    block, lacking = (ours[key], theirs) if key in ours else (theirs[key], ours)
    if archived is None or not block.heading:
        return False
    return not any(_is_rewritten(block, new) for text, new in lacking.items() if text not in base)


def _is_rewritten(old: Block, new: Block) -> bool:
    """Whether a new entry is the old one with another text below its title, or another heading."""
    before, after = old.heading, new.heading
    return bool(before and after) and (_title(before) == _title(after) or old.lines[1:] == new.lines[1:] != ())


def _title(heading: tuple[str, str] | None) -> str:
    return heading[1] if heading else ""


def _assembled(base: SourceText | None, ours: SourceText, theirs: SourceText, kept: Collection[str]) -> Merged | None:
    sides = Log(base or SourceText(ours.path, "")), Log(ours), Log(theirs)
    before, mine, other = (side.blocks for side in sides)
    blocks = {**other, **mine}
    order = interleaved([key for key in mine if key in kept], [key for key in other if key in kept], lambda key: _rank(key, blocks[key]))
    lines = both(*(side.preamble for side in sides))
    for key in order:
        gap = _gap(before.get(key), mine.get(key), other.get(key))
        chosen = _text(before.get(key), mine.get(key), other.get(key))
        lines += [""] * (gap if lines else 0) + list(chosen)
    merged = written(base, ours, theirs, lines)
    return Merged(merged) if _holds(merged, order) else None


def _holds(merged: SourceText, order: Sequence[str]) -> bool:
    """Whether the text reads as exactly these blocks."""
    return list(Log(merged).blocks) == list(order) and not any(fault.kind == "unclosed-fence" for fault in parse_decisions(merged).faults)


def _rank(key: str, block: Block) -> tuple[str, str, str]:
    date, title = block.heading or ("", "")
    return date, decision_id(date, title, key), key


def _gap(base: Block | None, ours: Block | None, theirs: Block | None) -> int:
    """The blank lines before a block; one where nothing tells."""
    gaps = [block.gap for block in (ours, theirs) if block and block.gap is not None]
    if len(gaps) < 2:
        return gaps[0] if gaps else 1
    chosen = decided(base.gap if base else None, gaps[0], gaps[1])
    return max(gaps) if chosen is None else chosen


def _text(base: Block | None, ours: Block | None, theirs: Block | None) -> Lines:
    """The lines of a block, which differ by blanks at their ends alone."""
    if not (ours and theirs):
        return (ours or theirs).lines  # type: ignore[union-attr]
    return decided(base.lines if base else None, ours.lines, theirs.lines) or min(ours.lines, theirs.lines)


def _without_blank_end(lines: Sequence[str]) -> Lines:
    end = len(lines)
    while end and not lines[end - 1].strip(BLANK):
        end -= 1
    return tuple(lines[:end])


def _blank_lines_before(lines: Sequence[str], start: int) -> int | None:
    above = _without_blank_end(lines[:start])
    return start - len(above) if above else None


def entry_keys(source: SourceText | None) -> list[str]:
    """The keys of the entries in a log, in its order; an entry that is there twice is listed twice."""
    entries: Sequence[Decision] = parse_decisions(source).entries if source else ()
    return [entry_key(entry.text) for entry in entries]


def lost(base: SourceText | None, ours: SourceText, theirs: SourceText, merged: SourceText, archived: Collection[str] | None) -> set[str]:
    """The keys of the entries that a merged file should hold and does not: all of both sides, less those that `archived` holds (None:
    those of the base that one side has no more) and those that one side wrote anew."""
    before, mine, other = (Log(one).blocks if one else {} for one in (base, ours, theirs))
    due = {key for key in {*entry_keys(ours), *entry_keys(theirs)} if _stays(key, before, mine, other, archived)}
    return due - {*entry_keys(merged)}
