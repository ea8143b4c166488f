"""`agentstate hooks install|uninstall|status`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from agentstate.cli import show
from agentstate.cli.agent_files import in_use, is_seen_by_git, settings_files, standings, standings_of, used_at_home
from agentstate.cli.caller import working_caller
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import help_option, verb, with_example, without_verb
from agentstate.cli.run import report
from agentstate.hooks.install import compaction, plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller, is_call
from agentstate.hooks.install.specification import Hooks, Scope
from agentstate.verbs import hooks as words
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace
from agentstate.workspace.place import existing, find_root, top_of
from agentstate.workspace.settings_files import SettingsFiles

_EXAMPLE = "agentstate hooks install\nagentstate hooks install codex --user\nagentstate hooks status"
_BOTH = ("text", "json")

command = click.Group(
    help=with_example("Let agents tell what they do, and be told what they forgot.", _EXAMPLE),
    callback=click.pass_context(without_verb),
    params=[help_option()],
    subcommand_metavar="VERB [ARGS]...",
    invoke_without_command=True,
    add_help_option=False,
)


def _named(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[Hooks, ...]:
    unknown = next((name for name in given if not words.named(name)), None)
    if unknown is not None:
        raise click.BadParameter(f'no agent is called "{unknown}"; there are {", ".join(HOOKS)}')
    return tuple({hooks.agent: hooks for name in given if (hooks := words.named(name))}.values())


def _with_scope(function: Callable[..., int]) -> Callable[..., int]:
    """The agents and where: --user and --project, the last one counts."""
    user = click.option("--user", "scope", flag_value="user", help="In your own files: for you, in every repository.")
    project = click.option("--project", "scope", flag_value="project", help="In files to commit: for everybody, in this repository.")
    return click.argument("agents", nargs=-1, callback=_named, metavar="[AGENT]...")(user(project(function)))


@verb(writes=True, formats=_BOTH, example="agentstate hooks install claude-code codex\nagentstate hooks install --project --dry-run")
@_with_scope
@click.option("--compact-prompt", "prompt", is_flag=True, help="Codex: also have it name the six fields when it sums up its work.")
def install(invocation: Invocation, agents: tuple[Hooks, ...], scope: Scope | None, *, prompt: bool) -> int:
    """Put our calls into the files of agents, by default of those in use.

    In use are those that show in this repository, or else those with something in your home folder. Without --user or --project they
    reach you alone, in this repository where the agent has a file for that. Everything else in a file stays as it is, and nothing is
    committed. What you must still do is said on stderr. --compact-prompt sets `compact_prompt` in Codex's config.toml, which takes the
    place of its own prompt; `hooks uninstall` takes it out.
    """
    place = _Place(invocation, open_workspace(invocation.start) if scope != "user" else _nearest(invocation.start))
    chosen = agents or words.with_scope(place.in_use(), scope)
    ours = working_caller()
    return _carry_out(place, [_Job(hooks, scope or hooks.default, ours, prompt=prompt) for hooks in chosen])


@verb(writes=True, formats=_BOTH, example="agentstate hooks uninstall claude-code")
@_with_scope
def uninstall(invocation: Invocation, agents: tuple[Hooks, ...], scope: Scope | None) -> int:
    """Take our calls out of the files of agents, by default of all that have any.

    Without --user or --project, out of the files into which `install` puts them without one. A file that was made for them goes, any
    other is as it was. What still calls us from other files is said.
    """
    place = _Place(invocation, _nearest(invocation.start))
    chosen = agents or tuple(hooks for hooks in HOOKS.values() if hooks.target(scope or hooks.default))
    return _carry_out(place, [_Job(hooks, scope or hooks.default, None, quiet=not agents) for hooks in chosen])


@verb(formats=_BOTH, example="agentstate hooks status\nagentstate hooks status codex --format json")
@_with_scope
def status(invocation: Invocation, agents: tuple[Hooks, ...], scope: Scope | None) -> int:
    """Say whether agents call us, by default those in use and all that do.

    installed, outdated (installing again puts it right), absent or broken, for each file in which an agent looks. Exits with 0
    whatever it finds; `agentstate doctor` judges it.
    """
    place = _Place(invocation, _nearest(invocation.start))
    found = standings(place.files, agents or tuple(HOOKS.values()))
    if not agents:
        used = {hooks.agent for hooks in place.in_use()}
        found = [one for one in found if one.agent in used or one.state is not plan.State.ABSENT]
    chosen = [one for one in found if scope in {None, one.scope}]
    if invocation.format == "json":
        invocation.output.data(words.as_json(chosen))
    else:
        invocation.output.result(words.as_text(chosen))
    return 0


for each in (install, uninstall, status):
    command.add_command(each)


class _Place:
    """Where it is done: in the nearest tree or, where there is none, in the repository or folder."""

    def __init__(self, invocation: Invocation, workspace: Workspace | None) -> None:
        self.invocation = invocation
        self.workspace = workspace
        start = existing(invocation.start)
        self.files = settings_files(workspace.root if workspace else top_of(start) or start)

    def in_use(self) -> tuple[Hooks, ...]:
        """The agents that the tree shows to be in use, or else those that the user's own files show."""
        return (in_use(self.workspace) if self.workspace else ()) or used_at_home(self.files)

    def locked(self) -> AbstractContextManager[None]:
        """Nobody else writes; where there is no tree, there is no lock either."""
        return self.workspace.locked() if self.workspace and not self.invocation.dry_run else nullcontext()


