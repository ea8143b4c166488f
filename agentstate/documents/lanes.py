"""Several states side by side: what each is about, which files it names, and which files more than one of them works on."""

import posixpath
from collections.abc import Collection, Iterator, Sequence

from agentstate.documents.state import StateDocument
from agentstate.vocabulary import layout
from agentstate.vocabulary.values import dataclass

_EDITED = ("last_file_edited", "files_touched")
_HELD = (*_EDITED, "files_to_load")
"""The fields that name files which a task is about; those of the first two are changed by it."""


@dataclass(frozen=True)
class Claim:
    """A place in a state that names a file: the field, and for a list the number of the item; `is_edited`: as one that is changed."""

    document: StateDocument
    place: tuple[str | int, ...]
    path: str

    @property
    def lane(self) -> str:
        """The lane whose state it is; "" for the default one."""
        return lane_of(self.document)

    @property
    def is_edited(self) -> bool:
        """Whether the task changes the file, and does not only read it."""
        return self.place[0] in _EDITED


def lane_of(document: StateDocument) -> str:
    """The lane whose state this is; "" for the default one."""
    found = layout.LANE_NAME.fullmatch(document.source.path)
    return found["name"] if found else ""


def claims(document: StateDocument) -> Iterator[Claim]:
    """Every file that the task of a state is about, each once, those that are changed first; paths in their shortest form."""
    found: dict[str, Claim] = {}
    for field in _HELD:
        listed = isinstance(document.data.get(field), list)
        for index, text in enumerate(document.items(field)):
            if text.strip():
                path = posixpath.normpath(text.strip())
                found.setdefault(path, Claim(document, (field, index) if listed else (field,), path))
    yield from found.values()


def shared(documents: Sequence[StateDocument], changed: Collection[str] = ()) -> dict[str, list[Claim]]:
    """The files that several states name and at least one of them changes, or that are among `changed`: by path, the claims in the
    order of the states."""
    named: dict[str, list[Claim]] = {}
    for document in documents:
        for claim in claims(document):
            named.setdefault(claim.path, []).append(claim)
    several = ((path, found) for path, found in named.items() if len(found) > 1)
    return {path: found for path, found in several if path in changed or any(claim.is_edited for claim in found)}
