"""What a command line writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks import writes as module
from agentstate.hooks.writes import Writes, writes
from tests.support.laws import law

ANYTHING, FORMATTED = Writes(anything=True), Writes(any_formatted=True)
CASES = {
    "cat >> b.py <<'EOF'\n#2\nEOF": Writes(("b.py",)),
    "echo x > 'my file.txt' 2>&1": Writes(("my file.txt",)),
    "make > /dev/null 2>&1; ls 2>/dev/null": Writes(),
    "make &> build.log": Writes(("build.log",)),
    "echo x | tee -a a.txt b.txt": Writes(("a.txt", "b.txt")),
    "sed -i 's/a.py/b.py/' src/a.py src/b.py": Writes(("src/a.py", "src/b.py")),
    "sed -i.bak -e s/a/b/ a.py": Writes(("a.py",)),
    "sed -Ei '' s/a/b/ a.py": Writes(("a.py",)),
    "sed -n '1,3p' a.py": Writes(),
    "perl -pi -e 's/a/b/' a.pl": Writes(("a.pl",)),
    "perl -i -pe 's/a/b/' a.pl": Writes(("a.pl",)),
    "perl -ne 'print' a.pl": Writes(),
    "mv a.py src/b.py": Writes(("a.py", "src/b.py", "src/b.py/a.py"), moved=(("a.py", "src/b.py"),)),
    "git mv a.py b.py src/": Writes(("a.py", "b.py", "src", "src/a.py", "src/b.py"), moved=(("a.py", "src/a.py"), ("b.py", "src/b.py"))),
    "cp a.py b.py": Writes(("b.py", "b.py/a.py")),
    "rm -f a.py && git rm b.py": Writes(("a.py", "b.py")),
    "git rm --cached a.py": Writes(),
    "git checkout -- c.py": Writes(("c.py",)),
    "git checkout HEAD~1 -- src": ANYTHING,
    "git checkout c.py": Writes(("c.py",)),
    "git checkout main": ANYTHING,
    "git checkout -b topic": Writes(),
    "git -C sub restore a.py": Writes(("a.py",)),
    "git restore --staged a.py": Writes(),
    "git restore .": ANYTHING,
    "git stash": ANYTHING,
    "git stash list": Writes(),
    "git stash push -- d.py": Writes(("d.py",)),
    "git reset --hard HEAD~1": ANYTHING,
    "git reset HEAD a.py": Writes(),
    "git pull && git log": ANYTHING,
    "git apply --check x.patch": Writes(),
    "git apply x.patch": ANYTHING,
    "git commit -m 'git reset --hard'": Writes(),
    "patch -p1 < x.patch": ANYTHING,
    "ruff format .": FORMATTED,
    "uv run ruff check --fix": FORMATTED,
    "ruff format --check .": Writes(),
    "ruff check .": Writes(),
    "black src/a.py": Writes(formatted=("src/a.py",)),
    "python -m black src": FORMATTED,
    "npx prettier --write a.ts b.ts": Writes(formatted=("a.ts", "b.ts")),
    "npx prettier a.ts": Writes(),
    "gofmt -w a.go": Writes(formatted=("a.go",)),
    "gofmt -l a.go": Writes(),
    "cargo fmt": FORMATTED,
    "npm run format": FORMATTED,
    "npm run lint": Writes(),
    "bash -lc 'sed -i s/a/b/ a.py'": Writes(("a.py",)),
    "FOO=1 sudo tee a.conf": Writes(("a.conf",)),
    "echo 'not closed > a.py": Writes(),
    "": Writes(),
}


@pytest.mark.parametrize("command", CASES)
def test_what_a_command_writes(command: str) -> None:
    assert writes(command) == CASES[command]


@given(
    st.one_of(
        st.text(max_size=100),
        st.lists(st.sampled_from(["git", "mv", "sed", "-i", "a.py", ">", "|", "--", "checkout", "npm", "run"])).map(" ".join),
    )
)
@law(200)
def test_any_text_is_taken(command: str) -> None:
    assert all(isinstance(name, str) and name for name in writes(command).named)


WORDS = [
    "git",
    "sub/git",
    "'g'it",
    '"sed"',
    "-i",
    "SED.exe",
    "a.py",
    ">",
    "2>&1",
    "|",
    "&&",
    "(",
    ")",
    "x=1",
    "\\",
    "mv",
    "black",
    "make",
    "fmt",
    "ls",
]


@given(
    st.lists(st.sampled_from(WORDS), max_size=6), st.sampled_from([" ", "", ";"]), st.sampled_from(["{}", "bash -c '{}'", "python -m {}"])
)
@law(200)
def test_a_line_that_surely_writes_nothing_does_not(words: list[str], between: str, around: str) -> None:
    command = around.format(between.join(words))
    if not module.may_write(command):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "may_write", lambda _: True)
            assert writes(command) == Writes()
