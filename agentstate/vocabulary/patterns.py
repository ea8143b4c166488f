"""Regular expressions that are compiled when they are first used: a check defines a hundred of them and needs a dozen."""

TYPE_CHECKING = False  # as in values.py: importing `typing` would cost a hook more than its own modules
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence
    from typing import Any, AnyStr


class _Waiting:
    """Stands for a compiled pattern, and becomes one as far as it is used."""

    def __init__(self, text: str, flags: int) -> None:
        self._arguments = text, flags

    def __getattr__(self, name: str) -> "Any":  # noqa: ANN401 - whatever a compiled pattern has
        import re

        member = getattr(re.compile(*self._arguments), name)
        setattr(self, name, member)
        return member


class _Sparing(_Waiting):
    """The same for a pattern that matches no text without one of the words `needs`."""

    def __init__(self, text: str, flags: int, needs: "Sequence[str]") -> None:
        super().__init__(text, flags)
        self.needs = tuple(needs)
        self.folds = bool(flags & IGNORECASE)

    def __getattr__(self, name: str) -> "Any":  # noqa: ANN401 - whatever a compiled pattern has
        member = super().__getattr__
        if name not in _NOTHING:
            return member(name)
        return lambda text, *bounds: member(name)(text, *bounds) if self.may_match(text) else _NOTHING[name]

    def may_match(self, text: str) -> bool:
        """Whether one of the words is there."""
        searched = folded(text) if self.folds else text
        return any(word in searched for word in self.needs)


def folded(text: str) -> str:
    """The text in small letters, also where a pattern that ignores case takes others for them: `ſ` for an s, `ı` for an i."""
    return text.lower() if text.isascii() else text.casefold().replace("ı", "i").replace("i\u0307", "i")


IGNORECASE, MULTILINE, DOTALL, ASCII = 2, 8, 16, 256
"""The flags of `re`, which is imported only where a pattern is used."""

_NOTHING: "Mapping[str, object]" = {"match": None, "fullmatch": None, "search": None, "finditer": ()}
"""What each method gives where nothing matches."""

if TYPE_CHECKING:

    def pattern(text: AnyStr, flags: int = 0, needs: Sequence[str] = ()) -> re.Pattern[AnyStr]:
        """See below."""

else:

    def pattern(text: str, flags: int = 0, needs: "Sequence[str]" = ()) -> _Waiting:
        """As `re.compile`, but a pattern that is wrong shows at its first use.

        `needs` are words, in small letters where the pattern ignores case, one of which is in every text that it matches: a text without
        them is not even a reason to compile it.
        """
        return _Sparing(text, flags, needs) if needs else _Waiting(text, flags)
