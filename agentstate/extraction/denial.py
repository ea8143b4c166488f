"""Whether a sentence takes back, denies or only once supposed what its words seem to tell: "we have not decided", "but they do work".

Judged by the clause before the telling words, by what follows them, and by how the next sentence begins.
"""

import re

from agentstate.vocabulary.patterns import pattern

_ANY_CASE = re.ASCII | re.IGNORECASE

_CLAUSE_END = pattern(
    r"[,;:—–(，。；：、（]|\b(?:so|but|and|because|since|thus|hence|therefore|then|when|while|although)\b|所以|因此|于是|而是|但", _ANY_CASE
)
_DENIES = pattern(
    r"\b(?:not(?! only\b)|never|nobody|no one|none|neither|nor|cannot|hardly)\b|n['’]t\b|\byet to\b"
    r"|\b(?:false|wrong|untrue|unlikely) that\b"
    r"|\bno (?:real |such )?\Z|\b(?:far from|instead of|rather than|without) (?:a |an |being |having )?\Z"
    r"|\b(?:could|should|would|might|may) have\b",
    _ANY_CASE,
)
_ONCE_SUPPOSED = pattern(
    r"\b(?:thought|believed|assumed|suspected|feared|supposed|wrongly|mistakenly)\b|\bused to (?:think|say|believe)\b"
    r"|\bit (?:first )?(?:seemed|appeared|looked)\b|\b(?:claims?|claimed) (?:that )?",
    _ANY_CASE,
)
_CHINESE = pattern(
    r"(?:没有?|未|从未|不曾|无法|难以|不能|不会|不再|拒绝|反对)[^，。；：、]{0,4}\Z"
    r"|(?:并非|并不是|不是|不代表|以为|不认为|不觉得|否认|不意味着)[^，。；：]{0,20}\Z"
)
_TAKEN_BACK = pattern(
    r"\bbut (?:[\w'’]+ ){0,4}(?:do|does|did|can|could|now|actually|in fact|really) (?:[\w'’]+ ){0,2}"
    r"(?:works?|worked|helps?|fits?|scales?|appl(?:y|ies))\b"
    r"|\bbut (?:[\w'’]+ ){0,2}(?:works?|worked) (?:now|after all|fine)\b|\bchanged (?:my|our|their) minds?\b"
    r"|\bno longer (?:true|hold|valid|the case|appl)"
    r"|\b(?:that|this|it|which) (?:was|is|turned out(?: to be)?) (?:wrong|a mistake|not true|untrue|false)\b"
    r"|\b(?:overturned|withdrawn|retracted|revoked)\b"
    r"|\b(?:took|take) (?:that|it) back\b|\bis not true\b|\bisn['’]t true\b"
    r"|[但却](?:是|后来|其实|实际上|现在){0,3}[^。！？]{0,12}(?:可以|可行|能用|走得通|撤回|推翻|取消|改主意)|改(?:变)?了?主意",
    _ANY_CASE,
)
_NOUN_UNDONE = pattern(r"(?:还没|尚未|没有?(?:做|定|下)|未(?:做|定|下))|[^，。；]{0,6}(?:被推翻|已(?:经)?(?:取消|撤回|作废))")
_NEXT = pattern(
    r"(?:[\"'(] ?)?(?:scratch that|(?:no, )?wait\b|correction\b|i was wrong|never ?mind"
    r"|(?:that|this) (?:was|is) (?:wrong|not true|no longer)"
    r"|不对|更正|我错了|撤回)",
    _ANY_CASE,
)


def is_denied(sentence: str, start: int, end: int, following: str = "") -> bool:
    """Whether what stands in `sentence` from `start` to `end` is not meant as it sounds; `following` is the next sentence."""
    clause = sentence[:start]
    for border in _CLAUSE_END.finditer(sentence, 0, start):
        clause = sentence[border.end() : start]
    before = _DENIES.search(clause) or _ONCE_SUPPOSED.search(clause) or _CHINESE.search(sentence[:start])
    behind = _NOUN_UNDONE.match(sentence, end) or _TAKEN_BACK.search(sentence, start)
    return bool(before or behind or _NEXT.match(following))
