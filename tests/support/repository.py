"""A real git repository in a temporary folder, for tests that must see what git really does."""

import os
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

FIRST_COMMIT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Repository:
    """A work tree at `path`. Commits are dated one minute apart, so that the same operations give the same commit ids."""

    path: Path
    minutes: int = field(default=0, kw_only=True)

    @classmethod
    def create(cls, path: Path) -> "Repository":
        """A new repository without a commit, on branch main."""
        path.mkdir(parents=True, exist_ok=True)
        repository = cls(path)
        repository.git("init", "--quiet", "--initial-branch=main")
        return repository

    def git(self, *arguments: str, stdin: str = "", check: bool = True) -> str:
        """What git prints on stdout, verbatim; an AssertionError with its stderr when it fails and `check` is set."""
        date = (FIRST_COMMIT + timedelta(minutes=self.minutes)).isoformat()
        environment = {**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        command = ("git", *arguments)
        done = subprocess.run(
            command, cwd=self.path, env=environment, input=stdin.encode("utf-8", "surrogateescape"), capture_output=True, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode("utf-8", "surrogateescape")

    def write(self, path: str, content: str | bytes) -> Path:
        """The file at `path`, made with its folders; text is written as UTF-8 without touching its line ends."""
        target = self.path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        return target

    def read(self, path: str) -> str:
        """The text of a file, line ends as they are."""
        return (self.path / path).read_bytes().decode("utf-8", "surrogateescape")

    def commit(self, message: str = "work", *paths: str) -> str:
        """The id of a new commit of everything in the work tree, or of `paths` alone; empty commits are allowed."""
        self.minutes += 1
        self.git("add", "--all", "--", *(paths or (".",)))
        self.git("commit", "--quiet", "--allow-empty", "--message", message, *(("--only", "--", *paths) if paths else ()))
        return self.head()

    def head(self) -> str:
        """The full id of HEAD; where its file does not say it, git is asked."""
        return self._head_on_disk() or self.git("rev-parse", "HEAD").strip()

    def _head_on_disk(self) -> str:
        """Each commit of a test asks for it, and a process would take a third as long as the commit."""
        folder = self.path / ".git"
        try:
            said = (folder / "HEAD").read_text(encoding="ascii").strip()
            return (folder / said.removeprefix("ref: ")).read_text(encoding="ascii").strip() if said.startswith("ref: refs/heads/") else ""
        except OSError:
            return ""

    def status(self) -> str:
        """`git status --porcelain`, untracked files one by one."""
        return self.git("status", "--porcelain", "--untracked-files=all")

    def snapshot(self) -> dict[str, bytes]:
        """Every file outside `.git` with its bytes; what a verb must not have touched is compared with this."""
        return files_below(self.path)


def files_below(folder: Path) -> dict[str, bytes]:
    """Every regular file below `folder` with its bytes, by relative path; `.git` is left out, links are not followed."""
    found: dict[str, bytes] = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            path = Path(parent, name)
            if path.is_file() and not path.is_symlink() and name != ".git":
                found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found
