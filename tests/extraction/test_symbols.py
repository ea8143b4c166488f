"""Which definitions are found in each language: by Python's parser, by patterns, and, where they are installed, by grammars."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.extraction.symbols import Symbol, definitions, grammars, languages, python, symbols, trees
from tests.support.laws import law

SOURCES = {
    ".c": r"""struct point { int x; };
static int add(int a, int b);
int add(int a, int b)
{
    while (foo(a)) { bar(b); }
    return a;
}
struct point *make(void) { return 0; }
#define N 3
const char *names[] = { "a" };
""",
    ".cpp": r"""#define MAX 3
#define F(x) (x)
namespace a {
template <typename T = int>
class Foo : public Bar {
 public:
  explicit Foo(int a);
  virtual ~Foo();
  int get() const { return x; }
};
int Foo::put(int a) { if (a) { b(); } return 1; }
Foo::Foo(int a) : x(a) {}
static const int kMax = 3;
struct S
{
  int x;
};
enum class E { A };
using V = std::vector<int>;
std::string name(const char *s)
{
  return s;
}
}
""",
    ".cs": r"""namespace A.B;
public class Foo : Bar
{
    private const int Max = 3;
    public static readonly string Name = "x";
    public Foo(int a) { }
    [Test]
    public async Task<int> Run(int a, string b = "x")
    {
        Call(a);
    }
    public int X { get; set; }
}
public record P(int X);
interface I
{
    void Go();
}
""",
    ".go": r"""package a
const X = 1
const (
	Y = iota
	Z int = 2
)
type T struct { a int }
type I interface {
	Run() error
}
func (t *T) Run(ctx context.Context) error {
	const local = 1
	return nil
}
func Map[K comparable, V any](m map[K]V) []V { return nil }
var s = `func no() {`
""",
    ".java": r"""package a;
public class A extends B {
    public static final int MAX = 3;
    @Override public String toString() { return "{"; }
    private Map<String, List<Integer>> get(int a,
        int b) {
        if (x) { call(a); }
        return new Foo(a);
    }
    A(int x) { this.x = x; }
    interface I {
        void run();
    }
    enum E {
        RED(1), BLUE(2);
        E(int x) {}
    }
}
record P(int x) {}
""",
    ".js": r"""import { a } from "b";
/* function no() { */
export default class Foo extends Bar {
  static MAX = 3;
  #secret(id) { if (id) { call(id); } }
  handle = async (e) => { return 1; };
}
export const add = (a, b = "{") => a + b;
const LIMIT = 3;
let changing = 1;
exports.run = function () {
  const local = 2;
  function nested() {}
};
async function go() {}
""",
    ".kt": r"""package a
const val MAX = 3
data class P(val x: Int, val y: Int)
class A(
    val x: Int = 1,
) : B() {
    override suspend fun run(a: Int): Int { val q = 1; return a }
    companion object {
        const val NAME = "x"
        fun make() = A(1)
    }
}
fun <T> List<T>.second(): T = this[1]
object O {
    fun f() {}
}
interface F {
    fun g()
}
""",
    ".php": r"""<?php
namespace A\B;
const X = 1;
function f($a) { return function() {}; }
abstract class C extends D {
  public const MAX = 3;
  public static function make(int $x): self { if (1) { foo(); } }
}
interface I {
  public function go();
}
""",
    ".py": r"""class A
    def f(self, x):
        def g(): pass
    X = 1
def top(a,
   b):
    pass
MAX = 3
""",
    ".rb": r"""module A
  MAX = 3
  class B < C
    def self.make(x)
      y = 1
    end
    def ok?; end
    private def z = 1
  end
end
def top
end
""",
    ".rs": r"""pub const MAX: usize = 3;
