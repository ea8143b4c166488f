"""The words by which one knows that a sentence forbids or requires something, tells a decision, or a way that leads nowhere.

One line for each way of saying it. They are found in a sentence, never across two; those in capitals are meant so.
"""

import re

from agentstate.vocabulary.patterns import pattern

_ANY_CASE = re.ASCII | re.IGNORECASE

_NOT = "(?:do not|don['’]?t)"
_CLAUSE = (
    '(?:(?:\\A|[,;:(—–"“]|[.!?)] |- ) ?(?:(?:[0-9]{1,3}[.)]|[-*+•]) )?'
    "(?:(?:and|but|so|then|or|please|just|also|okay?|no|yes|yeah|k|well|however|basically|remember|note|important|again)\\b[,:;]? ){0,3}"
    "|\\b(?:please|and|but|also|or|you must|you should|just) )"
)
"""Where an order can begin: at the start of a sentence or of a clause in it."""

_ITEM = "(?:\\A|(?<=[0-9][.)] )|(?<=[-*+•] ))"
_THINKING = "(?:know|understand|remember|mind|recall|see|get|care|have (?:a|any|an|the)|even|you|we|i|they|think|believe)\\b"
_WISH = "(?:want|need|like|allow|accept|support|test|use|ship|commit|add|touch|mock)\\b"
_HARM = "(?:change|modify|break)\\b"
_MUSING = "(?:spend|jump|worry|guess|panic|argue|overthink|speculate|assume|get (?:ahead|into|stuck)|go (?:down|there))\\b"
"""What one may ask others not to do in a conversation: it is about the next minutes, not about the work."""

_FORESEEING = "(?![^.!?]{0,60}\\b(?:(?:will|would) (?:be|have|ever)|was|were|did|ha(?:s|ve) been)\\b)"
"""Not an opinion on what happened or will happen."""

_MAKE = (
    "(?:use|change|name|make|put|keep|call|write|run|move|return|store|prefer|create|add|build|print|show|do|work|commit|read|test|let|set"
    "|send|refactor|replace|rename|implement|log|push|leave)\\b"
)
_TOLD = "(?:we|i|you|it|they|he|she|this|that|these|those|there|the|an?|my|our|its?|when|after|if|so)\\b"
_ORDER = (
    f"(?:(?:{_ITEM}|[,;:] ?)(?:please )?(?!{_TOLD})[a-z]|\\b(?:please|should|must|can you|could you|need to|want you to|let['’]?s) [a-z])"
)
"""Where somebody is told to do something, not told what happened."""

_BIDDING = f"(?:{_CLAUSE}|\\b(?:must|should|(?:need|have|want you|like you) to) )"
_ADVERBS = "(?:(?:also|really|probably|certainly|definitely|just|still|then|do|absolutely) ){0,2}"

_MARKUP = '[`<*_"“]'

