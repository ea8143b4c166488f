"""What the words of a line say, in English and Chinese: that it forbids or demands something, or only points to another document."""

import re

from agentstate.vocabulary.patterns import pattern

_ENGLISH = pattern(
    r"(?<![\w-])(?:never|only|must(?:n['’]t)?|(?:do|may|shall|should)\s+not|(?:do|should|sha)n['’]t|not\s+(?:allowed|permitted)"
    r"|forbid(?:s|den)?|prohibit(?:s|ed)?|disallowed|banned|under\s+no\s+circumstances)(?![\w-])",
    re.IGNORECASE | re.ASCII,
)
_CHINESE = pattern("禁止|严禁|不得|不要|不能|不可|不许|不准|不应|不允许|切勿|请勿|绝不|决不|必须|务必|一律|只能|只允许|仅限|仅允许")

_NAME = pattern(r"[\w./\\-]+")
_DOCUMENTS = (".md", ".markdown", ".mdx", ".rst", ".adoc")
_SEES = r"详见|参见|参阅|参照|参考|另见|请看|(?<![常意可预罕])见"
_POINTING = pattern(rf"(?:\b(?:see(?: also)?|cf\.|refer to|(?:described|documented|defined|details(?: are)?) in)|{_SEES})\Z", re.IGNORECASE)
_POINTED = pattern(rf"(?:{_SEES})(.+)")
_BEFORE_NAME = " \t\n`\"'“”‘’「《<[(（:：*_"
_LONGEST_POINTER = 24
_LONGEST_TITLE = 200


def is_prohibition(text: str) -> bool:
    """Whether the text forbids or demands something (never, do not, must, only, 禁止, 不得, 必须 …), so that losing it would cost."""
    return bool(_CHINESE.search(text) or _ENGLISH.search(text))


def chained_document(text: str) -> str:
    """The Markdown file that the text only points to ("see docs/api.md", "详见 docs/api.md"), as written; "" where there is none."""
    for found in _NAME.finditer(text):
        name = found[0].rstrip(".")
        if name.lower().endswith(_DOCUMENTS):
            before = _before_link(text[max(0, found.start() - _LONGEST_TITLE) : found.start()]).rstrip(_BEFORE_NAME)
            inside = _POINTED.search(name)
            if inside or _POINTING.search(before[-_LONGEST_POINTER:]):
                return inside[1] if inside else name
    return ""


def _before_link(text: str) -> str:
    """What stands before the name of a file, or before the whole link `[title](` the name is the target of."""
    return text[: text.rfind("[")] if text.endswith("](") and "[" in text[:-2] else text
