"""Where a recorded session is stopped: at its compactions, after a share of its tool calls, or after so many of them."""

from collections.abc import Iterable

from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

COMPACTIONS = "compactions"

_FRACTION = pattern(r"0?\.[0-9]{1,6}")
_CALLS = pattern(r"[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class Places:
    """Where to stop: at compactions or not, after these shares of the tool calls of the main thread, after so many of them."""

    compactions: bool = True
    fractions: tuple[float, ...] = ()
    calls: tuple[int, ...] = ()

    def points(self, total: int) -> frozenset[int]:
        """The numbers of the tool calls after which to stop in a session that has `total`."""
        return frozenset([*self.calls, *(max(1, round(total * fraction)) for fraction in self.fractions)])


def places(given: Iterable[str]) -> Places:
    """What was asked for; compactions where nothing was. AgentStateError for what is none of the three."""
    asked = tuple(dict.fromkeys(given)) or (COMPACTIONS,)
    fractions, calls = list[float](), list[int]()
    for one in asked:
        if _FRACTION.fullmatch(one) and float(one) > 0:
            fractions.append(float(one))
        elif _CALLS.fullmatch(one):
            calls.append(int(one))
        elif one != COMPACTIONS:
            raise AgentStateError(f'"{one}" is no place to stop at', "name compactions, a share such as 0.5, or a number of tool calls")
    return Places(COMPACTIONS in asked, tuple(fractions), tuple(calls))
