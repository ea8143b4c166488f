"""Which command lines run tests, and whether they passed."""

import pytest

from agentstate.hooks.runners import RUNNERS, runs
from agentstate.hooks.verdicts import passed

STARTED = {
    "pytest": ("pytest", ()),
    "python -m pytest -q tests/a.py": ("pytest", ("tests/a.py",)),
    "cd a && .venv/bin/python3.11 -m unittest discover 2>&1 | tail": ("unittest", ("discover",)),
    "python setup.py test": ("unittest", ()),
    "python3 -m coverage run -m pytest": ("pytest", ()),
    "python manage.py test app": ("django", ("app",)),
    "tox -e py311": ("tox", ("py311",)),
    "nox -s tests": ("nox", ("tests",)),
    "uv run --with x pytest -q": ("pytest", ()),
    "poetry run pytest": ("pytest", ()),
    "hatch run test": ("hatch", ()),
    "timeout -k 5 60s pytest": ("pytest", ()),
    "FOO=1 time -p pytest": ("pytest", ()),
    "docker compose run --rm web pytest": ("pytest", ()),
    "docker exec -it web pytest": ("pytest", ()),
    "bash -lc 'cd x && pytest -q a'": ("pytest", ("a",)),
    "(cd x && npm test)": ("npm", ()),
    "C:\\x\\pytest.exe -q": ("pytest", ()),
    "npx jest src": ("jest", ("src",)),
    "yarn vitest run": ("vitest", ("run",)),
    "npm t": ("npm", ()),
    "npm run test:unit -- x": ("npm", ("x",)),
    "pnpm test:e2e": ("npm", ()),
    "yarn test": ("npm", ()),
    "node --test": ("node", ()),
    "bun test": ("bun", ()),
    "deno test": ("deno", ()),
    "npx playwright test": ("playwright", ()),
    "go test ./... -run X": ("go", ("./...", "X")),
    "cargo test": ("cargo", ()),
    "cargo nextest run": ("cargo", ()),
    "cargo +nightly t": ("cargo", ()),
    "mvn -q clean verify": ("mvn", ("clean", "verify")),
    "./gradlew :core:test --tests X": ("gradle", (":core:test", "X")),
    "gradle testDebugUnitTest": ("gradle", ("testDebugUnitTest",)),
    "make test": ("make", ()),
    "make -C d check": ("make", ("d", "check")),
    "just test": ("make", ()),
    "mise run test": ("mise", ()),
    "ctest --output-on-failure": ("ctest", ()),
    "dotnet test --no-build": ("dotnet", ()),
    "bundle exec rspec spec/a": ("rspec", ("spec/a",)),
    "vendor/bin/phpunit": ("phpunit", ()),
    "php artisan test": ("phpunit", ()),
    "swift test": ("swift", ()),
    "xcodebuild -scheme A test": ("xcodebuild", ("A", "test")),
    "bazel test //...": ("bazel", ("//...",)),
    "mix test": ("mix", ()),
}
OTHERS = [
    "pytest --collect-only",
    "pytest --help",
    "python -m pytest --version",
    "tox -l",
    "npx jest --listTests",
    "vitest list",
    "go test -c ./x",
    "go vet ./...",
    "cargo test --no-run",
    "cargo test -- --list",
    "./mvnw verify -DskipTests",
    "gradle build -x test",
    "make -n test",
    "make check-format",
    "make",
    "ctest -N",
    "swift test --list-tests",
    "dotnet test --list-tests",
    "npm run build",
    "npm run check",
    "npm install jest",
    "yarn add vitest",
    "pip install pytest",
    "sudo apt install pytest",
    "which pytest",
    "echo npm test",
    "grep -rn pytest .",
    "git commit -m 'pytest passes'",
    "cat > t.sh <<E\npytest\nE",
    "python tests/run.py pytest",
    "node server.js",
    "pytest 'not closed",
    "",
]


@pytest.mark.parametrize("command", STARTED)
def test_a_test_run_is_known_with_its_runner(command: str) -> None:
    assert [(run.runner, run.of) for run in runs(command)] == [STARTED[command]]


@pytest.mark.parametrize("command", OTHERS)
def test_what_only_speaks_of_tests_runs_none(command: str) -> None:
    assert runs(command) == ()


@pytest.mark.parametrize("line", [f"{program} {words[0]}".strip() for programs in RUNNERS.values() for program, words in programs.items()])
def test_each_line_of_the_table_is_known(line: str) -> None:
    assert len(runs(line)) == 1


