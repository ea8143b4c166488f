from agentstate.journal import reading
from agentstate.journal.journal import Journal
from agentstate.journal.values import File
from agentstate.vocabulary.entries import Entry, Text
from tests.journal.events import shell, tool


def paths(found: tuple[File, ...]) -> list[str]:
    return [file.path for file in found]


def test_the_files_touched_last_come_first(journal: Journal) -> None:
    journal.append([tool("c1", ("b.py", "read"), ("a.py", "read")), tool("c2", ("c.py", "edit")), tool("c3", ("gone.py", "delete"))])
    assert paths(reading.recent_files(journal)) == ["c.py", "a.py", "b.py"]
    assert paths(reading.recent_files(journal, 2)) == ["c.py", "a.py"]


def test_the_files_that_bear_the_words_come_by_how_many_they_bear(journal: Journal) -> None:
    for number, path in enumerate(["src/auth/token.py", "src/Auth.py", "docs/token.md", "src/date.py", "auth/token/gone"]):
        journal.append([tool(f"c{number}", (path, "delete" if path.endswith("gone") else "read"))])
    assert paths(reading.relevant_files(journal, ["auth", "TOKEN"])) == ["src/auth/token.py", "docs/token.md", "src/Auth.py"]
    assert paths(reading.relevant_files(journal, ["auth", "token"], 1)) == ["src/auth/token.py"]
    assert (reading.relevant_files(journal, ["%"]), reading.relevant_files(journal, [])) == ((), ())


def test_changed_files_are_those_changed_since(journal: Journal) -> None:
    journal.append(
        [tool("c1", ("a.py", "edit")), tool("c2", ("b.py", "read")), tool("c3", ("c.py", "delete")), tool("c4", ("d.py", "create"))]
    )
    assert paths(reading.changed_files(journal)) == ["d.py", "c.py", "a.py"]
    assert paths(reading.changed_files(journal, since=1)) == ["d.py", "c.py"]


def test_unresolved_failures_come_first_and_then_the_frequent_ones(journal: Journal) -> None:
    for number, (words, code) in enumerate([("ls", 0), ("old", 1), ("ls", 0), ("git status", 0), ("new", 2), ("mended", 1), ("mended", 0)]):
        journal.append([shell(f"c{number}", words, code)])
    assert [found.command for found in reading.commands(journal)] == ["new", "old", "mended", "ls", "git status"]
    assert [found.command for found in reading.commands(journal, 3)] == ["new", "old", "mended"]
    assert [found.command for found in reading.commands(journal, 1)] == ["new", "old"]
    assert [found.command for found in reading.unresolved(journal, since=2)] == ["new"]


def test_words_come_by_when_they_were_heard(journal: Journal) -> None:
    heard = [("plan", "one", 1.0), ("said", "sure", 0.9), ("said", "guess", 0.5), ("plan", "two", 1.0), ("dead-end", "no", 0.7)]
    for kind, words, confidence in heard:
        journal.append([Entry(session="s", kind="other", time=1, texts=(Text(kind, words, "", confidence),))])
    newest = reading.newest(journal, "plan")
    assert newest
    assert newest.text == "two"
    assert reading.newest(journal, "prompt") is None
    assert [found.text for found in reading.sayings(journal, "said")] == ["guess", "sure"]
    assert [found.text for found in reading.sayings(journal, "said", least=0.6)] == ["sure"]
    assert [found.text for found in reading.sayings(journal, "plan", 1)] == ["two"]


def test_sessions_come_by_when_they_were_seen(journal: Journal) -> None:
    for name, time in [("a", 5), ("b", 9), ("c", 7)]:
        journal.append([tool("c1", session=name, time=time)])
    assert [found.session for found in reading.sessions(journal)] == ["b", "c", "a"]
    assert [found.session for found in reading.sessions(journal, 1)] == ["b"]
    assert reading.session(journal, "d") is None
