"""A plan to look at: what a writing verb would do, or has done, as text and as JSON. Pure."""

from collections.abc import Iterator

from agentstate.vocabulary.plan import Plan, Remove, Step, Write
from agentstate.vocabulary.visible import visible

NO_NEWLINE = "\\ No newline at end of file"


def text(plan: Plan, *, whole: bool = False) -> str:
    """A line for each step that changes something, the differences of changed text files, and the commit that follows.

    With `whole`, new and removed files are shown too.
    """
    steps = [step for step in plan.steps if action(step) != "keep"]
    lines = [_line(step) for step in steps]
    for step in steps:
        lines.extend(difference(step, whole=whole))
    if plan.commit:
        lines.append(f"commit {visible(plan.commit.subject, keep='')}")
    return "\n".join(lines or ["nothing to change"]) + "\n"


def data(plan: Plan, *, dry_run: bool, committed: str = "", reason: str = "") -> str:
    """The same as JSON, with the plan's result and messages; `committed` is the id of the commit that was made, `reason` why none was."""
    commit = {"subject": plan.commit.subject, "id": committed, "reason": reason} if plan.commit else None
    value = {
        "version": 1,
        "dry_run": dry_run,
        "result": plan.result,
        "messages": list(plan.messages),
        "steps": [_record(step) for step in plan.steps if action(step) != "keep"],
        "commit": commit,
    }
    import json

    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def action(step: Step) -> str:
    """What a step does to its file: create, change, remove, or keep where the file already holds the data."""
    if isinstance(step, Remove):
        return "remove"
    return "create" if step.before is None else "keep" if step.data == step.before else "change"


def difference(step: Step, *, whole: bool = False) -> Iterator[str]:
    """The lines of a unified diff of a text file that changes, without credentials; nothing for one that is not text, and for a new or
    removed file only with `whole`."""
    if (isinstance(step, Remove) or step.before is None) and not whole:
        return
    old, new = (data or b"" for data in _sides(step))
    if b"\0" in old + new:
        return
    from difflib import unified_diff

    from agentstate.secrets import Cover

    cover = Cover(side.decode("utf-8", "surrogateescape") for side in (old, new))
    path = visible(step.path, keep="")
    before, after = _lines(old, new), _lines(new, old)
    yield from map(cover.over, unified_diff(before, after, path, path, lineterm=""))


def _line(step: Step) -> str:
    sizes = [str(len(data)) for data in _sides(step) if data is not None]
    return f"{action(step)} {visible(step.path, keep='')} ({' to '.join(sizes)} {'byte' if sizes == ['1'] else 'bytes'})"


def _record(step: Step) -> dict[str, object]:
    before, after = (None if data is None else len(data) for data in _sides(step))
    record: dict[str, object] = {"action": action(step), "path": step.path, "bytes_before": before, "bytes_after": after}
    return {**record, "diff": "".join(f"{line}\n" for line in difference(step))}


def _sides(step: Step) -> tuple[bytes | None, bytes | None]:
    return step.before, step.data if isinstance(step, Write) else None


def _lines(side: bytes, other: bytes) -> list[str]:
    """The lines of `side`; CR at their ends is left out where both sides end every line in CRLF, and shown where that changes."""
    text = side.decode("utf-8", "surrogateescape")
    if all(data.count(b"\r\n") == data.count(b"\n") for data in (side, other)):
        text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    last = lines.pop()
    return [*lines, f"{last}\n{NO_NEWLINE}"] if last else lines
