"""AS514: two facts of a section do not say different things of the same."""

import re
from collections.abc import Iterator
from functools import cache

from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import plain, quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

_PAIR = 2
"""What is said three times of a key is a list, not a contradiction."""

_LABELS = frozenset(
    {"note", "notes", "rule", "rules", "never", "always", "do", "don't", "dont", "must", "important", "warning", "caution", "tip", "hint"}
    | {"example", "see", "todo", "exception", "remark", "fact", "allowed", "forbidden", "avoid", "prefer"}
    | {"注意", "规则", "禁止", "必须", "提示", "例如", "示例", "说明", "参见", "警告", "例外", "备注", "重要", "允许", "避免"}
)
"""What stands before a colon and is no key."""

_INDEFINITE = frozenset(
    {"it", "this", "that", "there", "which", "what", "these", "those", "they", "a", "an", "one", "some", "another", "each", "any", "most"}
    | {"这", "那", "它", "有的", "某个"}
)
"""First words of what is not one thing known to all."""


def _contradicting(tree: Tree) -> Iterator[Finding]:
    said: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for fact in tree.facts.facts:
        statement = stated(fact.text)
        if statement:
            said.setdefault((fact.section, statement[0]), []).append((statement[1], fact.line))
    for statements in said.values():
        if len(statements) == len({value for value, _ in statements}) == _PAIR:
            (_, first), (_, second) = statements
            message = f"the fact contradicts the one in line {first}: {quoted(tree.facts.source.lines[first - 1].strip())}"
            yield Finding(layout.FACTS, second, 1, message, "take out the one that no longer holds")


def stated(text: str) -> tuple[str, str] | None:
    """What a fact speaks of and what it says of it; None where the grammar leaves a doubt.

    Certain are `key: value` and `key = value` with a value of one short word, `the key is value` with a number or a quoted value, and
    commands: "use X" and "do not use X" speak of X, and say yes and no.
    """
    reason, pair, sentence, forbidden, demanded = _grammar()
    said = plain(reason.split(text, maxsplit=1)[0])
    if "\n" in text or not said:
        return None
    if (found := forbidden.fullmatch(said)) or (found := demanded.fullmatch(said)):
        return f"!{found['rest']}", "no" if found.re is forbidden else "yes"
    found = pair.fullmatch(said) or sentence.fullmatch(said)
    key = found["key"].strip(" *`") if found else ""
    certain = found and key and key not in _LABELS and key.partition(" ")[0] not in _INDEFINITE
    return (key, found["value"].strip(" *`")) if found and certain else None


@cache
def _grammar() -> tuple[re.Pattern[str], ...]:
    """Where a reason begins; `key: value`; "the key is value"; what is forbidden; what is demanded. All but the first in lower case."""
    part = r"[^\s:：=,，;；。!?(（){}\[\]|]+"
    key = rf"(?P<key>(?![0-9]){part}(?: {part}){{0,3}})"
    unit = r"(?: ?(?:ms|s|kb|mb|gb|%|days?|hours?|minutes?|seconds?|characters?|lines?))?"
    verbs = "(?:use|run|call|commit|write|keep|put) |使用|用|走|调用|提交"
    return (
        re.compile(r"(?<![ \t])[ \t]+[—–-]{1,2}[ \t]*(?:because|因为)|，因为", re.IGNORECASE),
        re.compile(rf"{key}(?:\*\*)?(?::(?:\*\*)? |：| ?= ?) *(?P<value>(?!//|=)[^\s,，;；。(（/|]{{1,24}}{unit})"),
        re.compile(rf"(?:the |our )?{key} ?(?: (?:is|are|=)|统一为|固定为|设为|为|是) ?(?P<value>`[^`]+`|[0-9][\w.:%-]*{unit})"),
        re.compile(r"(?:(?:do not|don['’]t|never|must not) |不要|禁止|严禁|不得|不能|切勿)(?P<rest>.+)"),
        re.compile(rf"(?:(?:always|please|do|must) |必须|务必|一律|总是|应当|请)?(?P<rest>(?:{verbs}).+)"),
    )


def _facts(*lines: str) -> Example:
    return Example({layout.FACTS: "\n".join(["# Facts", "", "## Service", *lines, ""])})


RULES = (
    Rule(
        code="AS514",
        slug="contradicting-facts",
        severity=Severity.WARNING,
        summary="two facts say different things of the same",
        what="Compares the facts of a section where their grammar leaves no doubt: `Port: 8080` and `Port: 9090`, `the port is 8080` and "
        "`the port is 9090`, `use X` and `never use X`. What needs to be understood to be compared is not.",
        why="An agent may violate no fact, and cannot keep both of these; which one it keeps is chance.",
        mend="Take out the one that no longer holds.",
        bad=_facts("- Port: 8080", "- Port: 9090"),
        good=_facts("- Port: 8080", "- Admin port: 9090"),
        check=_contradicting,
    ),
)
