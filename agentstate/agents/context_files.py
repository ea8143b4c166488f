"""What agents load by their own settings: a name, or a list of names or patterns."""

from agentstate.agents.agent import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def named_in_settings(*usual: str) -> "Callable[[Mapping[str, object]], tuple[Place, ...]]":
    """What Gemini CLI and its descendant Qwen Code load under some settings: the files that `context.fileName` names, the usual ones where
    it names none. `contextFileName` is the older name of the setting."""

    def configured(settings: "Mapping[str, object]") -> tuple[Place, ...]:
        context = settings.get("context")
        given = context.get("fileName") if isinstance(context, dict) else None
        given = given or settings.get("contextFileName")
        names = [name for name in (given if isinstance(given, list) else [given]) if isinstance(name, str) and name]
        return tuple(map(Place, names or usual))

    return configured


def patterns_in_settings(*usual: Place) -> "Callable[[Mapping[str, object]], tuple[Place, ...]]":
    """What opencode loads under some settings: the usual files, and those that `instructions` names."""

    def configured(settings: "Mapping[str, object]") -> tuple[Place, ...]:
        given = settings.get("instructions")
        names = [name.removeprefix("./") for name in given if isinstance(name, str)] if isinstance(given, list) else []
        return (*usual, *map(_place, names))

    return configured


def _place(pattern: str) -> Place:
    """The place that a path or a pattern means; a star counts in the name of the file, two stars for any folders before it."""
    folder, _, name = pattern.rpartition("/")
    if "*" not in pattern:
        return Place(pattern)
    deep = folder.endswith("**")
    return Place(f"{folder.removesuffix('**').rstrip('/')}/".lstrip("/"), suffix=name.rpartition("*")[2], deep=deep)
