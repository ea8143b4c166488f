"""What the headings of notes mean: the one table by which lines below a heading, or behind a label, get their place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from agentstate.vocabulary.patterns import pattern

NOWHERE = "nowhere"
"""What is said below such a heading has no place in a tree, whatever it looks like."""

DOING = "doing"
"""Work that is under way: an item of TODO.md, in progress."""

_PLACES: tuple[tuple[str, str], ...] = (
    (NOWHERE, "non-goals|out of scope|not in scope|later ideas|deferred|rejected ideas|won't do|previous sessions|session history"),
    (NOWHERE, "history|archive|changelog|change log|references|examples|template|metrics|performance metrics|closed"),
    (NOWHERE, "対象外|范围外|历史|参考"),
    ("failed", "failed attempts|failed approaches|failed|what didn't work|what did not work|didn't work|dead ends|tried and failed"),
    ("failed", "失败的尝试|失败尝试|失败|失敗した試み|失敗|うまくいかなかったこと|試して失敗"),
    ("todo", "not implemented|not been tested|not tested|left to build|what's left|remaining|still to do|to do|todo|todos|pending todos"),
    ("todo", "pending|backlog|planned features|planned|open questions|key questions|open tasks|task queue"),
    ("todo", "technical debt|outstanding issues|decisions to revisit"),
    ("todo", "pending decisions|open decisions|tasks|task list|未完成|待办|待完成|待处理|剩余|任务清单|任务列表|任务"),
    ("todo", "残りの作業|残タスク|残作業|やること|未実装|未対応|タスク"),
    ("hypothesis", "hypothesis|hypotheses|unverified|unconfirmed|suspected|suspected root cause|suspected issue|假设|猜测|仮説|未検証"),
    ("decision", "decisions|decision log|key decisions|decision|决策|关键决策|决策记录|决定|決定事項|意思決定|決定|重要な決定"),
    ("do_not", "do not|don't|don'ts|never|what not to do|must not|forbidden|avoid|anti-patterns|prohibited"),
    ("do_not", "不要做|不要|禁止|禁止事项|禁止事項|やってはいけないこと|やらないこと"),
    ("fact", "known issues|known bugs|known limitations|open bugs|limitations|gotchas|已知问题|已知限制|既知の問題|既知の課題"),
    ("blocked", "blockers|blocked|blocker|blocking issue|blocking issues|blocked by|bloqueadores|阻塞|阻碍|阻塞项|卡点|ブロッカー|障害"),
    ("awaiting_approval", "awaiting approval|needs approval|waiting for approval|pending approval|等待批准|待批准|承認待ち"),
    ("acceptance", "acceptance criteria|success criteria|definition of done|acceptance|验收标准|成功标准|受け入れ基準|受入基準|完了条件"),
    ("verified", "verified facts|verified correct|verified|confirmed|validation results|已验证|验证结果|検証済み|確認済み"),
    ("next", "next steps|next step|next actions|next action|next task|next immediate task|next up|what's next|next|do these first"),
    ("next", "immediate priorities|下一步|下一步计划|后续步骤|接下来|次のステップ|次のアクション|次にやること|próximos passos"),
    (DOING, "in progress|work in progress|doing|进行中|進行中|作業中"),
    ("task", "current focus|current work focus|current task|active task|current work|active phase|now|当前焦点|当前任务|当前工作"),
    ("task", "当前工作重点|当前工作焦点|現在の作業焦点|現在の作業|現在のタスク|現在のフォーカス"),
    ("stage", "current status|current state|current position|current phase|current step|status|当前状态|当前阶段|当前步骤|当前进度"),
    ("stage", "現在のステータス|現在の状況|現在の状態|現状"),
    ("touched", "files modified|modified files|files changed|changed files|files touched|files created/modified|files to create/modify"),
    ("touched", "修改的文件|已修改文件|変更したファイル|変更ファイル|arquivos modificados"),
    ("file", "files to load|key files|relevant files|important files|working set|关键文件|相关文件|重要なファイル|関連ファイル"),
    ("done", "actions taken|what works|what was built|completed|completed features|done|finished"),
    ("done", "accomplishments|accomplished|recent changes|fixed"),
    ("done", "已完成|完成的|完成|最近的变更|最近变更|最近更改|修复的问题|完了した|完了|実装済み"),
    ("done", "最近の変更点|最近の主な変更点|動作するもの"),
    ("constraint", "constraints|rules|non-negotiables|must haves|conventions|important conventions|约束|约束条件|限制条件|规则|规范"),
    ("constraint", "制約|制約条件|ルール|規約"),
    ("goal", "goal|project goal|objective|core value|purpose|current goal|目标|项目目标|目的|目標|ゴール"),
    ("fact", "facts|notes|requirements|resources|findings|key findings|key finding"),
    ("fact", "lessons|lessons learned|key lessons|learnings|insights|key insights|discoveries"),
    ("fact", "tech stack|technology stack|technologies|architecture|technical context|environment|dev environment|patterns"),
    ("fact", "patterns established|dependencies|事实|发现|笔记|技术栈|架构|经验教训|环境|技術スタック|学び|学びと洞察|知見|注意点|環境"),
)
_PHRASES = tuple((phrase, kind) for kind, phrases in _PLACES for phrase in phrases.split("|"))
_EXACT = {**dict(reversed(_PHRASES)), "phase": "stage", "stopped at": "stage", "resume file": "file"}
_ANYWHERE = frozenset({"decisions", "blockers", "constraints", "insights", "learnings", "remaining"})
_WHOLE = frozenset({"status", "now", "avoid", "never", "fixed", "purpose", "decision", "metrics", "planned", "environment"})
"""Of the phrases of one word, those that say it wherever they stand in a heading, and those that say it only alone; all others stand at
its beginning or end."""

_LABELS = frozenset(
    {
        *("goal", "task", "next", "blocked", "done", "do_not", "constraint", "hypothesis", "failed", "decision"),
        *("acceptance", "awaiting_approval", "verified"),
    }
)
_MORE_LABELS = ("phase", "stopped at", "resume file", "todo", "to do")
_MOST_WORDS = 9
_SIGNS = pattern(r"[*_`~\"“”]+")
_AHEAD = pattern(r"(?:[^\w(\[]|[0-9]+(?:\.[0-9]+)*[.)、:]?[ \t]+|#[0-9]+)+")
_BEHIND = pattern(r"[^\w)]+\Z")
_BRACKETED = pattern(r"[(（\[](?P<inside>[^()（）\[\]]*)[)）\]]")
_LATIN = pattern(r"[ -~’]+")
_SETTLED = pattern(r"(?<!not )(?<![a-z])(?:resolved|fixed|closed|done)(?![a-z])|已解决|已修复|解決済|修正済", re.IGNORECASE)
_MAIN = pattern(r"[^:：—–|]+(?=[:：—–|]|[ \t]-[ \t])")
_PRIORITY = pattern(r"(?<![A-Za-z0-9])P(?P<number>[0-3])(?![0-9])")
_LONGEST = 120


_TOKEN = pattern(r"[\w-]+")


def _by_word() -> Mapping[str, Sequence[int]]:
    """Places in the table of phrases by the word that a phrase begins with, "" for those that are not written with blanks."""
    found: dict[str, list[int]] = {"": []}
    for place, (phrase, _) in enumerate(_PHRASES):
        first = _TOKEN.match(phrase)
        found.setdefault(first[0] if first and _LATIN.fullmatch(phrase) else "", []).append(place)
    return found


_BY_WORD = _by_word()


def plain_title(title: str) -> str:
    """A heading in lower case, without numbers, pictures and signs around it."""
    bare = _SIGNS.sub("", title).replace("’", "'").strip().casefold()
    ahead = _AHEAD.match(bare)
    return _BEHIND.sub("", bare[ahead.end() if ahead else 0 :]).strip()


@lru_cache(maxsize=4096)
def place_of(title: str, *, exact: bool = False) -> str:
    """The kind of what stands below a heading: one of `item.KINDS`, DOING, NOWHERE, or "" where the table does not know it.

    A heading counts as a whole first, then each part around brackets, then by the phrase in it that comes first in the table; with
    `exact` only as a whole, or up to a dash or colon. What is settled, though its heading names trouble or work, has no place.
    """
    kind = _place_of(title, exact=exact)
    return NOWHERE if kind in {"blocked", "todo", "next", "fact"} and _SETTLED.search(title) else kind


def _place_of(title: str, *, exact: bool) -> str:
    if len(title) > _LONGEST:
        return ""
    for bare in _readings(title):
        if kind := _EXACT.get(bare):
            return kind
    bare = plain_title(title)
    if exact and (main := _MAIN.match(title)):
        return _EXACT.get(plain_title(main[0]), "")
    if exact or len(bare.split()) > _MOST_WORDS:
        return ""
    words = (place for word in set(_TOKEN.findall(bare)) for place in _BY_WORD.get(word, ()))
    places = sorted((*words, *(() if bare.isascii() else _BY_WORD[""])))
    return next((_PHRASES[place][1] for place in places if _stands_in(_PHRASES[place][0], bare)), "")


def label_place(label: str) -> str:
    """The kind of what stands behind a label such as "Next step:"; "" where it is none that says it by itself."""
    bare = plain_title(label)
    kind = _EXACT.get(bare, "")
    return kind if kind in _LABELS or bare in _MORE_LABELS else ""


def priority_in(title: str) -> str:
    """The level, P0 to P3, that a heading names, "" where it names none."""
    found = _PRIORITY.search(title)
    return found[0] if found else ""


def _readings(title: str) -> Iterator[str]:
    yield plain_title(title)
    yield plain_title(_BRACKETED.sub(" ", title))
    for found in _BRACKETED.finditer(title):
        yield plain_title(found["inside"])


def _stands_in(phrase: str, title: str) -> bool:
    at = title.find(phrase)
    if at < 0 or phrase in _WHOLE or not _LATIN.fullmatch(phrase):
        return at >= 0 and len(phrase) > 1 and phrase not in _WHOLE
    if " " not in phrase and phrase not in _ANYWHERE and not title.startswith(phrase) and not title.endswith(phrase):
        return False
    return any(_is_apart(title[:place][-1:]) and _is_apart(title[place + len(phrase) :][:1]) for place in _places(phrase, title))


def _places(phrase: str, title: str) -> Iterator[int]:
    place = title.find(phrase)
    while place >= 0:
        yield place
        place = title.find(phrase, place + 1)


def _is_apart(neighbour: str) -> bool:
    return not neighbour.isalnum() and neighbour not in {"_", "-"}
