"""What the notes say of the work and of the code, held against each other and against the repository."""

from dataclasses import replace

import pytest

from agentstate.rules import engine
from agentstate.rules.contradictions import stated
from agentstate.rules.prose import is_summary, names_something
from agentstate.tree import mentioned_names
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.rules.trees import SHORT, found, laid, shown

STATE, LOG, FACTS, TODO = layout.STATE, layout.DECISIONS, layout.FACTS, layout.TODO
TWINS = GitFacts(
    namesakes={
        "config.py": ("a/config.py", "b/config.py"),
        "a/config.py": ("a/config.py",),
        "one.py": ("a/one.py",),
        "many.py": tuple(f"{x}/many.py" for x in "abcde"),
        **dict.fromkeys(("__init__.py", "index.ts"), ("a", "b")),
    }
)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("Limits are in `config.py`", ['FACTS.md:1:18 AS333 "config.py" names several files: a/config.py, b/config.py']),
        ("Limits are in `config.py:LIMIT`", ['FACTS.md:1:18 AS333 "config.py" names several files: a/config.py, b/config.py']),
        ("Limits are in `many.py`", ['FACTS.md:1:18 AS333 "many.py" names several files: a/many.py, b/many.py, c/many.py and 2 more']),
        ("Limits are in `a/config.py`", []),
        ("Models are in `__init__.py`, tests beside `index.ts`", []),
        ("Limits are in `one.py`", []),
        ("Limits are in `one.py:LIMIT`", []),
        ("Limits are in `none.py`", []),
        ("Limits are in `none.py:LIMIT`", ['FACTS.md:1:18 AS331 "none.py:LIMIT" names a file that does not exist']),
    ],
)
def test_a_name_without_a_folder(fact: str, expected: list[str]) -> None:
    assert found({FACTS: f"- {fact}\n"}, TWINS) == expected


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("The cart is `src/cart.py`", ['FACTS.md:1:16 AS331 "src/cart.py" names a file that does not exist']),
        ("The cart is `src/cart.py:L4`", ['FACTS.md:1:16 AS331 "src/cart.py:L4" names a file that does not exist']),
        ("The cart is `src/a.py:L2-L5`, `src/a.py#L4`, `src/a.py`, `src/`", []),
        ("Carts are in `lib/cart/`", ['FACTS.md:1:17 AS331 "lib/cart/" names a folder that does not exist']),
        ("Carts are in `src/cart`", ['FACTS.md:1:17 AS331 "src/cart" names a file that does not exist']),
        ("Carts are in `old/cart`, on `feature/cart`, sent as `application/json` to `v1/carts`", []),
        ("`src/cart.py` was removed", []),
        ("Never add `src/cart.py`", []),
        ("The build writes `report/cart.html`", []),
        ("不要直接改 `src/购物车.py`", ['FACTS.md:1:10 AS331 "src/购物车.py" names a file that does not exist']),
    ],
)
def test_a_path_that_a_fact_names(fact: str, expected: list[str]) -> None:
    assert found({FACTS: f"- {fact}\n", "src/a.py": ""}) == expected


def test_a_plan_on_a_path_that_is_not_there_is_a_hint_unless_it_is_to_be_made() -> None:
    state = f"{SHORT}then: test `src/cart.py`\ngoal: write `src/till.py`\n"
    assert found({STATE: state, "src/a.py": ""}) == ['STATE.yaml:4:13 AS332 "src/cart.py" names a file that does not exist']


def test_a_file_beside_the_tree_is_meant_by_its_name_whatever_else_bears_it() -> None:
    assert found({FACTS: "- Limits are in `config.py`\n", "config.py": ""}, TWINS) == []


def test_without_git_nothing_is_said_of_a_name_without_a_folder() -> None:
    assert found({FACTS: "- Limits are in `none.py:LIMIT`\n"}, GitFacts(reason="no git"))[1:] == []


@pytest.mark.parametrize(
    ("code", "name", "there"),
    [
        ("def key(user): ...", "key", True),
        ("def keys(user): ...", "key", False),
        ("def _key(user): ...", "key", False),
        ("KEY = 1", "key", False),
        ("def 键(): ...", "键", True),
        ("'build-all': 1", "build-all", True),
        ("'build-all': 1", "build", True),
        ("build, all", "build-all", False),
        ("$scope.a = 1", "scope", True),
        ("", "key", False),
    ],
)
def test_a_symbol_stands_in_its_file_as_a_word(code: str, name: str, there: bool) -> None:
    assert (found({FACTS: f"- In `src/a.py:{name}`\n", "src/a.py": code}) == []) is there


def test_many_symbols_of_a_large_file_are_looked_for_in_no_time() -> None:
    facts = "".join(f"- `src/a.py:{'a' * length}`\n" for length in range(1, 150)) * 20
    assert len(found({FACTS: facts, "src/a.py": "a" * 200_000})) > 2_000


