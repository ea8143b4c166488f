"""Our `dataclass` against the standard library's: the same classes made both ways do the same."""

import dataclasses
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from agentstate.vocabulary import values
from tests.support.source import names

Decorator = Callable[..., Callable[[type], type]]
OPTIONS = [
    {},
    {"frozen": True},
    {"frozen": True, "order": True},
    {"kw_only": True},
    {"frozen": True, "kw_only": True},
]


def shape(decorator: Decorator, factory: Callable[..., Any], **options: bool) -> Any:  # noqa: ANN401 - made here
    class Shape:
        """A form."""

        name: str
        sides: int = 3
        tags: list[str] = factory(default_factory=list)

        @property
        def label(self) -> str:
            return f"{self.name} of {self.sides}"

    return decorator(**options)(Shape)


def outcome(action: Callable[[], object]) -> object:
    """What an action gives; of a failure only its kind, for the words are not the same."""
    try:
        return action()
    except (TypeError, AttributeError) as error:
        return type(error)


ACTIONS: dict[str, Callable[[Any], object]] = {
    "by position": lambda cls: repr(cls("square", 4, ["a"])),
    "by name": lambda cls: repr(cls(tags=["a"], name="square")),
    "mixed": lambda cls: repr(cls("square", tags=["a"])),
    "missing": lambda cls: cls(),
    "too many": lambda cls: cls("square", 4, [], 1),
    "unknown": lambda cls: cls(name="square", colour="red"),
    "twice": lambda cls: cls("square", name="square"),
    "equal": lambda cls: cls(name="a") == cls(name="a"),
    "unequal": lambda cls: cls(name="a") == cls(name="b"),
    "equal to another kind": lambda cls: cls(name="a") == ("a", 3, []),
    "hash": lambda cls: hash(cls(name="a", tags=())) == hash(cls(name="a", tags=())),
    "less": lambda cls: (cls(name="a") < cls(name="b"), cls(name="a") >= cls(name="b")),
    "less than another kind": lambda cls: cls(name="a") < 1,
    "assign": lambda cls: setattr(cls(name="a"), "name", "b"),
    "assign anew": lambda cls: isinstance(outcome(lambda: setattr(cls(name="a"), "other", "b")), type),
    "delete": lambda cls: delattr(cls(name="a"), "name"),
    "default of the class": lambda cls: isinstance(getattr(cls, "sides", None), int),
    "factory in the class": lambda cls: isinstance(getattr(cls, "tags", None), list),
    "a list of its own": lambda cls: cls(name="a").tags is cls(name="a").tags,
    "replace": lambda cls: repr(dataclasses.replace(cls(name="a"), sides=5)),
    "fields": lambda cls: [(field.name, field.type, field.default, field.kw_only) for field in dataclasses.fields(cls)],
    "asdict": lambda cls: dataclasses.asdict(cls(name="a")),
    "match": lambda cls: cls.__match_args__,
    "words": lambda cls: (cls.__name__, cls.__qualname__, cls.__module__, cls.__doc__, cls(name="a").label),
    "dictionary": lambda cls: hasattr(cls(name="a"), "__dict__"),
}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_class_made_here_does_what_the_standard_one_does(action: str, options: dict[str, bool]) -> None:
    ours = shape(values.dataclass, values.field, **options)
    standard = shape(dataclasses.dataclass, dataclasses.field, **options)
    assert outcome(lambda: ACTIONS[action](ours)) == outcome(lambda: ACTIONS[action](standard))


def test_replace_is_the_standard_one() -> None:
    ours = shape(values.dataclass, values.field, frozen=True)(name="a", sides=4)
    assert repr(values.replace(ours, sides=5)) == repr(dataclasses.replace(ours, sides=5))
    assert outcome(lambda: values.replace(ours, colour="red")) is TypeError


CLASSES = [
    member
    for name in names()
    if not name.startswith("agentstate.cli")
    for member in vars(import_module(name)).values()
    if isinstance(member, type) and member.__module__ == name and "__names__" in vars(member)
]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: f"{cls.__module__}.{cls.__qualname__}")
def test_every_class_of_ours_is_filled_as_the_standard_one_would_be(cls: type) -> None:
    standard = dataclasses.make_dataclass(
        cls.__qualname__,
        [
            (found.name, object, dataclasses.field(default=found.default, default_factory=found.default_factory, kw_only=found.kw_only))
            for found in dataclasses.fields(cls)
        ],
        frozen=True,
    )
    given = {name: number for number, name in enumerate(values.names(cls))}
    assert repr(cls(**given)) == repr(standard(**given))
    assert values.names(cls) == tuple(found.name for found in dataclasses.fields(standard))


def test_most_classes_are_made_here() -> None:
    assert len(CLASSES) > 20
