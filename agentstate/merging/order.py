"""One order of what two sequences hold, whichever of them is called the first."""

from collections.abc import Callable, Hashable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)


def interleaved(first: Sequence[K], second: Sequence[K], rank: Callable[[K], Any]) -> list[K]:
    """Every element of both sequences once, in the order of each of them; where both leave it open, and where they disagree, the one
    with the lower rank comes first. Ranks are different and can be compared.

    The order depends on the sequences alone: not on which is the first, nor, for several that only add to the same one, on which two
    of them are put together first.
    """
    edges = {*pairwise(first), *pairwise(second)}
    places = {element: place for place, element in enumerate(sorted({*first, *second}, key=rank))}
    elements = list(places)
    waits = dict.fromkeys(elements, 0)
    after: dict[K, list[K]] = {element: [] for element in elements}
    for before, behind in edges:
        waits[behind] += 1
        after[before].append(behind)
    ready = [places[element] for element in elements if not waits[element]]
    heapify(ready)
    rest, order, done = iter(elements), list[K](), set[K]()
    while len(order) < len(elements):
        element = elements[heappop(ready)] if ready else next(one for one in rest if one not in done)
        done.add(element)
        order.append(element)
        for behind in after[element]:
            waits[behind] -= 1
            if not waits[behind] and behind not in done:
                heappush(ready, places[behind])
    return order
