"""The plugin of opencode, driven by node with a stand-in for the command: what it asks, what it does with the answer, and what breaks."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agentstate.hooks.install import owned
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.specification import Target

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")

DRIVER = Path(__file__).parent / "plugin_driver.mjs"
PAYLOADS = sorted((Path(__file__).parent.parent / "payloads/opencode").glob("*.json"))
ANSWERS = """\
import json, sys
with open("asked", "a", encoding="utf-8") as log:
    asked = json.load(sys.stdin)
    log.write(json.dumps([sys.argv[1:], asked]) + "\\n")
kind = asked["input"].get("event", {}).get("type", asked["event"])
print(json.dumps({"context": f"after {kind}"}))
"""
SILENT = ANSWERS.partition("kind =")[0]
TARGET = Target("root", ".opencode/plugins/agentstate.js")
Steps = Sequence[Mapping[str, object]]


def drive(folder: Path, steps: Steps, api: str = "v1", stand_in: str = ANSWERS, command: Sequence[str] = ()) -> object:
    """What each of the steps changed."""
    return driven(folder, {".": steps}, api, stand_in, command)["."]


def driven(folder: Path, steps: Mapping[str, Steps], api: str, stand_in: str = SILENT, command: Sequence[str] = ()) -> Mapping[str, object]:
    """For each of these folders below `folder`, in which the plugin is loaded anew, what the steps in it changed.

    The plugin has a tenth of its time, so that the command that hangs does not hold up the tests.
    """
    script = folder / "stand-in.py"
    script.write_text(stand_in, encoding="utf-8")
    caller = Caller(tuple(command) or (sys.executable, str(script)))
    text = owned.contents(HOOKS["opencode"], TARGET, caller)[TARGET].decode()
    plugin = folder / "agentstate.mjs"
    plugin.write_text(text.replace("LIMIT = 5000", "LIMIT = 500") if stand_in == HANGS else text, encoding="utf-8")
    assert NODE
    words = [NODE, str(DRIVER), str(plugin), api]
    done = subprocess.run(words, cwd=folder, input=json.dumps(steps), capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    found: Mapping[str, object] = json.loads(done.stdout)
    return found


def asked(folder: Path) -> list[dict[str, object]]:
    """The envelopes that the command was given."""
    log = folder / "asked"
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    assert all(words == ["hook", "opencode"] for words, _ in lines)
    return [envelope for _, envelope in lines]


def envelope(folder: Path, api: str, event: str, given: object, **output: object) -> dict[str, object]:
    place = {"directory": str(folder), "worktree": "/top" if api == "v1" else str(folder)}
    return {"agentstate_envelope": 1, "agent": "opencode", "plugin_api": api, "event": event, **place, "input": given, **output}


def told(kind: str, session: str = "s") -> dict[str, object]:
    return {"hook": "event", "input": {"event": {"type": kind, "properties": {"sessionID": session}}}}


def system(session: str | None = "s") -> dict[str, object]:
    given = {"sessionID": session} if session else dict[str, str]()
    return {"hook": "experimental.chat.system.transform", "input": given, "output": {"system": ["base"]}}


TOOL: Mapping[str, object] = {
    "hook": "tool.execute.after",
    "input": {"tool": "bash", "sessionID": "s", "callID": "c", "args": {"command": "x"}},
    "output": {"output": "out"},
}


def step(payload: dict[str, Any]) -> dict[str, object]:
    """What opencode must do to its plugin so that the payload is what the command is given."""
    given, output = payload["input"], payload.get("output")
    if payload["plugin_api"] == "v1":
        return {"hook": payload["event"], "input": given, "output": output}
    call = {"tool": given["tool"], "sessionID": given["sessionID"], "id": given["callID"], "input": given["args"]}
    return {"hook": payload["event"], "input": {**call, **(output or {})}}


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each payload, in which the command was told of it and of nothing else."""
    top = tmp_path_factory.mktemp("heard")
    for api in ("v1", "v2"):
        found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in PAYLOADS}
        steps = {stem: [step(payload)] for stem, payload in found.items() if payload["plugin_api"] == api}
        for stem in steps:
            (top / stem).mkdir()
        assert driven(top, steps, api).keys() == steps.keys()
    return top


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
def test_the_payloads_that_are_understood_are_those_that_the_plugin_makes(path: Path, heard: Path) -> None:
    payload, folder = json.loads(path.read_text(encoding="utf-8")), heard / path.stem
    expected = {**payload, "directory": str(folder), "worktree": "/top" if payload["plugin_api"] == "v1" else str(folder)}
    assert asked(folder) == ([] if path.stem.endswith("file.edited-unknown") else [expected])


def test_what_is_said_reaches_the_summary_the_result_and_the_system_prompt(tmp_path: Path) -> None:
    compacting = {"hook": "experimental.session.compacting", "input": {"sessionID": "s"}, "output": {"context": ["theirs"]}}
    message = {"hook": "chat.message", "input": {"sessionID": "s"}, "output": {"parts": []}}
    image: Mapping[str, object] = {**TOOL, "output": {"attachments": []}}
    steps = [
        system(),
        told("session.created"),
        system(),
        TOOL,
        compacting,
        told("session.compacted"),
        system(),
        system("other"),
        message,
        image,
    ]
    assert drive(tmp_path, [*steps, system(), told("session.idle", "t"), system(None)]) == [
        {"system": ["base"]},
        None,
        {"system": ["base", "after session.created"]},
        {"output": "out\n\nafter tool.execute.after"},
        {"context": ["theirs", "after experimental.session.compacting"]},
        None,
        {"system": ["base", "after session.compacted"]},
        {"system": ["base"]},
        {"parts": []},
        {"attachments": []},
        {"system": ["base", "after session.compacted\n\nafter tool.execute.after"]},
        None,
        {"system": ["base", "after session.idle"]},
    ]


