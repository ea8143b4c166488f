"""A made-up session in the form in which Claude Code records one, line by line."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

_BEGAN = datetime(2026, 5, 4, 9, tzinfo=UTC)
_STEP = timedelta(seconds=20)
_REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT "
    "written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
)


class Recorder:
    """The lines of a session that works in `folder`."""

    def __init__(self, name: str, folder: str) -> None:
        self.folder = folder
        self._name = name
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """All lines."""
        return "".join(f"{line}\n" for line in self._lines)

    @property
    def line(self) -> int:
        """The number of the newest line, from 1."""
        return len(self._lines)

    def prompt(self, text: str) -> None:
        """The user says something."""
        self._write("user", {"message": {"role": "user", "content": text}})

    def said(self, text: str) -> None:
        """The agent says something."""
        self._write("assistant", {"message": {"role": "assistant", "content": [{"type": "text", "text": text}]}})

    def read(self, path: str, content: str) -> None:
        """The agent reads a file."""
        where = f"{self.folder}/{path}"
        self._call("Read", {"file_path": where}, {"type": "text", "file": {"filePath": where, "content": content}}, content)

    def edit(self, path: str, before: str, after: str) -> None:
        """The agent changes a file."""
        where = f"{self.folder}/{path}"
        answer = {"filePath": where, "oldString": before, "newString": after}
        self._call("Edit", {"file_path": where, "old_string": before, "new_string": after}, answer, f"The file {where} has been updated.")

    def ran(self, command: str, output: str, code: int = 0) -> None:
        """The agent runs a command, which ends with `code`."""
        answer: object = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        self._call("Bash", {"command": command}, f"Error: Exit code {code}\n{output}" if code else answer, output, code)

    def refused(self, command: str) -> None:
        """The agent would run a command, and the user does not allow it."""
        self._call("Bash", {"command": command}, "User rejected tool use", _REFUSED, -1)

    def planned(self, steps: Mapping[str, str]) -> None:
        """The agent writes down its plan: the status of each step."""
        todos = [{"content": text, "status": status, "activeForm": text} for text, status in steps.items()]
        self._call("TodoWrite", {"todos": todos}, {"oldTodos": [], "newTodos": todos}, "Todos have been modified successfully.")

    def compacted(self, tokens: int) -> None:
        """The context is full and is compacted."""
        self._write("system", {"subtype": "compact_boundary", "compactMetadata": {"trigger": "auto", "preTokens": tokens}})

    def _call(self, tool: str, given: Mapping[str, object], answer: object, text: str, code: int = 0) -> None:
        name = f"toolu_{len(self._lines):05}"
        use = {"type": "tool_use", "id": name, "name": tool, "input": given}
        self._write("assistant", {"message": {"role": "assistant", "content": [use]}})
        result: dict[str, object] = {
            "type": "tool_result",
            "tool_use_id": name,
            "content": f"Exit code {code}\n{text}" if code > 0 else text,
        }
        result |= {"is_error": True} if code else {}
        self._write("user", {"message": {"role": "user", "content": [result]}, "toolUseResult": answer})

    def _write(self, kind: str, more: Mapping[str, object]) -> None:
        number = len(self._lines)
        record = {
            "parentUuid": f"{self._name}-{number - 1}" if number else None,
            "isSidechain": False,
            "cwd": self.folder,
            "sessionId": self._name,
            "type": kind,
            "uuid": f"{self._name}-{number}",
            "timestamp": (_BEGAN + number * _STEP).isoformat().replace("+00:00", "Z"),
            **more,
        }
        self._lines.append(json.dumps(record, ensure_ascii=False))
