"""Paths as agents write them, brought to one form: relative to the root with "/", outside of it absolute with "/"."""

_DRIVES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def relative(path: str, cwd: str, *roots: str) -> str:
    """The path below the first of the roots that holds it ("." for a root itself), else the absolute one; "" for "".

    `cwd` is what a relative path starts from; with neither, the path stays relative. Drive letters, and names below them, are compared
    without regard to case, as Windows does. Nothing is looked up: of links and of the case on disk the caller knows.
    """
    windows = any(map(_is_windows, (path, cwd, *roots)))
    whole = _whole(path, cwd, windows=windows)
    parts = whole.split("/")
    for root in roots:
        above = _whole(root, "", windows=windows).rstrip("/").split("/")
        if whole and _folded(parts[: len(above)], windows=windows) == _folded(above, windows=windows):
            return "/".join(filter(None, parts[len(above) :])) or "."
    return whole


def _is_windows(path: str) -> bool:
    return (path[:1] in _DRIVES and path[1:3] in {":\\", ":/"}) or path.startswith("\\\\")


def _folded(parts: list[str], *, windows: bool) -> list[str]:
    return [part.lower() for part in parts] if windows else parts


def _whole(path: str, cwd: str, *, windows: bool) -> str:
    """The path from the top, without ".", ".." and empty names."""
    anchor, rest = _anchored(path, windows=windows)
    if path and (not anchor or (windows and anchor == "/")):
        base, below = _anchored(cwd, windows=windows)
        anchor, rest = base or anchor, rest if anchor else f"{below}/{rest}"
    return anchor + "/".join(_walked(rest.split("/"), keep_above=not anchor))


def _anchored(path: str, *, windows: bool) -> tuple[str, str]:
    """What a path starts from ("/", "C:/", "//server/share/", or "" for a relative one), and what follows."""
    if not windows:
        return ("/" if path.startswith("/") else ""), path
    plain = path.replace("\\", "/").removeprefix("//?/").replace("UNC/", "//", 1 if path.startswith("\\\\?\\UNC\\") else 0)
    if plain[:1] in _DRIVES and plain[1:2] == ":":
        return f"{plain[0].upper()}:/", plain[2:]
    if plain.startswith("//"):
        server, _, rest = plain[2:].partition("/")
        share, _, below = rest.partition("/")
        return f"//{server}/{share}/", below
    if plain[:1] == "/" and plain[1:2] in _DRIVES and plain[2:3] in {"", "/"}:
        return f"{plain[1].upper()}:/", plain[2:]  # Git Bash and MSYS: /c/work is C:\work
    return ("/" if plain.startswith("/") else ""), plain


def _walked(names: list[str], *, keep_above: bool) -> list[str]:
    walked: list[str] = []
    for name in names:
        if name == ".." and walked and walked[-1] != "..":
            walked.pop()
        elif name not in {"", "."} and (name != ".." or keep_above):
            walked.append(name)
    return walked
