"""Collects what agents may be instructed by: only for the agents that are used here, with what their files import."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentstate.agents.agent import Agent, Place
from agentstate.agents.known import AGENTS
from agentstate.agents.loading import agents_in_use, folders_down_to, places
from agentstate.documents.instructions import Instructions, import_target, imports
from agentstate.documents.text import SourceText
from agentstate.vocabulary.annotations import Protocol
from agentstate.vocabulary.values import replace

MOST_FILES = 100
"""How many files of a folder, and how many imports, are read: a hostile repository must not cost more than that."""


class Files(Protocol):
    """Where instruction files are. Every path is relative to the top of the repository."""

    def kind(self, path: str) -> str:
        """What is at a path once links are followed: file, folder, missing, outside or other."""

    def below(self, folder: str, *, deep: bool) -> Sequence[str]:
        """The paths of the files in a folder, with `deep` in its folders too, sorted."""

    def texts(self, paths: Iterable[str]) -> Mapping[str, SourceText]:
        """The text of each path that is or leads to a readable file."""


def gather(files: Files, prefix: str, named: Sequence[str] | None) -> Instructions:
    """What the agents in use may load for the tree in the folder `prefix`; nothing is known of what git ignores yet."""
    folders = folders_down_to(prefix)
    marks = [folder + mark for mark in dict.fromkeys(mark for agent in AGENTS.values() for mark in agent.marks) for folder in folders]
    found = Instructions(marks=frozenset(mark for mark in marks if _is_mark(files, mark)))
    agents = agents_in_use(named, found.marks, prefix)
    found = _read(files, found, [folder + name for agent in agents for name in agent.settings for folder in folders])
    wanted = [(folder, place) for agent in agents for place in places(agent, found, prefix) for folder in folders]
    found = _read(files, found, [path for folder, place in dict.fromkeys(wanted) for path in _paths(files, folder, place)])
    return _with_imports(files, found, agents)


def _is_mark(files: Files, path: str) -> bool:
    """Whether something is there; a folder counts with a file in it, since what is taken out of one leaves it behind."""
    kind = files.kind(path)
    return kind != "missing" and (kind != "folder" or bool(files.below(path, deep=True)))


def _paths(files: Files, folder: str, place: Place) -> Iterator[str]:
    whole = folder + place.path
    if not place.path.endswith("/"):
        yield whole
    elif files.kind(whole.rstrip("/")) == "folder":
        found = files.below(whole.rstrip("/"), deep=place.deep)
        yield from [path for path in found if path.endswith(place.suffix)][:MOST_FILES]


def _read(files: Files, known: Instructions, paths: Iterable[str]) -> Instructions:
    new = [path for path in dict.fromkeys(paths) if path not in known.files]
    texts = files.texts(new)
    unread = {path for path in new if path not in texts and files.kind(path) in {"file", "outside", "other"}}
    return replace(known, files={**known.files, **texts}, unread=known.unread | unread)


def _with_imports(files: Files, known: Instructions, agents: Sequence[Agent]) -> Instructions:
    """With every file that is imported, one hop further than any agent follows, so that an import too many can be told."""
    hops = max((agent.hops + 1 for agent in agents if agent.hops), default=0)
    latest, left = [*known.files], MOST_FILES
    for _ in range(hops):
        targets = (import_target(path, item.path) for path in latest for item in imports(known.files[path]))
        wanted = [target for target in dict.fromkeys(targets) if target and target not in known.files][:left]
        left -= len(wanted)
        known = _read(files, known, wanted)
        latest = [path for path in wanted if path in known.files]
    return known
