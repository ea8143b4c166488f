"""What holds for every settings file: nothing foreign changes, twice is once, and taking out undoes putting in."""

import copy
import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.hooks.install import plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.handlers import wanted
from agentstate.hooks.install.jsonc import parse
from agentstate.hooks.install.plan import Put, State, Take
from agentstate.hooks.install.specification import SCOPES, Hooks, Scope, Target
from tests.support.laws import law

HERE = Caller(("/home/jo li/bin/agentstate",))
THERE = Caller(("/opt/agentstate",))
MERGED = [hooks for hooks in HOOKS.values() if hooks.shape in {"groups", "entries", "triggers"} and any(map(hooks.target, SCOPES))]
SHAPES = [HOOKS[name] for name in ("claude-code", "cursor", "kiro")]
"""An agent for each way of holding hooks in JSON."""
GAPS = ("", "", " ", "\n", "\n  ", "\r\n\t", " /* [}, */ ", " // ]{\n", "\n\n", " \n/* a\n b */")
LAYOUTS = (GAPS, ("", " ", "  "), ("\n", "\n  ", "\n // , \n"), ("",))
LEAVES = st.sampled_from((None, True, 1, -2.5, "", "agentstate hook", 'a "b" // c', "é\U0001f600"))
OTHERS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3), max_leaves=5
)


@st.composite
def texts(draw: st.DrawFn, hooks: Hooks) -> str:
    """A settings file in any layout, with anything in it besides our hooks."""
    value: dict[str, object] = draw(st.dictionaries(st.sampled_from(("model", "version", "x")), OTHERS, max_size=2))
    if draw(st.booleans()):
        value["hooks"] = draw(st.lists(OTHERS, max_size=2) if hooks.shape == "triggers" else events(hooks))
        value = dict(draw(st.permutations(list(value.items()))))
    return draw(laid_out(value))


def events(hooks: Hooks) -> st.SearchStrategy[dict[str, object]]:
    names = st.sampled_from((hooks.moments[0].event, hooks.moments[-1].event, "Another"))
    handler = st.sampled_from(({"command": "make"}, {"type": "command", "command": "x hook"}, {}))
    group = st.builds(lambda handlers: {"matcher": "", "hooks": handlers}, st.lists(handler, max_size=2))
    return st.dictionaries(names, st.lists(handler | group | OTHERS, max_size=2), max_size=3)


@st.composite
def laid_out(draw: st.DrawFn, value: object) -> str:
    gaps = st.sampled_from(draw(st.sampled_from(LAYOUTS)))

    def write(item: object) -> str:
        if not isinstance(item, dict | list):
            return json.dumps(item, ensure_ascii=False)
        pairs = [(None, one) for one in item] if isinstance(item, list) else list(item.items())
        parts = ["" if key is None else f"{json.dumps(key)}{draw(gaps)}:{draw(gaps)}" for key, _ in pairs]
        entries = [f"{draw(gaps)}{part}{write(one)}{draw(gaps)}" for part, (_, one) in zip(parts, pairs, strict=True)]
        opening, closing = "[]" if isinstance(item, list) else "{}"
        trailing = "," * (bool(entries) and draw(st.booleans()))
        return f"{opening}{','.join(entries)}{trailing}{draw(gaps)}{closing}"

    return f"{draw(gaps)}{write(value)}{draw(gaps)}"


def applied(files: dict[Target, bytes], steps: tuple[plan.Step, ...]) -> dict[Target, bytes]:
    after = dict(files)
    for step in steps:
        assert files.get(step.target) == step.before
        if isinstance(step, Take):
            del after[step.target]
        else:
            after[step.target] = step.data
    return after


def within(part: str, whole: str) -> bool:
    """Whether every character of `part` stands in `whole`, in the same order."""
    rest = iter(whole)
    return all(character in rest for character in part)


def with_entries(data: object, hooks: Hooks, caller: Caller) -> object:
    """The data of a file with our entries at the end of each list."""
    after: object = copy.deepcopy(data)
    assert isinstance(after, dict)
    for one in wanted(hooks, caller):
        if hooks.shape == "triggers":
            after.setdefault("hooks", []).append(one.entry)
        else:
            after.setdefault("hooks", {}).setdefault(one.event, []).append(one.entry)
    return after


def narrowest(hooks: Hooks) -> tuple[Scope, Target]:
    target = hooks.target(hooks.default)
    assert target
    return hooks.default, target


@pytest.mark.parametrize("hooks", SHAPES, ids=lambda hooks: hooks.agent)
@law(40)
@given(data=st.data())
def test_in_json(hooks: Hooks, data: st.DataObject) -> None:
    assert_the_laws(hooks, data)


@pytest.mark.slow
@pytest.mark.parametrize("hooks", MERGED, ids=lambda hooks: hooks.agent)
@law(40)
@given(data=st.data())
def test_in_json_of_every_agent(hooks: Hooks, data: st.DataObject) -> None:
    assert_the_laws(hooks, data)


