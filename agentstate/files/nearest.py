"""Where a folder belongs, what a name there really is, and a small file, without the cost of the modules that read trees: for the hook of
a tool call."""

import os
import stat

FOLDER = ".agent"


def nearest_root(start: str) -> str:
    """The nearest folder at or above the absolute path `start` that holds `.agent`, by its real path; "" where `find_root` finds none."""
    if "\0" in start:
        return ""
    folder = os.path.realpath(start)
    try:
        owner = os.stat(folder).st_uid
        while os.stat(folder).st_uid == owner:
            if os.path.lexists(os.path.join(folder, FOLDER)):
                return folder
            above = os.path.dirname(folder)
            if above == folder or os.path.lexists(os.path.join(folder, ".git")):
                return ""
            folder = above
    except OSError:
        return ""
    return ""


def own_bytes(root: str, name: str, limit: int) -> bytes:
    """The bytes of a file in `.agent/`; none where there is no such file. No link is followed.

    OSError where it cannot be read, is no regular file, or has more than `limit` bytes.
    """
    try:
        descriptor = _opened(root, name)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no regular file")
        data = os.read(descriptor, limit + 1)
    finally:
        os.close(descriptor)
    if len(data) > limit:
        raise OSError(f"it has more than {limit} bytes")
    return data


def _opened(root: str, name: str) -> int:
    """A descriptor of the file, opened from its folder; where a system opens nothing so, a link is refused before."""
    plain, folder = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0), os.path.join(root, FOLDER)
    if os.open not in os.supports_dir_fd:
        if os.path.islink(folder) or os.path.islink(os.path.join(folder, name)):
            raise OSError("it is a link")
        return os.open(os.path.join(folder, name), plain)
    above = os.open(folder, plain | os.O_DIRECTORY)
    try:
        return os.open(name, plain, dir_fd=above)
    finally:
        os.close(above)


def as_written(start: str, root: str) -> str:
    """The way in which `start` writes the folder whose real path is `root`; `root` itself where it goes another way."""
    folder = os.path.normpath(start)
    while os.path.realpath(folder) != root:
        above = os.path.dirname(folder)
        if above == folder:
            return root
        folder = above
    return folder


def real_path(root: str, path: str) -> str:
    """A path below `root` without links and in the letters that the disk has for it; absolute where a link leads out.

    A file that is not there keeps the name it was given. Nothing is opened.
    """
    real = os.path.realpath(os.path.join(root, path))
    if real != root and not real.startswith(os.path.join(root, "")):
        return real.replace(os.sep, "/")
    names = real[len(root) :].replace(os.sep, "/").strip("/")
    return _as_on_disk(root, names) if _folds_case(root) else names or "."


def _folds_case(root: str) -> bool:
    """Whether the disk takes names in either case: then it finds `.agent` by another one."""
    try:
        return os.path.samefile(os.path.join(root, FOLDER.upper()), os.path.join(root, FOLDER))
    except OSError:
        return False


def _as_on_disk(root: str, names: str) -> str:
    folder, found = root, list[str]()
    for name in filter(None, names.split("/")):
        try:
            present = os.listdir(folder)
        except OSError:
            present = []
        alike = sorted(one for one in present if one.casefold() == name.casefold())
        found.append(name if name in present or not alike else alike[0])
        folder = os.path.join(folder, found[-1])
    return "/".join(found) or "."
