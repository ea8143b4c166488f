"""What a command line writes, as far as its words tell. Nothing is looked up: whether a file is there only the disk knows."""

from agentstate.hooks.commands import LONGEST, Segment, handed_on, is_assignment, segments
from agentstate.hooks.shell import REDIRECTION, UNKNOWN, tokens, unquoted
from agentstate.vocabulary.patterns import IGNORECASE, pattern
from agentstate.vocabulary.values import dataclass

_STARTERS = frozenset({"sudo", "command", "exec", "env", "time", "nice", "npx", "bunx", "pnpx", "run", "dlx"})
_RUNNING = frozenset({"uv", "poetry", "pipenv", "hatch", "pdm", "rye", "pnpm", "yarn", "npm", "bundle"})
_GIT_VALUES = frozenset({"-C", "-c", "--git-dir", "--work-tree"})
_GIT_CHANGING = frozenset({"apply", "am", "merge", "rebase", "pull", "cherry-pick", "revert", "switch", "clean", "read-tree", "bisect"})
_GIT_ONLY_SHOWS = frozenset({"--check", "--stat", "--numstat", "--summary", "--dry-run", "-n", "--cached"})
_STASH_KEEPS = frozenset({"list", "show", "drop", "clear", "create", "store"})
_ADDING = frozenset({"touch", "truncate", "tee", "rm", "unlink", "dos2unix", "unix2dos"})
_COPYING = frozenset({"cp", "install", "ln", "rsync", "copy-item"})
_MOVING = frozenset({"mv", "move-item", "move", "ren", "rename-item"})
_FORMATTERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("black", "isort", "rustfmt", "swiftformat"), ("",)),
    "ruff": ("format", "--fix", "--fix-only"),
    **dict.fromkeys(("prettier", "biome"), ("--write", "-w", "--apply", "--fix")),
    **dict.fromkeys(("gofmt", "goimports", "gofumpt", "shfmt"), ("-w",)),
    **dict.fromkeys(("eslint", "stylelint", "standard", "clang-tidy", "golangci-lint"), ("--fix",)),
    **dict.fromkeys(("clang-format", "autopep8", "yapf", "autoflake"), ("-i", "--in-place")),
    "rubocop": ("-a", "-A", "--autocorrect", "--autocorrect-all"),
    **dict.fromkeys(("cargo", "go", "terraform", "dprint", "deno"), ("fmt", "fix")),
    **dict.fromkeys(("mix", "dotnet", "dart"), ("format",)),
    **dict.fromkeys(("npm", "pnpm", "yarn", "make", "just"), ("format", "fmt", "lint:fix", "fix")),
    "ktlint": ("-F", "--format"),
    "php-cs-fixer": ("fix",),
    "pre-commit": ("run",),
}
"""Programs that write files anew, and the words with which they do; "": always."""

_PROGRAMS = frozenset({"git", "patch", "sed", "gsed", "perl", *_ADDING, *_COPYING, *_MOVING, *_FORMATTERS})
_APART = {**dict.fromkeys(map(ord, "'\""), None), **dict.fromkeys(map(ord, "/;&|()`{}=$"), " ")}
"""Quotes stand within names, the others between them."""

_LOOKING = frozenset(
    {"--check", "--diff", "--dry-run", "-l", "--list-different", "--verify", "--no-write", "-check", "--verify-no-changes"}
)
_IN_PLACE = pattern(r"-[a-zA-Z]*i(?:\.\w+)?|--in-place(?:=.*)?")
_EXPRESSION = pattern(r"-[a-zA-Z]*[ef]|--expression|--file")
_OUTPUT = pattern(r"(?:[0-9]{0,2}|[&*])(?:>>|>\||>)[ \t]*")
_NOWHERE = pattern(r"&[0-9-]?|/dev/.*|\$null|NUL", IGNORECASE)
_FILE_NAME = pattern(r"(?:.*[/\\])?[^/\\*?$`=]*\.[A-Za-z][A-Za-z0-9]{0,9}")


@dataclass(frozen=True)
class Writes:
    """`named` are the files that are written, moved or deleted, as they are called; `anything`: also some that are not named.

    `formatted` and `any_formatted`: the same of programs that only write what they find fault with. `moved` are (from, to).
    """

    named: tuple[str, ...] = ()
    anything: bool = False
    formatted: tuple[str, ...] = ()
    any_formatted: bool = False
    moved: tuple[tuple[str, str], ...] = ()


def writes(command: str) -> Writes:
    """What the command line writes; nothing where it is not understood."""
    text = command.strip()
    if not may_write(text):
        return Writes()
    parts = tokens(text) if len(text) <= LONGEST else []
    if not parts or parts[-1].kind == UNKNOWN:
        return Writes()
    inner = handed_on(text, parts)
    if inner:
        return writes(inner)
    found = [one for segment in segments(parts) for one in (_redirected(segment, text), _written(_started(segment.words(text))))]
    return Writes(
        tuple(dict.fromkeys(name for one in found for name in one.named)),
        any(one.anything for one in found),
        tuple(dict.fromkeys(name for one in found for name in one.formatted)),
        any(one.any_formatted for one in found),
        tuple(pair for one in found for pair in one.moved),
    )