def assert_the_laws(hooks: Hooks, data: st.DataObject) -> None:
    scope, target = narrowest(hooks)
    text = data.draw(texts(hooks))
    mark = data.draw(st.sampled_from((b"", b"\xef\xbb\xbf")))
    before = {target: mark + text.encode()}
    caller = Caller() if scope == "project" else HERE
    after = applied(before, plan.install(hooks, scope, before, caller))
    new = SourceText.decode("", after[target])
    assert parse(new).data == with_entries(parse(SourceText("", text)).data, hooks, caller)
    assert within(text, new.text)
    assert plan.install(hooks, scope, after, caller) == ()
    assert plan.status(hooks, scope, before, caller).state == State.ABSENT
    assert plan.status(hooks, scope, after, caller).state == State.INSTALLED
    assert applied(after, plan.uninstall(hooks, scope, after)) == before


@pytest.mark.parametrize("hooks", SHAPES[:2], ids=lambda hooks: hooks.agent)
@law(20)
@given(data=st.data())
def test_a_new_path_takes_the_place_of_the_old_one(hooks: Hooks, data: st.DataObject) -> None:
    scope, target = narrowest(hooks)
    before = {target: data.draw(texts(hooks)).encode()}
    old = applied(before, plan.install(hooks, scope, before, THERE))
    assert plan.status(hooks, scope, old, HERE).state == State.OUTDATED
    new = applied(old, plan.install(hooks, scope, old, HERE))
    assert plan.status(hooks, scope, new, HERE).state == State.INSTALLED
    assert parse(SourceText.decode("", new[target])).data == with_entries(parse(SourceText.decode("", before[target])).data, hooks, HERE)
    assert applied(new, plan.uninstall(hooks, scope, new)) == before


EVERY = [(hooks, scope) for hooks in HOOKS.values() for scope in SCOPES if hooks.target(scope)]


@pytest.mark.parametrize(("hooks", "scope"), EVERY, ids=lambda value: getattr(value, "agent", value))
@pytest.mark.parametrize("windows", [False, True])
def test_where_nothing_was_nothing_stays(hooks: Hooks, scope: Scope, windows: bool) -> None:
    caller = Caller(("C:\\Program Files\\agentstate.exe",), windows=True) if windows and hooks.shape != "scripts" else HERE
    steps = plan.install(hooks, scope, {}, caller)
    after = applied({}, steps)
    assert all(isinstance(step, Put) and step.target in plan.targets(hooks, scope) for step in steps)
    assert plan.status(hooks, scope, {}, caller).state == State.ABSENT
    assert plan.status(hooks, scope, after, caller).state == State.INSTALLED
    assert plan.install(hooks, scope, after, caller) == ()
    assert applied(after, plan.uninstall(hooks, scope, after)) == {}


CODEX = HOOKS["codex"]
TABLE = Target("home", ".codex/config.toml", "CODEX_HOME")
PARTS = st.lists(
    st.sampled_from(
        (
            "[model]\nname = 'x' # [[hooks.Stop]]\n",
            '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "make"\n',
            "[[hooks.Stop]]\nm = '''\n[[hooks.Stop]]\n'''\n[[hooks.Stop.hooks]]\ncommand = 'b'\n  [[hooks.Stop.hooks]]\ncommand = 'c'\n",
            '[[hooks.PreToolUse]]\nhooks = [\n  [1], # ]\n  {command = "[x]"},\n]\n',
            "# agentstate hook codex\n",
            "\n",
            '[[hooks . SessionStart]]\r\n[[hooks.\'SessionStart\'.hooks]]\r\ncommand = """a\\"""""\r\n\r\n',
        )
    ),
    max_size=5,
    unique=True,
)


@law(40)
@given(PARTS, st.sampled_from(("", "a = 1\n", "\n\n", "# x")), st.booleans())
def test_in_toml(parts: list[str], first: str, ending: bool) -> None:
    text = first.removesuffix("# x") + "".join(parts) + "[[hooks.Stop]]\nhooks = []\n" + first.removeprefix("a = 1\n")
    text = text if ending else text.rstrip("\r\n")
    before = {TABLE: text.encode()}
    after = applied(before, plan.install(CODEX, "user", before, HERE))
    new = after[TABLE].decode()
    assert tomllib.loads(new.replace("\r\n", "\n")) == with_entries(tomllib.loads(text.replace("\r\n", "\n")), CODEX, HERE)
    assert within(text, new)
    assert plan.install(CODEX, "user", after, HERE) == ()
    assert plan.status(CODEX, "user", before, HERE).state == State.ABSENT
    assert plan.status(CODEX, "user", after, HERE).state == State.INSTALLED
    assert plan.status(CODEX, "user", after, THERE).state == State.OUTDATED
    assert applied(after, plan.uninstall(CODEX, "user", after)) == before
    moved = applied(after, plan.install(CODEX, "user", after, THERE))
    assert moved == applied(before, plan.install(CODEX, "user", before, THERE))