_FORBIDDING = (
    f"{_CLAUSE}(?:yet )?{_NOT} (?:(?!{_THINKING})[a-z]|{_MARKUP})",
    f"{_CLAUSE}never (?:(?!mind\\b|forget\\b)[a-z]{{1,20}}(?<![^s]s)\\b|{_MARKUP})",
    "\\b(?:should|must|shall|can|may|will) never\\b",
    "\\b(?:must|shall|should|may|ought) ?(?:not|n['’]?t)\\b(?! (?:happen|matter|be possible))",
    "\\b(?:you|they|it|users?|agents?|tests?) (?:cannot|can not|can['’]?t) (?:use|change|modify|edit|touch|add|be (?:changed|modified))\\b",
    f"\\b(?:i|we) {_ADVERBS}{_NOT} {_WISH}",
    f"(?<!so )(?<!that )\\b(?:i|we) {_ADVERBS}{_NOT} {_HARM}",
    "\\b(?:i|we)(?:['’]d| would)? (?:rather|prefer|want) not\\b|\\bwe (?:won['’]?t|will not) (?:be )?(?:us|support|add|chang|touch|ship)",
    "\\brather (?:we|you|i) did(?: not|n['’]?t)\\b",
    "\\bwe(?:['’]?re| are) not (?:(?:going|gonna) (?:to )?)?(?:us|add|support|do|chang|touch|build|ship|merg|mak)(?:e|ing|port|d)?\\b",
    "\\b(?:you|this|it|they) (?:are|is) not to\\b",
    "\\b(?:want|like|need) (?:you |it |this |them )?(?:to not|not to|to never|to only|to always)\\b",
    f"{_BIDDING}(?:make sure|ensure)\\b[^.!?]{{0,40}}\\b(?:{_NOT}|does(?: not|n['’]?t)|never|is not|isn['’]?t|no [a-z])",
    "\\b(?:nothing|nobody|none of)\\b[^.!?]{0,40}\\b(?:should|may|must|is to)\\b",
    "\\bwithout (?:asking|my|permission|approval)\\b|\\bunless i (?:say|ask|tell|explicitly)\\b",
    f"{_ORDER}[^.!?]{{1,160}}\\bwithout (?:breaking|changing|touching|modifying)\\b",
    f"\\b(?:i|we) (?:really )?{_NOT} (?:think|believe|feel)\\b{_FORESEEING}",
    f"(?:{_ITEM}|[,;] ?){_NOT} (?:think|like)\\b",
    f"\\b(?:you|we) {_NOT} (?:need|have) to\\b",
    f"(?<!maybe )(?<!perhaps )\\blet['’]?s (?:please )?(?:not|avoid|never)\\b(?! {_MUSING})",
    f"{_CLAUSE}(?:try to )?(?:(?:avoid|refrain) [a-z]|stop [a-z]{{1,20}}ing\\b)",
    "\\b(?:not allowed|forbidden|prohibited|off[- ]limits|under no circumstances|no need (?:to|for)|stay away from|hands off)\\b",
    f"\\b(?:that they|so (?:that )?(?:it|they)) {_NOT} ",
    "\\b(?:leave|keep) [^.!?]{1,80}\\b(?:alone|untouched|unchanged|as[- ]is)\\b",
    f"{_ITEM}no (?:new|more|extra|additional|other|external|further|mocks?|comments?|emojis?|hacks?|breaking|dependencies|workarounds?)\\b",
)
_FORBIDDING_IN_CAPITALS = (
    "\\b(?:DO NOT|DON['’]?T|MUST NOT|NEVER|CANNOT)\\b",
    "\\b(?:we|We|I|to|let['’]s|Let['’]s|should|Should)(?: do)? NOT\\b",
)
_REQUIRING = (
    "\\b(?:you|we|it|they|this|that|tests?|code|files?|response|action|commits?) (?:absolutely |also )?must\\b(?! have (?:been|got))",
    f"{_ITEM}must (?!have (?:been|got)\\b)[a-z]",
    f"{_BIDDING}(?:make sure|be sure|ensure) (?:to|that|you|it|the|all|every|each)\\b",
    f"(?:{_CLAUSE}|\\b(?:must|should) )(?:use|edit|change|touch|modify|run|write|read|add|commit|import|support|test) only\\b",
    f"{_CLAUSE}always [a-z]",
    "\\b(?:should|must|may) (?:only|always|stay|remain)\\b|\\bcan only\\b|\\b(?:has|have|needs?) to (?:stay|remain|keep)\\b",
    f"{_CLAUSE}only (?:use|change|edit|touch|modify|run|add|write|do|read|commit|test|work|show|fix|apply)\\b",
    f"{_ITEM}instead of\\b",
    f"(?:{_ITEM}|[,;:] ?)(?:(?:please|just|let['’]?s) ){{0,2}}{_MAKE}[^.!?]{{1,160}}\\b(?:instead of|rather than|and not|without)\\b",
    f"(?:{_ITEM}|[,;:] ?)(?:please )?(?:use|prefer|call|name|write|keep)\\b[^.!?]{{1,60}}\\bnot (?!yet\\b|only\\b|sure\\b)",
)
_REQUIRING_IN_CAPITALS = ("\\b(?:MUST|ALWAYS|ONLY)\\b",)
_RELEASING = (
    (
        "\\b(?:forget|ignore|drop|disregard|lift|cancel|scrap) (?:about )?(?:that|this|the|my|those|these|all|your)\\b[^.!?]{0,40}\\b"
        "(?:rules?|constraints?|restrictions?|bans?|instructions?|prohibitions?)\\b"
    ),
    "\\byou (?:may now|can now|are now (?:allowed|free|permitted))\\b(?! (?:see|find|reproduce|log|open|view|reach))",
    "\\b(?:it|that|this|they|rule|restriction|constraint) (?:is|are|do(?:es)?) no longer (?:forbidden|off[- ]limits|required|needed)",
    "\\byou no longer (?:need|have) to\\b",
)
"""Where what was forbidden or required is so no more: it is kept beside what it revokes, and newer."""

