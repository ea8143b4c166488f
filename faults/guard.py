"""What a guard is: a line of the package that keeps something safe."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Guard:
    """`text`, which stands once in the module `path`, becomes `without`; `tests` are pytest's arguments."""

    path: str
    text: str
    without: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """The guard in one line."""
        return f"{self.path}: {' '.join(self.text.split())[:60]}"
