"""What is kept of a session while it is replayed: bounded, however long it is."""

from collections import deque
from collections.abc import Hashable, Iterable
from typing import TypeVar

from agentstate.replay.action import Action
from agentstate.replay.controls import git_text
from agentstate.replay.notes import LONGEST, first_sentence
from agentstate.replay.stop import Earlier
from agentstate.vocabulary.patterns import DOTALL, pattern

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_PATHS = 5_000
_COMMANDS = 500
_ACTIONS = 200
_EDITS = 200
_RULES = 500
_SUBJECTS = 5
_DECIDED = 200
_TASK = 20
"""Characters of the shortest prompt that can say what the task is: "go on" does not."""

_COMMIT = pattern(r"\bgit (?:-\S+ \S+ )?commit\b")
_SUBJECT = pattern(r"(?: -[a-zA-Z]*m|--message)[ =]*+(?:\"\$\(cat <<-?\s*'?\"?\w+'?\"?\s*\n)?\s*+[\"']?([^\"'\n]+)", DOTALL)


class Window:
    """The last of everything on the main thread. `room` is how many characters of the transcript are kept."""

    def __init__(self, room: int) -> None:
        self.calls = 0
        self.instruction = ""
        self.sentences = "", ""
        """The first of the first prompt that has a short one, and of the newest."""
        self.decided: deque[str] = deque(maxlen=_SUBJECTS)
        self.rules: dict[str, None] = {}
        self._settled: dict[str, None] = {}
        self.instructed = 0
        """The number of calls when the newest prompt came."""
        self._touched: dict[str, int] = {}
        self._read: dict[str, int] = {}
        self._changed: dict[str, int] = {}
        self._edited = 0
        self._commands: dict[tuple[str, str], Action] = {}
        self._actions: deque[Action] = deque(maxlen=_ACTIONS)
        self._taken_out: deque[tuple[str, tuple[str, ...]]] = deque(maxlen=_EDITS)
        self._uncommitted: dict[str, None] = {}
        self._subjects: deque[str] = deque(maxlen=_SUBJECTS)
        self._transcript: deque[str] = deque()
        self._held = 0
        self._room = room

    def prompted(self, text: str, rules: Iterable[str]) -> None:
        """A prompt came, in which these rules were captured."""
        sentence = first_sentence(text)
        if sentence:
            self.sentences = self.sentences[0] or sentence, sentence
        if len(text) >= _TASK or not self.instruction:
            self.instruction = text
        self.instructed = self.calls
        for rule in rules:
            _renew(self.rules, rule, None, _RULES)
        self._write(f"user: {text}\n")

    def said(self, text: str, decisions: Iterable[str]) -> None:
        """The agent said something, and in it that these were decided."""
        for decision in decisions:
            _renew(self._settled, decision, None, _DECIDED)
            if len(decision) <= LONGEST:
                self.decided.appendleft(decision)
        self._write(f"assistant: {text}\n")

    def called(self, action: Action) -> None:
        """A tool call was made."""
        self.calls = action.number
        self._actions.append(action)
        for path in action.paths:
            _renew(self._touched, path, action.number, _PATHS)
        for path in action.read:
            _renew(self._read, path, action.number, _PATHS)
        self._change(action)
        if action.written:
            _renew(self._commands, (action.command, action.cwd), action, _COMMANDS)
            self._commit(action)
        self._write(f"{action.name}: {action.written or ' '.join(action.paths)}\n{action.excerpt}\n")

    def _change(self, action: Action) -> None:
        for path in action.changed:
            _renew(self._changed, path, action.number, _PATHS)
            _renew(self._uncommitted, path, None, _PATHS)
        if action.edits:
            self._edited = action.number
        if action.removed and action.changed:
            self._taken_out.append((action.changed[0], action.removed))

    def _commit(self, action: Action) -> None:
        if not action.failed and _COMMIT.search(action.written):
            self._uncommitted.clear()
            found = _SUBJECT.search(action.written)
            self._subjects.appendleft(found[1].strip() if found else "commit")

    def _write(self, text: str) -> None:
        kept = text[-self._room :]
        self._transcript.append(kept)
        self._held += len(kept)
        while self._held - len(self._transcript[0]) >= self._room:
            self._held -= len(self._transcript.popleft())

    @property
    def transcript(self) -> str:
        """The end of the transcript."""
        return "".join(self._transcript)[-self._room :]

    @property
    def git(self) -> str:
        """What git would say, as far as the recording tells."""
        return git_text(sorted(self._uncommitted), self._subjects)

    @property
    def newest_files(self) -> tuple[str, ...]:
        """The paths that were touched, the newest first."""
        return tuple(reversed(self._touched))

    @property
    def at_boundary(self) -> bool:
        """Whether a task or a part of it had just ended: the last thing was a prompt, a commit, or tests that passed."""
        last = self._actions[-1] if self._actions else None
        if last is None or self.instructed == self.calls:
            return True
        return not last.failed and (bool(_COMMIT.search(last.written)) or (last.tests and bool(last.ok or last.exit_code == 0)))

    @property
    def earlier(self) -> Earlier:
        """All of it, as it stands now."""
        return Earlier(
            touched=dict(self._touched),
            read=dict(self._read),
            changed=dict(self._changed),
            edited=self._edited,
            commands=tuple(self._commands.values()),
            actions=tuple(self._actions),
            taken_out=tuple(self._taken_out),
            decided=tuple(reversed(self._settled)),
            calls=self.calls,
        )


def _renew(known: dict[Key, Value], key: Key, value: Value, most: int) -> None:
    """The key is the newest; the oldest goes where there are too many."""
    known.pop(key, None)
    known[key] = value
    if len(known) > most:
        del known[next(iter(known))]
