"""The standard library's `dataclass`, `field` and `replace` for a command that is over in a tenth of a second.

Defining one class the standard way compiles a dozen functions and takes a millisecond, and its module loads `inspect`: for the classes
of a check together that is more than reading, judging and printing take. Here all classes share a few closures. Type checkers see the
standard ones, the standard functions take these values too, and a test holds every class of ours to what the standard would have made.
"""

from _operator import ge, gt, le, lt

__all__ = ["dataclass", "field", "names", "replace"]

TYPE_CHECKING = False  # type checkers know the name; importing `typing` for it would cost a hook more than all its own modules
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from dataclasses import dataclass, field, replace
    from typing import Any
else:
    Any = object

    def dataclass(*, frozen: bool = False, order: bool = False, kw_only: bool = False) -> "Callable[[type], type]":
        """As `dataclasses.dataclass`, for a class that inherits from no other one. There are no slots: a class with slots is made twice."""
        return lambda cls: _made(cls, {"frozen": frozen, "order": order, "kw_only": kw_only})

    def field(*, default_factory: "Callable[[], object]") -> "_Factory":
        """As `dataclasses.field`, for a default that is made anew for each value."""
        return _Factory(default_factory)

    def replace(value: object, /, **changes: object) -> object:
        """As `dataclasses.replace`."""
        return type(value)(**{name: getattr(value, name) for name in names(type(value))} | changes)


def names(cls: type) -> tuple[str, ...]:
    """The fields of a class that `dataclass` made, in their order."""
    found: tuple[str, ...] = cls.__dict__["__names__"]
    return found


class _Factory:
    """A default that is made anew for each value."""

    __slots__ = ("make",)

    def __init__(self, make: "Callable[[], object]") -> None:
        self.make = make


class _StandardFields:
    """What `dataclasses.fields`, `asdict` and the like look for in a class, made by the standard library when one of them does."""

    def __init__(self, annotations: "Mapping[str, object]", defaults: "Mapping[str, object]", options: "Mapping[str, bool]") -> None:
        self._annotations = annotations
        self._defaults = defaults
        self._options = options

    def __get__(self, value: object, cls: type) -> "Mapping[str, object]":
        import dataclasses

        given = {
            name: dataclasses.field(default_factory=default.make) if isinstance(default, _Factory) else default
            for name, default in self._defaults.items()
        }
        twin = type(cls.__name__, (), {"__annotations__": dict(self._annotations), **given})
        found: Mapping[str, object] = dataclasses.dataclass(**self._options)(twin).__dataclass_fields__  # type: ignore[attr-defined]
        cls.__dataclass_fields__ = found  # type: ignore[attr-defined]
        return found


def _made(cls: type, options: "Mapping[str, bool]") -> type:
    annotations: Mapping[str, object] = cls.__annotations__
    own = tuple(annotations)
    defaults = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
    members: dict[str, Any] = {
        "__names__": own,
        "__match_args__": () if options["kw_only"] else own,
        "__dataclass_fields__": _StandardFields(annotations, defaults, options),
        "__init__": _initialiser(cls.__qualname__, own, defaults, keyword=options["kw_only"]),
        "__repr__": _shown,
        "__eq__": _equal,
        "__hash__": _hashed if options["frozen"] else None,
        **({"__setattr__": _refuse_assignment, "__delattr__": _refuse_deletion} if options["frozen"] else {}),
        **({f"__{sign.__name__}__": _comparison(sign) for sign in (lt, le, gt, ge)} if options["order"] else {}),
    }
    for name in own:
        if isinstance(cls.__dict__.get(name), _Factory):
            delattr(cls, name)
    for name, member in members.items():
        if name not in cls.__dict__:
            setattr(cls, name, member)
    return cls


def _initialiser(title: str, own: tuple[str, ...], defaults: "Mapping[str, object]", *, keyword: bool) -> "Callable[..., None]":
    """A function that fills the fields of a new value; a default is what it is called without."""
    fields, length, most = frozenset(own), len(own), 0 if keyword else len(own)
    made = [(name, default.make) for name, default in defaults.items() if isinstance(default, _Factory)]
    plain = {name: default for name, default in defaults.items() if not isinstance(default, _Factory)}

    def __init__(self: object, /, *given: object, **named: object) -> None:  # noqa: N807 - it becomes the method of that name
        held = self.__dict__
        held.update(plain)
        held.update(zip(own, given, strict=False))
        held.update(named)
        for name, make in made:
            if name not in held:
                held[name] = make()
        is_twice = named and given and not named.keys().isdisjoint(own[: len(given)])
        if len(held) != length or len(given) > most or is_twice or not named.keys() <= fields:
            raise TypeError(_refusal(title, most, fields, held, given, named))

    return __init__


def _refusal(
    title: str, most: int, fields: "Collection[str]", held: "Collection[str]", given: "Sequence[object]", named: "Collection[str]"
) -> str:
    """Why a value is not made of these."""
    if len(given) > most:
        return f"{title} takes {most} values by position, {len(given)} were given"
    wrong = [name for name in named if name not in fields]
    missing = [name for name in fields if name not in held]
    if missing and not wrong:
        return f'{title} needs its field "{min(missing)}"'
    return f'{title} has no field "{(wrong or list(named))[0]}", or it was given twice'


def _values(value: object) -> tuple[object, ...]:
    held = value.__dict__
    return tuple([held[name] for name in names(type(value))])


def _shown(self: object) -> str:
    parts = [f"{name}={getattr(self, name)!r}" for name in names(type(self))]
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _equal(self: object, other: object) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hashed(self: object) -> int:
    return hash(_values(self))


def _comparison(sign: "Callable[[Any, Any], bool]") -> "Callable[[object, object], bool]":
    def compare(self: object, other: object) -> bool:
        return sign(_values(self), _values(other)) if type(other) is type(self) else NotImplemented

    return compare


def _refuse_assignment(_self: object, name: str, _value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(_self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")
