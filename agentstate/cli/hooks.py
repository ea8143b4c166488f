"""`agentstate hooks install|uninstall|status`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext

import click

from agentstate.cli import show
from agentstate.cli.agent_files import in_use, is_seen_by_git, settings_files, standings, standings_of
from agentstate.cli.caller import working_caller
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import help_option, verb, with_example, without_verb
from agentstate.cli.run import report
from agentstate.hooks.install import compaction, plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.specification import Hooks, Scope
from agentstate.verbs import hooks as words
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace
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

    Without --user or --project they reach you alone, in this repository where the agent has a file for that. Everything else in a file
    stays as it is, and nothing is committed. What you must still do is said on stderr. --compact-prompt sets `compact_prompt` in Codex's
    config.toml, which takes the place of its own prompt; `hooks uninstall` takes it out.
    """
    workspace = open_workspace(invocation.start)
    chosen = agents or words.with_scope(in_use(workspace), scope)
    ours = working_caller()
    return _carry_out(invocation, workspace, [_Job(hooks, scope or hooks.default, ours, prompt=prompt) for hooks in chosen])


@verb(writes=True, formats=_BOTH, example="agentstate hooks uninstall claude-code")
@_with_scope
def uninstall(invocation: Invocation, agents: tuple[Hooks, ...], scope: Scope | None) -> int:
    """Take our calls out of the files of agents, by default of all that have any.

    Without --user or --project, out of the files into which `install` puts them without one. A file that was made for them goes, any
    other is as it was.
    """
    workspace = open_workspace(invocation.start)
    chosen = agents or tuple(hooks for hooks in HOOKS.values() if hooks.target(scope or hooks.default))
    return _carry_out(invocation, workspace, [_Job(hooks, scope or hooks.default, None, quiet=not agents) for hooks in chosen])


@verb(formats=_BOTH, example="agentstate hooks status\nagentstate hooks status codex --format json")
@_with_scope
def status(invocation: Invocation, agents: tuple[Hooks, ...], scope: Scope | None) -> int:
    """Say whether agents call us, by default those in use and all that do.

    installed, outdated (installing again puts it right), absent or broken, for each file in which an agent looks. Exits with 0
    whatever it finds; `agentstate doctor` judges it.
    """
    workspace = open_workspace(invocation.start)
    found = standings(workspace, agents or tuple(HOOKS.values()))
    if not agents:
        used = {hooks.agent for hooks in in_use(workspace)}
        found = [one for one in found if one.agent in used or one.state is not plan.State.ABSENT]
    chosen = [one for one in found if scope in {None, one.scope}]
    if invocation.format == "json":
        invocation.output.data(words.as_json(chosen))
    else:
        invocation.output.result(words.as_text(chosen))
    return 0


for each in (install, uninstall, status):
    command.add_command(each)


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


def _carry_out(invocation: Invocation, workspace: Workspace, jobs: Sequence[_Job]) -> int:
    """Every job or, where the files of one that was asked for cannot be read, none; then what came of it."""
    files = settings_files(workspace)
    with nullcontext() if invocation.dry_run else workspace.locked():
        planned = [(job, steps) for job in jobs if (steps := _planned(invocation, files, job)) is not None]
        if not invocation.dry_run:
            files.apply([step for _, steps in planned for step in steps])
            for job, _ in planned:
                _make_executable(files, job)
    result = [line for job, steps in planned for line in _said(files, job, steps)]
    wanted = tuple(step for _, steps in planned for step in files.plan(steps))
    if invocation.dry_run and invocation.format == "text":
        invocation.output.result(show.text(Plan(wanted), whole=True))
        return 0
    messages = [message for job, steps in planned for message in _messages(workspace, files, job, steps)]
    return report(invocation, Plan(wanted, result="\n".join(result or ["nothing to take out"]) + "\n", messages=tuple(messages)))


def _planned(invocation: Invocation, files: SettingsFiles, job: _Job) -> tuple[plan.Step, ...] | None:
    """The steps of a job; None, and a message, for one that nobody asked for by name and whose file cannot be read."""
    try:
        return job.steps(files)
    except AgentStateError as error:
        if not job.quiet:
            raise
        invocation.output.message(f"{job.hooks.agent}: {error.message}")
        return None


def _make_executable(files: SettingsFiles, job: _Job) -> None:
    if job.caller and job.hooks.shape == "scripts":
        files.make_executable(plan.targets(job.hooks, job.scope))


def _said(files: SettingsFiles, job: _Job, steps: Sequence[plan.Step]) -> list[str]:
    if job.quiet and not steps:
        return []
    target = job.hooks.target(job.scope)
    return words.done(job.hooks, [files.shown(target)] if target else [], files.plan(steps), installs=bool(job.caller))


def _messages(workspace: Workspace, files: SettingsFiles, job: _Job, steps: Sequence[plan.Step]) -> Iterator[str]:
    if job.caller:
        yield from words.remaining(job.hooks)
        target = job.hooks.target(job.scope)
        if job.scope == "local" and target and is_seen_by_git(workspace, target.path):
            yield words.not_ignored(target.path)
    elif steps or not job.quiet:
        yield from words.left(one for one in standings_of(files, job.hooks) if one.scope != job.scope)
