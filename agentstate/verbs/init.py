"""`init`: a tree, its announcement and, on request, its gates. Run twice is run once; what is there is completed, never replaced."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from string import Template

from agentstate import resources
from agentstate.agents.agent import Agent
from agentstate.agents.known import AGENTS
from agentstate.documents.announcement import language_of
from agentstate.documents.text import SourceText
from agentstate.settings import LANGUAGES, Language
from agentstate.tree import Tree
from agentstate.verbs.announcement import announced, unannounced
from agentstate.verbs.gates import GATES, PRE_COMMIT, Gate, has_repositories
from agentstate.verbs.merge_driver import with_driver, without_driver
from agentstate.verbs.steps import writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Commit, Plan, Remove, Step, Write
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass, replace
from agentstate.yaml import scalar

STATE_SCHEMA = "local/state.schema.json"
"""Where STATE.yaml says that its schema is, relative to itself; the workspace puts it there."""

_INSTALLED = "AGENTSTATE: "
"""What stands, in the template of a job, before what pip installs."""

_TEMPLATES: Mapping[str, str] = {
    layout.PROTOCOL: "{}/PROTOCOL.md",
    layout.FACTS: "{}/FACTS.md",
    layout.STATE: "{}/STATE.yaml",
    layout.DECISIONS: "{}/DECISIONS.md",
    layout.TODO: "{}/TODO.md",
    layout.ATTRIBUTES: "shared/gitattributes",
}


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What somebody asked for. `agents` None: announce the protocol nowhere; `language` None: that of the tree, else English.

    `ignored` are the files beside the tree that git ignores: no commit of ours may hold them. `hooks_by` is the program that git's hook
    before a commit calls, "" where it is none that reads a gate.
    """

    project: str
    language: Language | None = None
    agents: tuple[Agent, ...] | None = ()
    gates: tuple[Gate, ...] = ()
    commit: bool = True
    merge_driver: bool = False
    ignored: frozenset[str] = frozenset()
    hooks_by: str = ""


def init(tree: Tree, git: GitFacts, setup: Setup) -> Plan:
    """The missing files of the tree, the announcement in the instruction files, and the gates that are asked for.

    AgentStateError where something that is no file stands in the place of one.
    """
    for fault in tree.unreadable.values():
        raise AgentStateError(fault.message, fault.hint)
    language = setup.language or _language(tree)
    sources = [*announced(tree, setup.agents, language)] if setup.agents is not None else []
    gates = [gate.put(tree.source(gate.path), there=tree.has(gate.path)) for gate in setup.gates]
    steps = (*_with_driver(tree, _tree_files(tree, setup.project, language), setup), *writes(tree, *sources, *gates))
    if not steps:
        return Plan(messages=("nothing to do: the tree is complete",))
    plan = _plan(steps, git, setup, "agentstate init")
    written = {step.path for step in steps}
    return replace(plan, messages=(*plan.messages, *_installations(gate for gate in gates if gate.path in written)))


def _installations(gates: Iterable[SourceText]) -> Iterator[str]:
    """One line on where the jobs among the gates have the package from."""
    found = [(f"{gate.path}:{number}", line) for gate in gates for number, line in enumerate(gate.lines, 1) if _INSTALLED in line]
    if found:
        package = found[0][1].partition(_INSTALLED)[2].strip()
        places = " and ".join(place for place, _ in found)
        verb = "install" if len(found) > 1 else "installs"
        yield f"{places} {verb} {package} from the package index: change that line where the package comes from elsewhere"


def remove(tree: Tree, git: GitFacts, setup: Setup) -> Plan:
    """Everything that `init` put in and nobody has changed since, taken out; what is not as `init` writes it stays and is named."""
    steps = (*_removals(tree), *_without_blocks(tree))
    gone = {step.path for step in steps if isinstance(step, Remove)}
    own = [path for path in sorted(tree.names | set(tree.sources)) if layout.is_own(path) and path not in {*gone, layout.KEEP_FILE}]
    kept = [f"{path} is not as init writes it: left as it is" for path in own]
    if not steps:
        return Plan(messages=(*kept, "nothing to remove"))
    plan = _plan(steps, git, setup, "agentstate init --remove")
    return replace(plan, messages=(*kept, *plan.messages, *_hooks_left(steps, setup.hooks_by)))


def _hooks_left(steps: Iterable[Step], program: str) -> Iterator[str]:
    """What is still to be done where git's hook calls a program that finds nothing to read any more."""
    for step in steps:
        left = SourceText.decode(step.path, step.data) if isinstance(step, Write) else None
        if program and step.path == PRE_COMMIT.path and not (left and has_repositories(left)):
            yield f"git still calls {program} before each commit: run `{program} uninstall`"