_CHINESE_RULES = (
    "现在(?:你|就|已经)?(?:可以|允许|能够)(?!了[。！!]?\\Z|看到|登录|打开|复现)|不再(?:禁止|限制|要求|需要)",
    "(?:忘掉|忘了|取消|撤销|解除|作废|忽略)[^。！？]{0,10}(?:规则|限制|约束|禁令)",
    "(?<!要)不要(?!紧)|禁止|严禁|必须|只能|不得(?!不|已|了)|千万(?:别|不)|切勿|请勿|切记|务必|不许|不准|不允许|不可以|不应|永远不|绝不|绝对不",
    "一律|只允许|只准|仅限|(?<!不)(?:一定|务必)[要得]|(?<![不非])只(?:使?用|修?改|编辑|动|碰|运行|提交|添加|支持|读|写)",
    "(?<![特分区级类性差识辨告个])别(?:再|去|动|改|用|删|碰|加|提交|引入|管|直接)|无需|避免|始终|总是要",
    "不能(?:再|修?改|删|动|用|使用|提交|直接|引入|依赖|破坏|影响|超过|泄露)|不(?:用|需要|希望|想)(?!说)",
)
_DECIDING = (
    "\\b(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chose|chosen|settled on|opted)\\b(?! whether)",
    "\\bthe decision (?:is|was) to\\b|\\bdecided (?:to|against|on|that)\\b",
    "\\b(?:i|we)(?:['’]ll| will|['’]m| am|['’]re| are)? (?:go|going|went) with\\b",
)
_REASON = "\\b(?:because|since|as it|due to)\\b"
_FAILING = (
    f"\\b(?:do|does|did|will|would|can|could)(?: not|n['’]?t) (?:work|help|be used|apply|fit|scale)\\b[^.!?]{{0,60}}{_REASON}",
    "\\b(?:dead end|doesn['’]?t pan out|turned out (?:not to|to be wrong|to be impossible)|not feasible|not viable)\\b",
    "\\b(?:ruled out|rule out|rejected|abandon(?:ed|ing)|revert(?:ed|ing)|backed out)\\b[^.!?]{0,100}" + _REASON,
)
_CHINESE_DECISIONS = ("(?<!没有)(?<!未)(?:决定|敲定|选定|最终(?:采用|选择|使用)|改用|定为)(?!性|于|因素|权|论|了吗|是否)",)
_CHINESE_FAILURES = (
    "走不通|行不通|不可行|此路不通|死胡同|(?:已经?|因此|只好|所以)放弃|排除了?这|无法(?:使用|工作|满足|实现)[^。！？]{0,30}因为|因为[^。！？]{0,40}(?:无法|不能)(?:使用|工作)",
)


def _any_of(forms: tuple[str, ...]) -> str:
    return "|".join(f"(?:{form})" for form in forms)


DESCRIBED = pattern(f"\\b(?:where|when|because|which|who) (?:(?:we|i|it|they) )?[^.!?,;:]{{1,80}} (?:but|and|or) {_NOT} ", _ANY_CASE)
"""What looks like an order and goes on with what a clause told: "where we read it but do not lock it"."""

QUOTED = pattern(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|`[^`\n]{1,300}`")
"""What is spoken of, not said: a rule in it is none of who writes."""

REPORTED = pattern(
    r"\b[A-Za-z_.]*(?:Error|Exception|Warning|Traceback): ?[^,;.!?\n]*"
    r"|\bmust (?:just |simply |surely )?be (?:(?:a|an|the|some|my|our|your) )?(?:[\w-]+ ){0,2}"
    r"(?:bug|race|race condition|typo|mistake|problem|issue|regression|glitch|leak|cause|reason|culprit|fault|misconfiguration|coincidence"
    r"|something|somewhere|because|due|caused|coming|related|wrong|kidding|joking|mistaken|tired)\b",
    _ANY_CASE,
)
"""What a program said, and what somebody concludes: neither forbids nor requires."""

RULES = (
    pattern(_any_of(_FORBIDDING_IN_CAPITALS + _REQUIRING_IN_CAPITALS), re.ASCII),
    pattern(_any_of(_CHINESE_RULES)),
    pattern(_any_of(_FORBIDDING), _ANY_CASE),
    pattern(_any_of(_REQUIRING + _RELEASING), _ANY_CASE),
)
DECISIONS = (pattern(_any_of(_DECIDING), _ANY_CASE), pattern(_any_of(_CHINESE_DECISIONS)))
DEAD_ENDS = (pattern(_any_of(_FAILING), _ANY_CASE), pattern(_any_of(_CHINESE_FAILURES)))
