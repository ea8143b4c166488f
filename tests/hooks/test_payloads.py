"""Every file `tests/hooks/payloads/<agent>/<event>-<case>.json`, what an agent hands to a hook, and what is made of it: the same path
below `expected`. A new payload needs no more than its file.

`ACCEPT_CASES=1` writes what comes out as what is expected, for a person to read through and commit.
"""

import json
import os
from pathlib import Path

import pytest

from agentstate.agents import ADAPTERS, adapter
from agentstate.hooks.detection import detect
from agentstate.hooks.event import KINDS, OPERATIONS, TOOLS, Event
from agentstate.vocabulary.values import names

HERE = Path(__file__).parent
PAYLOADS = sorted((HERE / "payloads").glob("*/*.json"))
CONTEXT = 'You work on "calc".\nDo not touch <src/legacy>. 决定'


def shown(event: Event) -> dict[str, object]:
    fields = {name: getattr(event, name) for name in names(Event)}
    return fields | {"touches": [{name: getattr(touch, name) for name in names(type(touch))} for touch in event.touches]}


def answers(agent: str, event: Event) -> dict[str, str]:
    return {"neutral": adapter(agent).reply(event, ""), "context": adapter(agent).reply(event, CONTEXT)}


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_payload_gives_the_event_and_the_replies_beside_it(path: Path) -> None:
    agent, payload = path.parent.name, json.loads(path.read_text(encoding="utf-8"))
    assert detect(payload, agent) == agent
    event = adapter(agent).event(payload, "")
    written = json.dumps({"event": shown(event), **answers(agent, event)}, indent=2, ensure_ascii=False) + "\n"
    expected = HERE / "expected" / agent / path.name
    if os.environ.get("ACCEPT_CASES") and not os.environ.get("CI"):
        expected.parent.mkdir(parents=True, exist_ok=True)
        expected.write_text(written, encoding="utf-8")
    assert written == expected.read_text(encoding="utf-8")
    assert event.agent == agent
    assert event.kind in KINDS
    assert event.tool in ("", *TOOLS)
    assert {touch.op for touch in event.touches} <= set(OPERATIONS)
    assert (event.kind == "tool_failed") is (event.ok is False)


def test_what_is_expected_has_its_payload() -> None:
    expected = {path.relative_to(HERE / "expected") for path in (HERE / "expected").glob("*/*")}
    assert expected == {path.relative_to(HERE / "payloads") for path in PAYLOADS}
    assert {path.parent.name for path in PAYLOADS} <= set(ADAPTERS)
    assert len(PAYLOADS) > 100
