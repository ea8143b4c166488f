"""What came of one test: how often it was tried, and every time that it did not hold."""

from collections.abc import Callable
from dataclasses import dataclass, field

_SHOWN = 3


@dataclass
class Trial:
    """`count` tries and the `misses` among them, each as one line; `figures` are said beside them."""

    count: int = 0
    misses: list[str] = field(default_factory=list)
    figures: str = ""

    def expect(self, holds: object, miss: str) -> None:
        """Notes the miss where something does not hold."""
        if not holds:
            self.misses.append(miss)

    def row(self, name: str, seconds: float) -> str:
        """The line of the table."""
        verdict = f"{len(self.misses)} missed" if self.misses else "holds"
        return f"| {name} | {self.count} | {self.figures} | {seconds:.0f} s | {verdict} |"

    def details(self) -> str:
        """The first misses, a line for each."""
        return "".join(f"  {miss}\n" for miss in self.misses[:_SHOWN])


@dataclass(frozen=True)
class Test:
    """One test of the table. `run` is told whether all of it is wanted; `only_full`: the short form leaves it out."""

    name: str
    run: Callable[[bool], Trial]
    only_full: bool = False
