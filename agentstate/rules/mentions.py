"""AS331 to AS333: the files and symbols that a note names in backquotes are there, and each name means one file."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from agentstate.documents.likely_paths import likely_path
from agentstate.documents.mentions import Mention
from agentstate.documents.passages import Passage, Tense
from agentstate.rules.addresses import unsafe
from agentstate.rules.rule import Example, Rule, state_text
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.repository import GitFacts

_SHOWN = 3
"""How many files a message names."""


def _unfound(*tenses: Tense, hint: str) -> Callable[[Tree, GitFacts], Iterator[Finding]]:
    """The check of a rule that reports symbols which are not where passages of these kinds say."""

    def check(tree: Tree, git: GitFacts) -> Iterator[Finding]:
        for passage, mention in tree.mentions:
            reason = unfound(tree, git, passage, mention) if passage.tense in tenses else ""
            if reason:
                line, column = passage.place(tree.source(passage.path), mention.text)
                yield Finding(passage.path, line, column, reason, hint)

    return check


def unfound(tree: Tree, git: GitFacts, passage: Passage, mention: Mention) -> str:
    """What a passage names that is not there, in words; "" where it is, where nobody can tell, and where the passage allows for it."""
    reason = _missing(tree, git, mention) if mention.symbol or likely_path(mention.path, tree.kinds) else ""
    return "" if reason and _may_be_missing(passage, mention) else reason


def _missing(tree: Tree, git: GitFacts, mention: Mention) -> str:
    """What is not there; "" where it is, and where nobody can tell: the file was not read, or git knows no file of a bare name."""
    if tree.kinds.get(mention.path) == "missing" and not unsafe(mention.path):
        known = not mention.bare or (not git.reason and _patterns()[3].search(mention.path))
        what = "folder" if mention.path.endswith("/") else "file"
        return f"{quoted(mention.text)} names a {what} that does not exist" if known and not git.namesakes.get(mention.path) else ""
    code = tree.code.get(mention.path)
    if code is None or _holds(code.text, mention.name):
        return ""
    return f"there is no {quoted(mention.name)} in {quoted(mention.path)}"


def _holds(code: str, name: str) -> bool:
    """Whether the name stands in the code as a word, or as words with `-` or `$` between them."""
    return name in code and {word for word in re.split(r"\W+", name) if word} <= _words(code)


@lru_cache(maxsize=64)
def _words(code: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", code))


def _may_be_missing(passage: Passage, mention: Mention) -> bool:
    """Whether the words around say that it is gone, that it must not come, that it is still to be made, or, of a path alone, that a
    run makes it, or that no file is meant."""
    gone, forbidden, coming, _, other = _patterns()
    text = " ".join(passage.text.split("`")[::2])
    return bool(
        gone.search(text)
        or (not mention.symbol and other.search(text))
        or (passage.tense == "must" and forbidden.search(text))
        or (passage.tense == "plan" and coming.search(text))
    )


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Words for what is gone, for what must not come, for what is to be made; endings that only files of code have; and words for what
    a run makes, and for what is no file."""
    return (
        re.compile(
            r"\b(?:remov|delet|renam|replac|mov(?:e|ed|ing)\b|gone\b|drop(?:s|ped)?\b|former|no longer|used to|there is no|not exist)"
            "|删|移除|去掉|去除|改名|重命名|替换|取代|不再|废弃|迁移|移到|原来|曾经|没有|不存在",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?:never|no|not|n['’]t)\s+(?:\w+\s+)?(?:creat|add|introduc|reintroduc|bring|restor|writ)"
            "|(?:不要|禁止|不得|不能|严禁|不可)(?:再|重新)?(?:新建|新增|添加|增加|引入|创建|恢复|加)",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?:creat|add|writ|implement|introduc|new\b|extract|mak(?:e|ing)\b|build|split|put\b|port\b|start|provid|generat)"
            "|新建|创建|新增|添加|增加|加|写|实现|引入|抽取|抽出|拆|补|生成|提供",
            re.IGNORECASE,
        ),
        re.compile(r"\.(?:[cm]?[jt]sx?|pyi?|go|rs|rb|java|kts?|swift|php|cs|[ch](?:pp|xx|c)?|sh|sql|vue|svelte|ya?ml|json|toml|md)\Z"),
        re.compile(
            r"\b(?:generat|creat|produc|outputs?\b|writes?\b|written to|ignored|cache[sd]? (?:in|at)\b|branch|route|endpoint|e\.g\.|"
            r"such as|for example|optional|if (?:it |they )?exist)"
            "|生成|产生|输出|写到|写入|忽略|分支|路由|接口|例如|比如|可选",
            re.IGNORECASE,
        ),
    )


def _ambiguous(tree: Tree, git: GitFacts) -> Iterator[Finding]:
    for passage, mention in tree.mentions:
        files = git.namesakes.get(mention.path, ())
        if mention.bare and mention.path.lower() not in _common() and len(files) > 1 and tree.kinds.get(mention.path) == "missing":
            line, column = passage.place(tree.source(passage.path), mention.text)
            yield Finding(passage.path, line, column, several_files(mention.path, files), "write the path")


