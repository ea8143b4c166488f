"""What one call is about: the event, the tree that it belongs to, its entry in the journal, and the answer."""

import os
import time

from agentstate.agents import ADAPTERS, adapter
from agentstate.files.nearest import as_written, nearest_root, own_bytes, real_path
from agentstate.hooks import fields
from agentstate.hooks.clean import Ground, entry
from agentstate.hooks.detection import detect
from agentstate.hooks.event import Event
from agentstate.hooks.notation import read_json
from agentstate.journal import place
from agentstate.journal.journal import Journal, open_journal
from agentstate.journal.standing import CHILD, Standing, standing
from agentstate.vocabulary.entries import RECORDED
from agentstate.vocabulary.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from agentstate.hooks.adapter import Adapter
    from agentstate.hooks.switches import Switches

MOST_BYTES = 32_000_000
"""Of a payload; what is longer is read to its end and not understood."""

CONFIG_BYTES = 64 * 1024
_PIECE = 1 << 20
_NAME, _LINE, _KEYS = 100, 300, 20
"""Of a line in hook.log: characters of the event's name and of what is said, and keys of an input that is not known."""

_PATIENCE, _PATIENCE_AT_END = 2.0, 0.4
"""Seconds to wait for other processes at the journal."""

_PROJECT = ("CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR", "QWEN_PROJECT_DIR")
"""Where agents say which project they work on; counts where the folder of the event belongs to no tree."""

_TURNS = 40
"""Gemini CLI tells of a compaction before each turn, whether or not it comes: one in so many tool calls is taken for one."""


