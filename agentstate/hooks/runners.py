"""Whether a command line runs tests, with what and of what, and what its exit status says of them."""

from agentstate.hooks.commands import LONGEST, Segment, handed_on, is_assignment, is_strict, program, segments
from agentstate.hooks.shell import UNKNOWN, tokens
from agentstate.vocabulary.patterns import pattern

_ANY = ""
"""Stands for the program alone: it runs tests whatever it is told."""

RUNNERS: dict[str, dict[str, tuple[str, ...]]] = {
    "pytest": {"pytest": (_ANY,), "py.test": (_ANY,)},
    "unittest": {"unittest": (_ANY,), "setup.py": ("test",)},
    "nose": {"nosetests": (_ANY,), "nose2": (_ANY,)},
    "doctest": {"doctest": (_ANY,)},
    "tox": {"tox": (_ANY,)},
    "nox": {"nox": (_ANY,)},
    "hatch": dict.fromkeys(("hatch", "pdm", "rye"), ("test", "run test")),
    "django": {"manage.py": ("test",), "django-admin": ("test",)},
    "jest": {"jest": (_ANY,)},
    "vitest": {"vitest": (_ANY,)},
    "mocha": {"mocha": (_ANY,)},
    "ava": {"ava": (_ANY,)},
    "playwright": {"playwright": ("test",)},
    "cypress": {"cypress": ("run",)},
    "karma": {"karma": ("start", "run")},
    "node": {"node": ("--test",)},
    "npm": dict.fromkeys(("npm", "pnpm", "yarn"), ("test", "t", "tst", "run test", "run-script test")),
    "bun": {"bun": ("test", "run test")},
    "deno": {"deno": ("test", "task test")},
    "nx": {"nx": ("test", "run-many test"), "turbo": ("test", "run test"), "lerna": ("run test",)},
    "go": {"go": ("test",), "gotestsum": (_ANY,), "ginkgo": (_ANY,)},
    "cargo": {"cargo": ("test", "t", "nextest run", "nextest r", "llvm-cov")},
    "mvn": dict.fromkeys(("mvn", "mvnw", "mvnd"), ("test", "verify", "integration-test", "surefire:test")),
    "gradle": dict.fromkeys(("gradle", "gradlew"), ("test", "check")),
    "sbt": {"sbt": ("test",)},
    "make": dict.fromkeys(("make", "gmake", "ninja", "just", "task", "rake", "invoke", "inv"), ("test", "check")),
    "mise": {"mise": ("test", "run test")},
    "ctest": {"ctest": (_ANY,)},
    "meson": {"meson": ("test",)},
    "dotnet": {"dotnet": ("test", "vstest")},
    "rspec": {"rspec": (_ANY,)},
    "rails": {"rails": ("test", "test:all", "test:system"), "minitest": (_ANY,)},
    "phpunit": {"phpunit": (_ANY,), "pest": (_ANY,), "composer": ("test", "run test"), "artisan": ("test",)},
    "swift": {"swift": ("test",)},
    "xcodebuild": {"xcodebuild": ("test", "test-without-building")},
    "bazel": {"bazel": ("test", "coverage"), "bazelisk": ("test", "coverage"), "buck2": ("test",), "pants": ("test",)},
    "mix": {"mix": ("test",)},
    "flutter": {"flutter": ("test",), "dart": ("test",)},
    "stack": {"stack": ("test",), "cabal": ("test",)},
    "zig": {"zig": ("test", "build test")},
    "lein": {"lein": ("test",)},
    "bats": {"bats": (_ANY,)},
    "prove": {"prove": (_ANY,)},
}
"""For each runner the programs that start it, and the words behind their names that make them run tests."""

_PROGRAMS = {program: (runner, words) for runner, programs in RUNNERS.items() for program, words in programs.items()}

_NO_RUN = frozenset(
    {"--help", "-h", "--version", "--collect-only", "--co", "--fixtures", "--markers", "--setup-plan", "--setup-only", "--no-run"}
    | {"--dry-run", "--list", "-list", "--list-tests", "--listtests", "--showconfig", "--init", "--listenvs", "--list-sessions", "--notest"}
    | {"--show-only", "--just-print", "-dskiptests", "-dmaven.test.skip"}
)
_NO_RUN_OF = {
    "tox": {"-l", "-a", "list", "l", "config", "devenv"},
    "nox": {"-l"},
    "make": {"-n"},
    "ctest": {"-n"},
    "vitest": {"list", "init", "bench"},
    "go": {"-c"},
    "gradle": {"-m"},
    "dotnet": {"-t"},
    "swift": {"list", "-l"},
}
"""Words that make a runner show something instead, in lower case: every runner, and one of them."""

