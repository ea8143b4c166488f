"""Where `templates/` and `schemas/` are: inside the installed package, or at the top of a checkout."""

from functools import cache
from pathlib import Path

from agentstate.vocabulary.annotations import Literal

Kind = Literal["templates", "schemas"]
_PACKAGE = Path(__file__).parent


@cache
def _folder(kind: Kind) -> Path:
    inside = _PACKAGE / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def read_text(kind: Kind, name: str) -> str:
    """The text of one file, `name` with `/` as `names` gives it. An OSError means that the installation is incomplete."""
    with (_folder(kind) / name).open(encoding="utf-8", newline="") as file:
        return file.read()


def names(kind: Kind) -> tuple[str, ...]:
    """The names of all files of that kind, sorted, with their folders (`en/STATE.yaml`)."""
    folder = _folder(kind)
    return tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()))
