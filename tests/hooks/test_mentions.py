"""Which files a command line names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks.mentions import MOST, files
from tests.support.laws import law

CASES = {
    "sed -n '1,20p' src/a.py": ("src/a.py",),
    "cat ./a.py ../b/c.ts > out.txt 2>&1": ("a.py", "../b/c.ts"),
    "pytest tests/test_x.py::test_one -k 'a.b c'": ("tests/test_x.py",),
    "vim src/a.py:12 b.go:3-9": ("src/a.py", "b.go"),
    "git diff HEAD~1 -- 'with (brackets)/[id].tsx' src/[id]/page.tsx": ("src/[id]/page.tsx",),
    "pip install x==1.2.3 && curl https://example.org/a.json": (),
    "make -f Makefile test": ("Makefile",),
    "cat <<EOF > x.py\nimport a.b\nEOF": (),
    "go test ./...": (),
    "type C:\\work\\a.py": ("C:\\work\\a.py",),
    "grep 说明 文档/说明.md": ("文档/说明.md",),
    "cat a.py a.py": ("a.py",),
    "python -m tools.report": (),
    "cd a && .venv/bin/python3.11 -X dev -Im tools.report out.json": ("out.json",),
    "uv run python -Im tools.report out.json": ("out.json",),
    "coverage run -m tools.report; mypy --strict -p tools.report": (),
    "python tools/run.py -m model.json": ("tools/run.py", "model.json"),
    "python -m tools.report -m out.json": ("out.json",),
    "python -m; cat a.py": ("a.py",),
    "wc -m a.py": ("a.py",),
    "ls": (),
    "cat 'a.py": (),
    "": (),
}


@pytest.mark.parametrize("command", CASES)
def test_the_files_of_a_command(command: str) -> None:
    assert files(command) == CASES[command]


def test_no_more_than_so_many() -> None:
    assert files("cat " + " ".join(f"f{index}.py" for index in range(50))) == tuple(f"f{index}.py" for index in range(MOST))


@given(st.text(max_size=200))
@law(200)
def test_any_text_is_taken(command: str) -> None:
    assert all(name in command for name in files(command) if "'" not in command and '"' not in command and "\\" not in command)


@pytest.mark.parametrize("command", ["cat " + "a/" * 7_000 + "b", "cat " + "a." * 7_000, "cat " + "[" * 15_000])
def test_a_long_word_is_no_file(command: str) -> None:
    assert files(command) == ()
