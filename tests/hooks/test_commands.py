"""What is left of a command line, and what is not taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks.commands import LONGEST, parted, simplified
from agentstate.hooks.shell import UNKNOWN, tokens, unquoted
from tests.support.laws import law

SIMPLIFIED = {
    "cd /a && pytest -q 2>&1 | tail -5": ("pytest -q", "/a"),
    "cd a; cd 'b c' && FOO=1 make test > out.log 2>&1": ("FOO=1 make test", "a/b c"),
    "cd a && cd /b && ls": ("ls", "/b"),
    "cd ~/work && ls": ("ls", "~/work"),
    'cd "/a b" && ls': ("ls", "/a b"),
    "cd /a\\ b && ls": ("ls", "/a b"),
    "cd -- a && ls": ("ls", "a"),
    "pushd a >/dev/null && ls": ("ls", "a"),
    "cd a\nls 2>/dev/null\npytest | head": ("ls\npytest", "a"),
    "\\\ncd /var/x\n\n# Clear\nrm x": ("rm x", "/var/x"),
    "cd a &&\n  pytest": ("pytest", "a"),
    "(cd x && npm test)": ("npm test", "x"),
    "(npm test)": ("(npm test)", ""),
    "bash -lc 'cd x && pytest -q 2>&1'": ("pytest -q", "x"),
    'sh -c "ls | head"': ("ls", ""),
    'cd a && echo "not closed': ('echo "not closed', "a"),
    # quotes, substitutions, documents
    "echo 'a && b | tail'": ("echo 'a && b | tail'", ""),
    "pytest -k 'a|b' | grep -E 'x|y'": ("pytest -k 'a|b'", ""),
    'x="$(foo 2>/dev/null | head)" && bar 2>&1': ('x="$(foo 2>/dev/null | head)" && bar', ""),
    "git commit -m \"$(cat <<'EOF'\nit's (a > b)\nEOF\n)\" 2>&1 | tail -3": ("git commit -m \"$(cat <<'EOF'\nit's (a > b)\nEOF\n)\"", ""),
    "cat > f <<'E'\nit's 2>&1 | tail\nE": ("cat > f <<'E'\nit's 2>&1 | tail\nE", ""),
    "python - <<-E 2>/dev/null\n\tcd a && b\n\tE\nls | head": ("python - <<-E\n\tcd a && b\n\tE\nls", ""),
    "diff <(sort a) <(sort b) | head": ("diff <(sort a) <(sort b)", ""),
    "echo `ls | head` 2>&1": ("echo `ls | head`", ""),
    "ls a#b # cd x && y": ("ls a#b # cd x && y", ""),
    # output
    "ls &>/dev/null && pytest |& tee log | tail": ("ls && pytest", ""),
    "pytest -q>out 2>&1; echo $?": ("pytest -q; echo $?", ""),
    "a >b c": ("a c", ""),
    "sort < in > out": ("sort < in", ""),
    "cat a <<< b": ("cat a <<< b", ""),
    "echo hi > x": ("echo hi > x", ""),
    "echo hi >> x 2>&1": ("echo hi >> x", ""),
    "echo hi | tee x": ("echo hi | tee x", ""),
    "cat .git 2>&1": ("cat .git", ""),
    "ls | wc -l": ("ls | wc -l", ""),
    "ls | sort | head | cat": ("ls | sort", ""),
    "npm test &": ("npm test &", ""),
    "pytest | tail && ruff . | head || exit 1": ("pytest && ruff . || exit 1", ""),
    # Windows
    "cd C:\\repo\\src; pytest 2>&1 | Select-Object -Last 20": ("pytest", "C:\\repo\\src"),
    "Set-Location -Path .\\src; dotnet test *> $null": ("dotnet test", ".\\src"),
    "cd /d C:\\x && dir": ("dir", "C:\\x"),
    'Get-ChildItem -Filter "*.cs" | Out-String': ('Get-ChildItem -Filter "*.cs"', ""),
    # left alone
    "cd $HOME && ls": ("cd $HOME && ls", ""),
    "cd - && ls": ("cd - && ls", ""),
    "cd /x": ("cd /x", ""),
    "cd /x &&": ("cd /x &&", ""),
    "cd a || exit 1": ("cd a || exit 1", ""),
    "cd a & ls": ("cd a & ls", ""),
    "for f in *; do pytest $f 2>&1 | tail; done": ("for f in *; do pytest $f 2>&1 | tail; done", ""),
    "[[ a > b ]] && ls": ("[[ a > b ]] && ls", ""),
    "case $x in a) ls 2>&1;; esac": ("case $x in a) ls 2>&1;; esac", ""),
    "ls ` \nGet-Item 2>&1": ("ls ` \nGet-Item 2>&1", ""),
    "": ("", ""),
    "  \n": ("", ""),
    # white space
    "pytest   tests/a.py\t-q": ("pytest tests/a.py -q", ""),
    "make \\\n  build": ("make build", ""),
    "make\\\n  build": ("make build", ""),
    "  cd   'my dir'  &&  npm   test ": ("npm test", "my dir"),
    "echo 'a   b'   \"c  d\"": ("echo 'a   b' \"c  d\"", ""),
    "cat <<E   x\na   b\nE": ("cat <<E x\na   b\nE", ""),
    "if x; then\n    y  z\nfi": ("if x; then\n    y z\nfi", ""),
    "a  2>&1  |  tail && b   c > x": ("a && b c", ""),
}

PIPED = {
    "make lint 2>&1 | tail -5": "make lint 2>&1 | tail -5",
    "cd a && make  |  tee log": "make | tee log",
    "a | tail && b": "a | tail && b",
    "bash -lc 'cd a && make | tail'": "make | tail",
    "set -o pipefail; make | tail": "",
    "ls | wc -l": "",
    "make; echo done": "",
    "make": "",
}


@pytest.mark.parametrize("command", SIMPLIFIED)
def test_what_is_left(command: str) -> None:
    assert simplified(command) == SIMPLIFIED[command]


@pytest.mark.parametrize("command", PIPED)
def test_the_line_with_its_filters_where_they_hide_the_exit_status(command: str) -> None:
    assert parted(command).piped == PIPED[command]


@pytest.mark.parametrize(("command", "waits"), [("make &", False), ("make & wait", True), ("make && x", True), ("bash -c 'make &'", False)])
def test_what_is_only_started_is_not_waited_for(command: str, waits: bool) -> None:
    assert parted(command).waits is waits


def test_a_line_that_holds_a_file_is_left_alone() -> None:
    command = "cd a && " + "x" * LONGEST
    assert simplified(command) == (command, "")


PIECES = [
    "cd a",
    "cd 'b c'",
    " && ",
    "; ",
    "\n",
    " | ",
    "ls",
    " 2>&1",
    " > f",
    "'",
    '"',
    "`",
    "$(",
    "(",
    ")",
    "\\",
    "<<E",
    "E",
    "# c",
    " || ",
    "&",
]


@law(200)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_a_second_time_nothing_is_taken_away_but_what_was_inside(command: str) -> None:
    line, _ = simplified(command)
    assert all(character in command for character in line)
    assert len(simplified(line)[0]) <= len(line) <= len(command)


@law(200)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_parts_stand_in_their_order_and_do_not_overlap(command: str) -> None:
    parts = tokens(command)
    places = [place for part in parts for place in (part.start, part.end)]
    assert places == sorted(places)
    assert all(part.end > part.start for part in parts)
    assert all(part.kind != UNKNOWN for part in parts[:-1])


@pytest.mark.parametrize(
    "shape", ["'", '"', "`", "$(", "(", "<<A ", "<<A\n", "a\n", "\\", "cd a && ", "> ", "$", "#", "{", "${", "\\\n", "| tail"]
)
def test_a_long_line_of_one_shape_is_taken_apart(shape: str) -> None:
    assert len(simplified((shape * LONGEST)[:LONGEST])[0]) <= LONGEST


def test_a_word_is_read_as_its_program_gets_it() -> None:
    assert unquoted('a\'b c\'"d \\" $x"\\ e') == 'ab cd " $x e'
    assert unquoted("C:\\new\\table") == "C:\\new\\table"
    assert unquoted("it'") == "it'"
