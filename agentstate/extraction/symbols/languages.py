"""The languages whose definitions are told without a parser: which files, what is no code in them, and how definitions begin.

Patterns are matched at the beginning of a line, behind its indentation, in a text whose comments and strings are blank. Group `name` is the
name, `owner` what it belongs to where the line says so.
"""

from agentstate.extraction.symbols.symbol import CLASS, CONSTANT, FUNCTION, PROPERTY
from agentstate.vocabulary.values import dataclass

CONTAINER = "container"
"""Holds definitions and is none itself: a namespace, an `impl`, an extension. Its name is that of what it adds to, or empty."""

_NAME = r"(?P<name>[^\W\d][\w$]*)"
_LINE_COMMENT = r"//[^\n]*"
_BLOCK_COMMENT = r"/\*(?:[^*]|\*(?!/))*(?:\*/)?"
_NESTED_COMMENT = r"/\*(?:[^*/]|\*(?!/)|/(?!\*)|/\*(?:[^*]|\*(?!/))*(?:\*/)?)*(?:\*/)?"
_STRING = r'"(?:[^"\\\n]|\\.)*"?'
_LONG_STRING = r'"(?:[^"\\]|\\[\s\S])*"?'
_SINGLE = r"'(?:[^'\\\n]|\\.)*'?"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,8}?)'"
_TRIPLE = r'"""(?:[^"]|"(?!""))*(?:""")?'
_TEMPLATE = r"`(?:[^`\\]|\\[\s\S])*`?"
_EXPRESSION = r"(?<=[(=,:!&|?;\s])/(?![/*\s=])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,60}\]){1,120}/"
_C_LIKE = (_LINE_COMMENT, _BLOCK_COMMENT)


@dataclass(frozen=True)
class Language:
    """One language. `blank`: what is no code; `definitions`: kinds and patterns anywhere, `members`: only inside a class.

    `within`: only inside what a line opened that the first pattern fits. `heredoc`: what opens a text that ends with the line `end`.
    `head`: a line that only begins a definition, and goes on in the next.
    """

    name: str
    suffixes: tuple[str, ...]
    blank: tuple[str, ...]
    definitions: tuple[tuple[str, str], ...]
    members: tuple[tuple[str, str], ...] = ()
    brackets: str = "{}"
    indented: bool = False
    within: tuple[tuple[str, str, str], ...] = ()
    heredoc: str = ""
    head: str = ""


def _any_of(words: str, behind: str = "") -> str:
    """Any number of the words, in any order."""
    return rf"(?:(?:{'|'.join(words.split())}){behind}\s+)*"