def _language(tree: Tree) -> Language:
    """The language that the settings name; where there are none, that of the protocol somebody wrote."""
    by_hand = tree.has(layout.PROTOCOL) and not tree.has(layout.CONFIG)
    return language_of(tree.source(layout.PROTOCOL).lines) if by_hand else tree.settings.language


def _tree_files(tree: Tree, project: str, language: Language) -> Iterator[Step]:
    """A write for each file of the tree that is missing; settings only where they say something."""
    made = {path: _filled(path, project, language) for path in _TEMPLATES}
    made[layout.KEEP_FILE] = ""
    if language != "en":
        made[layout.CONFIG] = _filled(layout.CONFIG, project, language)
    yield from (Write(path, text.encode(), None) for path, text in made.items() if path not in tree.sources)


def _with_driver(tree: Tree, steps: Iterable[Step], setup: Setup) -> Iterator[Step]:
    """The steps, and where the merge driver is wanted the attributes that name it."""
    made = {step.path: step for step in steps}
    if setup.merge_driver:
        new = made.get(layout.ATTRIBUTES)
        source = SourceText.decode(layout.ATTRIBUTES, new.data) if isinstance(new, Write) else tree.source(layout.ATTRIBUTES)
        made |= {step.path: step for step in writes(tree, with_driver(source))}
    yield from made.values()


def _filled(path: str, project: str, language: Language) -> str:
    """The text that `init` writes to a path."""
    name = _TEMPLATES.get(path, "{}/config.yaml").format(language)
    empty = scalar("")
    fields = {"schema": STATE_SCHEMA, "project": scalar(project), "goal": empty, "task": empty, "next_action": empty}
    if path == layout.CONFIG:
        fields["schema"] = STATE_SCHEMA.replace("state", "config")
    text = resources.read_text("templates", name)
    return Template(text).substitute(fields) if path.endswith(".yaml") else text


def _removals(tree: Tree) -> Iterator[Step]:
    """The removal of each file of the tree that is, to the letter, what `init` wrote; the empty one goes with the protocol."""
    project = tree.state.text("project")
    for path in (*_TEMPLATES, layout.CONFIG):
        made = {_filled(path, project, language) for language in LANGUAGES if _has(path, language)}
        bare = without_driver(tree.source(path)) if path == layout.ATTRIBUTES else tree.source(path)
        if path in tree.sources and bare.text.replace("\r\n", "\n") in made:
            yield Remove(path, tree.sources[path].encode())
            if path == layout.PROTOCOL and tree.before(layout.KEEP_FILE) == b"":
                yield Remove(layout.KEEP_FILE, b"")
        elif bare != tree.source(path):
            yield from writes(tree, bare)


def _has(path: str, language: Language) -> bool:
    return path != layout.CONFIG or f"{language}/config.yaml" in resources.names("templates")


def _without_blocks(tree: Tree) -> Iterator[Step]:
    for source, is_ours in unannounced(tree, tuple(AGENTS.values())):
        before = tree.sources[source.path].encode()
        yield from [Remove(source.path, before)] if is_ours else writes(tree, source)
    for gate in GATES:
        if gate.path in tree.sources:
            bare = gate.drop(tree.sources[gate.path])
            yield from [Remove(gate.path, tree.sources[gate.path].encode())] if bare is None else writes(tree, bare)


def _plan(steps: Sequence[Step], git: GitFacts, setup: Setup, subject: str) -> Plan:
    """The plan with its commit. Of the files outside the tree it holds those that git had as they were, and new ones."""
    result = "\n".join(f"{_action(step)} {step.path}" for step in steps)
    if not setup.commit:
        return Plan(tuple(steps), result=result)
    outside = [step for step in steps if not layout.is_own(step.path)]
    reasons = {} if git.reason else {step.path: reason for step in outside if (reason := _left_out(step, git, setup.ignored))}
    also = tuple(step.path for step in outside if step.path not in reasons)
    messages = tuple(f"{path} {reason}" for path, reason in reasons.items())
    return Plan(tuple(steps), Commit(subject, also=also), result, messages)


def _left_out(step: Step, git: GitFacts, ignored: Collection[str]) -> str:
    """Why the commit must not hold a file outside the tree; "" where it may."""
    if step.path in ignored:
        return "is ignored by git: it is in no commit"
    changed = any(change.path == step.path for change in git.changes)
    if changed or (step.before is not None and step.path not in git.committed):
        return "has changes of yours that are not committed: its part of this is left for you to commit"
    return ""


def _action(step: Step) -> str:
    return "removed" if isinstance(step, Remove) else "created" if step.before is None else "changed"