_DERIVED = frozenset({"npm", "bun", "mise", "nx", "deno", "phpunit", "hatch", "rails"})
_ANYWHERE = frozenset({"make", "gradle", "sbt", "mvn", "xcodebuild"})
"""Runners whose tasks projects name themselves (`test:e2e`, `test-unit`): as one word, and as one of several in any place."""

_TEST = pattern(r"(?:[A-Za-z0-9_.:-]*:)?(?:tests?(?:[:_-][A-Za-z0-9:_.-]*)?|test[A-Z][A-Za-z0-9]*|spec|unittests?)")
_TASK = pattern(r"(?:[A-Za-z0-9_.:-]*:)?check|verify|integration-test|test-without-building")

_WRAPPERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("time", "nice", "env", "sudo", "command", "exec", "xvfb-run", "nohup", "npx", "bunx", "pnpx", "timeout", "gtimeout"), ("",)
    ),
    **dict.fromkeys(("python", "php", "stdbuf", "dotenv"), ("",)),
    **dict.fromkeys(
        ("poetry", "uv", "pipenv", "pdm", "rye", "hatch", "conda", "mamba", "micromamba", "coverage", "docker", "docker-compose"),
        ("run", "exec"),
    ),
    **dict.fromkeys(("pnpm", "yarn"), ("exec", "dlx", "")),
    **dict.fromkeys(("npm", "mise", "bundle", "direnv", "rbenv", "asdf"), ("exec", "dlx", "x")),
}
"""Programs that start another one, and the words behind which its name comes."""

_NAMED_FIRST = frozenset({"docker", "docker-compose", "direnv"})
"""Those that are told an image, a service or a folder before it."""

_PYTHONS = ("python", "python3", "py")
_PYTHON = pattern(r"python3\.[0-9]{1,2}")
_DIGITS = frozenset("0123456789.")
_PIPES = frozenset({"|", "|&"})
_NUMBER = pattern(r"[0-9.]+[smhd]?")
_SUFFIX = pattern(r"\.(?:exe|cmd|bat|ps1|phar)\Z")


class Run:
    """A test run in a command line: its runner, the words for it that are no flags, and what the line's exit status says of it.

    `tells`: the line only ends with 0 if the tests passed. `exact`: it only ends with another status if they did not. `filters` are the
    programs that its output goes through.
    """

    __slots__ = ("exact", "filters", "of", "runner", "tells")

    def __init__(self, runner: str, of: tuple[str, ...], *, tells: bool, exact: bool, filters: tuple[str, ...] = ()) -> None:
        self.runner = runner
        self.of = of
        self.filters = filters
        self.tells = tells
        self.exact = exact


def runs(command: str) -> tuple[Run, ...]:
    """The test runs that the command line starts, in their order; none where it is not understood."""
    text = command.strip()
    lowered = text.lower()
    named = len(text) <= LONGEST and any(program in lowered for program in _PROGRAMS)
    parts = tokens(text) if named else []
    if not parts or parts[-1].kind == UNKNOWN:
        return ()
    inner = handed_on(text, parts)
    if inner:
        return runs(inner)
    found = segments(parts)
    return tuple(
        Run(*started, tells=_tells(text, found, number), exact=_is_exact(text, found, number), filters=_filters(text, found, number))
        for number, segment in enumerate(found)
        if (started := _runner(segment.words(text)))
    )


def _tells(text: str, found: list[Segment], number: int) -> bool:
    """Whether this part surely runs where the line ends with 0, and the line can only end with 0 if it did."""
    piped = _PIPES if is_strict(text) else frozenset[str]()
    before = {segment.operator(text) for segment in found[:number]}
    behind = {segment.operator(text) for segment in found[number:-1]}
    return "||" not in before and behind <= {"&&", *piped} and found[-1].operator(text) != "&"