_KEYWORDS = (
    "return|throw|new|else|if|for|foreach|while|switch|try|catch|do|case|super|this|base|assert|using|lock|goto|delete|yield|await|typedef"
)
_STATEMENTS = rf"(?!(?:{_KEYWORDS})\b)"
_ANNOTATIONS = r"(?:@\w+(?:\([^()\n]*\))?\s+)*"
_METHODS = (
    (FUNCTION, rf"{_ANNOTATIONS}{_STATEMENTS}(?![^()\n]*\boperator\b)[\w<\[][^()=;{{}}]*[\s>\]?]{_NAME}\s*(?:<[^()\n]*>)?\s*\("),
    (FUNCTION, rf"{_ANNOTATIONS}{_STATEMENTS}{_NAME}\s*\([^;=\n{{]*\{{"),
)
_CPP_NAME = r"(?P<name>operator\s*(?:\(\)|\[\]|[-+*/%^&|~!=<>]{1,3}|\w+)|~?[^\W\d]\w*)"
_TYPED = rf"{_STATEMENTS}[\w<\[][^()=;{{}}]*[\s*&>](?:(?P<owner>[\w:]+)(?:<[^<>()\n]*>)?::)?{_CPP_NAME}\s*\("
_CONSTRUCTED = r"(?P<owner>[^\W\d]\w*)(?:<[^<>()\n]*>)?::(?P<name>~?[^\W\d]\w*)\s*\("
_HEAD = rf"{_STATEMENTS}(?!template\b|public\b|private\b|protected\b)[^\W\d][\w\s:<>,*&]*[\w>*&]"
_JS_EXPORT = r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?"
_JS_BLANK = (*_C_LIKE, _STRING, _SINGLE, _TEMPLATE, _EXPRESSION)
_JS_VALUE = rf"{_JS_EXPORT}(?:const|let|var)\s+{_NAME}\s*(?::[^=\n]*)?=\s*"
_JS_MEMBER = r"(?:(?:public|private|protected|static|async|readonly|override|abstract|accessor|declare|get|set)\s+)*(?:\*\s*)?#?"
_JS = (
    (CLASS, rf"{_JS_EXPORT}(?:abstract\s+)?class\s+(?!extends\b|implements\b){_NAME}"),
    (FUNCTION, rf"{_JS_EXPORT}(?:async\s+)?function\s*\*?\s*{_NAME}"),
    (
        FUNCTION,
        rf"{_JS_VALUE}(?:async\s*)?(?:function\b|\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\s*(?::[^=\n]*)?=>|[\w$]+\s*=>|<[^>\n]*>\s*\(|\(\s*\Z)",
    ),
    (FUNCTION, rf"(?:module\.)?exports\.{_NAME}\s*="),
    (CONSTANT, rf"{_JS_EXPORT}const\s+{_NAME}"),
)
_JS_MEMBERS = (
    (CONSTANT, rf"(?:(?:public|private|protected|readonly)\s+)*static\s+(?:readonly\s+)?#?{_NAME}\s*(?::[^=\n]*)?="),
    (FUNCTION, rf"(?!(?:if|for|while|switch|catch|return|function|super)\b){_JS_MEMBER}{_NAME}\??\s*(?:<[^()\n]*>)?\("),
    (FUNCTION, rf"{_JS_MEMBER}{_NAME}\s*=\s*(?:async\s*)?\([^()\n]*\)\s*(?::[^=\n]*)?=>"),
)
_JS_OBJECT = r"[^=]*\bconst\b[^=]*=\s*\{"
_JS_WITHIN = (
    (_JS_OBJECT, FUNCTION, rf"(?!(?:if|for|while|switch|catch|return|function|super)\b)(?:async\s+)?(?:\*\s*)?{_NAME}\s*\([^;]*\{{"),
    (_JS_OBJECT, FUNCTION, rf"{_NAME}\s*:\s*(?:async\s*)?(?:function\b|\([^()\n]*\)\s*(?::[^=\n]*)?=>|[\w$]+\s*=>)"),
)
_TS = (
    (CLASS, rf"{_JS_EXPORT}(?:const\s+)?(?:interface|enum)\s+{_NAME}"),
    (CLASS, rf"{_JS_EXPORT}type\s+{_NAME}\s*(?:<[^=\n]*>)?\s*="),
    (CONTAINER, rf"{_JS_EXPORT}(?:namespace|module)\s+{_NAME}"),
    *_JS,
)
_JVM = _any_of(
    "public protected private internal static final abstract sealed non-sealed strictfp default partial readonly unsafe new file ref"
)
_KT = _any_of(
    "public private protected internal open abstract final override sealed data inner value annotation enum inline suspend operator infix "
    "tailrec external expect actual const lateinit fun"
)
_SW = r"(?:@\w+\s+)*" + _any_of(
    "public private fileprivate internal open package static class final override mutating nonmutating indirect required convenience "
    "dynamic async nonisolated weak lazy",
    r"(?:\(set\))?",
)
_CS_PROPERTY = rf"(?:\[[^\]\n]*\]\s*)*{_STATEMENTS}(?![^\n]*\b(?:event|operator)\b)" + _any_of(
    "public protected private internal static abstract virtual override sealed new required readonly unsafe extern"
)
_RS = r"(?:pub(?:\([^)\n]*\))?\s+)?"
_PHP = r"(?:#\[[^\]\n]*\]\s*)*" + _any_of("public private protected static final abstract readonly")