@cache
def _common() -> frozenset[str]:
    """File names, in lower case, that stand in many folders by convention: in a note they mean all of them."""
    python = "__init__.py __main__.py conftest.py setup.py pyproject.toml requirements.txt py.typed urls.py apps.py"
    script = "index.ts index.tsx index.js index.jsx index.mjs index.html index.css package.json tsconfig.json page.tsx layout.tsx route.ts"
    rust = "mod.rs lib.rs main.rs cargo.toml build.rs"
    java = "package-info.java module-info.java pom.xml build.gradle build.gradle.kts androidmanifest.xml"
    other = "main.go doc.go go.mod cmakelists.txt kustomization.yaml values.yaml chart.yaml main.tf variables.tf"
    notes = "readme.md changelog.md license.md license.txt agents.md claude.md gemini.md skill.md index.md _index.md readme.rst index.rst"
    return frozenset(f"{python} {script} {rust} {java} {other} {notes}".split())


def several_files(name: str, files: tuple[str, ...]) -> str:
    """Says which files a bare name could mean."""
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return f"{quoted(name)} names several files: {', '.join(files[:_SHOWN])}{more}"


def _example(note: str, **code: str) -> Example:
    facts = f"# Facts\n\n## Cache\n- {note}\n"
    return Example({layout.FACTS: facts, "src/cache.py": code.get("cache", "def key(user): ...\n")})


def _plan(note: str) -> Example:
    return Example({layout.STATE: state_text(next_action=f'"{note}"'), "src/cache.py": "def key(user): ...\n"})


_SHARED = {"config.py": ("api/config.py", "worker/config.py")}
_BOTH: Mapping[str, str] = MappingProxyType({"api/config.py": "LIMIT = 5\n", "worker/config.py": "LIMIT = 9\n"})

RULES = (
    Rule(
        code="AS331",
        slug="missing-symbol",
        severity=Severity.ERROR,
        summary="a note names a file or symbol that does not exist",
        what="Looks for each `` `path:symbol` `` and each path in backquotes in FACTS.md and in `constraints`, `do_not`, `done`, "
        "`verified` and `recent_findings` of the states: the file or folder has to be there, and the last part of the symbol has to "
        "stand in it as a word. `::` is read like `:`. A path has a folder in it, and the ending of a file, a `/` at its end, or a first "
        "folder that is there; it may be written from any folder, and what git ignores may be missing. A text that says the thing is "
        "gone or made by a run, or forbids to add it, is left out. Files over 256 KB are not read, and no more than 50.",
        why="The code is the truth and the note a pointer to it. One that leads nowhere was left behind by a later change, and what else "
        "the note says may be left behind with it.",
        mend="Name the symbol as it is called now, or take the note out.",
        bad=_example("Keys are made in `src/cache.py:make_key`"),
        good=_example("Keys are made in `src/cache.py:key`"),
        check_git=_unfound("is", "must", hint="name it as it is called now, or take the note out"),
    ),
    Rule(
        code="AS332",
        slug="unfound-symbol",
        severity=Severity.INFO,
        summary="a plan or decision names a file or symbol that is not there",
        what="The same as AS331 for what is planned or was decided: `goal`, `acceptance`, `current_task`, `next_action`, `then`, "
        "`hypotheses`, open items, and title and `Decision` of the decisions in force. It may be still to be made, so this is a hint, "
        "and nothing is said where the text speaks of making it. What was rejected, and why, may name anything.",
        why="A next action on a function that was renamed costs a search. A decision is never edited: where it names what is gone, a newer "
        "one says what holds now.",
        mend="Correct the name; supersede a decision with one that names what is there now; leave what is still to be made.",
        bad=_plan("test `src/cache.py:make_key`"),
        good=_plan("test `src/cache.py:key`"),
        check_git=_unfound("plan", hint="correct the name, supersede the decision, or leave what is still to be made"),
    ),
    Rule(
        code="AS333",
        slug="ambiguous-name",
        severity=Severity.WARNING,
        summary="a note names a file that there is more than once",
        what="Finds file names in backquotes without a folder, such as `` `config.py` ``, where no file beside `.agent/` has the name and "
        "several tracked files have it. Names that stand in many folders by convention, such as `index.ts`, mean no file of their own.",
        why="An agent opens the first that it finds.",
        mend="Write the path.",
        bad=Example(
            {layout.FACTS: "# Facts\n\n- Limits are set in `config.py`\n", **_BOTH},
            git=GitFacts(namesakes=_SHARED),
            shown="git holds both files",
        ),
        good=Example(
            {layout.FACTS: "# Facts\n\n- Limits are set in `api/config.py`\n", **_BOTH},
            git=GitFacts(namesakes=_SHARED),
            shown="git holds both files",
        ),
        check_git=_ambiguous,
    ),
)
