"""Who commits, and how a commit is signed: by the user's own programs or not at all."""

import shutil
import subprocess
from pathlib import Path

import pytest

from agentstate.git.author import identity_variables, signing_pins
from agentstate.git.commit import Committed, NotCommitted
from agentstate.git.configuration import Configuration, Setting
from tests.git.door import assert_committed, checkpoint, user_work
from tests.support.repository import Repository

needs_keys = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed")


def author(worktree: Repository) -> str:
    return worktree.git("log", "-1", "--format=%an|%ae|%cn|%ce").strip()


def test_nobody_is_known(worktree: Repository, home: Path) -> None:
    (home / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n", encoding="utf-8")
    assert_committed(worktree, checkpoint(worktree))
    assert author(worktree) == "agentstate|agentstate@localhost.invalid|agentstate|agentstate@localhost.invalid"


def test_the_environment_wins_over_the_settings(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "A")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "c@example.org")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2026-03-04T05:06:07+0000")
    assert_committed(worktree, checkpoint(worktree))
    assert author(worktree) == "A|author@example.org|Test Author|c@example.org"
    assert worktree.git("log", "-1", "--format=%at") == "1772600767\n"


def test_author_and_committer_may_have_settings_of_their_own() -> None:
    settings = (Setting("global", "user.name", "U"), Setting("global", "user.email", ""), Setting("local", "committer.name", "C"))
    assert identity_variables({"GIT_AUTHOR_DATE": "1 +0000"}, Configuration(settings)) == {
        "GIT_AUTHOR_DATE": "1 +0000",
        "GIT_AUTHOR_NAME": "U",
        "GIT_AUTHOR_EMAIL": "agentstate@localhost.invalid",
        "GIT_COMMITTER_NAME": "C",
        "GIT_COMMITTER_EMAIL": "agentstate@localhost.invalid",
    }


def sign_with_ssh(worktree: Repository, home: Path) -> None:
    key = home / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", str(key)], check=True)
    (home / "signers").write_text(f"author@example.org {key.with_suffix('.pub').read_text(encoding='utf-8')}", encoding="utf-8")
    for name, value in {
        "gpg.format": "ssh",
        "user.signingKey": str(key),
        "commit.gpgSign": "true",
        "gpg.ssh.allowedSignersFile": str(home / "signers"),
    }.items():
        worktree.git("config", "--global", name, value)


@needs_keys
def test_a_commit_is_signed_where_the_user_asks_for_it(worktree: Repository, home: Path) -> None:
    sign_with_ssh(worktree, home)
    user_work(worktree)
    outcome = checkpoint(worktree)
    assert isinstance(outcome, Committed)
    assert worktree.git("log", "-1", "--format=%G? %GS", "--no-show-signature") == "G author@example.org\n"


@needs_keys
def test_a_program_named_by_the_repository_does_not_sign(worktree: Repository, home: Path, hit: Path, canary: Path) -> None:
    sign_with_ssh(worktree, home)
    for name in ("gpg.program", "gpg.openpgp.program", "gpg.x509.program", "gpg.ssh.program", "gpg.ssh.defaultKeyCommand"):
        worktree.git("config", name, str(canary))
    assert isinstance(checkpoint(worktree), Committed)
    assert worktree.git("cat-file", "commit", "HEAD").count("-----BEGIN SSH SIGNATURE-----") == 1
    assert not hit.exists()


@pytest.mark.parametrize("name", ["gpg.program", "gpg.openpgp.program"])
def test_the_users_own_program_signs(worktree: Repository, tmp_path: Path, name: str) -> None:
    program = tmp_path / "sign"
    program.write_text("#!/bin/sh\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho signed by the user\n", encoding="utf-8")
    program.chmod(0o755)
    worktree.git("config", "--global", name, str(program))
    worktree.git("config", "--global", "commit.gpgSign", "true")
    worktree.git("config", "gpg.program", "/nowhere")
    assert isinstance(checkpoint(worktree), Committed)
    assert "gpgsig signed by the user\n" in worktree.git("cat-file", "commit", "HEAD")


def test_failing_to_sign_makes_no_commit_and_leaves_the_index(worktree: Repository) -> None:
    worktree.git("config", "--global", "commit.gpgSign", "true")
    worktree.git("config", "--global", "gpg.program", "false")
    user_work(worktree)
    staged, head = worktree.git("ls-files", "--stage"), worktree.head()
    assert checkpoint(worktree) == NotCommitted("signing failed: gpg failed to sign the data", failed=True)
    assert (worktree.git("ls-files", "--stage"), worktree.head()) == (staged, head)


def test_signing_asked_for_by_the_repository_alone_still_uses_only_the_users_programs(
    worktree: Repository, hit: Path, canary: Path
) -> None:
    worktree.git("config", "commit.gpgSign", "yes")
    worktree.git("config", "gpg.format", "ssh")
    worktree.git("config", "gpg.ssh.defaultKeyCommand", str(canary))
    outcome = checkpoint(worktree)
    assert isinstance(outcome, NotCommitted)
    assert outcome.reason.startswith("signing failed: ")
    assert not hit.exists()


def test_a_signature_is_not_asked_for_where_the_last_word_is_no(worktree: Repository) -> None:
    worktree.git("config", "--global", "commit.gpgSign", "true")
    worktree.git("config", "commit.gpgSign", "no")
    assert_committed(worktree, checkpoint(worktree))


def test_only_foreign_program_names_are_replaced() -> None:
    settings = (
        Setting("system", "gpg.x509.program", "/opt/gpgsm"),
        Setting("global", "gpg.openpgp.program", "gpg2"),
        Setting("local", "gpg.program", "evil"),
        Setting("worktree", "gpg.ssh.defaultkeycommand", "evil"),
    )
    assert signing_pins(Configuration(settings)) == (
        ("gpg.program", "gpg2"),
        ("gpg.openpgp.program", "gpg2"),
        ("gpg.ssh.defaultkeycommand", "false"),
    )
    assert signing_pins(Configuration(settings[:2])) == ()
