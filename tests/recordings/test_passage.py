"""Lines in bounded memory: the start and the end of a long passage stay."""

from agentstate.recordings.passage import HEAD, TAIL, Passage


def test_the_middle_of_a_long_passage_is_left_out() -> None:
    passage = Passage(7)
    count = (HEAD + TAIL) // 100 + 1_000
    for number in range(count):
        passage.add(f"{number:099d}")
    lines = passage.lines()
    gap = next(number for number, line in enumerate(lines) if line.startswith("["))
    assert lines[:gap] == [f"{number:099d}" for number in range(gap - 1)] + [f"{gap - 1:099d}"[: len(lines[gap - 1])]]
    assert lines[gap] == f"[{count - len(lines) + 1} lines left out]"
    assert lines[gap + 1 :] == [f"{number:099d}" for number in range(count - len(lines) + gap + 1, count)]
    assert TAIL - 100 < sum(len(line) + 1 for line in lines[gap + 1 :]) <= TAIL + 1


def test_one_long_line_is_cut() -> None:
    passage = Passage(1)
    passage.add("a" * (HEAD + 5))
    passage.add("b" * (TAIL + 5))
    assert passage.lines() == ["a" * HEAD, "b" * TAIL]


def test_a_short_passage_is_whole() -> None:
    passage = Passage(1)
    for line in ("", "one", "", "two", ""):
        passage.add(line)
    assert (passage.text(), passage.lines()) == ("one\n\ntwo", ["", "one", "", "two", ""])
