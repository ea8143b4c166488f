"""One Markdown page for a person who takes the work over: the same tree and commit, the same bytes."""

from collections.abc import Iterable, Iterator, Mapping

from agentstate.documents.checkbox import Item
from agentstate.documents.decisions import Decision, Standing
from agentstate.documents.lanes import lane_of
from agentstate.exchange.targets.gaps import gaps
from agentstate.exchange.targets.log import whole_log
from agentstate.exchange.targets.target import Exported, Rendered, Target
from agentstate.exchange.targets.wording import HAND_OVER
from agentstate.exchange.text import joined
from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts

_TASK = ("goal", "current_task", "current_stage", "confidence", "blocked")
_NEXT = ("next_action", "then")
_LISTS = ("acceptance", "constraints", "do_not", "awaiting_approval", "done", "verified", "hypotheses", "recent_findings")
_FILES = ("files_to_load", "last_file_edited", "files_touched", "files_verified", "active_branches", "commands")
Section = tuple[str, list[str]]
"""A heading and the lines below it."""


def _render(exported: Exported) -> Rendered:
    page = _Page(exported.tree, exported.git, HAND_OVER[exported.tree.settings.language])
    blocks = ["\n".join([f"## {title}", "", *lines]) for title, lines in page.sections() if lines]
    return Rendered({"": "\n\n".join([f"# {page.title()}", *blocks]) + "\n"})


class _Page:
    """The page in the making."""

    def __init__(self, tree: Tree, git: GitFacts, words: Mapping[str, str]) -> None:
        self._tree = tree
        self._git = git
        self._words = words

    def title(self) -> str:
        """What the hand-over is of: the project, or the task, or the tree."""
        state = self._tree.state
        return self._words["title"].format(name=state.text("project") or state.text("current_task") or state.source.path)

    def sections(self) -> Iterator[Section]:
        """All of the page, what is to be known first first."""
        words = self._words
        nothing = [words["nothing"]]
        yield words["task"], self._named(_TASK) or nothing
        yield words["next"], self._named(_NEXT) or nothing
        yield words["failed_attempts"], self._listed("failed_attempts")
        yield from ((words[field], self._listed(field)) for field in _LISTS)
        log = whole_log(self._tree)
        yield words["decisions"], [line for entry in log.standing_as(Standing.ACTIVE) for line in self._decision(entry)]
        yield words["pending"], [line for entry in log.standing_as(Standing.PENDING) for line in self._decision(entry)]
        yield words["todo"], list(self._items())
        yield words["facts"], list(self._facts())
        yield from ((words[field], self._listed(field)) for field in _FILES)
        yield words["lanes"], list(self._lanes())
        yield words["problems"], list(_bullets(gaps(self._tree)))
        yield words["from"], list(_bullets(self._origin()))

    def _named(self, fields: Iterable[str]) -> list[str]:
        said = ((field, self._tree.state.text(field)) for field in fields)
        return [f"- {self._words[field]}{self._words['colon']}{text}" for field, text in said if text]

    def _listed(self, field: str) -> list[str]:
        return list(_bullets(item for item in self._tree.state.items(field) if item))

    def _decision(self, entry: Decision) -> Iterator[str]:
        words, title = self._words, entry.title or joined(entry.decision)
        told = entry.decision and joined(entry.decision) != title
        yield f"- {' '.join(part for part in (entry.date, title) if part)}{words['colon'] + joined(entry.decision) if told else ''}"
        parts = {"why": entry.why, "rejected": entry.rejected}
        yield from (f"  - {words[name]}{words['colon']}{joined(text)}" for name, text in parts.items() if text)

    def _items(self) -> Iterator[str]:
        """The items that are left, each below those open ones that it is a part of."""
        above: list[Item] = []
        for item in self._tree.todo.items:
            while above and above[-1].indent >= item.indent:
                above.pop()
            if item.state != "done":
                yield "  " * sum(one.state != "done" for one in above) + self._item(item)
            above.append(item)

    def _item(self, item: Item) -> str:
        doing = [self._words["doing"]] * (item.state == "doing")
        notes = doing + [self._words["item_blocked"].format(reason=item.blocked)] * bool(item.blocked)
        said = " ".join(part for part in (item.priority, item.text) if part)
        return f"- {said} ({self._words['stop'].join(notes)})" if notes else f"- {said}"

    def _facts(self) -> Iterator[str]:
        section, gap = "", False
        for fact in self._tree.facts.facts:
            if fact.section != section:
                section = fact.section
                yield from [""] * gap + [f"### {section}", ""] * bool(section)
            yield from _bullets([fact.text])
            gap = True

    def _lanes(self) -> Iterator[str]:
        for document in self._tree.states:
            if document.source.path != self._tree.state_path:
                task = document.text("current_task") or self._words["nothing"]
                yield f"- {self._words['lane'].format(name=lane_of(document) or document.source.path, task=task)}"

    def _origin(self) -> Iterator[str]:
        git, state, words = self._git, self._tree.state, self._words
        if git.reason:
            yield words["no_git"].format(reason=git.reason)
        else:
            yield words[_WHERE[bool(git.head), bool(git.branch)]].format(commit=git.head, branch=git.branch)
        time = state.text("updated_at")
        yield words["state" if time else "state_undated"].format(path=self._tree.prefix + state.source.path, time=time)


_WHERE = {(True, True): "commit", (True, False): "detached", (False, True): "unborn", (False, False): "unborn"}


def _bullets(texts: Iterable[str]) -> Iterator[str]:
    """An item for each text; the lines below its first one go on with it."""
    return ("- " + "\n  ".join(line.strip() for line in text.split("\n")) for text in texts)


TARGET = Target("hand-over", "one Markdown page for a person who takes the work over", _render)
