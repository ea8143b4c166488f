"""Regular expressions that are compiled when they are first used: a check defines a hundred of them and needs a third."""

TYPE_CHECKING = False  # as in values.py: importing `typing` would cost a hook more than its own modules
if TYPE_CHECKING:
    import re
    from typing import Any


class _Waiting:
    """Stands for a compiled pattern, and becomes one as far as it is used."""

    def __init__(self, text: str, flags: int) -> None:
        self._arguments = text, flags

    def __getattr__(self, name: str) -> "Any":  # noqa: ANN401 - whatever a compiled pattern has
        import re

        member = getattr(re.compile(*self._arguments), name)
        setattr(self, name, member)
        return member


IGNORECASE, MULTILINE, DOTALL, ASCII = 2, 8, 16, 256
"""The flags of `re`, which is imported only where a pattern is used."""

if TYPE_CHECKING:
    pattern = re.compile
else:

    def pattern(text: str, flags: int = 0) -> _Waiting:
        """As `re.compile`, but a pattern that is wrong shows at its first use."""
        return _Waiting(text, flags)
