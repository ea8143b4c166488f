"""The parts of a tool call in SpecStory's Markdown: what was called in a line or a block of code, and after it what came back.

What came back stands in a block of code whose content is not escaped and may hold such blocks: it goes to the last line that closes one.
"""

from re import compile as pattern

from agentstate.vocabulary.values import dataclass

_FENCE = pattern(r"```[A-Za-z0-9_+-]{0,20}")
_CLOSE = "```"
_SUMMARY = "<summary>"
_PATCHED = pattern(r"\*\*(Add|Update|Delete|Move|Rename): `([^`\n]{1,1000})`(?: (?:→|->|to) `([^`\n]{1,1000})`)?\*\*")
_HEADS = {"Add": "*** Add File: ", "Update": "*** Update File: ", "Delete": "*** Delete File: "}
_PLANNED = pattern(r"- \[(.)\] (.+)")
_STATUSES = {"x": "completed", "X": "completed", " ": "pending"}
_SCRIPTS = ("```bash", "```sh")


@dataclass(frozen=True)
class Block:
    """One call. `named` is the first thing in backticks before the output, `patched` the heads of the files of a patch, `plan` the steps
    of a plan."""

    command: str
    output: str
    named: str
    before: tuple[str, ...]
    patched: tuple[str, ...]
    plan: list[dict[str, str]]

    def after(self, label: str) -> str:
        """What stands in backticks behind the label, in the lines before the output."""
        found = next((line.partition(f"{label}`")[2] for line in self.before if f"{label}`" in line), "")
        return found.partition("`")[0]


def block(lines: list[str]) -> Block:
    """The parts of a block, whose last line may close it."""
    inner = lines[:-1] if lines and lines[-1].startswith("</details>") else lines
    asked = next((line for line in inner[:1] if line.startswith(_SUMMARY)), "")
    inner = inner[1:] if asked else inner
    opening = next((number for number, line in enumerate(inner) if _FENCE.fullmatch(line)), len(inner))
    before = tuple(inner[:opening])
    command = _quoted(asked.removesuffix("</summary>").partition("** ")[2]) or next(filter(None, map(_quoted, before)), "")
    start = opening
    if opening < len(inner) and inner[opening].startswith(_SCRIPTS) and not command:
        start = _script_end(inner, opening) + 1
        command = "\n".join(inner[opening + 1 : start - 1])
    patched = tuple(filter(None, map(_head, inner)))
    output = _last(inner) if patched or _holds_content(inner, start) else _output(inner, start)
    return Block(command, output, next((_first(line) for line in before if "`" in line), ""), before, patched, _plan(before))


def _quoted(line: str) -> str:
    """The text of a line that is one piece of code; backticks within it stay."""
    line = line.strip()
    is_code = len(line) > 2 and line[0] == line[-1] == "`" and not line.startswith(_CLOSE)
    return line[1:-1] if is_code else ""


def _first(line: str) -> str:
    return line.partition("`")[2].partition("`")[0]


def _script_end(lines: list[str], opening: int) -> int:
    """The line that closes the script: behind it the output opens, or nothing comes."""
    for number in range(opening + 1, len(lines)):
        following = next((line for line in lines[number + 1 : number + 4] if line.strip()), "")
        if lines[number] == _CLOSE and (not following or _FENCE.fullmatch(following)):
            return number
    return len(lines)


def _holds_content(lines: list[str], start: int) -> bool:
    """Whether the first block is what was written, not what came back: it is marked with a language."""
    return start < len(lines) and lines[start] not in {_CLOSE, "```text"}


def _output(lines: list[str], start: int) -> str:
    opening = next((number for number in range(start, len(lines)) if _FENCE.fullmatch(lines[number])), len(lines))
    closing = next((number for number in range(len(lines) - 1, opening, -1) if lines[number] == _CLOSE), len(lines))
    return "\n".join(lines[opening + 1 : closing]).strip("\n")


def _last(lines: list[str]) -> str:
    """The content of the last block, where it is one of output."""
    marks = [number for number, line in enumerate(lines) if _FENCE.fullmatch(line)]
    if len(marks) < 4:
        return ""
    return "\n".join(lines[marks[-2] + 1 : marks[-1]]).strip("\n")


def _head(line: str) -> str:
    found = _PATCHED.fullmatch(line.strip()) if line.startswith("**") else None
    if not found:
        return ""
    if found[1] in _HEADS:
        return _HEADS[found[1]] + found[2]
    return f"*** Update File: {found[2]}" + (f"\n*** Move to: {found[3]}" if found[3] else "")


def _plan(lines: tuple[str, ...]) -> list[dict[str, str]]:
    found = [_PLANNED.fullmatch(line.strip()) for line in lines]
    return [{"step": one[2], "content": one[2], "status": _STATUSES.get(one[1], "in_progress")} for one in found if one]
