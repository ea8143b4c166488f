"""Credentials planted in all that an agent hands over, in sessions played to the end: none of them is in any file afterwards."""

import json
import random
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hooks.scripts import SESSIONS, payload, workplace
from tests.support.command import run_here
from tests.support.repository import Repository

__all__ = ["workplace"]

DRAW = random.Random(5)  # noqa: S311 - the same values in every run
FORMS = (
    "export API_TOKEN={}",
    "curl -H 'Authorization: Bearer {}' https://example.org",
    "mysql -u root -p{} -h db",
    "psql postgres://app:{}@db:5432/x",
    "docker login -u bob -p {} registry",
    "gpg --batch --passphrase {} -d f",
    "the password is {}",
    "kubectl create secret generic x --from-literal=password={}",
)


def drawn() -> str:
    return "".join(DRAW.choice(string.ascii_letters + string.digits) for _ in range(28))


def planted(value: object, secrets: list[str]) -> object:
    """The payload with a credential in front of every text of more than one word, and of every command."""
    if isinstance(value, dict):
        return {
            name: _with_secret(item, secrets) if name in {"command", "prompt"} and isinstance(item, str) else planted(item, secrets)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [planted(item, secrets) for item in value]
    return _with_secret(value, secrets) if isinstance(value, str) and " " in value and "\n" not in value else value


def _with_secret(text: str, secrets: list[str]) -> str:
    secrets.append(drawn())
    return f"{FORMS[len(secrets) % len(FORMS)].format(secrets[-1])}; {text}"


def contents(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for name in (".agent", ".git") for path in (folder / name).rglob("*") if path.is_file())


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "cursor"])
def test_after_a_session_no_file_holds_what_was_planted(workplace: Repository, agent: str) -> None:
    secrets: list[str] = []
    for name in SESSIONS[agent]:
        given = json.dumps(planted(json.loads(payload(agent, name, workplace.path)), secrets))
        done = run_here("hook", agent, at=workplace.path, stdin=given)
        assert (done.code, done.err) == (0, "")
        assert not any(secret in done.out for secret in secrets)
    run_here("checkpoint", "done", at=workplace.path)
    assert len(secrets) > 5
    held = b"\n".join(contents(workplace.path))
    assert [secret for secret in secrets if secret.encode() in held] == []
    assert len(list((workplace.path / ".agent/local").iterdir())) > 1, "something was recorded"
