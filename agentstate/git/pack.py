"""A pack: many objects in one stream, as `git unpack-objects` takes them (gitformat-pack)."""

from collections.abc import Iterator, Sequence

from agentstate.git.objects import digest

_KINDS = {"commit": 1, "tree": 2, "blob": 3}
_VERSION = 2


def pack(kind: str, contents: Sequence[bytes], object_format: str) -> bytes:
    """The bytes of a pack of these objects, each whole, of one kind ("blob", "tree"), in a repository of this format ("sha1", "sha256")."""
    import zlib

    head = b"PACK" + _VERSION.to_bytes(4, "big") + len(contents).to_bytes(4, "big")
    # git compresses what it stores by itself, as the user says: here it would only cost time.
    body = b"".join([head, *(bytes(_header(_KINDS[kind], len(content))) + zlib.compress(content, 0) for content in contents)])
    return body + digest(body, object_format)


def _header(kind: int, size: int) -> Iterator[int]:
    """Kind and size of an object: four bits of the size beside the kind, then seven in a byte; the highest bit says that more follow."""
    byte, rest = kind << 4 | size & 0x0F, size >> 4
    while rest:
        yield byte | 0x80
        byte, rest = rest & 0x7F, rest >> 7
    yield byte
