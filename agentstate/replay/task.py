"""What kind of task a session is about, told by the words of its instruction: a rough sorting, to see whether figures differ."""

from agentstate.vocabulary.patterns import IGNORECASE, pattern

KINDS = ("repair", "feature", "refactoring", "tests", "documentation", "question", "other")

_LOOKED_AT = 2_000
_WORDS = pattern(
    r"(?P<repair>\b(?:fix(?:es|ed|ing)?|bugs?|broken|crash(?:es|ed)?|errors?|fail(?:s|ed|ing|ure)?|issue|regression)\b|修复|错误|报错|崩溃)"
    r"|(?P<tests>\b(?:tests?|coverage|pytest)\b|测试)"
    r"|(?P<refactoring>\b(?:refactor(?:ing)?|clean ?up|renam(?:e|ing)|simplif(?:y|ies)|restructure|extract|move)\b|重构|重命名|整理)"
    r"|(?P<documentation>\b(?:docs?|documentation|readme|changelog|docstrings?)\b|文档|说明)"
    r"|(?P<feature>\b(?:add|implement(?:ing)?|creat(?:e|ing)|build|support|introduce|writ(?:e|ing)|make)\b|添加|增加|实现|新增|支持)"
    r"|(?P<question>\b(?:why|how|what|where|explain|investigate|review|understand|look at)\b|为什么|怎么|解释|分析)",
    IGNORECASE,
)


def kind_of(instruction: str) -> str:
    """The kind of task that the first telling word names; "other" where there is none."""
    found = _WORDS.search(instruction[:_LOOKED_AT])
    return found.lastgroup or "other" if found else "other"
