"""The tree, git and the journal as a message and a snapshot see them; each is looked at when it is first asked for."""

import os
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from agentstate.cli import clock
from agentstate.cli.hooking import snapshots
from agentstate.cli.hooking.call import Call
from agentstate.hooks.adapter import Adapter
from agentstate.message import brief
from agentstate.message.compose import compose
from agentstate.message.recollection import Recollection
from agentstate.message.wording import WORDINGS
from agentstate.tree import Tree
from agentstate.verbs.resume import BUDGET, Message, resume
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.lanes import LANE_VARIABLE, refuse_missing, state_path
from agentstate.vocabulary.repository import GitFacts
from agentstate.workspace import Workspace
from agentstate.workspace.remembering import of_lane, recollection
from agentstate.workspace.workspace import lanes_near

_HANDOVER = 2000
"""Characters for the prompt by which an agent has its work summed up."""


def _lane(call: Call) -> str:
    """The lane that the agent was started for; the default one where that is not there, which is written down."""
    name = os.environ.get(LANE_VARIABLE, "")
    if not name:
        return ""
    try:
        state_path(name)
        refuse_missing(name, lanes_near(Path(call.root)))
    except AgentStateError as error:
        call.note(f"{LANE_VARIABLE} is passed over: {error.message}")
        return ""
    return name


class View:
    """One look. Nothing is locked: what is said is as of now."""

    def __init__(self, call: Call) -> None:
        lane = _lane(call)
        self._workspace = Workspace(Path(call.root), state_path(lane))
        self._journal = call.journal
        self._session = call.event.session
        if lane and self._journal:
            self._journal.once(self._session, of_lane(lane))
        self._made: dict[int, Message] = {}

    @cached_property
    def tree(self) -> Tree:
        """The notes."""
        return self._workspace.tree(lanes=True)

    @property
    def trouble(self) -> str:
        """Why the state tells nothing, or not all; "" where it can be read."""
        tree, path = self.tree, self.tree.state_path
        if path in tree.unreadable:
            return f"the state cannot be read: {tree.unreadable[path].message}"
        if not tree.has(path):
            return f"there is no {path}"
        faults = tree.state.faults
        return f"{path}:{faults[0].line}: {faults[0].message}" if faults else ""

    @cached_property
    def git(self) -> GitFacts:
        """What git says; a reason where it says nothing."""
        return self._workspace.git_facts(self.tree, status=True, freshness=True)

    @cached_property
    def known(self) -> Recollection | None:
        """What the journal remembers; None where there is none."""
        if not self._journal:
            return None
        repository = self._workspace.repository
        return recollection(self._workspace.root, self.tree, self._session, repository=repository, git=self.git)

    def message(self, adapter: Adapter | None = None) -> str:
        """The message in as many characters as the agent takes."""
        return self._recovered(getattr(adapter, "CHARACTERS", BUDGET)).text

    def _recovered(self, budget: int) -> Message:
        """The message out of everything that is known."""
        if budget not in self._made:
            self._made[budget] = resume(self.tree, self.git, budget=budget, known=self.known)
        return self._made[budget]

    def handover(self) -> str:
        """The six fields that must not get lost."""
        six = [field for field in self._recovered(BUDGET).fields if field.slot.required]
        return compose(six, WORDINGS[self.tree.settings.language], _HANDOVER)

    def beginning(self) -> str:
        """What a session is told that begins."""
        return brief.beginning(self.tree)

    def after_clear(self) -> str:
        """What a session is told whose user wanted to begin anew."""
        return brief.after_clear(self.tree)

    def unwritten(self, paths: Sequence[str]) -> str:
        """What a session is told that changed these files and not the notes."""
        return brief.unwritten(self.tree, paths)

    def handoff(self, percent: int) -> str:
        """What a session is told whose context is used to so much."""
        return brief.handoff(self.tree, percent, clean=not self.git.reason and not self.git.changes)

    def remember(self) -> bool:
        """Whether the session sees for the first time what there is to see now; what it sees is kept as a hash."""
        seen = sha256(self.message().encode()).hexdigest()[:32]
        return self._journal is None or self._journal.once(self._session, f"seen {seen}")

    def written(self) -> int:
        """When one of the notes that change with the work was last written, in milliseconds since 1970."""
        found = [0]
        for path in (self.tree.state_path, *layout.WORK):
            try:
                found.append(os.stat(self._workspace.root / path).st_mtime_ns // 1_000_000)
            except OSError:
                continue
        return max(found)

    def keep(self, occasion: str, call: Call) -> None:
        """A snapshot is in `.agent/local/snapshots/`."""
        snapshots.keep(self._workspace.root, snapshots.Content(self.tree, self.git, self._journal), occasion, clock.now(), call.event)