pub struct A<'a> { x: &'a str }
impl<'a> A<'a> {
    pub fn new(x: &'a str) -> Self { let c = '{'; A { x } }
}
impl fmt::Display for A<'_> {
    fn fmt(&self) {}
}
pub(crate) async fn go() {}
mod tests {
    fn t() {}
}
macro_rules! m { () => {} }
trait T {
    fn f(&self);
}
enum E { B(i32) }
""",
    ".sh": r"""#!/bin/sh
# function no() {
readonly MAX=3
NAME="x"
run() {
  local Y=1
  inner=2
}
function go {
  echo "${x}"
}
""",
    ".swift": r"""public let max = 3
public final class A: B {
  static let shared = A()
  public init(x: Int) { let y = 1 }
  func run(_ a: Int) async throws -> Int { return a }
}
extension A {
  func more() {}
}
struct S { var x: Int }
protocol P {
  func go()
}
enum E { case a }
func top() {}
""",
    ".ts": r"""// function no() {
export interface A<T> extends B {
  run(x: number): void;
}
export type C = { a: string };
export const enum D { X = 1 }
export default class Foo extends Bar {
  static readonly MAX = 3;
  private async get(id: string): Promise<void> { if (x) { call(); } }
  handle = async (e) => { return 1; };
  constructor(private a: A) {}
}
export const add = (a: number, b: number): number => a + b;
const LIMIT = 3;
function go<T>(
  a: T,
  b: T,
): T {
  const inner = 3;
  function nested() {}
}
export async function* gen() {}
let re = /["{]/;
const s = `a { ${x}`;
function last() {}
""",
}
"""One file for each language, with what must not mislead: comments, strings, bodies, brackets in both."""

FOUND = {
    ".c": [
        ("class", "point", 1),
        ("function", "add", 2),
        ("function", "add", 3),
        ("function", "make", 8),
        ("constant", "N", 9),
        ("constant", "names", 10),
    ],
    ".cpp": [
        ("constant", "MAX", 1),
        ("function", "F", 2),
        ("class", "Foo", 5),
        ("function", "Foo.Foo", 7),
        ("function", "Foo.~Foo", 8),
        ("function", "Foo.get", 9),
        ("function", "Foo.put", 11),
        ("function", "Foo.Foo", 12),
        ("constant", "kMax", 13),
        ("class", "S", 14),
        ("class", "E", 18),
        ("class", "V", 19),
        ("function", "name", 20),
    ],
    ".cs": [
        ("class", "Foo", 2),
        ("constant", "Foo.Max", 4),
        ("constant", "Foo.Name", 5),
        ("function", "Foo.Foo", 6),
        ("function", "Foo.Run", 8),
        ("property", "Foo.X", 12),
        ("class", "P", 14),
        ("class", "I", 15),
        ("function", "I.Go", 17),
    ],
    ".go": [
        ("constant", "X", 2),
        ("constant", "Y", 4),
        ("constant", "Z", 5),
        ("class", "T", 7),
        ("class", "I", 8),
        ("function", "T.Run", 11),
        ("function", "Map", 15),
        ("constant", "s", 16),
    ],
    ".java": [
        ("class", "A", 2),
        ("constant", "A.MAX", 3),
        ("function", "A.toString", 4),
        ("function", "A.get", 5),
        ("function", "A.A", 10),
        ("class", "A.I", 11),
        ("function", "A.I.run", 12),
        ("class", "A.E", 14),
        ("function", "A.E.E", 16),
        ("class", "P", 19),
    ],
    ".js": [
        ("class", "Foo", 3),
        ("constant", "Foo.MAX", 4),
        ("function", "Foo.secret", 5),
        ("function", "Foo.handle", 6),
        ("function", "add", 8),
        ("constant", "LIMIT", 9),
        ("function", "run", 11),
        ("function", "go", 15),
    ],
    ".kt": [
        ("constant", "MAX", 2),
        ("class", "P", 3),
        ("class", "A", 4),
        ("function", "A.run", 7),
        ("constant", "A.NAME", 9),
        ("function", "A.make", 10),
        ("function", "List.second", 13),
        ("class", "O", 14),
        ("function", "O.f", 15),
        ("class", "F", 17),
        ("function", "F.g", 18),
    ],
    ".php": [
        ("constant", "X", 3),
        ("function", "f", 4),
        ("class", "C", 5),
        ("constant", "C.MAX", 6),
        ("function", "C.make", 7),
        ("class", "I", 9),
        ("function", "I.go", 10),
    ],
    ".py": [
        ("class", "A", 1),
        ("function", "A.f", 2),
        ("constant", "A.X", 4),
        ("function", "top", 5),
        ("constant", "MAX", 8),
    ],
    ".rb": [
        ("class", "A", 1),
        ("constant", "A.MAX", 2),
        ("class", "A.B", 3),
        ("function", "A.B.make", 4),
        ("function", "A.B.ok?", 7),
        ("function", "A.B.z", 8),
        ("function", "top", 11),
    ],
    ".rs": [
        ("constant", "MAX", 1),
        ("class", "A", 2),
        ("function", "A.new", 4),
        ("function", "A.fmt", 7),
        ("function", "go", 9),
        ("function", "t", 11),
        ("function", "m", 13),
        ("class", "T", 14),
        ("function", "T.f", 15),
        ("class", "E", 17),
    ],
    ".sh": [
        ("constant", "MAX", 3),
        ("constant", "NAME", 4),
        ("function", "run", 5),
        ("function", "go", 9),
    ],
    ".swift": [
        ("constant", "max", 1),
        ("class", "A", 2),
        ("constant", "A.shared", 3),
        ("function", "A.init", 4),
        ("function", "A.run", 5),
        ("function", "A.more", 8),
        ("class", "S", 10),
        ("class", "P", 11),
        ("function", "P.go", 12),
        ("class", "E", 14),
        ("function", "top", 15),
    ],
    ".ts": [
        ("class", "A", 2),
        ("function", "A.run", 3),
        ("class", "C", 5),
        ("class", "D", 6),
        ("class", "Foo", 7),
        ("constant", "Foo.MAX", 8),
        ("function", "Foo.get", 9),
        ("function", "Foo.handle", 10),
        ("function", "Foo.constructor", 11),
        ("function", "add", 13),
        ("constant", "LIMIT", 14),
        ("function", "go", 15),
        ("function", "gen", 22),
        ("constant", "s", 24),
        ("function", "last", 25),
    ],
}

SIGNATURES = {
    ".ts": ("go", "function go<T>( a: T, b: T, ): T"),
    ".go": ("T.Run", "func (t *T) Run(ctx context.Context) error"),
    ".rs": ("A.fmt", "fn fmt(&self) {}"),
    ".java": ("A.get", "private Map<String, List<Integer>> get(int a, int b)"),
    ".cpp": ("Foo", "class Foo : public Bar"),
    ".c": ("names", 'const char *names[] = { "a" };'),
    ".cs": ("Foo.Run", 'public async Task<int> Run(int a, string b = "x")'),
    ".rb": ("A.B.make", "def self.make(x)"),
    ".kt": ("A", "class A( val x: Int = 1, ) : B()"),
    ".sh": ("run", "run()"),
    ".py": ("top", "def top(a, b)"),
}


ALSO = {
    ".cs": (
        """public class C<T>
{
    public int Prop { get; set; }
    public string Expr => "x";
    public async Task<IEnumerable<T>> GetAsync<K>(K k)
    {
    }
    public static implicit operator int(C<T> c) => 1;
}
public delegate void Del(int x);
""",
        [
            ("C", "public class C<T>"),
            ("C.Prop", "public int Prop { get; set; }"),
            ("C.Expr", 'public string Expr => "x";'),
            ("C.GetAsync", "public async Task<IEnumerable<T>> GetAsync<K>(K k)"),
            ("Del", "public delegate void Del(int x);"),
        ],
    ),
    ".c": (
        """static int
gnu_style(int a, char *b)
{
    return a;
}
DEFINE_IT(x)
int after(void) { return 0; }
""",
        [("gnu_style", "static int gnu_style(int a, char *b)"), ("after", "int after(void) { return 0; }")],
    ),
    ".cpp": (
        """template <typename T>
void Vec<T>::outside(int a)
{
}
class V {
  T& operator[](int i);
};
""",
        [("Vec.outside", "void Vec<T>::outside(int a)"), ("V", "class V"), ("V.operator[]", "T& operator[](int i);")],
    ),
    ".go": (
        """const (
	A1 = iota
	B1
)
type (
	Grouped struct {
		x int
	}
	Other int
)
""",
        [("A1", "A1 = iota"), ("B1", "B1"), ("Grouped", "Grouped struct"), ("Other", "Other int")],
    ),
    ".kt": (
        """class K {
    private val prop: Int
        get() = 1
    var count = 2
    fun run() {
        val local = 1
    }
}
fun `with spaces`() {}
/* a /* b */
fun no() {}
*/
""",
        [
            ("K", "class K"),
            ("K.prop", "private val prop: Int"),
            ("K.count", "var count = 2"),
            ("K.run", "fun run()"),
            ("`with spaces`", "fun `with spaces`() {}"),
        ],
    ),
    ".js": (
        """const api = {
  method(a) {
    call(a);
  },
  arrow: (x) => x,
  prop: function () {},
  number: 1,
};
""",
        [("api", "const api ="), ("api.method", "method(a)"), ("api.arrow", "arrow: (x) => x,"), ("api.prop", "prop: function () {},")],
    ),
    ".tsx": ("export default class extends Component {}\nclass B {}\n", [("B", "class B {}")]),
    ".php": (
        """<?php
$h = <<<EOT
function no() {}
EOT;
#[Attr] function attributed() {}
""",
        [("attributed", "#[Attr] function attributed() {}")],
    ),
    ".sh": (
        "cat <<EOF\nno() { :; }\nEOF\nusage() { cat <<-'X'\n  no() {\n  X\n}\n: $(( 1 << N ))\nyes() { :; }\n",
        [("usage", "usage() { cat <<-'X'"), ("yes", "yes() { :; }")],
    ),
    ".rb": ("H = <<~X\n  def no; end\nX\ndef yes; end\n", [("H", "H = <<~X"), ("yes", "def yes; end")]),
    ".rs": ("/* a /* b */ fn no() {}\nfn no2() {} */\nfn yes() {}\n", [("yes", "fn yes() {}")]),
}
"""What else ordinary layouts have, and must not have: name and signature."""


@pytest.mark.parametrize("suffix", ALSO)
def test_ordinary_layouts_by_patterns(suffix: str) -> None:
    text, expected = ALSO[suffix]
    assert [(symbol.name, symbol.signature) for symbol in definitions.definitions(languages.BY_SUFFIX[suffix], text)] == expected


@pytest.mark.parametrize("suffix", ALSO)
def test_a_grammar_finds_the_same_in_ordinary_layouts(suffix: str) -> None:
    text, expected = ALSO[suffix]
    found = trees.parsed(languages.BY_SUFFIX[suffix].name, suffix, text)
    if found is None:
        pytest.skip(f"no tree-sitter grammar for {suffix} is installed, or it does not take the text: agentstate-cli[symbols]")
    assert [(symbol.name, symbol.signature) for symbol in found] == expected


def test_an_alias_is_a_command_of_its_own() -> None:
    assert told(list(definitions.definitions(languages.BY_SUFFIX[".sh"], "alias ll='ls -l'\n"))) == [("function", "ll", 1)]


def test_members_of_a_class_in_one_line_have_their_own_signatures() -> None:
    found = trees.parsed("javascript", ".js", "class A extends B { constructor(x) { super() } static of(x) {} }\n")
    if found is None:
        pytest.skip("no tree-sitter grammar for javascript is installed: agentstate-cli[symbols]")
    assert [(symbol.name, symbol.signature) for symbol in found[1:]] == [("A.constructor", "constructor(x)"), ("A.of", "static of(x)")]


def test_broken_python_shows_only_the_line_that_is_broken() -> None:
    found = symbols("a.py", "def broken(:\n    pass\nclass Ok:\n    def m(self):\n        pass\n")
    assert [(symbol.name, symbol.signature) for symbol in found] == [("broken", "def broken("), ("Ok", "class Ok"), ("Ok.m", "def m(self)")]


def test_many_texts_that_are_never_ended_are_read() -> None:
    assert symbols("a.sh", "cat <<EOF\n" * 20_000 + "f() { :; }\n")[-1].name == "f"


def told(found: tuple[Symbol, ...] | list[Symbol]) -> list[tuple[str, str, int]]:
    return [(symbol.kind, symbol.name, symbol.line) for symbol in found]


@pytest.mark.parametrize("suffix", SOURCES)
def test_definitions_are_found_by_patterns(suffix: str) -> None:
    found = list(definitions.definitions(languages.BY_SUFFIX[suffix], SOURCES[suffix]))
    assert told(found) == FOUND[suffix]
    name, written = SIGNATURES.get(suffix, ("", ""))
    assert not name or written in {symbol.signature for symbol in found if symbol.name == name}


@pytest.mark.parametrize("suffix", [suffix for suffix in SOURCES if suffix != ".py"])
def test_a_grammar_finds_the_same(suffix: str) -> None:
    language = languages.BY_SUFFIX[suffix].name
    found = trees.parsed(language, suffix, SOURCES[suffix])
    if grammars.parser(*grammars.GRAMMARS[language]) is None:
        pytest.skip(f"no tree-sitter grammar for {language} is installed: agentstate-cli[symbols]")
    assert found is not None
    assert told(found) == FOUND[suffix]
    by_patterns = definitions.definitions(languages.BY_SUFFIX[suffix], SOURCES[suffix])
    assert [symbol.signature for symbol in found] == [symbol.signature for symbol in by_patterns]


def test_a_grammar_gives_way_to_patterns_where_a_text_is_broken() -> None:
    assert trees.parsed("go", ".go", "func f( {\n") is None
    assert trees.parsed("cobol", ".cob", "") is None
    assert told(symbols("a.go", "func Good() {\n}\nfunc {{ bad\n")) == [("function", "Good", 1)]


PYTHON = '''
class A(B):
    MAX: int = 3

    @cached
    async def f(self, a: int = 1, *, b: dict[str, int] = {"a": 1}) -> int:
        """def no(): ..."""
        LOCAL = 1

def top(
    a,
): pass

X = Y = 2
lower = 1
if True:
    def sometimes(): ...
'''


def test_python_is_read_by_its_own_parser() -> None:
    assert symbols("src/a.py", PYTHON) == (
        Symbol("class", "A", "class A(B)", 2),
        Symbol("constant", "A.MAX", "MAX: int = 3", 3),
        Symbol("function", "A.f", 'async def f(self, a: int = 1, *, b: dict[str, int] = {"a": 1}) -> int', 6),
        Symbol("function", "top", "def top( a, )", 10),
        Symbol("constant", "X", "X = Y = 2", 14),
        Symbol("constant", "Y", "X = Y = 2", 14),
        Symbol("function", "sometimes", "def sometimes()", 17),
    )


@pytest.mark.parametrize("text", ["def f(:\n", "\0", "(" * 5_000, 'x = "\\d"\ndef f(:'])
def test_what_is_no_python_is_left_to_patterns(text: str) -> None:
    assert python.parsed(text) is None
    assert told(symbols("a.py", f"{text}\ndef good():\n    pass\n"))[-1:] in ([("function", "good", text.count("\n") + 2)], [])


def test_keys_of_configuration_files() -> None:
    assert [symbol.name for symbol in symbols("pyproject.toml", "a = 1\n[tool.x]\nb = 2\n[[c]]\n# d = 3\n")] == ["a", "tool.x.b"]
    assert [symbol.name for symbol in symbols("a.yml", "a:\n  b: 1\n  c:\n    d: 2\n# x: 1\ne: 3\n")] == ["a", "a.b", "a.c", "e"]
    assert [symbol.name for symbol in symbols("a.json", '{\n  "a": {\n    "b": 1\n  },\n  "c": {"d": 2}\n}\n')] == ["a", "a.b", "c"]
    assert symbols("app/.env.local", "export PORT=8080\n") == (Symbol("config-key", "PORT", "export PORT=8080", 1),)


def test_other_files_define_nothing() -> None:
    assert symbols("README.md", "def f():\n") == ()
    assert symbols("Makefile", "all:\n") == ()
    assert symbols("C:\\a\\b.py", "MAX = 1\r\n") == (Symbol("constant", "MAX", "MAX = 1", 1),)


PIECES = [
    "{",
    "}",
    "(",
    ")",
    '"',
    "'",
    "`",
    "/*",
    "*/",
    "//",
    "\n",
    " ",
    "class A",
    "func f(",
    "def f",
    "=",
    ";",
    "    ",
    "const X",
    "#",
    "/",
]


@law(200)
@given(st.sampled_from(sorted(languages.BY_SUFFIX)), st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_text_is_read(suffix: str, text: str) -> None:
    lines = text.count("\n") + 1
    assert all(symbol.name and 1 <= symbol.line <= lines for symbol in symbols(f"a{suffix}", text))


SHAPES = [
    "{\n",
    "(",
    '"',
    "'",
    "`",
    "/* ",
    "/",
    " /[",
    "class A {\n",
    "a b ",
    "a<",
    "func f(\n",
    "def f\n",
    "(a",
    "impl<",
    "x::",
    "\\",
    "@a ",
    "  ",
    'R"(',
]


@pytest.mark.parametrize("suffix", SOURCES)
def test_long_texts_of_one_shape_are_read(suffix: str) -> None:
    for shape in SHAPES:
        assert len(symbols(f"a{suffix}", (shape * 20_000)[:20_000])) <= 1_000
