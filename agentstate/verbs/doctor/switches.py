"""Settings with which an agent's user switches off every hook, ours among them."""

from collections.abc import Iterator, Mapping

from agentstate.documents.text import SourceText
from agentstate.hooks.install import jsonc
from agentstate.hooks.install.specification import Target
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Switch:
    """A setting of an agent: where it stands, its keys from the top down, and the value with which no hook runs."""

    agent: str
    files: tuple[Target, ...]
    keys: tuple[str, ...]
    value: bool

    @property
    def written(self) -> str:
        """The setting as a person knows it."""
        return f"{'.'.join(self.keys)} = {str(self.value).lower()}"


_CLAUDE = (
    Target("root", ".claude/settings.local.json"),
    Target("root", ".claude/settings.json"),
    Target("home", ".claude/settings.json", "CLAUDE_CONFIG_DIR"),
)
_CODEX = (Target("root", ".codex/config.toml"), Target("home", ".codex/config.toml", "CODEX_HOME"))
_GEMINI = (Target("root", ".gemini/settings.json"), Target("home", ".gemini/settings.json"))

SWITCHES = (
    Switch("claude-code", _CLAUDE, ("disableAllHooks",), value=True),
    Switch("codex", _CODEX, ("features", "hooks"), value=False),
    Switch("gemini-cli", _GEMINI, ("hooksConfig", "enabled"), value=False),
)


def files() -> tuple[Target, ...]:
    """Every file in which such a setting may stand."""
    return tuple(dict.fromkeys(target for switch in SWITCHES for target in switch.files))


def switched_off(held: Mapping[Target, bytes]) -> Iterator[tuple[str, Target, str]]:
    """The agent, the file and the setting, for each that switches hooks off. A file that cannot be read switches off nothing here."""
    for switch in SWITCHES:
        for target in switch.files:
            if target in held and _value(_data(target, held[target]), switch.keys) is switch.value:
                yield switch.agent, target, switch.written


def _data(target: Target, data: bytes) -> object:
    if target.path.endswith(".toml"):
        import tomllib

        try:
            return tomllib.loads(data.decode("utf-8-sig", "replace"))
        except (tomllib.TOMLDecodeError, RecursionError):
            return None
    try:
        return jsonc.parse(SourceText.decode(target.shown, data)).data
    except AgentStateError:
        return None


def _value(data: object, keys: tuple[str, ...]) -> object:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data
