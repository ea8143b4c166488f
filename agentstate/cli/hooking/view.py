"""The tree, git and the journal as a message and a snapshot see them; each is looked at when it is first asked for."""

import os
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from agentstate.cli import clock
from agentstate.cli.hooking import snapshots
from agentstate.cli.hooking.call import Call
from agentstate.hooks.adapter import Adapter
from agentstate.journal.journal import Journal
from agentstate.message import brief
from agentstate.message.compose import compose
from agentstate.message.wording import WORDINGS
from agentstate.tree import Tree
from agentstate.verbs.resume import BUDGET, Message, resume
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from agentstate.workspace import Workspace

_HANDOVER = 2000
"""Characters for the prompt by which an agent has its work summed up."""


def recovered(tree: Tree, git: GitFacts, journal: Journal | None, budget: int) -> Message:
    """The message out of everything that is known."""
    del journal
    return resume(tree, git, budget=budget)


class View:
    """One look. Nothing is locked: what is said is as of now."""

    def __init__(self, root: str, journal: Journal | None) -> None:
        self._workspace = Workspace(Path(root))
        self._journal = journal

    @cached_property
    def tree(self) -> Tree:
        """The notes."""
        return self._workspace.tree()

    @cached_property
    def git(self) -> GitFacts:
        """What git says; a reason where it says nothing."""
        return self._workspace.git_facts(self.tree, status=True, freshness=True)

    def message(self, adapter: Adapter | None = None) -> str:
        """The message in as many characters as the agent takes."""
        budget = getattr(adapter, "CHARACTERS", BUDGET)
        return recovered(self.tree, self.git, self._journal, budget).text

    def handover(self) -> str:
        """The six fields that must not get lost."""
        message = recovered(self.tree, self.git, self._journal, BUDGET)
        six = [field for field in message.fields if field.slot.required]
        return compose(six, WORDINGS[self.tree.settings.language], _HANDOVER)

    def beginning(self) -> str:
        """What a session is told that begins."""
        return brief.beginning(self.tree)

    def remember(self, session: str) -> bool:
        """Whether the session sees for the first time what there is to see now; what it sees is kept as a hash."""
        seen = sha256(self.message().encode()).hexdigest()[:32]
        return self._journal is None or self._journal.once(session, f"seen {seen}")

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