def test_of_the_many_events_only_those_of_a_session_are_told(tmp_path: Path) -> None:
    kinds = (
        "message.part.updated",
        "session.created",
        "file.edited",
        "session.compacted",
        "session.idle",
        "session.deleted",
        "session.updated",
    )
    drive(tmp_path, [told(kind) for kind in kinds])
    assert asked(tmp_path) == [
        envelope(tmp_path, "v1", "event", {"event": {"type": kind, "properties": {"sessionID": "s"}}})
        for kind in ("session.created", "session.compacted", "session.idle", "session.deleted")
    ]


HANGS = "import sys, time\nsys.stdin.read()\ntime.sleep(60)\n"
BROKEN = {
    "hangs": HANGS,
    "reads nothing": "import os\nos.close(0)\n",
    "fails": "raise SystemExit(1)\n",
    "prints no JSON": "print('{')\n",
    "prints another value": "print('null')\n",
    "prints another type": "print('{\"context\": 5}')\n",
    "prints on stderr": "import sys\nprint('no', file=sys.stderr)\n",
}


@pytest.mark.parametrize("stand_in", BROKEN.values(), ids=BROKEN)
def test_a_command_that_misbehaves_changes_nothing(stand_in: str, tmp_path: Path) -> None:
    large: Mapping[str, object] = {**TOOL, "output": {"output": "x" * 1_000_000}}
    assert drive(tmp_path, [large, system()], stand_in=stand_in) == [{"output": "x" * 1_000_000}, {"system": ["base"]}]


def test_a_missing_command_changes_nothing(tmp_path: Path) -> None:
    assert drive(tmp_path, [TOOL, TOOL, system()], command=["/no/such/agentstate"]) == [
        {"output": "out"},
        {"output": "out"},
        {"system": ["base"]},
    ]


@pytest.mark.parametrize(
    "hook", ["event", "chat.message", "tool.execute.after", "experimental.session.compacting", "experimental.chat.system.transform"]
)
def test_what_has_another_shape_than_expected_changes_nothing(hook: str, tmp_path: Path) -> None:
    odd: tuple[object, ...] = ({}, None, "cyclic", {"event": {}}, [])
    steps = [{"hook": hook, "input": given, "output": None} for given in odd]
    assert drive(tmp_path, steps) == [None, None, "undefined", None, None]


def test_the_second_interface(tmp_path: Path) -> None:
    call = {"tool": "bash", "sessionID": "s", "id": "c", "input": {"command": "x"}}
    steps: Steps = [
        {"hook": "session.prompt", "input": {"sessionID": "s", "messageID": "m", "prompt": {"text": "do it"}}},
        {"hook": "session.context", "input": {"sessionID": "s", "system": [{"type": "text", "text": "base"}]}},
        {"hook": "tool.execute.after", "input": {**call, "status": "completed", "result": {"output": 1}}},
        {"hook": "tool.execute.after", "input": {**call, "status": "error", "error": {"message": "no"}}},
        {"hook": "session.compaction", "input": {"sessionID": "s", "system": ["base"]}},
        {"hook": "session.context", "input": {"sessionID": "s", "system": []}},
        {"hook": "session.context", "input": {"sessionID": "s", "system": []}},
    ]
    after = {"type": "text", "text": "after session.compacted"}
    assert drive(tmp_path, steps, "v2") == [
        "agentstate",
        ["tool.execute.after", "session.prompt", "session.compaction", "session.context"],
        None,
        [{"type": "text", "text": "base"}, {"type": "text", "text": "after session.created"}],
        None,
        None,
        ["base", "after experimental.session.compacting"],
        [after],
        [after],
    ]
    given = {"tool": "bash", "sessionID": "s", "callID": "c", "args": {"command": "x"}}
    event = {"properties": {"sessionID": "s"}}
    assert asked(tmp_path) == [
        envelope(
            tmp_path, "v2", "chat.message", {"sessionID": "s", "messageID": "m"}, output={"parts": [{"type": "text", "text": "do it"}]}
        ),
        envelope(tmp_path, "v2", "event", {"event": {"type": "session.created", **event}}),
        envelope(tmp_path, "v2", "tool.execute.after", given, output={"status": "completed", "result": {"output": 1}}),
        envelope(tmp_path, "v2", "tool.execute.after", given, output={"status": "error", "error": {"message": "no"}}),
        envelope(tmp_path, "v2", "experimental.session.compacting", {"sessionID": "s"}, output={"context": []}),
        envelope(tmp_path, "v2", "event", {"event": {"type": "session.compacted", **event}}),
    ]


def test_an_interface_that_lacks_a_hook_has_the_others(tmp_path: Path) -> None:
    step = {"hook": "session.compaction", "input": {"sessionID": "s", "system": []}}
    assert drive(tmp_path, [step], "v2-without-context") == [
        "agentstate",
        ["tool.execute.after", "session.prompt", "session.compaction"],
        [{"type": "text", "text": "after experimental.session.compacting"}],
    ]