def may_write(text: str) -> bool:
    """Whether the line redirects or names a program that writes: most do neither, and need not be taken apart."""
    if ">" in text or "\\" in text or not text.isascii():
        return True
    lowered = text.lower()
    return ".exe" in lowered or not _PROGRAMS.isdisjoint(lowered.translate(_APART).split())


def _redirected(segment: Segment, text: str) -> Writes:
    words = (text[part.start : part.end] for part in segment.parts if part.kind == REDIRECTION)
    targets = [unquoted(word[match.end() :]) for word in words if (match := _OUTPUT.match(word))]
    return Writes(tuple(target for target in targets if target and not _NOWHERE.fullmatch(target)))


def _started(words: list[str]) -> list[str]:
    """The words from the program on that does the work."""
    while words:
        name = _name(words[0])
        if name in _RUNNING and words[1:2] and words[1] in {"run", "exec", "dlx", "x"} and words[2:]:
            if _written_by_task(name, words[2]):
                break
            words = words[2:]
        elif name.startswith("python") and words[1:2] == ["-m"]:
            words = words[2:]
        elif is_assignment(words[0]) or name in _STARTERS:
            words = words[1:]
        else:
            break
    return words


def _written_by_task(name: str, task: str) -> bool:
    return task in _FORMATTERS.get(name, ())


def _name(word: str) -> str:
    return word.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")


def _written(words: list[str]) -> Writes:
    """What one program writes by its words."""
    name, rest = (_name(words[0]), words[1:]) if words else ("", [])
    plain = _plain(rest)
    if name == "git":
        return _by_git(rest)
    if name in _MOVING:
        return _moved(plain)
    if name in {"sed", "gsed", "perl"}:
        named = _edited(rest) if any(_IN_PLACE.fullmatch(word) for word in rest) else ()
    else:
        named = plain if name in _ADDING else _targets(plain) if name in _COPYING else ()
    return Writes(named, anything=name == "patch" and "--dry-run" not in rest) if named or name == "patch" else _by_formatter(name, rest)


def _by_formatter(name: str, rest: list[str]) -> Writes:
    wanted = _FORMATTERS.get(name, ())
    if not wanted or not ("" in wanted or any(word in wanted for word in rest)) or not _LOOKING.isdisjoint(rest):
        return Writes()
    files = tuple(word for word in _plain(rest) if _FILE_NAME.fullmatch(word))
    return Writes(formatted=files, any_formatted=not files or len(files) < len([word for word in _plain(rest) if word not in wanted]))


def _by_git(rest: list[str]) -> Writes:
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in _GIT_VALUES else rest[1:]
    verb, rest = (rest[0], rest[1:]) if rest else ("", [])
    behind = tuple(rest[rest.index("--") + 1 :]) if "--" in rest else ()
    if verb in {"checkout", "mv"}:
        return _moved(_plain(rest)) if verb == "mv" else _checked_out(rest, behind)
    if verb == "rm":
        return Writes(() if "--cached" in rest else _plain(rest))
    if verb == "restore":
        only_index = {"--staged", "-S"} & set(rest) and not {"--worktree", "-W"} & set(rest)
        return Writes() if only_index else _paths(behind or _plain(rest))
    if verb == "stash":
        return Writes() if rest[:1] and rest[0] in _STASH_KEEPS else _paths(behind)
    if verb == "reset":
        return Writes(anything=not {"--hard", "--merge", "--keep"}.isdisjoint(rest))
    return Writes(anything=verb in _GIT_CHANGING and _GIT_ONLY_SHOWS.isdisjoint(rest))


def _checked_out(rest: list[str], behind: tuple[str, ...]) -> Writes:
    plain = _plain(rest)
    if behind:
        return _paths(behind)
    if {"-b", "-B", "--orphan"} & set(rest) and len(plain) == 1:
        return Writes()
    return Writes(plain) if plain and all(_FILE_NAME.fullmatch(word) for word in plain) else Writes(anything=True)


def _paths(names: tuple[str, ...]) -> Writes:
    """Files that git is told to write; a folder, or none, may be anything in it."""
    files = tuple(name for name in names if _FILE_NAME.fullmatch(name))
    return Writes(files, anything=len(files) < len(names) or not names)


def _plain(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word and not word.startswith("-"))


def _edited(words: list[str]) -> tuple[str, ...]:
    """The files of `sed -i` and `perl -pi`: what stands behind the script."""
    given = any(_EXPRESSION.fullmatch(word) for word in words)
    behind_flag = {number + 1 for number, word in enumerate(words) if _EXPRESSION.fullmatch(word)}
    plain = [word for number, word in enumerate(words) if word and number not in behind_flag and not word.startswith("-")]
    return tuple(plain if given else plain[1:])


def _targets(names: tuple[str, ...]) -> tuple[str, ...]:
    """Where files are copied to: the last name, or each file by its own name in it."""
    target = names[-1].rstrip("/") if len(names) > 1 else ""
    return (target, *(f"{target}/{name.rpartition('/')[2]}" for name in names[:-1])) if target else ()


def _moved(names: tuple[str, ...]) -> Writes:
    targets = _targets(names)
    if not targets:
        return Writes()
    into = len(names) > 2 or names[-1].endswith("/")
    pairs = tuple(zip(names[:-1], targets[1:] if into else targets[:1], strict=False))
    return Writes((*names[:-1], *targets), moved=pairs)