@pytest.mark.parametrize(
    ("path", "message", "hint"),
    [
        ("config.py", '"config.py" names several files: a/config.py, b/config.py', "write the path"),
        ("one.py", 'no such file "one.py"', 'write "a/one.py"'),
        ("none.py", 'no such file "none.py"', "correct the path, or drop it from the list"),
    ],
)
def test_a_file_to_load_without_its_folder(path: str, message: str, hint: str) -> None:
    (diagnostic,) = engine.run(laid({STATE: f"{SHORT}files_to_load:\n  - {path}\n"}), TWINS)
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == ("AS321", message, hint)


def test_the_names_to_ask_git_for() -> None:
    state = f"{SHORT}goal: see `b.py`\nfiles_to_load:\n  - a.py\n  - src/c.py\nfailed_attempts:\n  - `z.py`\n"
    files = {STATE: state.replace("- `z.py`", "- '`z.py`'"), FACTS: "- In `d.py:D`, `src/e.py`, `here.py` and `b.py`\n", "here.py": ""}
    assert mentioned_names(laid(files)) == ("a.py", "b.py", "d.py", "src/e.py")


def test_a_symbol_is_not_looked_for_in_a_file_that_was_not_read() -> None:
    tree = laid({FACTS: "- In `src/a.py:gone`\n", "src/a.py": ""})
    assert [shown(each) for each in engine.run(tree, GitFacts())] == ['FACTS.md:1:7 AS331 there is no "gone" in "src/a.py"']
    assert engine.run(replace(tree, code={}), GitFacts()) == ()


@pytest.mark.parametrize(
    ("lines", "todo", "expected"),
    [
        ("done:\n  - test", "", ['STATE.yaml:3:14 AS334 next_action "test" is done already: it stands in done, line 5']),
        ("done: [other, '  TEST. ']", "", ['STATE.yaml:3:14 AS334 next_action "test" is done already: it stands in done, line 4']),
        ("done:\n  - cache", "", ['STATE.yaml:2:15 AS334 current_task "cache" is done already: it stands in done, line 5']),
        ("then: 部署。\ndone:\n  - 部署", "", ['STATE.yaml:4:7 AS334 then "部署。" is done already: it stands in done, line 6']),
        ("done:\n  - tests\n  - test the key", "", []),
        ("done:\n  - ''", "", []),
        ("", "- [x] P1 Test\n", ['STATE.yaml:3:14 AS334 next_action "test" is done already: it is ticked in TODO.md, line 1']),
        ("", "- [x] test\n- [ ] test\n", []),
        ("", "- [~] test\n", []),
    ],
)
def test_what_is_ahead_is_not_done(lines: str, todo: str, expected: list[str]) -> None:
    assert found({STATE: f"{SHORT}{lines}\n", TODO: todo}) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("'yes'", 'blocked is "yes", which is no reason'),
        ("'True'", 'blocked is "True", which is no reason'),
        ("阻塞", 'blocked is "阻塞", which is no reason'),
        ("no", 'blocked is "no", which is read as the reason'),
        ("否", 'blocked is "否", which is read as the reason'),
        ("false", ""),
        ("''", ""),
        ("no staging database", ""),
    ],
)
def test_what_blocks_is_said(said: str, expected: str) -> None:
    assert found({STATE: f"{SHORT}blocked: {said}\n"}) == ([f"STATE.yaml:4:10 AS335 {expected}"] if expected else [])


def test_what_blocks_an_item_is_said() -> None:
    todo = "- [ ] a — blocked: yes\n- [ ] b — 阻塞：等测试环境\n- [ ] c — 阻塞：是\n"
    assert found({TODO: todo}) == [
        'TODO.md:1:1 AS335 an item is blocked by "yes", which is no reason',
        'TODO.md:3:1 AS335 an item is blocked by "是", which is no reason',
    ]


@pytest.mark.parametrize(
    "text",
    [
        "p95 below 5 ms",
        "never touch db/migrations",
        "stay on Postgres",
        "use `make test`",
        "no change to the API",
        "keep verify_token as it is",
        "only through CacheClient",
        "run it with --dry-run",
        "不要修改 db/migrations/ 下的任何文件",
        "所有数据访问必须走 repository 层",
        "最多三个实例",
        "返回结构统一为「数据」",
    ],
)
def test_a_limit_that_names_something(text: str) -> None:
    assert names_something(text)


@pytest.mark.parametrize(
    ("english", "chinese", "named"),
    [
        ("do not change the public API", "不要修改公共接口", True),
        ("do not change the public interface", "不要修改公开的接口", True),
        ("no new dependency without asking", "未经同意不得新增依赖", True),
        ("no change to the schema", "不要改表结构", True),
        ("never skip a failing test", "不要跳过失败的测试", True),
        ("never push to the main branch", "不要推送到主分支", True),
        ("keep the code clean", "保持代码整洁", False),
        ("write good tests", "写好测试", False),
        ("mind the speed", "注意性能", False),
        ("keep the user interface pretty", "界面要好看", False),
    ],
)
def test_both_languages_name_the_same(english: str, chinese: str, named: bool) -> None:
    assert (names_something(english), names_something(chinese)) == (named, named)


