"""The objects of a commit, and the branch that comes to name it: written durably, by whom the user says, without a hook."""

from collections.abc import Sequence

from agentstate.git import runner
from agentstate.git.author import identity_variables, signing_pins
from agentstate.git.failure import GitError
from agentstate.git.objects import Trees, with_files
from agentstate.git.pack import pack
from agentstate.git.policy import DURABLE
from agentstate.git.preparation import Prepared
from agentstate.git.repository import Repository

SIGNING_SECONDS = 120.0
"""How long signing may take, in seconds: somebody may have to touch a key."""

REF_LOCK_MILLISECONDS = 2000
"""How long git waits for a branch that another git holds."""

_REFLOG = "agentstate: "


def write_blobs(repository: Repository, contents: Sequence[bytes]) -> None:
    """Store each content as a blob, as it is."""
    _store(repository, "blob", contents)


def _store(repository: Repository, kind: str, contents: Sequence[bytes]) -> None:
    """Each content is an object of this kind, on the disk, when this is over; one git process takes all of them.

    `git mktree` would store many trees at once, and takes no heed of core.fsync: after a power cut HEAD could name a lost tree.
    """
    if contents:
        repository.git.run("unpack-objects", "-q", given=pack(kind, contents, repository.object_format), pins=DURABLE)


def write_commit(repository: Repository, prepared: Prepared, message: str, base: str, trees: Trees) -> str:
    """The id of a new commit on top of `base` ("": the first one), whose trees are `trees` with the wanted files; nothing names it."""
    top, contents = with_files(trees, prepared.wanted, repository.object_format)
    _store(repository, "tree", contents)
    sign = prepared.configuration.switch("commit.gpgsign")
    words = ("commit-tree", *(("-S",) if sign else ()), *(("-p", base) if base else ()), "-F", "-", top)
    try:
        return repository.git.run(
            *words,
            given=message.encode("utf-8", "surrogateescape"),
            pins=(*DURABLE, *(signing_pins(prepared.configuration) if sign else ())),
            environment=_who(prepared),
            seconds=SIGNING_SECONDS,
        ).text
    except GitError as failure:
        message = f"signing failed: {failure.message}" if sign else failure.message
        raise GitError(message, failure.stderr, failed=failure.failed) from failure


def move_head(repository: Repository, prepared: Prepared, subject: str, new: str, base: str) -> GitError | None:
    """Make HEAD, or the branch it names, name `new` if it still names `base`; otherwise the failure."""
    words = ("update-ref", "-m", f"{_REFLOG}{subject}", "HEAD", new, base or "0" * len(new))
    patience = [(name, str(REF_LOCK_MILLISECONDS)) for name in ("core.filesRefLockTimeout", "core.packedRefsTimeout")]
    answer = repository.git.start(*words, pins=(*DURABLE, *patience), environment=_who(prepared)).answer()
    return answer if isinstance(answer, GitError) else None


def _who(prepared: Prepared) -> dict[str, str]:
    return identity_variables(runner.identity(), prepared.configuration)
