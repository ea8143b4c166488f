"""What recall needs of a tree, and no more: its settings, and the texts in which decisions stand."""

from functools import cached_property
from pathlib import Path

from agentstate.documents.text import MARKDOWN_BYTES, YAML_BYTES, SourceText, long_line
from agentstate.files.read import list_folder, read_file
from agentstate.settings import Settings, parse_settings
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Notes:
    """The notes of the tree below `root`, each read when it is asked for; what cannot be read is left out, as it is in a whole tree."""

    root: Path

    @cached_property
    def settings(self) -> Settings:
        """What config.yaml asks for."""
        return parse_settings(self._source(layout.CONFIG, YAML_BYTES) or SourceText(layout.CONFIG, ""))[0]

    @cached_property
    def decision_sources(self) -> tuple[SourceText, ...]:
        """Every archive volume, oldest first, and the log of decisions."""
        volumes = (self._source(path, MARKDOWN_BYTES) for path in self._archives())
        log = self._source(layout.DECISIONS, MARKDOWN_BYTES) or SourceText(layout.DECISIONS, "")
        return (*(volume for volume in volumes if volume), log)

    def _archives(self) -> list[str]:
        names = list_folder(self.root, layout.CHECKPOINTS)
        paths = () if isinstance(names, Fault) else (f"{layout.CHECKPOINTS}/{name}" for name in names if name.endswith(".md"))
        found = [(int(match["number"]), path) for path in paths if (match := layout.ARCHIVE_NAME.fullmatch(path))]
        return [path for _, path in sorted(found)]

    def _source(self, path: str, limit: int) -> SourceText | None:
        data = read_file(self.root, path, limit)
        return None if data is None or isinstance(data, Fault) or long_line(path, data) else SourceText.decode(path, data)
