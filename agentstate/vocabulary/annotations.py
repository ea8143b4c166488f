"""Names of `typing` for annotations, at no cost: type checkers see the real ones, and nobody else looks.

Importing `typing` takes a third of the time in which the interpreter starts, and a check asks nothing of it.
"""

__all__ = ["Any", "Literal", "NoReturn", "Protocol", "TextIO", "TypeAlias", "TypeVar"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, NoReturn, Protocol, TextIO, TypeAlias, TypeVar
else:

    class Named:
        """Stands for a name of `typing`, and for whatever is made of it in brackets."""

        def __class_getitem__(cls, _given: object) -> type:
            return cls

    def TypeVar(_name: str) -> type:  # noqa: N802 - the name that it stands for
        """A type that nobody asks for."""
        return Named

    Any = Literal = NoReturn = Protocol = TextIO = TypeAlias = Named