@pytest.mark.parametrize(
    "text", ["keep the code clean", "Be careful with the database.", "do not break anything", "保持代码整洁", "注意性能"]
)
def test_a_limit_that_names_nothing(text: str) -> None:
    assert not names_something(text)
    assert found({STATE: f"{SHORT}do_not:\n  - {text}\n"}) == [
        f'STATE.yaml:5:5 AS337 do_not names no path, symbol, number or command: "{text}"'
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First the pool was checked. Then we measured. After that the cache was written.", True),
        ("先检查了连接池。然后测量了查询。最后写了缓存。", True),
        ("The pool is ruled out. The time is lost in queries. The cache has 93 % hits.", False),
        ("First the pool was checked. Then we measured.", False),
        ("连接池已排除。延迟在重复查询。命中率 93%。", False),
        ("v1. v2. v3.", False),
    ],
)
def test_a_summary(text: str, expected: bool) -> None:
    assert is_summary(text) is expected


@pytest.mark.parametrize("piece", ["a", "a. ", "中", "中a", "then ", "A", "a.", "`", "was ", "i "])
def test_no_text_takes_long_to_be_judged(piece: str) -> None:
    text = piece * 20_000
    assert is_summary(text) in {True, False}
    assert names_something(text) in {True, False}
    assert stated(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Port: 8080", ("port", "8080")),
        ("**Port**: 8080", ("port", "8080")),
        ("**Port:** 8080", ("port", "8080")),
        ("`PORT` = 8080", ("port", "8080")),
        ("PORT=8080", ("port", "8080")),
        ("端口：8080", ("端口", "8080")),
        ("端口为 8080。", ("端口", "8080")),
        ("The port is 8080.", ("port", "8080")),
        ("The port is 8080 — because: the proxy", ("port", "8080")),
        ("Timeout: 30 s", ("timeout", "30 s")),
        ("The database is `postgres`", ("database", "postgres")),
        ("Use Redis", ("!use redis", "yes")),
        ("Always use Redis", ("!use redis", "yes")),
        ("Do not use Redis.", ("!use redis", "no")),
        ("Never use Redis", ("!use redis", "no")),
        ("禁止使用 Redis", ("!使用 redis", "no")),
        ("必须使用 Redis", ("!使用 redis", "yes")),
        ("Note: 8080", None),
        ("Uses Redis", None),
        ("a == b", None),
        ("Port: 8080 (in production)", None),
        ("端口：8080（生产）", None),
        ("`Strategy: manual` - that of a person", None),
        ("2025-04-10: 修正", None),
        ("规则一：所有数据访问必须走仓储层禁止在服务层直接查询数据库", None),
        ("It is 8080", None),
        ("One of the ports is 8080", None),
        ("The database is fast", None),
        ("Errors: they are logged once", None),
        ("Databases: Postgres, Redis", None),
        ("http://localhost:8080", None),
        ("All data access goes through the repository layer", None),
        ("The port is 8080\nand 9090", None),
        ("", None),
        ("(8080)", None),
    ],
)
def test_what_a_fact_states(text: str, expected: tuple[str, str] | None) -> None:
    assert stated(text) == expected


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("- Port: 8080\n- Port: 9090\n", ['FACTS.md:3:1 AS514 the fact contradicts the one in line 2: "- Port: 8080"']),
        ("- Port: 8080\n- The port is 9090.\n", ['FACTS.md:3:1 AS514 the fact contradicts the one in line 2: "- Port: 8080"']),
        ("- use tabs\n- never use tabs\n", ['FACTS.md:3:1 AS514 the fact contradicts the one in line 2: "- use tabs"']),
        ("- 必须使用 Redis\n- 禁止使用 Redis\n", ['FACTS.md:3:1 AS514 the fact contradicts the one in line 2: "- 必须使用 Redis"']),
        ("- Port: 8080\n- port: 8080.\n", []),
        ("- Port: 8080\n## B\n- Port: 9090\n", []),
        ("- Tool: a\n- Tool: b\n- Tool: c\n", []),
        ("- use tabs\n- never use spaces\n", []),
    ],
)
def test_facts_that_contradict_each_other(facts: str, expected: list[str]) -> None:
    assert found({FACTS: f"## A\n{facts}"}) == expected


def entries(count: int) -> str:
    return "".join(f"\n## [2026-11-30] Number {number}\n- Why: because of {number}\n" for number in range(count))


PENDING = "## [2026-11-29] Queue\n- Why: load\n- Status: pending\n"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (PENDING + entries(19), []),
        (PENDING + entries(20), ['DECISIONS.md:3:1 AS412 "Queue" is pending, with 20 entries below it']),
        (PENDING + entries(20) + "- Supersedes: 2026-11-29-queue\n", []),
        (PENDING.replace("- Status: pending\n", "") + entries(20), []),
    ],
)
def test_a_decision_is_not_left_pending(log: str, expected: list[str]) -> None:
    assert found({LOG: log}) == expected
