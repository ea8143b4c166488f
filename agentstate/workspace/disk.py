"""What memories are held against: whether the files that they are about are there, and what these define."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from agentstate.extraction.redaction import redacted
from agentstate.extraction.suspicion import has_arguments, is_suspicious
from agentstate.extraction.symbols import CONFIG_KEY, Symbol, may_define, symbols
from agentstate.files.read import read_file, read_files
from agentstate.files.resolve import kind_of
from agentstate.hooks.paths import relative
from agentstate.journal.values import Engram, File
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import replace

_FILE_BYTES = 1_000_000
_PLAIN = pattern(r"(?!\.{1,2}(?:/|\Z))[^/\\:]+(?:/(?!\.{1,2}(?:/|\Z))[^/\\:]+)*")
_WORD = pattern(r"\w+")


class Content:
    """What a file holds: its text, and the signatures of what it defines by name."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self.text = text

    @cached_property
    def folded(self) -> str:
        """The text in one case."""
        return self.text.casefold()

    @cached_property
    def may_be_marked(self) -> bool:
        """Whether something in it may be a credential, in whose place a signature has a mark."""
        return is_suspicious(self.text) or has_arguments(self.text)

    @cached_property
    def definitions(self) -> Mapping[str, str]:
        """The signatures by name; the text is taken apart when they are asked for."""
        return _signatures(symbols(self._path, self.text))


class Disk:
    """The files below a root; each is read once, those with more than `largest` bytes are not."""

    def __init__(self, root: Path, largest: int = _FILE_BYTES) -> None:
        self._root = root
        self._base = str(root)
        self._largest = largest
        self._read: dict[str, Content | None] = {}

    def path(self, word: str, cwd: str) -> str:
        """A path that a command names which ran in `cwd`, from the root; "" for one that leads out of it."""
        if self._is_plain(word, cwd):
            return word
        found = relative(word, cwd, self._base)
        return "" if is_outside(found) or found.startswith("..") else found

    def _is_plain(self, word: str, cwd: str) -> bool:
        """Whether the word is such a path already, as most are."""
        return cwd in {"", "."} and os.path.isabs(self._base) and word[:2] != ".." and _PLAIN.fullmatch(word) is not None

    def is_there(self, word: str, cwd: str) -> bool:
        """Whether anything is where a word leads from a folder below the root, by whatever links."""
        return os.path.exists(os.path.join(self._base, cwd, word))

    def is_missing(self, path: str) -> bool:
        """Whether a path from the root leads to nothing. Of an absolute one, which leads out of it, that is not asked."""
        return not is_outside(path) and kind_of(self._root, path) == "missing"

    def is_file(self, path: str) -> bool:
        """Whether a path from the root leads to a file in it."""
        return os.path.exists(os.path.join(self._base, path)) and kind_of(self._root, path) == "file"

    def written(self, path: str) -> int | None:
        """When the file was written last, in milliseconds since 1970; None where that cannot be told."""
        try:
            return None if is_outside(path) else os.lstat(os.path.join(self._base, path)).st_mtime_ns // 1_000_000
        except (OSError, ValueError):
            return None

    def content(self, path: str) -> Content | None:
        """What the file holds; None where it cannot be read, or is not there."""
        if path not in self._read:
            self._keep(path, None if is_outside(path) else read_file(self._root, path, self._largest))
        return self._read[path]

    def read(self, paths: Iterable[str]) -> None:
        """What these files hold is known afterwards; together they are read in less time than one by one."""
        wanted = [path for path in paths if path not in self._read and not is_outside(path)]
        for path, data in read_files(self._root, wanted, self._largest).items():
            self._keep(path, data)

    def _keep(self, path: str, data: bytes | Fault | None) -> None:
        text = None if data is None or isinstance(data, Fault) else data.decode("utf-8", "replace")
        self._read[path] = None if text is None else Content(path, text)

    def corrected(self, engram: Engram) -> Engram:
        """The engram as its file has it: a definition that the file has no more is gone, of one that it has the file's signature holds."""
        if not engram.scope or (self.content(engram.scope) is None and not self.is_missing(engram.scope)):
            return engram
        content = self.content(engram.scope)
        if content is None or engram.kind != "fact":
            return replace(engram, gone=content is None)
        signature = content.definitions.get(engram.symbol)
        if signature is not None:
            return replace(engram, content=signature, gone=False)
        return replace(engram, gone=bool(content.definitions) or engram.symbol not in content.text)

    def may_hold(self, engram: Engram, words: Sequence[str]) -> tuple[str, ...]:
        """Those of the words, in small letters, that `corrected` may leave in the engram: no signature has what its file has not.

        A mark in the place of a credential may hold any.
        """
        content = self.content(engram.scope) if engram.scope else None
        if content is None or content.may_be_marked:
            return tuple(words)
        own = f"{engram.symbol} {engram.content}".casefold()
        return tuple(word for word in words if word in own or word in content.folded)

    def defining(self, files: Iterable[File], symbol: str) -> list[File]:
        """Those of the files that can define something of this name, alone or behind a dot."""
        able = [file for file in files if may_define(file.path, symbol)]
        self.read(file.path for file in able)
        return [file for file in able if self._holds_name(file.path, symbol)]

    def _holds_name(self, path: str, symbol: str) -> bool:
        """Whether the file's text has every word of the name.

        Python takes some letters for others; a text that is not plain ASCII is not judged by that.
        """
        content = self.content(path)
        return content is not None and (not content.text.isascii() or all(word in content.text for word in _WORD.findall(symbol)))

    def definitions(self, file: File) -> Iterator[Engram]:
        """What the file defines, as engrams that are as old and as much used as the file."""
        content, uses = self.content(file.path), file.reads + file.edits
        for name, signature in content.definitions.items() if content else ():
            yield Engram(0, "fact", name, file.path, signature, "disk", 0.95, file.first, file.last, uses, gone=False)


class Held:
    """Engrams as their files have them; `news` is what the journal should learn of it: the content by id, None where it is gone."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.news: dict[int, str | None] = {}

    def held(self, engrams: Iterable[Engram]) -> list[Engram]:
        """The engrams as their files have them now, those that are gone left out."""
        held = []
        for engram in engrams:
            now = self._disk.corrected(engram)
            if now != engram and engram.id:
                self.news[engram.id] = None if now.gone else now.content
            if not now.gone:
                held.append(now)
        return held


def _signatures(found: Sequence[Symbol]) -> dict[str, str]:
    """The signatures by name, without a credential: of a configuration key that sounds like one, only that it is there."""
    lines = [one.name if one.kind == CONFIG_KEY and is_suspicious(one.name) else one.signature for one in found]
    clean = redacted("\n".join(lines)).split("\n")
    if len(clean) != len(lines):
        clean = [redacted(line) for line in lines]
    return {one.name: line for one, line in zip(found, clean, strict=True)}


def is_outside(path: str) -> bool:
    """Whether the path is an absolute one: those in the root are told from there."""
    return path.startswith("/") or path[1:2] == ":"