@pytest.mark.parametrize(
    ("command", "exit_code", "output", "verdict"),
    [
        ("pytest", 0, "", True),
        ("pytest", 1, "", False),
        ("cd a && pytest", 2, "", False),
        ("pytest", None, "", None),
        ("ls", 0, "=== 3 passed in 1s ===", None),
        ("pytest && ruff .", 0, "", True),
        ("pytest && ruff .", 1, "", None),
        ("ruff . && pytest", 1, "", None),
        ("pytest && go test ./...", 0, "", True),
        ("pytest; echo $?", 0, "", None),
        ("pytest || true", 0, "", None),
        ("true || pytest", 0, "", None),
        ("pytest &", 0, "", None),
        ("set -o pipefail; pytest | tail", 0, "", True),
        ("yes | pytest", 1, "", False),
        ("pytest | tail", 0, "", None),
        ("pytest | tail", 0, "===== 3 passed, 1 skipped in 0.1s =====", True),
        ("pytest -q | tail", 0, "3 passed in 0.1s\n", True),
        ("pytest -q | tail", 0, "1 failed, 3 passed in 0.1s\n", False),
        ("pytest | tail", 0, "===== 1 failed, 3 passed in 0.1s =====", False),
        ("python -m unittest 2>&1 | tail -3", 0, "Ran 3 tests in 0.1s\n\nOK\n", True),
        ("python -m unittest 2>&1 | tail -3", 0, "Ran 3 tests in 0.1s\n\nFAILED (failures=1)\n", False),
        ("go test ./... | tail", 0, "ok  \ta/b\t0.1s\nFAIL\tx\t0.2s", False),
        ("go test ./... | tail", 0, "ok  \ta/b\t0.1s\nok  \ta/c\t(cached)", True),
        ("cargo test | tail", 0, "test result: ok. 3 passed; 0 failed; 0 ignored", True),
        ("cargo test | tail", 0, "test result: FAILED. 3 passed; 1 failed", False),
        ("npx jest | tail", 0, "Tests:       1 failed, 2 passed, 3 total", False),
        ("npx jest | tail", 0, "Tests:       2 passed, 2 total", True),
        ("npx vitest run | tail", 0, "      Tests  12 passed (12)", True),
        ("mvn test | tail", 0, "[INFO] BUILD SUCCESS", True),
        ("mvn test | tail", 0, "[ERROR] Tests run: 3, Failures: 1, Errors: 0", False),
        ("./gradlew test | tail", 0, "BUILD SUCCESSFUL in 3s", True),
        ("rspec | tail", 0, "3 examples, 1 failure", False),
        ("rspec | tail", 0, "3 examples, 0 failures", True),
        ("ctest | tail", 0, "100% tests passed, 0 tests failed out of 3", True),
        ("ctest | tail", 0, "66% tests passed, 1 tests failed out of 3", False),
        ("npx mocha | tail", 0, "  3 passing (1s)\n  1 failing\n", False),
        ("npx mocha | tail", 0, "  3 passing (1s)\n", True),
        ("dotnet test | tail", 0, "Passed!  - Failed:     0, Passed:     3", True),
        ("npm test | tail", 0, "done", None),
        # nothing proves anything
        ("pytest -q | head -3", 0, "...F..\n", None),
        ("pytest | tail -1", 0, "no tests ran in 0.01s", None),
        ("pytest | tee log", 0, "E   assert 1 == 2", None),
        ("go test ./... | grep ok", 0, "ok  \ta/b\t0.1s", None),
        ("cargo test | head", 0, "test result: ok. 3 passed; 0 failed; 0 ignored", None),
        ("pytest a | tail -1; npm test | tail -1", 0, "3 passed in 0.1s\ndone", None),
        # one line that counts what failed too is proof, however it was found
        ("pytest | grep passed", 0, "==== 3 passed in 0.10s ====", True),
        ("pytest | grep passed", 0, "3 passed, 1 skipped in 0.10s", True),
        ("pytest | grep passed", 0, "1 failed, 3 passed in 0.10s", False),
        ("pytest a | tail -1; pytest b | tail -1", 0, "3 passed in 0.1s\n2 passed in 0.1s", True),
        ("pytest || true", 0, "3 passed in 0.1s", True),
        # words of failure
        ("pytest | tee log", 0, "E   assert 1 == 2\nFAILED tests/a.py::b", False),
        ("pytest | tail -1", 0, "5 passed, 1 error in 1s", False),
        ("make test | tail -1", 0, "make: *** [Makefile:3: test] Error 1", False),
        ("phpunit | tail -1", 0, "Tests: 3, Assertions: 3, Failures: 1.", False),
        ("phpunit | tail -1", 0, "OK (3 tests, 3 assertions)", True),
        ("node --test | tail -3", 0, "# pass 2\n# fail 1\n# cancelled 0", False),
        ("node --test | tail -3", 0, "# pass 3\n# fail 0\n# cancelled 0", True),
        ("gradle test | tail", 0, "> Task :test FAILED", False),
    ],
)
def test_whether_they_passed(command: str, exit_code: int | None, output: str, verdict: bool | None) -> None:
    assert passed(command, exit_code, output) is verdict