def _is_exact(text: str, found: list[Segment], number: int) -> bool:
    """Whether it is the last part, and none before it can end the line, but a change of folder."""
    if number < len(found) - 1 or not _tells(text, found, number):
        return False
    sure = {";", "\n", "&"} if is_strict(text) else {";", "\n", "&", *_PIPES}
    return all(part.operator(text) in sure or part.words(text)[:1] == ["cd"] for part in found[:number])


def _filters(text: str, found: list[Segment], number: int) -> tuple[str, ...]:
    """The programs behind it in its pipeline."""
    last = number
    while found[last].operator(text) in _PIPES and last < len(found) - 1:
        last += 1
    return tuple(program(segment, text) for segment in found[number + 1 : last + 1])


def _runner(words: list[str]) -> tuple[str, tuple[str, ...]] | None:
    """The runner that the words start and what they tell it; None where they start none, or only have it show something."""
    words = _unwrapped(words)
    runner, commands = _PROGRAMS.get(_name(words[0]), ("", ())) if words else ("", ())
    if not runner or _only_shows(runner, words[1:]):
        return None
    plain = [word for word in words[1:] if word in commands or not word.startswith(("-", "+"))]
    used = [length for command in commands if (length := _used(runner, command.split(), plain)) is not None]
    return (runner, tuple(plain[used[0] :])) if used else None


def _only_shows(runner: str, words: list[str]) -> bool:
    lowered = [word.lower() for word in words]
    flags = {word.partition("=")[0] for word in lowered if word.partition("=")[2] != "false"}
    excluded = zip(lowered, words[1:], strict=False)
    return not flags.isdisjoint(_NO_RUN | _NO_RUN_OF.get(runner, set())) or any(
        flag in {"-x", "--exclude-task"} and runner == "gradle" and _TEST.fullmatch(task) for flag, task in excluded
    )


def _used(runner: str, command: list[str], plain: list[str]) -> int | None:
    """How many of the words are this command; None where they are another one."""
    if plain[: len(command)] == command:
        return len(command)
    if runner in _ANYWHERE:
        return 0 if any(_is_task(word) for word in plain) else None
    *first, last = command or [""]
    derived = runner in _DERIVED and last == "test" and plain[: len(first)] == first and len(plain) > len(first)
    return len(command) if derived and _TEST.fullmatch(plain[len(first)]) else None


def _is_task(word: str) -> bool:
    """Whether a task of this name runs tests; a name without one of these words is spared the patterns."""
    return any(part in word for part in ("test", "spec", "check", "verify")) and bool(_TEST.fullmatch(word) or _TASK.fullmatch(word))


def _name(word: str) -> str:
    name = word.replace("\\", "/").rsplit("/", 1)[-1].lower()
    name = _SUFFIX.sub("", name) if "." in name else name
    return "python" if name in _PYTHONS or (name.startswith("python3.") and _PYTHON.fullmatch(name)) else name


def _unwrapped(words: list[str]) -> list[str]:
    """The words from the program on that does the work: without assignments and what only starts it."""
    for _ in range(len(words)):
        while words and is_assignment(words[0]):
            words = words[1:]
        inner = _started(words)
        if not inner:
            break
        words = inner
    return words


def _started(words: list[str]) -> list[str]:
    """The words of the program that these start; none where they do their work themselves."""
    name = _name(words[0]) if words else ""
    rest, keys = words[1:], _WRAPPERS.get(name, ())
    if name == "python" and "-m" in rest:
        return rest[rest.index("-m") + 1 :]
    if not keys:
        return []
    places = [place for place, word in enumerate(rest[:4]) if word in keys]
    if not places and "" not in keys:
        return []
    return _first_program(rest[places[0] + 1 :] if places else rest, passing=int(name in _NAMED_FIRST))


def _first_program(words: list[str], *, passing: int) -> list[str]:
    """The words from the program on: flags and their values, numbers, assignments and `passing` names in front of it are passed over."""
    for place, word in enumerate(words):
        if _name(word) in _PROGRAMS or _name(word) in _WRAPPERS:
            return words[place:]
        after_flag = place and words[place - 1].startswith("-") and "=" not in words[place - 1]
        if word.startswith("-") or after_flag or (word[:1] in _DIGITS and _NUMBER.fullmatch(word)) or is_assignment(word):
            continue
        if not passing:
            return []
        passing -= 1
    return []
