"""What guards the reader is waived for one line that is told from others, never for a whole file."""

import pytest

from agentstate.rules import engine
from agentstate.vocabulary.repository import GitFacts
from tests.rules.trees import laid, shown

FACTS = "# Facts\n\n- it opens with `password: Xk7Qz2Lp9Vw4`\n"
SETTING = "waivers:\n  - rule: secret\n    path: .agent/FACTS.md\n    reason: it opens nothing\n"


def judged(setting: str) -> tuple[list[str], int]:
    found, waived = engine.judge(laid({".agent/FACTS.md": FACTS, ".agent/config.yaml": setting}), GitFacts())
    return [shown(diagnostic) for diagnostic in found if diagnostic.code in {"AS702", "AS792"}], waived


def test_a_setting_waives_the_line_that_it_tells() -> None:
    assert judged(f"{SETTING}    line_contains: it opens with\n") == ([], 1)


@pytest.mark.parametrize("contains", ["", "    line_contains: it open\n", '    line_contains: "   i      "\n'])
def test_a_setting_that_tells_no_line_waives_nothing(contains: str) -> None:
    assert judged(SETTING + contains) == (
        [
            "FACTS.md:3:28 AS702 looks like a credential: assigned secret, 12 characters",
            "config.yaml:2:5 AS792 secret cannot be waived for a whole file: it guards who reads it",
        ],
        0,
    )
