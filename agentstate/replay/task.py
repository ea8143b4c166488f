"""What kind of task a session is about, told by the words of its instruction: a rough sorting, to see whether figures differ."""

from collections.abc import Mapping

from agentstate.vocabulary.patterns import IGNORECASE, pattern

WORDS: Mapping[str, tuple[str, str]] = {
    "repair": (
        (
            "fix(?:es|ed|ing)? repair(?:s|ed|ing)? mend(?:s|ed|ing)? correct(?:s|ed|ing)? debug(?:s|ged|ging)? patch(?:es|ed|ing)? "
            "resolv(?:e|es|ed|ing) bugs? broken crash(?:es|ed|ing)? errors? fail(?:s|ed|ing|ures?)? issues? regressions?"
        ),
        "修复 修正 更正 改正 错误 报错 崩溃 故障",
    ),
    "tests": ("tests? testing coverage pytest", "测试"),
    "refactoring": (
        (
            "refactor(?:s|ed|ing)? clean(?:s|ed|ing)?\\s?up renam(?:e|es|ed|ing) simplif(?:y|ies|ied|ying) restructur(?:e|es|ed|ing) "
            "reorgani[sz](?:e|es|ed|ing) extract(?:s|ed|ing)? mov(?:e|es|ed|ing)"
        ),
        "重构 重命名 整理",
    ),
    "documentation": (
        "docs? document(?:s|ed|ing|ation)? readme changelog docstrings? describ(?:e|es|ed|ing) translat(?:e|es|ed|ing)",
        "文档 说明 注释",
    ),
    "feature": (
        (
            "add(?:s|ed|ing)? implement(?:s|ed|ing)? creat(?:e|es|ed|ing) buil(?:d|ds|t|ding) support(?:s|ed|ing)? "
            "introduc(?:e|es|ed|ing) writ(?:e|es|ing) make extend(?:s|ed|ing)? enabl(?:e|es|ed|ing)"
        ),
        "添加 增加 实现 新增 支持",
    ),
    "question": ("why how what where explain(?:s|ed|ing)? investigat(?:e|es|ed|ing) review understand look\\sat", "为什么 怎么 解释 分析"),
}
"""By kind the words that tell of it: those of languages with spaces between words, as patterns, and those of others."""

KINDS = (*WORDS, "other")

_LOOKED_AT = 2_000
_WORDS = pattern(
    "|".join(
        rf"(?P<{kind}>\b(?:{'|'.join(spaced.split(' '))})\b|{'|'.join(others.split(' '))})" for kind, (spaced, others) in WORDS.items()
    ),
    IGNORECASE,
)


def kind_of(instruction: str) -> str:
    """The kind of task that the first telling word names; "other" where there is none."""
    found = _WORDS.search(instruction[:_LOOKED_AT])
    return found.lastgroup or "other" if found else "other"
