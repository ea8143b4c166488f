"""A tree in Chinese as somebody wrote it by hand, without this tool: `check` accepts it, and every verb works on it and keeps its hand."""

from collections.abc import Callable

import pytest

from agentstate.vocabulary import layout
from tests.cli.worksite import last_commit, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

FOUND = "已排除连接池，延迟来自重复查询"
STATE = f"""\
# 手写
project: 订单服务
current_stage: 出库表
current_task: 支付前先写出库表
next_action: 补上重试循环   # 从周一开始
blocked: false
files_to_load:
  - src/service.py
active_branches:
  - feature/outbox
recent_findings: {FOUND}
负责人: 小王
"""
FACTS = "## 架构约束\n- 所有查询必须走 repository 层，禁止在 service 层直连数据库\n* 返回结构统一为 { code, data }\n"
TODO = "# TODO\n- [ ] 补上重试循环\n- [ ] 集成测试 — 阻塞：等测试环境\n"
DECISIONS = """\
## [2026-06-12] 用出库表，不用队列
- 决策：每个订单一行，和订单同一个事务
- 理由：队列会在崩溃时丢消息
- 否决方案：Kafka（多一个服务）、文件（没有事务）
"""
PROTOCOL = "# 启动协议\n\n1. 读 .agent/STATE.yaml。\n2. 读 DECISIONS.md 的最后 20 条。\n3. 仍不确定就向用户询问，不要猜测。\n"
TREE = {
    layout.STATE: STATE,
    layout.FACTS: FACTS,
    layout.TODO: TODO,
    layout.DECISIONS: DECISIONS,
    layout.PROTOCOL: PROTOCOL,
    layout.KEEP_FILE: "",
}
OUTBOX = "2026-06-12-用出库表-不用队列-e072"


@pytest.fixture
def by_hand(repository: Repository) -> Repository:
    plant(repository, files=TREE)
    return repository


def test_check_accepts_it_and_a_checkpoint_has_nothing_to_record(by_hand: Repository, cli: Cli) -> None:
    assert cli("check").code == 0
    assert cli("checkpoint").err == "nothing to record: state, list, decisions and facts are as in the last commit\n"
    assert cli("rotate") == Result(0, "nothing to rotate\n", "")
    assert cli("restore").err == "no checkpoints yet: make one with `agentstate checkpoint`\n"
    assert by_hand.status() == ""


@pytest.mark.parametrize(
    ("arguments", "out", "path", "changed"),
    [
        (("set", "next_action", "写测试：三个"), "", layout.STATE, ("补上重试循环   #", "写测试：三个   #")),
        (("set", "recent_findings", "无"), "", layout.STATE, (FOUND, "无")),
        (("add", "files_to_load", "README.md"), "", layout.STATE, ("src/service.py\n", "src/service.py\n  - README.md\n")),
        (
            ("add", "recent_findings", "锁等待"),
            "",
            layout.STATE,
            (" 已排除连接池，延迟来自重复查询\n", "\n  - 已排除连接池，延迟来自重复查询\n  - 锁等待\n"),
        ),
        (("drop", "active_branches", "feature"), "feature/outbox\n", layout.STATE, ("\n  - feature/outbox", " []")),
        (("fact", "键名统一为 user:{id}"), "", layout.FACTS, ("data }\n", "data }\n- 键名统一为 user:{id}\n")),
        (("todo", "add", "写文档"), "", layout.TODO, ("等测试环境\n", "等测试环境\n- [ ] 写文档\n")),
        (("todo", "done", "重试"), "- [x] 补上重试循环\n", layout.TODO, ("[ ] 补", "[x] 补")),
        (("todo", "block", "2", "等密钥"), "- [ ] 集成测试 — 阻塞：等密钥\n", layout.TODO, ("等测试环境", "等密钥")),
    ],
)
def test_an_edit_keeps_the_hand(
    by_hand: Repository, cli: Cli, arguments: tuple[str, ...], out: str, path: str, changed: tuple[str, str]
) -> None:
    assert cli(*arguments) == Result(0, out, "")
    assert by_hand.read(path) == TREE[path].replace(*changed)
    assert by_hand.status() == f" M {path}\n"


@pytest.mark.usefixtures("by_hand")
def test_the_lists_read_chinese_keys(cli: Cli) -> None:
    assert cli("todo", "list").out == "  1 [ ] 补上重试循环\n  2 [ ] 集成测试 — blocked: 等测试环境\n"
    assert cli("decisions").out == f"{OUTBOX} (active)\n{DECISIONS}"


def test_it_is_completed_in_chinese_and_then_written_in_chinese(by_hand: Repository, cli: Cli) -> None:
    made = "".join(f"created {path}\n" for path in (layout.ATTRIBUTES, layout.CONFIG, "AGENTS.md"))
    assert cli("init") == Result(0, made, "")
    assert {path: by_hand.read(path) for path in TREE} == TREE
    assert by_hand.read(layout.CONFIG).endswith("language: zh\n")
    result = cli("decide", "队列换成 Redis", "--why", "多实例", "--rejected", "文件", "--supersedes", "2026-06")
    assert (result.code, result.err) == (0, "")
    assert by_hand.read(layout.DECISIONS) == (
        f"{DECISIONS}\n## [2026-11-29] 队列换成 Redis\n- 理由：多实例\n- 否决方案：文件\n- 取代：{OUTBOX}\n"
    )
    assert cli("todo", "add", "删旧表", "--blocked", "等批准").code == 0
    assert by_hand.read(layout.TODO) == f"{TODO}- [ ] 删旧表 — 阻塞：等批准\n"
    assert cli("init", "--remove").err == "".join(
        f"{path} is not as init writes it: left as it is\n"
        for path in (layout.DECISIONS, layout.FACTS, layout.PROTOCOL, layout.STATE, layout.TODO)
    )
    assert (by_hand.path / layout.KEEP_FILE).exists()
    assert not (by_hand.path / "AGENTS.md").exists()


def test_a_task_a_checkpoint_and_back(by_hand: Repository, cli: Cli) -> None:
    assert cli("task", "限流", "--conclude", "已上线", "--next", "读代理") == Result(0, "20261129T193000Z-switch\n", "")
    assert (
        by_hand.read(layout.STATE)
        == """\
# 手写
project: 订单服务
current_stage: ""
current_task: 限流
next_action: 读代理   # 从周一开始
blocked: false
files_to_load: []
active_branches:
  - feature/outbox
recent_findings: []
负责人: 小王
"""
    )
    assert by_hand.read(layout.TODO) == TODO
    assert last_commit(by_hand).startswith("agentstate switch: 限流\n\nAgentstate-Checkpoint: 20261129T193000Z-switch\n")
    cli("todo", "done", "1")
    assert cli("restore", "20261129").code == 0
    assert by_hand.read(layout.STATE) == STATE
    assert by_hand.read(layout.TODO) == TODO.replace("[ ] 补", "[x] 补")
    assert by_hand.status() == ""
