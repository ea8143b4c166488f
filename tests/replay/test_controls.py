"""What an agent could be given instead of the message."""

from agentstate.replay.controls import controls, git_text


def test_each_is_cut_to_the_room_and_the_transcript_from_its_start() -> None:
    files = [f"f{number:02}" for number in range(30)]
    assert controls(12, files, "0123456789abcdef", "the end of the words", "a summary of all") == {
        "nothing": "",
        "git": "0123456789ab",
        "files": "f00\nf01\nf02\n",
        "tail": "of the words",
        "summary": "a summary of",
    }


def test_the_list_has_twenty_files_and_a_summary_is_only_there_where_one_was() -> None:
    found = controls(1000, [f"f{number}" for number in range(30)], "", "", "")
    assert found == {"nothing": "", "git": "", "files": "\n".join(f"f{number}" for number in range(20)), "tail": ""}


def test_git_tells_of_no_more_than_five_commits() -> None:
    assert git_text([], [f"s{number}" for number in range(7)]).count("\n    s") == 5
