"""Evidence from the other lanes: what each is doing and which files it names, and the files that your task shares with them."""

from collections.abc import Iterator

from agentstate.documents.lanes import claims, lane_of, shared
from agentstate.documents.state import StateDocument
from agentstate.message.fields import Evidence, Item
from agentstate.message.repository import code_changes
from agentstate.message.wording import Wording
from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible

_FILES = 5
"""How many files of a lane are named."""


def lanes(tree: Tree, git: GitFacts, words: Wording) -> Evidence:
    """First the files that your lane and another one name and somebody changes, then two lines for each of the others."""
    own = [Item(words.say("about_lane", lane=tree.lane, path=tree.state_path))] if tree.lane else []
    others = [state for state in tree.states if lane_of(state) != tree.lane]
    return {"about": own, "lanes": [*_shared(tree, git, words), *(item for state in others if (item := _lane(state, words)))]}


def _shared(tree: Tree, git: GitFacts, words: Wording) -> Iterator[Item]:
    """What git sees changed is changed by somebody, whatever the states say."""
    found = shared(tree.states, {change.path for change in code_changes(git)})
    for path, several in sorted(found.items()):
        names = dict.fromkeys(claim.lane for claim in several)
        if tree.lane in names:
            said = words.say("and").join([words.say("lane_yours"), *(_name(name, words) for name in names if name != tree.lane)])
            yield Item(visible(path, keep=""), words.say("lane_shared", lanes=said))


def _lane(state: StateDocument, words: Wording) -> Item | None:
    """What a lane is doing, and below that its files; None for a default lane in which nothing is under way."""
    name = _name(lane_of(state), words)
    if state.faults:
        return Item(name, words.say("lane_unread"))
    if not lane_of(state) and not state.text("current_task").strip():
        return None
    said = {field: state.text(field) or words.say("not_recorded") for field in ("current_task", "next_action")}
    first = words.say("lane", lane=name, task=said["current_task"], next_action=said["next_action"])
    return Item(f"{first}\n{_files(state, words)}")


def _files(state: StateDocument, words: Wording) -> str:
    paths = [visible(claim.path, keep="") for claim in claims(state)]
    if not paths:
        return words.say("lane_no_files")
    more = words.say("lane_more", count=len(paths) - _FILES) if len(paths) > _FILES else ""
    return words.say("lane_files", paths=words.say("comma").join(paths[:_FILES])) + more


def _name(lane: str, words: Wording) -> str:
    return lane or words.say("lane_default")
