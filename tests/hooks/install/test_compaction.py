"""The prompt by which Codex sums up its work: put into config.toml on request, and taken out again to the byte."""

import tomllib
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks.install import compaction, plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import Caller
from agentstate.hooks.install.plan import Put, State, Step
from agentstate.hooks.install.specification import Target
from agentstate.vocabulary.errors import AgentStateError
from tests.support.laws import law

CODEX = HOOKS["codex"]
HERE = Caller(("/opt/bin/agentstate",))
TABLE = Target("home", ".codex/config.toml", "CODEX_HOME")
Files = Mapping[Target, bytes]


def applied(files: Files, steps: tuple[Step, ...]) -> dict[Target, bytes]:
    changed = {step.target: step.data if isinstance(step, Put) else None for step in steps}
    return {target: data for target, data in {**files, **changed}.items() if data is not None}


def installed(files: Files) -> dict[Target, bytes]:
    return applied(files, compaction.with_prompt(CODEX, "user", files, plan.install(CODEX, "user", files, HERE)))


def taken_out(files: Files) -> dict[Target, bytes]:
    return applied(files, compaction.without_prompt(CODEX, "user", files, plan.uninstall(CODEX, "user", files)))


def test_the_prompt_names_the_six_fields_as_the_message_does() -> None:
    assert (
        *("Your task", "Your next action", "Changed files", "Newest instruction", "Established facts", "Open hypotheses"),
    ) == compaction.FIELDS
    assert all(name in compaction.PROMPT for name in compaction.FIELDS)


def test_a_new_file_holds_the_prompt_alone_and_goes_with_it() -> None:
    after = installed({})
    assert tomllib.loads(after[TABLE].decode()) == {"compact_prompt": compaction.PROMPT}
    assert installed(after) == after
    assert taken_out(after) == {}


@law(100)
@given(
    st.lists(
        st.sampled_from(
            (
                "# mine\n",
                "#:schema x\r\n",
                'model = "compact_prompt"\n',
                "[tui]\nb = 1\n",
                '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "make"\n',
                "\n",
                "[x]\ncompact_prompt = 1",
            )
        ),
        min_size=1,
        unique=True,
        max_size=5,
    )
)
def test_every_byte_comes_back(parts: list[str]) -> None:
    text = "\n".join(parts)
    try:
        known = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError:
        return
    before = {TABLE: text.encode()}
    after = installed(before)
    assert tomllib.loads(after[TABLE].decode().replace("\r\n", "\n"))["compact_prompt"] == compaction.PROMPT
    assert installed(after) == after
    assert applied(after, plan.install(CODEX, "user", after, HERE)) == after
    assert plan.status(CODEX, "user", after, HERE).state is State.INSTALLED
    assert taken_out(after) == before
    assert "compact_prompt" not in known


def test_an_older_prompt_of_ours_is_replaced() -> None:
    after = installed({TABLE: b'compact_prompt = "old" # agentstate hooks install --compact-prompt\nmodel = "x"\n'})
    assert tomllib.loads(after[TABLE].decode()) == {"compact_prompt": compaction.PROMPT, "model": "x"}


@pytest.mark.parametrize(
    ("text", "place"),
    [('a = 1\ncompact_prompt = "mine"\n', "2:1"), ("'compact_prompt' = 'mine'\n", "1:1"), ('"compact\\u005fprompt" = ""', "1:1")],
)
def test_a_prompt_of_the_user_s_own_is_left_alone(text: str, place: str) -> None:
    files = {TABLE: text.encode()}
    with pytest.raises(AgentStateError) as caught:
        installed(files)
    assert caught.value.message == f'~/.codex/config.toml:{place}: "compact_prompt" is set already'
    assert taken_out(files) == files


def test_another_agent_takes_none() -> None:
    with pytest.raises(AgentStateError, match="Cursor takes no prompt for its compactions"):
        compaction.with_prompt(HOOKS["cursor"], "user", {}, ())
    assert compaction.without_prompt(HOOKS["cursor"], "user", {}, ()) == ()