def _nearest(start: Path) -> Workspace | None:
    root = find_root(start)
    return Workspace(root) if root else None


class _Job:
    """The hooks of one agent, to be put into the files of one scope, or taken out of them where there is no `caller`."""

    def __init__(self, hooks: Hooks, scope: Scope, ours: Caller | None, *, quiet: bool = False, prompt: bool = False) -> None:
        self.hooks = hooks
        self.scope = scope
        self.caller = ours
        self.quiet = quiet
        self.prompt = prompt

    def steps(self, files: SettingsFiles) -> tuple[plan.Step, ...]:
        """What has to be written."""
        held = files.read(plan.targets(self.hooks, self.scope))
        if not self.caller:
            return compaction.without_prompt(self.hooks, self.scope, held, plan.uninstall(self.hooks, self.scope, held))
        steps = plan.install(self.hooks, self.scope, held, self.caller)
        return compaction.with_prompt(self.hooks, self.scope, held, steps) if self.prompt else steps

    def calls_us(self, files: SettingsFiles) -> bool:
        """Whether a file that cannot be understood names our call, or cannot even be looked into."""
        try:
            held = files.read(plan.targets(self.hooks, self.scope))
        except AgentStateError:
            return True
        return any(is_call(data.decode("utf-8", "replace"), self.hooks.agent) for data in held.values())


def _carry_out(place: _Place, jobs: Sequence[_Job]) -> int:
    """Every job, each on its own, and what came of them; the exit code is the worst."""
    with place.locked():
        tried = [(job, _tried(place, job)) for job in jobs]
    planned = [(job, steps) for job, steps in tried if isinstance(steps, tuple)]
    failed = [(job, error) for job, error in tried if isinstance(error, AgentStateError)]
    if len(jobs) == 1 and failed:
        raise failed[0][1]
    code = max([_complained(place, job, error) for job, error in failed], default=0)
    invocation, files = place.invocation, place.files
    wanted = tuple(step for _, steps in planned for step in files.plan(steps))
    if invocation.dry_run and invocation.format == "text":
        invocation.output.result(show.text(Plan(wanted), whole=True))
        return code
    result = [line for job, steps in planned for line in _said(files, job, steps)] or ([] if code else ["nothing to take out"])
    messages = [message for job, _ in planned for message in _messages(place, job)]
    return max(code, report(invocation, Plan(wanted, result="".join(f"{line}\n" for line in result), messages=tuple(messages))))


def _tried(place: _Place, job: _Job) -> tuple[plan.Step, ...] | AgentStateError:
    """The steps of a job, which are done unless this is only a try; or why they cannot be."""
    files = place.files
    try:
        steps = job.steps(files)
        if not place.invocation.dry_run:
            files.apply(steps)
            if job.caller and job.hooks.shape == "scripts":
                files.make_executable(plan.targets(job.hooks, job.scope))
    except AgentStateError as error:
        return error
    return steps


def _complained(place: _Place, job: _Job, error: AgentStateError) -> int:
    """The exit code for a job that failed, after a line about it: 0 where nobody named the agent and its file does not call us."""
    if job.quiet and not job.calls_us(place.files):
        place.invocation.output.message(f"{job.hooks.agent}: {error.message}")
        return 0
    place.invocation.output.error(f"{job.hooks.agent}: {error.message}", error.hint)
    return error.exit_code


def _said(files: SettingsFiles, job: _Job, steps: Sequence[plan.Step]) -> list[str]:
    if job.quiet and not steps:
        return []
    target = job.hooks.target(job.scope)
    return words.done(job.hooks, [files.shown(target)] if target else [], files.plan(steps), installs=bool(job.caller))


def _messages(place: _Place, job: _Job) -> Iterator[str]:
    if not job.caller:
        yield from words.left(one for one in standings_of(place.files, job.hooks) if one.scope != job.scope)
        return
    yield from words.remaining(job.hooks, job.scope)
    target = job.hooks.target(job.scope)
    if place.workspace and job.scope == "local" and target and is_seen_by_git(place.workspace, target.path):
        yield words.not_ignored(target.path)
