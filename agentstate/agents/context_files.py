"""The files that Gemini CLI and its descendant Qwen Code load: a name, or a list of names, in `context.fileName` of their settings."""

from agentstate.agents.agent import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def named_in_settings(*usual: str) -> "Callable[[Mapping[str, object]], tuple[Place, ...]]":
    """What is loaded under some settings; the usual files where they name none. `contextFileName` is the older name of the setting."""

    def configured(settings: "Mapping[str, object]") -> tuple[Place, ...]:
        context = settings.get("context")
        given = context.get("fileName") if isinstance(context, dict) else None
        given = given or settings.get("contextFileName")
        names = [name for name in (given if isinstance(given, list) else [given]) if isinstance(name, str) and name]
        return tuple(map(Place, names or usual))

    return configured
