"""How git is called, as data."""

import os

from hypothesis import given
from hypothesis import strategies as st

from agentstate.git.policy import PINNED, cleaned, command, numbered


def test_of_the_callers_git_variables_only_the_choice_of_the_users_own_settings_stays() -> None:
    given = {
        "HOME": "/home/u",
        "GIT_CONFIG_GLOBAL": "/home/u/.gitconfig",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": "/home",
        "GIT_DIR": "/x",
        "GIT_INDEX_FILE": "/x/index",
        "GIT_AUTHOR_NAME": "A",
        "GIT_CONFIG_COUNT": "1",
        "GIT_ANYTHING_NEW": "1",
        "LANGUAGE": "de",
        "LC_ALL": "de_DE.UTF-8",
    }
    assert cleaned(given) == {
        "HOME": "/home/u",
        "GIT_CONFIG_GLOBAL": "/home/u/.gitconfig",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": "/home",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
        "GIT_EDITOR": "false",
        "GIT_ASKPASS": "false",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": "/dev/null",
        "LC_ALL": "C.UTF-8",
    }


@given(st.dictionaries(st.from_regex(r"GIT_[A-Z_0-9]{1,12}", fullmatch=True), st.text(max_size=5)))
def test_no_other_git_variable_ever_gets_through(environment: dict[str, str]) -> None:
    allowed = {*cleaned({}), "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_ATTR_NOSYSTEM"}
    allowed |= {"GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"}
    assert set(cleaned(environment)) <= allowed


def test_relative_folders_leave_the_path() -> None:
    assert cleaned({"PATH": ".:/usr/bin::bin:/bin"})["PATH"] == "/usr/bin:/bin"


def test_names_with_an_equals_sign_are_handed_over_whole() -> None:
    assert numbered([("filter.a=b.clean", ""), ("core.x", "y")]) == {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "filter.a=b.clean",
        "GIT_CONFIG_VALUE_0": "",
        "GIT_CONFIG_KEY_1": "core.x",
        "GIT_CONFIG_VALUE_1": "y",
    }


def test_the_words_of_a_call() -> None:
    words = command("/top", [("core.untrackedCache", "keep")], ("status", "--", "ü\udcff"), literal=True)
    pinned = [part for name, value in PINNED for part in (b"-c", f"{name}={value}".encode())]
    start = [b"git", b"--no-pager", b"--no-optional-locks", b"--literal-pathspecs", b"-C", b"/top"]
    assert words == [*start, *pinned, b"-c", b"core.untrackedCache=keep", b"status", b"--", b"\xc3\xbc\xff"]
    assert b"--literal-pathspecs" not in command("/top", [], ("check-ignore",), literal=False)


def test_the_pins_that_matter_are_there() -> None:
    required = {
        "core.fsmonitor": "false",
        "core.hooksPath": "/dev/null",
        "safe.bareRepository": "explicit",
        "log.showSignature": "false",
        "commit.gpgSign": "false",
        "tag.gpgSign": "false",
        "gc.auto": "0",
        "maintenance.auto": "false",
        "submodule.recurse": "false",
        "diff.ignoreSubmodules": "all",
        "core.untrackedCache": "false",
        "core.quotePath": "false",
        "i18n.logOutputEncoding": "UTF-8",
        "color.ui": "false",
    }
    assert required.items() <= dict(PINNED).items()


@given(st.lists(st.sampled_from(["", ".", "bin", "..", "node_modules/.bin"])))
def test_a_path_without_an_absolute_folder_is_the_systems_own(folders: list[str]) -> None:
    assert cleaned({"PATH": os.pathsep.join(folders)})["PATH"] == "/bin:/usr/bin"
