"""The settings that matter, each with the scope that set it."""

from pathlib import Path

import pytest

from agentstate.git.configuration import Configuration, Setting, read_configuration
from tests.git.door import door
from tests.support.repository import Repository


def test_settings_come_with_their_scope_and_only_the_asked_ones(repository: Repository) -> None:
    repository.git("config", "filter.a=b.x.clean", "cat\nmore")
    repository.git("config", "diff.p.xfuncname", "x")
    repository.git("config", "remote.origin.url", "https://user:secret@example.org")
    with (repository.path / ".git/config").open("a", encoding="utf-8") as file:
        file.write("[Core]\n\tFSMonitor\n")
    assert read_configuration(door(repository).git).settings == (
        Setting("global", "user.name", "Test Author"),
        Setting("global", "user.email", "author@example.org"),
        Setting("global", "commit.gpgsign", "false"),
        Setting("local", "filter.a=b.x.clean", "cat\nmore"),
        Setting("local", "core.fsmonitor", None),
    )


def test_no_setting_at_all(repository: Repository, home: Path) -> None:
    (home / ".gitconfig").write_text("", encoding="utf-8")
    assert read_configuration(door(repository).git) == Configuration()


def test_a_work_trees_own_settings_are_seen(repository: Repository) -> None:
    repository.git("config", "extensions.worktreeConfig", "true")
    repository.git("config", "--worktree", "filter.x.process", "evil")
    found = read_configuration(door(repository).git)
    assert found.settings[-1] == Setting("worktree", "filter.x.process", "evil")
    assert found.is_foreign("filter.x.process")
    assert not found.is_foreign("user.name")


@pytest.mark.parametrize("value", [None, "true", "YES", "on", "1", "input", "/a/program"])
def test_a_switch_that_is_on(value: str | None) -> None:
    assert Configuration((Setting("local", "a.b", value),)).switch("a.b")


@pytest.mark.parametrize("value", ["", "false", "No", "off", "0"])
def test_a_switch_that_is_off(value: str) -> None:
    assert not Configuration((Setting("local", "a.b", value),)).switch("a.b")
    assert not Configuration().switch("a.b")


def test_the_last_word_counts() -> None:
    settings = (Setting("global", "a.b", "1"), Setting("local", "a.c", "2"), Setting("local", "a.b", ""))
    found = Configuration(settings)
    assert (found.last("a.b"), found.last("a.b", "a.c"), found.last("a.b", trusted=True), found.last("x")) == ("", "", "1", "")
    assert not found.switch("a.b")


def test_every_driver_is_blanked_once_by_its_whole_name() -> None:
    names = ("filter.x.clean", "filter.x.required", "filter.a=b.c d.process", "diff.y.textconv", "merge.z.driver", "filter..clean")
    settings = tuple(Setting("local", name, "evil") for name in (*names, "core.autocrlf", "user.name", "filter.clean"))
    assert Configuration(settings).blanks == (
        ("filter.x.clean", ""),
        ("filter.x.required", "false"),
        ("filter.a=b.c d.process", ""),
        ("diff.y.textconv", ""),
        ("merge.z.driver", ""),
        ("filter..clean", ""),
    )
