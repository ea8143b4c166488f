"""Whatever a file, a payload, a prompt or a command holds: no parser raises anything but what it promises, and a fault is in its file.

Files that were made to do harm are tried as well where they lie beside the repository.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from agentstate.agents import ADAPTERS, adapter
from agentstate.agents.settings_file import read_settings
from agentstate.documents.block import block_faults
from agentstate.documents.conflict import conflict_line
from agentstate.documents.decisions import parse_decisions
from agentstate.documents.facts import parse_facts
from agentstate.documents.mentions import mentions
from agentstate.documents.protocol import parse_protocol
from agentstate.documents.snapshot import parse_snapshot
from agentstate.documents.state import parse_state
from agentstate.documents.text import SourceText
from agentstate.documents.todo import parse_todo
from agentstate.extraction.redaction import redacted
from agentstate.extraction.sentences import rules, statements
from agentstate.extraction.symbols import symbols
from agentstate.extraction.symbols.languages import BY_SUFFIX
from agentstate.hooks.commands import simplified
from agentstate.hooks.install import jsonc
from agentstate.hooks.notation import read_json
from agentstate.hooks.patches import touches
from agentstate.hooks.switches import switches
from agentstate.markdown import headings
from agentstate.secrets import masked
from agentstate.settings import parse_settings
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.visible import is_invisible
from agentstate.yaml import parse
from tests.support.laws import law

PAYLOADS = sorted((Path(__file__).parent / "hooks/payloads").glob("*/*.json"))
HOSTILE = Path(__file__).parents[2] / "shared/hostile"

PIECES = (
    *(b"- [ ] ", b"## [2026-11-29] a\n", b"- Why: ", b"- Decision: x\n", b"# ", b"1. ", b"project: ", b"files_to_load:\n", b"  - ", b": "),
    *(b"<<<<<<< HEAD\n", b"=======\n", b">>>>>>> b\n", b"|||||||\n", b"```", b"~~~\n", b"<!--", b"-->", b"<!-- agentstate:begin -->\n"),
    *(
        b"\xef\xbb\xbf",
        b"\xff",
        b"\x00",
        b"\r",
        b"\r\n",
        b"\n",
        b"\t",
        b"  ",
        b"\xe2\x80\xa8",
        b"\xe2\x80\xae",
        b"\xf3\xa0\x81\x81",
        b"\xed\xa0\x80",
    ),
    *(
        b"[" * 30,
        b"{" * 30,
        b"- " * 30,
        b"&a ",
        b"*a",
        b"!!x ",
        b"<<: ",
        b"--- ",
        b"%YAML 1.1\n",
        b"? ",
        b"|2\n",
        b">-\n",
        b"'",
        b'"',
        b"\\",
    ),
    *(b"9" * 5000, b"1e400", b"2024-13-45", b"2026-01-02T03:04:05+99:99", b".nan", b"0o9", b"null", b"true", b"\\ud800", b"\\x1b[2J"),
    *(
        b"*** Begin Patch\n",
        b"*** Update File: a\n",
        b"@@\n",
        b"+x\n",
        b"cd a && ",
        b"$(",
        b"`",
        b"<<E\n",
        b"| ",
        b"; ",
        b"def f(",
        b"class A {",
    ),
)
BYTES = st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=20).map(b"".join) | st.binary(max_size=200)


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def refused(parse_text: Callable[[SourceText], object]) -> Callable[[bytes], object]:
    """The same, which may refuse with a message."""

    def call(data: bytes) -> object:
        try:
            return parse_text(SourceText.decode("x", data))
        except AgentStateError as error:
            return error.message

    return call


def not_json(data: bytes) -> object:
    try:
        return read_json(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def symbols_of(suffix: str) -> Callable[[bytes], object]:
    return lambda data: symbols(f"a{suffix}", text_of(data))


PARSERS: dict[str, Callable[[bytes], object]] = {
    "yaml": lambda data: parse(text_of(data)).faults,
    "markdown": lambda data: headings(text_of(data)),
    "state": lambda data: parse_state(SourceText.decode("x", data)).faults,
    "violations": lambda data: parse_state(SourceText.decode("x", data)).violations,
    "config": lambda data: parse_settings(SourceText.decode("x", data))[1],
    "switches": switches,
    "decisions": lambda data: parse_decisions(SourceText.decode("x", data)).faults,
    "facts": lambda data: parse_facts(SourceText.decode("x", data)).faults,
    "todo": lambda data: parse_todo(SourceText.decode("x", data)).faults,
    "protocol": lambda data: parse_protocol(SourceText.decode("x", data)).faults,
    "snapshot": lambda data: parse_snapshot(SourceText.decode("x", data)),
    "conflict": lambda data: conflict_line(SourceText.decode("x", data)),
    "block": lambda data: block_faults(SourceText.decode("x", data)),
    "mentions": lambda data: mentions(text_of(data)),
    "rules": lambda data: rules(text_of(data)),
    "statements": lambda data: statements(text_of(data)),
    "patches": lambda data: touches(text_of(data)),
    "commands": lambda data: simplified(text_of(data)),
    "redaction": lambda data: redacted(text_of(data)),
    "secrets": lambda data: masked(text_of(data)),
    "settings of agents": lambda data: read_settings(text_of(data)),
    "settings with comments": refused(jsonc.parse),
    "json": not_json,
    **{f"symbols of {suffix}": symbols_of(suffix) for suffix in sorted(BY_SUFFIX)[:40:4]},
}


@pytest.mark.parametrize("name", PARSERS)
def test_no_bytes_raise(name: str) -> None:
    @settings(law(200), suppress_health_check=list(HealthCheck))
    @example(b"[" * 400)
    @example(b"x: " + b"[" * 300 + b"]" * 300)
    @given(BYTES)
    def holds(data: bytes) -> None:
        found = PARSERS[name](data)
        lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        for fault in found if isinstance(found, tuple) else ():
            if hasattr(fault, "kind") and hasattr(fault, "hint") and hasattr(fault, "line"):
                assert 1 <= fault.line <= len(lines)
                assert fault.column >= 1
                assert not any(map(is_invisible, fault.message))

    holds()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["/", "..", "\0", "{}", "9" * 50]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("agent", ADAPTERS)
def test_no_payload_raises(agent: str) -> None:
    """What an agent really sends, with any of its values replaced, at any depth."""
    samples = [
        json.loads(path.read_text(encoding="utf-8")) for path in PAYLOADS if path.parent.name.partition("-")[0] == agent.partition("-")[0]
    ]
    known = [one for one in samples if isinstance(one, dict)] or [{"hook_event_name": "PostToolUse", "tool_input": {}}]

    @settings(law(200), suppress_health_check=list(HealthCheck))
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        payload = json.loads(json.dumps(data.draw(st.sampled_from(known))))
        place: object = payload
        while isinstance(place, dict) and place:
            name = data.draw(st.sampled_from(sorted(place)))
            if not isinstance(place[name], dict) or data.draw(st.booleans()):
                place[name] = data.draw(VALUES)
                break
            place = place[name]
        event = adapter(agent).event(payload, data.draw(st.sampled_from(["", "PostToolUse", "\0"])))
        assert isinstance(adapter(agent).reply(event, "text"), str)

    holds()


@pytest.mark.skipif(not HOSTILE.exists(), reason="no hostile files beside the repository")
def test_files_that_were_made_to_do_harm_raise_nothing(tmp_path: Path) -> None:
    import subprocess
    import sys

    subprocess.run(
        [sys.executable, HOSTILE / "cases.py", tmp_path, "inj-ansi", "yaml-alias-bomb", "log-duplicate-id"], check=True, capture_output=True
    )
    for path in (path for path in tmp_path.rglob(".agent/*") if path.is_file() and not path.is_symlink()):
        for parser in PARSERS.values():
            parser(path.read_bytes()[:65_536])
