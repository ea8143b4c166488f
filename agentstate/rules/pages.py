"""The page of a rule, the table of all rules, and the document that holds both: made from the rules, never by hand."""

from collections.abc import Iterator, Sequence

from agentstate.rules import ALL
from agentstate.rules.rule import Example, Rule
from agentstate.vocabulary.visible import visible

_WIDEST, _TALLEST = 300, 60
"""How much of an example a page shows: characters of a line, and lines."""

_HEAD = """\
# Rules

What `agentstate check` looks for. An `error` fails the check, a `warning` or a note (`info`) only with `--strict`.
`agentstate check --select` and `--ignore` take codes, beginnings of codes (`AS4`: all about decisions) and names, and so do
`rules.select` and `rules.ignore` in `.agent/config.yaml`; a security rule cannot be switched off there. `agentstate check --fix`
mends what the last column marks. Codes are never used for anything else.

This page is made from the rules themselves.
"""


def page(rule: Rule) -> str:
    """Everything about one rule, as Markdown."""
    return "\n".join([f"## {rule.code} {rule.slug}", "", *_paragraphs(rule), *_example("Bad", rule.bad), *_example("Good", rule.good)])


def table() -> str:
    """All rules, a line each: code, name, severity and what is wrong, in columns."""
    rows = [(rule.code, rule.slug, _severity(rule), rule.summary) for rule in ALL]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(f"{'  '.join(map(str.ljust, row, widths)).rstrip()}\n" for row in rows)


def record(rule: Rule) -> dict[str, object]:
    """What the page says, for programs; the examples are files by path, None where a file is not there."""
    words = {name: getattr(rule, name) for name in ("code", "slug", "severity", "summary", "what", "why", "mend")}
    examples = {name: {"shown": example.shown, "files": dict(example.files)} for name, example in (("bad", rule.bad), ("good", rule.good))}
    marks = {"security": rule.security, "off": rule.level is not None, "fixable": rule.fix is not None, "options": list(rule.options)}
    return {**words, **marks, **examples}


def document() -> str:
    """The text of docs/rules.md."""
    head = ["| code | name | severity | what is wrong | `--fix` |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([_HEAD, *head, *map(_row, ALL), "", *map(page, ALL)]).rstrip("\n") + "\n"


def _row(rule: Rule) -> str:
    link = f"[{rule.code}](#{rule.code.lower()}-{rule.slug})"
    return f"| {link} | `{rule.slug}` | {_severity(rule)} | {rule.summary} | {'yes' if rule.fix else ''} |"


def _severity(rule: Rule) -> str:
    return f"{'off, ' if rule.level else ''}{rule.severity}{', security' if rule.security else ''}"


def _paragraphs(rule: Rule) -> Iterator[str]:
    yield f"{rule.summary[:1].upper()}{rule.summary[1:]} ({_severity(rule)})."
    yield from ("", f"**What it does.** {rule.what}", "", f"**Why it matters.** {rule.why}", "")
    yield f"**How to mend it.** {rule.mend}{' `agentstate check --fix` does it.' if rule.fix else ''}"
    if rule.options:
        yield from ("", f"**Options** (in `.agent/config.yaml`): {', '.join(f'`{option}`' for option in rule.options)}.")
    yield ""


def _example(title: str, example: Example) -> Iterator[str]:
    yield from (f"**{title}**{f': {example.shown}' if example.shown else ''}", "")
    for path, text in example.files.items():
        yield from _file(path, text)


def _file(path: str, text: str | None) -> Iterator[str]:
    if text is None:
        yield from (f"`{path}` is not there.", "")
    elif not text:
        yield from (f"`{path}` is there.", "")
    else:
        fence = "````" if "```" in text else "```"
        yield from (f"`{path}`:", "", f"{fence}text", *_short(visible(text).rstrip("\n").split("\n")), fence, "")


def _short(lines: Sequence[str]) -> Iterator[str]:
    """The lines as far as a reader wants them: an example of what is too long is shown in part."""
    cut = [line if len(line) <= _WIDEST else f"{line[:_WIDEST]}… ({len(line) - _WIDEST} more characters)" for line in lines]
    if len(cut) > _TALLEST:
        cut[3:-3] = [f"… ({len(cut) - 6} more lines)"]
    yield from cut
