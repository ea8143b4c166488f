"""The one list of a JSON document that holds its steps: the document itself, or what stands in it under one of a few names."""

from collections.abc import Iterable, Iterator
from itertools import chain

from agentstate.recordings.elements import Broken, Element, members


def listed(chunks: Iterable[str], *names: str) -> Iterator[Element | Broken]:
    """The elements of the document where it is a list, else of the list under each of the names that it has, in their order."""
    rest = iter(chunks)
    begun = ""
    for chunk in rest:
        begun += chunk
        if begun.strip("\ufeff \t\r\n"):
            break
    begun = begun.lstrip("\ufeff \t\r\n")
    paths = ((),) if begun.startswith("[") else tuple((name,) for name in names)
    return members(chain((begun,), rest), *paths)
