"""What is installed into each agent.

From the agents' documentation and sources, late 2026. These tables stand here and not beside the adapters: a hook that records one
tool call would pay for them. None names an event before a tool: a fault there would keep the agent from working.
"""

from agentstate.hooks.install.specification import END, LONG, Hooks, Moment, Target

CLAUDE_CODE = Hooks(
    "claude-code",
    "Claude Code",
    "groups",
    (
        Moment("SessionStart"),
        Moment("UserPromptSubmit"),
        Moment("PostToolUse", matcher="*"),
        Moment("PostToolUseFailure", matcher="*"),
        Moment("PreCompact", LONG),
        Moment("PostCompact", LONG),
        Moment("Stop"),
        Moment("SessionEnd", END),
    ),
    local=Target("root", ".claude/settings.local.json"),
    user=Target("home", ".claude/settings.json", "CLAUDE_CONFIG_DIR"),
    project=Target("root", ".claude/settings.json"),
    windows="words",
    must=("Trust the folder when Claude Code asks; without it no hook runs.",),
    must_in=(("local", "Keep `.claude/settings.local.json` out of git: it names a path of this machine."),),
)

CODEX = Hooks(
    "codex",
    "Codex CLI",
    "groups",
    (
        Moment("SessionStart", matcher="startup|resume|clear|compact"),
        Moment("UserPromptSubmit"),
        Moment("PostToolUse"),
        Moment("PreCompact", LONG),
        Moment("PostCompact", LONG),
        Moment("Stop"),
        Moment("SessionEnd", 3),
    ),
    user=Target("home", ".codex/hooks.json", "CODEX_HOME"),
    project=Target("root", ".codex/hooks.json"),
    alternative="config.toml",
    must=(
        "Run `/hooks` in Codex and trust each entry; an entry that is not trusted is skipped, and one that changed must be trusted again.",
    ),
    must_in=(("project", "Trust the project, too; of one that is not trusted, no hook is read."),),
)

OPENCODE = Hooks(
    "opencode",
    "opencode",
    "plugin",
    tuple(
        map(
            Moment,
            (
                "event",
                "chat.message",
                "tool.execute.after",
                "experimental.session.compacting",
                "experimental.chat.system.transform",
            ),
        )
    ),
    user=Target("home", ".config/opencode/plugins/agentstate.js", "XDG_CONFIG_HOME"),
    project=Target("root", ".opencode/plugins/agentstate.js"),
    must=("Start opencode again: it loads plugins when it starts.",),
)

CURSOR = Hooks(
    "cursor",
    "Cursor",
    "entries",
    (
        Moment("sessionStart"),
        Moment("beforeSubmitPrompt"),
        Moment("postToolUse"),
        Moment("postToolUseFailure"),
        Moment("afterFileEdit"),
        Moment("preCompact", LONG),
        Moment("stop"),
        Moment("sessionEnd", END),
    ),
    user=Target("home", ".cursor/hooks.json"),
    project=Target("root", ".cursor/hooks.json"),
    extra=(("version", 1),),
    typed=False,
    windows="powershell",
    must_in=(("project", "Trust the workspace; in one that is not trusted, the hooks of the project do not run."),),
)

COPILOT = Hooks(
    "copilot-cli",
    "Copilot CLI",
    "entries",
    (
        Moment("sessionStart"),
        Moment("userPromptSubmitted"),
        Moment("postToolUse"),
        Moment("postToolUseFailure"),
        Moment("preCompact", LONG),
        Moment("agentStop"),
        Moment("sessionEnd", END),
    ),
    user=Target("home", ".copilot/hooks/agentstate.json", "COPILOT_HOME"),
    project=Target("root", ".github/hooks/agentstate.json"),
    extra=(("version", 1),),
    keys=("bash", "powershell"),
    timeout="timeoutSec",
    names_event=True,
    must=("Trust the folder when Copilot CLI asks.",),
    must_in=(("project", "For the cloud agent, bring the file to the branch that it works on; it reads no other."),),
)

VSCODE_COPILOT = Hooks(
    "vscode-copilot",
    "VS Code agent",
    "entries",
    (
        Moment("SessionStart"),
        Moment("UserPromptSubmit"),
        Moment("PostToolUse"),
        Moment("PreCompact", LONG),
        Moment("Stop"),
    ),
    must=("Install the hooks of Claude Code: VS Code runs those of its settings files, and agentstate tells from the payload who asks.",),
)

QWEN_CODE = Hooks(
    "qwen-code",
    "Qwen Code",
    "groups",
    (
        Moment("SessionStart"),
        Moment("UserPromptSubmit"),
        Moment("PostToolUse", matcher="*"),
        Moment("PostToolUseFailure", matcher="*"),
        Moment("PreCompact", LONG),
        Moment("PostCompact", LONG),
        Moment("Stop"),
        Moment("SessionEnd", END),
    ),
    user=Target("home", ".qwen/settings.json"),
    project=Target("root", ".qwen/settings.json"),
    unit=1000,
    windows="powershell",
    must_in=(("project", "Trust the folder; in one that is not trusted, the hooks of the project do not run."),),
)

GEMINI = Hooks(
    "gemini-cli",
    "Gemini CLI",
    "groups",
    (
        Moment("SessionStart"),
        Moment("BeforeAgent"),
        Moment("AfterTool", matcher=".*"),
        Moment("AfterAgent"),
        Moment("PreCompress"),
        Moment("SessionEnd", END),
    ),
    user=Target("home", ".gemini/settings.json"),
    project=Target("root", ".gemini/settings.json"),
    unit=1000,
    named=True,
    windows="powershell",
    must_in=(("project", "Trust the folder; Gemini CLI warns once about a hook of a project that it has not seen, and then runs it."),),
)

KIRO = Hooks(
    "kiro",
    "Kiro",
    "triggers",
    (
        Moment("SessionStart"),
        Moment("UserPromptSubmit"),
        Moment("PostToolUse", matcher=".*"),
        Moment("PreCompact", LONG),
        Moment("PostCompact", LONG),
        Moment("Stop"),
    ),
    project=Target("root", ".kiro/hooks/agentstate.json"),
    extra=(("version", "v1"),),
    must=("Use Kiro CLI 3.1 or newer for the events around a compaction.",),
)

CLINE = Hooks(
    "cline",
    "Cline",
    "scripts",
    tuple(map(Moment, ("TaskStart", "TaskResume", "UserPromptSubmit", "PostToolUse", "PreCompact", "TaskCancel", "TaskComplete"))),
    user=Target("home", "Documents/Cline/Hooks"),
    project=Target("root", ".clinerules/hooks"),
    must=("Switch hooks on in Cline's settings. Cline runs none on Windows.",),
)

WINDSURF = Hooks(
    "windsurf",
    "Windsurf",
    "entries",
    (
        Moment("post_read_code"),
        Moment("post_write_code"),
        Moment("post_run_command"),
        Moment("post_mcp_tool_use"),
        Moment("post_cascade_response"),
    ),
    user=Target("home", ".codeium/windsurf/hooks.json"),
    project=Target("root", ".windsurf/hooks.json"),
    keys=("command", "powershell"),
    timeout="",
    typed=False,
    note="Windsurf takes no text from hooks: what happened is recorded, and `agentstate resume` tells it.",
)

_ALL = (CLAUDE_CODE, CODEX, OPENCODE, CURSOR, COPILOT, VSCODE_COPILOT, QWEN_CODE, GEMINI, KIRO, CLINE, WINDSURF)

HOOKS: dict[str, Hooks] = {hooks.agent: hooks for hooks in _ALL}
"""What is installed, by the name that `agentstate hook` takes."""