class Trouble(Exception):  # noqa: N818 - not an error: a thing to write down
    """Something that the agent is not told."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Call:
    """One call. `root` is the folder that holds the tree, "" where there is none; `journal` is None where none can be had."""

    def __init__(self, hint: str, name: str) -> None:
        self.hint = hint
        self.name = name
        self.event = Event(hint)
        self.neutral = ""
        self.root = ""
        self.journal: Journal | None = None
        self.now = int(time.time() * 1000)
        self._data = b""
        self._payload: dict[str, object] = {}

    @property
    def adapter(self) -> "Adapter":
        """The module of the agent that the event is from."""
        return adapter(self.event.agent)

    def read(self, stream: "BinaryIO | None") -> None:
        """The event is known, and the root; Trouble where the input is none."""
        if self.hint in ADAPTERS:
            self.neutral = adapter(self.hint).reply(self.event, "")
        self.root = nearest_root(_working_folder())
        if stream is None:
            raise Trouble("there is no input: it is closed")
        self._data = _whole(stream)
        try:
            payload = read_json(self._data.decode("utf-8", "replace").removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            raise Trouble("the input is not JSON") from error
        if not isinstance(payload, dict):
            raise Trouble("the input is no JSON object")
        self._payload = payload
        agent = detect(payload, self.hint, os.environ)
        if not agent:
            keys = ", ".join(sorted(payload)[:_KEYS]) or "none"
            raise Trouble(f"the input is from no agent that is known here; its keys: {keys}")
        self.event = adapter(agent).event(payload, self.name)
        if "\0" in self.event.cwd:
            self.event = replace(self.event, cwd="")
        self.neutral = self.adapter.reply(self.event, "")
        self.root = self._found()
        if self.hint not in {*ADAPTERS, ""}:
            self.note(f'no agent is called "{self.hint}"')

    def unsaid(self) -> None:
        """The reply could not be written: what it was to say is said another time."""
        self.note("the reply could not be written")
        if self.journal and self.journal.given:
            from agentstate.journal.standing import take_back

            try:
                take_back(self.journal)
            except Exception as error:  # noqa: BLE001 - as everywhere here
                self.note(f"what was not said counts as said: {error}")

    def note(self, what: str) -> None:
        """A line about what went wrong is in `.agent/local/hook.log`, where that can be written."""
        if not self.root:
            return
        from agentstate.extraction.redaction import redacted
        from agentstate.files.diary import write_line
        from agentstate.journal.place import make_local_folder

        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now // 1000))
        try:
            folder = make_local_folder(self.root)
            line = f"{self.event.agent or '-'} {self.event.name[:_NAME] or '-'}: {what[:_LINE]}"
            write_line(os.path.join(folder, "hook.log"), f"{moment} {redacted(line)}")
        except Exception:  # noqa: BLE001 - then there is nowhere to say it
            return

    def _found(self) -> str:
        folders = (self.event.cwd, _working_folder(), *(os.environ.get(name, "") for name in _PROJECT))
        return next((root for folder in folders if os.path.isabs(folder) and (root := nearest_root(folder))), "")

    def recorded(self) -> Standing:
        """The event is in the journal, as far as there is one; and how it then is with the session. Trouble at an event for nothing."""
        if self.event.kind == "other":
            raise Trouble(f"nothing is done at the event {self.event.name or '(without a name)'}")
        off = self._switched_off()
        if off.issuperset(RECORDED):
            return Standing()
        try:
            patience = _PATIENCE_AT_END if self.event.kind == "session_end" else _PATIENCE
            place.ASIDE.clear()
            self.journal = open_journal(self.root, wait=patience)
            self._judge(self.journal)
            stands = self._append(self.journal, off)
            self.journal.given.clear()
        except Exception as error:  # noqa: BLE001 - what there is to say is said without a journal
            self.note(f"nothing was recorded: {error}")
            self.journal = None
            stands = Standing()
        while place.ASIDE:
            self.note(f"the journal was damaged: it was set aside as {place.ASIDE.pop()}, and a new one begun")
        return stands

    def _switched_off(self) -> frozenset[str]:
        """What config.yaml keeps out of the journal; everything where it cannot be understood, which is written down."""
        found = recording_of(self.root)
        if found is None:
            return frozenset()
        if found.trouble:
            self.note(f"config.yaml: {found.trouble}: not recorded: {', '.join(sorted(found.off))}")
        return found.off

    def _judge(self, journal: Journal) -> None:
        """Of an event that only the journal can explain: what it is."""
        event = self.event
        if event.agent == "opencode" and not event.subagent and standing(journal, event.session).child:
            self.event = replace(event, subagent=event.session)
        elif event.kind == "compact_before" and event.source == "turn":
            turns = standing(journal, event.session).steps // _TURNS
            self.event = event if turns and journal.once(event.session, f"turn {turns}") else replace(event, kind="other")
        elif event.tool == "plan" and event.text and event.text.startswith("#"):
            from agentstate.hooks.plans import merged
            from agentstate.journal.reading import newest

            before = newest(journal, "plan")
            self.event = replace(event, text=merged(before.text if before else "", event.text))

    def _append(self, journal: Journal, off: frozenset[str]) -> Standing:
        event, root = self.event, self.root
        if event.kind == "other":
            return Standing()
        roots = tuple(dict.fromkeys((as_written(event.cwd, root) if event.cwd else root, root)))
        ground = Ground(roots, lambda path: _placed(root, path), off)
        spoken = self._spoken() if event.kind in {"compact_before", "turn_end"} and "said" not in off else ""
        journal.append([entry(event, ground, time=self.now, call=self._identity(), spoken=spoken)])
        if event.kind == "session_start" and event.subagent == event.session:
            journal.once(event.session, CHILD)
        return standing(journal, event.session)

    def _spoken(self) -> str:
        from agentstate.cli.hooking.transcript import spoken

        return spoken(self.event, self.root)

    def _identity(self) -> str:
        """What tells the event from all others: the agent's own id of the call, or all of an input that holds a time, or a turn that
        has one such event."""
        event, payload = self.event, self._payload
        if event.call:
            return event.call
        is_timed = fields.text(payload, "timestamp") or fields.rounded(payload, "timestamp") is not None
        if not is_timed and not (event.turn and event.kind in {"prompt", "turn_end"}):
            return ""
        from hashlib import blake2b

        return blake2b(self._data, digest_size=16).hexdigest()


def _working_folder() -> str:
    """Where the process runs; "/" where that folder is gone."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def _placed(root: str, path: str) -> str:
    """The path without links; one of another system or another machine is left as it is."""
    is_elsewhere = path.startswith("//") or (path[1:3] == ":/" and os.name != "nt")
    return path if is_elsewhere else real_path(root, path)


def _whole(stream: "BinaryIO") -> bytes:
    """All of the input, which is read to its end in any case; Trouble where it is too much."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        while stream.read(_PIECE):
            continue
        raise Trouble(f"the input has more than {MOST_BYTES} bytes")
    return data


def recording_of(root: str) -> "Switches | None":
    """What the tree keeps out of the journal, None for nothing at all: it has no settings, or they do not name the journal.

    Everything where there are settings that cannot be read, or are longer than settings are.
    """
    try:
        config = own_bytes(root, "config.yaml", CONFIG_BYTES)
    except OSError as error:
        from agentstate.hooks.switches import closed

        return closed(f"it cannot be read: {error.strerror or error}")
    if b"journal" not in config.lower():
        return None
    from agentstate.hooks.switches import switches

    return switches(config)