LANGUAGES = (
    Language("javascript", (".js", ".jsx", ".mjs", ".cjs"), _JS_BLANK, _JS, _JS_MEMBERS, within=_JS_WITHIN),
    Language("typescript", (".ts", ".tsx", ".mts", ".cts"), _JS_BLANK, _TS, _JS_MEMBERS, within=_JS_WITHIN),
    Language(
        "go",
        (".go",),
        (*_C_LIKE, _STRING, _CHARACTER, r"`[^`]*`?"),
        (
            (FUNCTION, rf"func\s+(?:\(\s*(?:\w+\s+)?\*?(?P<owner>\w+)(?:\[[^\]\n]*\])?\s*\)\s*)?{_NAME}\s*[\[(]"),
            (CONTAINER, r"(?:const|var|type)\s*(?P<name>)\("),
            (CLASS, rf"type\s+{_NAME}"),
            (CONSTANT, rf"(?:const|var)\s+{_NAME}"),
        ),
        (
            (CLASS, rf"{_NAME}\s+(?:struct|interface)\b"),
            (CONSTANT, rf"{_NAME}(?:\s+[\w.\[\]*]+)?\s*=(?!=)"),
        ),
        "{}()",
        within=(
            (r"(?:const|var)\s*\(", CONSTANT, rf"{_NAME}\s*(?:,[\w\s,]*)?\Z"),
            (r"type\s*\(", CLASS, rf"{_NAME}(?:\[[^\]\n]*\])?\s+=?\s*[\w*\[(]"),
        ),
    ),
    Language(
        "rust",
        (".rs",),
        (_LINE_COMMENT, _NESTED_COMMENT, r"r(?P<hashes>#{0,3})\"(?:[^\"]|\"(?!(?P=hashes)))*(?:\"(?P=hashes))?", _LONG_STRING, _CHARACTER),
        (
            (FUNCTION, rf"{_RS}(?:(?:default|const|async|unsafe|extern)\s+)*fn\s+{_NAME}"),
            (CLASS, rf"{_RS}(?:unsafe\s+)?(?:struct|enum|trait|union|type)\s+{_NAME}"),
            (CONSTANT, rf"{_RS}(?:const|static)\s+(?:mut\s+)?{_NAME}\s*:"),
            (FUNCTION, rf"macro_rules!\s*{_NAME}"),
            (CONTAINER, rf"(?:unsafe\s+)?impl\b(?:[^{{\n]*\bfor\s+|\s*<[^{{\n]*>\s+|\s+)&?(?:\w+::)*{_NAME}"),
            (CONTAINER, rf"{_RS}mod\s+(?P<name>)\w+\s*\{{"),
            (CONTAINER, r"(?:unsafe\s+)?extern\s*(?P<name>)\{"),
        ),
    ),
    Language(
        "java",
        (".java",),
        (*_C_LIKE, _TRIPLE, _STRING, _CHARACTER),
        ((CLASS, rf"(?:@\w+\s+)*{_JVM}(?:class|interface|enum|record|@interface)\s+{_NAME}"),),
        (
            (CONSTANT, rf"(?:(?:public|protected|private)\s+)?(?:static\s+final|final\s+static)\s+[^()=;\n]*[\s>\]]{_NAME}\s*="),
            *_METHODS,
        ),
    ),
    Language(
        "c",
        (".c", ".h"),
        (*_C_LIKE, _STRING, _CHARACTER),
        (
            (CLASS, rf"(?:typedef\s+)?(?:struct|union|enum)\s+{_NAME}\s*(?:\{{|\Z)"),
            (CONTAINER, r"extern\s*(?P<name>)\{"),
            (FUNCTION, rf"#\s*define\s+{_NAME}\("),
            (CONSTANT, rf"#\s*define\s+{_NAME}\s+\S"),
            (CONSTANT, rf"(?:static\s+)?const\s+[^()=;\n]*[\s*]{_NAME}\s*(?:\[[^\]\n]*\])?\s*="),
            (FUNCTION, _TYPED),
        ),
        head=_HEAD,
    ),
    Language(
        "cpp",
        (".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".ipp"),
        (*_C_LIKE, r'R"\((?:[^)]|\)(?!"))*(?:\)")?', _STRING, _CHARACTER),
        (
            (
                CLASS,
                rf"(?:template\s*<[^{{;\n]*>\s*)?(?:typedef\s+)?(?:struct|union|enum\s+class|enum|class)\s+(?:\[\[[^\]\n]*\]\]\s*)?{_NAME}\s*(?:final\s*)?(?:[:{{]|\Z)",
            ),
            (CLASS, rf"using\s+{_NAME}\s*="),
            (CONTAINER, r"(?:inline\s+)?namespace\b(?P<name>)[\w:\s]*"),
            (CONTAINER, r"extern\s*(?P<name>)\{"),
            (FUNCTION, rf"#\s*define\s+{_NAME}\("),
            (CONSTANT, rf"#\s*define\s+{_NAME}\s+\S"),
            (CONSTANT, rf"(?:(?:static|inline)\s+)*(?:constexpr|const)\s+[^()=;\n]*[\s*&]{_NAME}\s*(?:\[[^\]\n]*\])?\s*[={{]"),
            (FUNCTION, _TYPED),
            (FUNCTION, _CONSTRUCTED),
        ),
        ((FUNCTION, rf"{_STATEMENTS}(?:(?:explicit|virtual|inline|constexpr)\s+)*(?P<name>~?[^\W\d]\w*)\s*\("),),
        head=_HEAD,
    ),
    Language(
        "c-sharp",
        (".cs",),
        (*_C_LIKE, _TRIPLE, r'@"(?:[^"]|"")*"?', _STRING, _CHARACTER),
        (
            (CLASS, rf"{_JVM}(?:record\s+struct|record\s+class|class|struct|interface|enum|record)\s+{_NAME}"),
            (CONTAINER, r"namespace\s+(?P<name>)[\w.]+\s*(?:\{|\Z)"),
            (CLASS, rf"{_JVM}delegate\s+[^()=;\n]*[\s>\]?]{_NAME}\s*(?:<[^()\n]*>)?\s*\("),
        ),
        (
            (PROPERTY, rf"{_CS_PROPERTY}[\w<(][^=;{{}}\n]*[\s>\]?)]{_NAME}\s*(?:\{{\s*(?:\w+\s+)?(?:get|set|init)\b|=>)"),
            (CONSTANT, rf"{_JVM}const\s+[^()=;\n]*\s{_NAME}\s*="),
            (CONSTANT, rf"{_JVM}(?:static\s+readonly|readonly\s+static)\s+[^()=;\n]*\s{_NAME}\s*="),
            *_METHODS,
        ),
    ),
    Language(
        "ruby",
        (".rb", ".rake"),
        (r"^=begin\b(?:[^\n]|\n(?!=end))*", r"#[^\n{][^\n]*"),
        (
            (FUNCTION, r"(?:(?:private|protected|public|private_class_method|memoize)\s+)?def\s+(?:self\.)?(?P<name>[^\W\d]\w*[?!=]?)"),
            (CLASS, r"(?:class|module)\s+(?P<name>[A-Z][\w:]*)"),
            (CONTAINER, r"class\s*<<\s*(?P<name>)self"),
            (CONSTANT, r"(?P<name>[A-Z][A-Z0-9_]*)\s*=(?![=~>])"),
        ),
        indented=True,
        heredoc=r"<<[~-]?(?P<quote>[\"'`]?)(?P<end>[A-Z_]\w*)(?P=quote)",
    ),
    Language(
        "php",
        (".php",),
        (*_C_LIKE, r"#(?!\[)[^\n]*", _LONG_STRING, r"'(?:[^'\\]|\\[\s\S])*'?"),
        (
            (FUNCTION, rf"{_PHP}function\s+&?{_NAME}\s*\("),
            (CLASS, rf"{_PHP}(?:class|interface|trait|enum)\s+{_NAME}"),
            (CONSTANT, rf"{_PHP}const\s+(?:\w+\s+)?{_NAME}\s*="),
            (CONTAINER, r"namespace\b(?P<name>)[\w\\\s]*\{"),
        ),
        heredoc=r"<<<\s*(?P<quote>[\"']?)(?P<end>[A-Za-z_]\w*)(?P=quote)",
    ),
    Language(
        "kotlin",
        (".kt", ".kts"),
        (_LINE_COMMENT, _NESTED_COMMENT, _TRIPLE, _STRING, _CHARACTER),
        (
            (FUNCTION, rf"{_KT}fun\s+(?:<[^>\n]*>\s*)?(?:(?P<owner>[^\W\d]\w*)(?:<[^>\n]*>)?\??\.)?(?P<name>`[^`\n]+`|[^\W\d]\w*)\s*\("),
            (CLASS, rf"(?:@\w+\s+)*{_KT}(?:class|interface|object|typealias)\s+{_NAME}"),
            (CONTAINER, r"companion\s+object\b(?P<name>)"),
            (CONSTANT, rf"{_KT}val\s+(?P<name>[A-Z][A-Z0-9_]*)\b"),
        ),
        ((PROPERTY, rf"(?:@\w+\s+)*{_KT}va[lr]\s+(?:<[^>\n]*>\s*)?(?P<name>`[^`\n]+`|[^\W\d]\w*)\s*(?:[:=]|by\b|\Z)"),),
    ),
    Language(
        "swift",
        (".swift",),
        (_LINE_COMMENT, _NESTED_COMMENT, _TRIPLE, _STRING),
        (
            (FUNCTION, rf"{_SW}func\s+{_NAME}"),
            (CLASS, rf"{_SW}(?:class|struct|enum|protocol|actor|typealias)\s+(?!func\b|var\b|let\b){_NAME}"),
            (CONTAINER, rf"{_SW}extension\s+{_NAME}"),
            (CONSTANT, rf"{_SW}let\s+{_NAME}"),
        ),
        ((FUNCTION, rf"{_SW}(?P<name>init|deinit|subscript)\b[?!]?\s*[({{<]"),),
    ),
    Language(
        "shell",
        (".sh", ".bash", ".zsh", ".ksh"),
        (r"(?<![^\s;])#[^\n]*", r"'[^']*'?", _LONG_STRING),
        (
            (FUNCTION, r"(?:function\s+)?(?P<name>[A-Za-z_][\w:.-]*)\s*\(\s*\)"),
            (FUNCTION, r"function\s+(?P<name>[A-Za-z_][\w:.-]*)"),
            (CONSTANT, r"(?:(?:readonly|export|declare|typeset)\s+(?:-\w+\s+)?)?(?P<name>[A-Z][A-Z0-9_]*)="),
            (FUNCTION, r"alias\s+(?P<name>[\w.:-]+)="),
        ),
        heredoc=r"(?<!<)<<-?\s*(?P<quote>[\"']?)\\?(?P<end>[A-Za-z_]\w*)(?P=quote)",
    ),
    Language(
        "python",
        (".py", ".pyi", ".pyw"),
        (_TRIPLE, r"'''(?:[^']|'(?!''))*(?:''')?", r"#[^\n]*", _STRING, _SINGLE),
        (
            (FUNCTION, rf"(?:async\s+)?def\s+{_NAME}"),
            (CLASS, rf"class\s+{_NAME}"),
            (CONSTANT, r"(?P<name>[A-Z][A-Z0-9_]*)\s*(?::[^=\n]*)?=(?!=)"),
        ),
        indented=True,
    ),
)
"""Python is read by its own parser; its line here is for what that refuses."""

BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}
