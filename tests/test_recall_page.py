"""The example of docs/recall.md, run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entity, Entry

TOP = Path(__file__).parent.parent


def test_the_example_for_python_works(tmp_path: Path) -> None:
    (tmp_path / ".agent").mkdir()
    (tmp_path / "auth.py").write_text("def verify_token(token: str) -> bool: ...\n", encoding="utf-8")
    journal = open_journal(tmp_path)
    fact = Entity("fact", "verify_token", "auth.py", "def verify_token()", "read", 0.95)
    journal.append([Entry(session="s", kind="tool", time=1, call="a", entities=(fact,), ok=True)])
    journal.close()
    (example,) = re.findall(r"```python\n(.*?)```", (TOP / "docs" / "recall.md").read_text(encoding="utf-8"), re.DOTALL)
    command = [sys.executable, "-c", f"import sys\nsys.path.insert(0, {str(TOP)!r})\n{example}"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "auth.py def verify_token(token: str) -> bool exact 0.95\n", "")
