"""AS337 and AS338: a hard limit names what it is about, and no field holds a summary."""

import re
from collections.abc import Iterator
from functools import cache

from agentstate.documents.passages import texts
from agentstate.rules.documents import at, readable_states
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import quoted, says_nothing
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity

_LIMITS = ("constraints", "do_not")
_SENTENCES = 3
"""From so many sentences on a text may be a summary."""

_STOPS = ".!?。！？"
_STEPS = 2
"""So many words that tell what happened one after another make it one."""


def _vague(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        for field in _LIMITS:
            for path, text in texts(document.data.get(field), (field,)):
                if not says_nothing(text) and not names_something(text):
                    message = f"{field} names no path, symbol, number or command: {quoted(' '.join(text.split()))}"
                    yield at(document, path, message, "name what it is about, such as a file, a limit or a command")


def names_something(text: str) -> bool:
    """Whether a text names a file, symbol, number or command, or calls anything by a name of its own.

    In English a name is quoted, or is a word with a capital, a digit, a slash, an underscore or a dot inside; the first word of a
    sentence is none for its capital alone. In a text with Chinese in it every Latin word is a name. In both, what a diff shows is named
    by its kind alone: a dependency, a migration, a public interface.
    """
    names, latin, chinese = _names()
    return bool(names.search(text) or (not text.isascii() and chinese.search(text) and latin.search(text)) or _kinds().search(text))


@cache
def _kinds() -> re.Pattern[str]:
    """Kinds of things and acts of which anybody can say whether a change touches them; the same in both languages."""
    english = (
        r"apis?\b|(?<!user )interfaces?\b|(?:public|exported) (?:function|method|class|signature)|dependenc(?:y|ies)|migrations?\b"
        r"|schemas?\b|backwards?[ -]compatib|(?:force[ -])?push|commit|merge|main branch|production\b|lock ?files?\b"
        r"|generated (?:file|code)|global (?:state|variable)|without (?:asking|approval|review)"
        r"|(?:delet|remov|skip|disabl|weaken|chang)\w* (?:\w+ ){0,2}tests?\b"
    )
    chinese = (
        "接口|(?:公共|公开|对外|导出)的?(?:函数|方法|类|签名)|依赖|迁移|表结构|向后兼容|推送|提交|合并|主分支|主干|生产(?:环境|库)|锁文件"
        "|生成的?(?:文件|代码)|全局(?:状态|变量)|未经(?:同意|确认|批准|允许|审查)|(?:删|删除|跳过|禁用|弱化|修改|改)[^，。；]{0,4}测试"
    )
    return re.compile(rf"\b(?:{english})|{chinese}", re.IGNORECASE)


@cache
def _names() -> tuple[re.Pattern[str], ...]:
    """What names something in any text; what does so in a text with Chinese in it; and what shows that it is one."""
    inside = r"[A-Za-z0-9][/_\\.:]+[A-Za-z]|[a-z][A-Z]|(?<!\w)[/.]\w"
    capital = r"\b[A-Z]{2,}|(?<=[a-z,;] )[A-Z][a-z]"
    measure = "[一二两三四五六七八九十百千][个次条行天秒分小倍层种]"
    quotes = r"[`\"“”‘’「『《{}<>=*]|[0-9０-９]|--[a-z]"
    return re.compile(f"{quotes}|{inside}|{capital}|{measure}"), re.compile("[A-Za-z]{2}"), re.compile("[㐀-鿿]")


def _summaries(tree: Tree) -> Iterator[Finding]:
    for document in readable_states(tree):
        for path, text in texts(document.data):
            if is_summary(text):
                message = f"{path[0]} tells what happened: {quoted(' '.join(text.split()))}"
                yield at(document, path, message, "keep the state: what is done, found, decided and next, each in its own field")


def is_summary(text: str) -> bool:
    """Whether a text of three sentences or more tells what happened, one thing after another."""
    if sum(map(text.count, _STOPS)) < _SENTENCES or (len(text) < 40 and text.isascii()):
        return False
    sentence, step = _telling()
    return len(sentence.findall(text)) >= _SENTENCES and len(step.findall(text)) >= _STEPS


@cache
def _telling() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The ends of sentences, and words that tell a story."""
    past = r"(?:was|were|has been|have been) (?:\w+ed|done|made|found|built|written|run)"
    return (
        re.compile(r"[\w)`\"'][.!?](?=\s|\Z)|[。！？]"),
        re.compile(
            r"\b(?:we|i (?:have|had|was|did|\w+ed)|then|first(?:ly)?|next|after (?:that|this|which)|afterwards|later|finally|eventually"
            rf"|subsequently|so far|in this session|{past})\b"
            "|然后|接着|随后|之后|最后|首先|后来|我们|本次|已经",
            re.IGNORECASE,
        ),
    )


def _state(*lines: str, **fields: str) -> Example:
    return Example({layout.STATE: state_text(*lines, **fields)})


_STORY = "First the pool was checked. Then we measured the queries. After that the cache was written."

RULES = (
    Rule(
        code="AS337",
        slug="vague-constraint",
        severity=Severity.INFO,
        summary="a hard limit names nothing that can be checked",
        what="Finds items of `constraints` and `do_not` that name no path, symbol, number, command or proper name, and no kind of thing "
        "that a diff shows, such as a dependency (依赖) or an interface (接口).",
        why="Vague rules get lost: nobody can say whether they were kept, and whoever shortens a text drops them first.",
        mend="Name the file, the limit or the command that it is about.",
        bad=_state("constraints:", "  - keep the code clean"),
        good=_state("constraints:", "  - no function over 25 lines in `src/`"),
        check=_vague,
    ),
    Rule(
        code="AS338",
        slug="summary",
        severity=Severity.INFO,
        summary="a field of the state holds a summary",
        what="Finds texts of three sentences or more that tell what happened one after another.",
        why="A summary loses negations, reasons, exact names and commands first. The state says where the work stands, not how it got "
        "there.",
        mend="Put what is finished into `done`, what was found into `recent_findings`, what was decided into DECISIONS.md.",
        bad=_state(f'recent_findings: "{_STORY}"'),
        good=_state("recent_findings: the pool is ruled out; the time is lost in repeated queries"),
        check=_summaries,
    ),
)
