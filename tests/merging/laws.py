"""What holds for every merge, as checks of one example: the tests and the long run share them."""

from agentstate.documents.conflict import conflict_line
from agentstate.documents.facts import parse_facts
from agentstate.documents.state import parse_state
from agentstate.documents.text import SourceText
from agentstate.documents.todo import parse_todo
from agentstate.merging import Merged, merge
from agentstate.merging.fields import identity, listed
from agentstate.merging.log import entry_keys
from agentstate.vocabulary import layout

Versions = tuple[str, SourceText | None, SourceText, SourceText]


def contents(source: SourceText | None) -> set[object]:
    """What the file holds that must not get lost, in every kind of file."""
    if source is None:
        return set()
    if source.path == layout.FACTS:
        return {(fact.text, fact.source_id) for fact in parse_facts(source).facts}
    if source.path == layout.TODO:
        return {item.text for item in parse_todo(source).items}
    if source.path.endswith(".yaml") and source.path.startswith((layout.STATE, layout.LANES)):
        data = parse_state(source).data
        return {(field, identity(item)) for field, value in data.items() if field == "done" for item in listed(value)}
    return set(entry_keys(source)) if source.path.endswith(".md") and "DECISIONS" in source.path else set()


def check_choices(versions: Versions) -> None:
    """What only one side changed is what comes out, byte for byte."""
    path, base, ours, theirs = versions
    assert merge(path, ours, ours, ours).source == ours
    assert merge(path, ours, ours, theirs).source == theirs
    assert merge(path, ours, theirs, ours).source == theirs
    assert merge(path, base, theirs, theirs).source == theirs


def check_merge(versions: Versions) -> Merged:
    """Nothing is lost, nothing is doubled, no marker is passed over, and which side is called ours does not matter."""
    path, base, ours, theirs = versions
    merged, mirrored = merge(path, base, ours, theirs), merge(path, base, theirs, ours)
    assert bool(merged.conflicts) == bool(mirrored.conflicts)
    if merged.conflicts:
        return merged
    assert merged.source == mirrored.source
    assert not conflict_line(merged.source)
    before, mine, other, after = (contents(one) for one in (base, ours, theirs, merged.source))
    kept = (mine & other) | ((mine | other) - before)
    assert after >= kept
    assert after <= mine | other
    if path == layout.archive_path(1) and base not in (ours, theirs):
        assert after >= mine | other
    keys = entry_keys(merged.source) if "DECISIONS" in path else []
    assert len(keys) == len(set(keys)) or merged.source in (ours, theirs)
    return merged


def check_settled(versions: Versions) -> None:
    """A merge that is merged again with either side is as it was, as in a criss-cross history."""
    path, base, ours, theirs = versions
    first = merge(path, base, ours, theirs)
    if first.conflicts:
        return
    for side in (ours, theirs):
        again = merge(path, side, first.source, side)
        assert again.source == first.source
    crossed = merge(path, base, first.source, merge(path, base, theirs, ours).source)
    assert crossed.source == first.source


def check_union(versions: Versions, archived: set[str]) -> None:
    """With the archive at hand an entry of either side is in the log or in the archive, and never in both."""
    path, base, ours, theirs = versions
    merged = merge(path, base, ours, theirs, "", archived)
    assert merged.source == merge(path, base, theirs, ours, "", archived).source or merged.conflicts
    if not merged.conflicts and ours != theirs and base not in (ours, theirs):
        after = set(entry_keys(merged.source))
        assert not after & archived
        assert after <= contents(ours) | contents(theirs)
