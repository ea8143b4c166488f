"""Who commits, and with which program a commit is signed: the user's own choice, never the repository's."""

from collections.abc import Mapping

from agentstate.git.configuration import Configuration
from agentstate.git.policy import Pin

FALLBACK = ("agentstate", "agentstate@localhost.invalid")
"""Name and address where neither git's settings nor the environment name anybody."""

_OPENPGP = ("gpg.program", "gpg.openpgp.program")
_PROGRAMS = (
    (_OPENPGP, "gpg"),
    (("gpg.x509.program",), "gpgsm"),
    (("gpg.ssh.program",), "ssh-keygen"),
    # git would run a default key command that is set; one that fails leaves it without a key, and the commit unsigned.
    (("gpg.ssh.defaultkeycommand",), "false"),
)


def identity_variables(environment: Mapping[str, str], configuration: Configuration) -> dict[str, str]:
    """The variables that tell git who commits: what the caller's `environment` says, else git's settings, else FALLBACK."""
    variables = dict(environment)
    for role in ("author", "committer"):
        for what, fallback in zip(("name", "email"), FALLBACK, strict=True):
            variable = f"GIT_{role}_{what}".upper()
            chosen = configuration.last(f"{role}.{what}") or configuration.last(f"user.{what}") or fallback
            variables.setdefault(variable, chosen)
    return variables


def signing_pins(configuration: Configuration) -> tuple[Pin, ...]:
    """For each program that the repository's own settings name, the one the user's name instead, or git's default."""
    return tuple(
        (name, configuration.last(*names, trusted=True) or default)
        for names, default in _PROGRAMS
        if configuration.is_foreign(*names)
        for name in names
    )
